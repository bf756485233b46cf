//! Nodes that return what they are given by way of others, and those of which that is not known.

use super::facts;
use super::handing::graph;
use crate::domain::facts::Unfollowed;

/// Checks the fields that `node` doubles behind a node that fills the notes, and whether it may return the state for all
/// that is seen.
#[track_caller]
fn check(node: &str, doubled: &str, unread: bool) {
    let graph = graph(&format!(
        "def first(s):\n    return {{'notes': [0]}}\n{node}\ng = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', node)\n\
         g.add_edge(START, 'first')\ng.add_edge('first', 'node')\n"
    ));
    let told: Vec<String> = graph.whole_returns.iter().map(|one| one.fields.join(",")).collect();
    assert_eq!((told.join("; ").as_str(), graph.unread == ["node"]), (doubled, unread), "{node}");
}

#[test]
fn a_state_that_a_function_gives_back_is_the_state() {
    let set = "def put(s, x):\n    s['x'] = x\n    return s\n";
    check(
        &format!("{set}def node(state):\n    state = put(state, 1)\n    return state"),
        "notes",
        false,
    );
    check(&format!("{set}def node(state):\n    return put(state, 1)"), "notes", false);
    check(
        &format!("{set}def node(state):\n    new = put(s=state, x=1)\n    return new"),
        "notes",
        false,
    );
    let spread = "async def put(s):\n    return {**s, 'x': 1}\n";
    check(&format!("{spread}async def node(state):\n    return await put(state)"), "notes", false);
    let twice = "def inner(t):\n    t['x'] = 1\n    return t\ndef put(s):\n    return inner(s)\n";
    check(
        &format!("{twice}def node(state):\n    state = put(state)\n    return state"),
        "notes",
        false,
    );
    let asked = format!(
        "{set}def node(state):\n    if 'x' in state:\n        state = put(state, 1)\n    else:\n        state = put(state, 2)\n    return state"
    );
    check(&asked, "notes", false);
}

#[test]
fn what_puts_the_field_anew_doubles_nothing() {
    let node = "def node(state):\n    state = put(state)\n    return state";
    check(&format!("def put(s):\n    s['notes'] = [1]\n    return s\n{node}"), "", false);
    check(&format!("def put(s):\n    return {{**s, 'notes': []}}\n{node}"), "", false);
    let anew = "def put(s):\n    return {'x': 1}\ndef node(state):\n    return put(state)";
    check(anew, "", false);
    check("def node(state):\n    return {'x': put(state)}", "", false);
    check("def node(state):\n    return {'x': chain.invoke(state)}", "", false);
    check("def node(state):\n    put(state['x'])\n    return {'x': len(state)}", "", false);
}

#[test]
fn what_was_not_followed_may_be_the_state() {
    check("def node(state):\n    return chain.invoke(state)", "", true);
    check("def node(state):\n    state = unknown(state)\n    return state", "", true);
    check("def node(state):\n    return {**unknown(state), 'x': 1}", "", true);
    check("def node(state):\n    unknown(state)\n    return state", "", true);
    let none = "def put(s):\n    if s['x']:\n        return s\n";
    check(&format!("{none}def node(state):\n    state = put(state)\n    return state"), "", true);
    check("def node(state):\n    new = State(**state)\n    return new", "", true);
    check("def node(state):\n    found = chain.invoke(state)\n    return {'x': found}", "", false);
}

#[test]
fn a_function_around_a_node_is_looked_through() {
    let wrapped = |inner: &str, wrapper: &str| {
        format!(
            "from functools import wraps\ndef around(name, fn):\n    @wraps(fn)\n    def wrapper(s):\n        {wrapper}\n    return wrapper\n\
             def inner(state):\n    {inner}\nnode = around('a', inner)"
        )
    };
    check(&wrapped("return {**state, 'x': 1}", "return fn(s)"), "notes", false);
    let timed = "with span(name):\n            result = fn(s)\n            log(result.get('x'))\n            return result";
    check(&wrapped("return state", timed), "notes", false);
    check(&wrapped("return {'x': 1}", "return fn(s)"), "", false);
}

#[test]
fn a_function_is_followed_that_is_made_where_it_is_called() {
    let node = "def node(state):\n    return make('a')(state)";
    let made = |inner: &str| {
        format!("def make(role):\n    def judge(s):\n        {inner}\n    return judge\n")
    };
    check(&format!("{}{node}", made("return {'x': role}")), "", false);
    check(&format!("{}{node}", made("return {**s, 'x': role}")), "notes", false);
    let held = "judge = make('a')\ndef node(state):\n    return judge(state)";
    check(&format!("{}{held}", made("return {'x': role}")), "", false);
    // What is made depends on something, or is not what is defined there.
    let chosen = "def make(role):\n    def one(s):\n        return {}\n    def other(s):\n        return s\n    if role:\n        return one\n    return other\n";
    check(&format!("{chosen}{node}"), "", true);
    let wrapped = "def make(role):\n    def judge(s):\n        return {}\n    judge = around(judge)\n    return judge\n";
    check(&format!("{wrapped}{node}"), "", true);
    let waits = made("return {}").replacen("def", "async def", 1);
    check(&format!("{waits}{node}"), "", true);
    check(&format!("@cache\n{}{node}", made("return {}")), "", true);
}

#[test]
fn what_stands_around_a_node_may_return_something_else() {
    let unfollowed = |text: &str| {
        let text = format!(
            "import operator\nfrom typing import Annotated, TypedDict\nfrom langgraph.graph import StateGraph, START, END\n\
             class S(TypedDict):\n    notes: Annotated[list, operator.add]\n{text}\ng = StateGraph(S)\n\
             g.add_node('a', node)\ng.add_edge(START, 'a')\n"
        );
        let mut graphs = facts(&[("src/graph.py", &text)]).graphs;
        let node = |it: &Unfollowed| matches!(it, Unfollowed::Node(name) if name == "a");
        graphs.remove(0).unfollowed.iter().any(node)
    };
    let around = "def around(fn):\n    def wrapper(s):\n        try:\n            return fn(s)\n        except ValueError:\n            return {}\n    return wrapper\n";
    assert!(unfollowed(&format!("{around}def inner(s):\n    return {{}}\nnode = around(inner)")));
    assert!(unfollowed(&format!("{around}@around\ndef node(s):\n    return {{}}")));
    let plain = "def around(fn):\n    def wrapper(s):\n        return fn(s)\n    return wrapper\n";
    assert!(!unfollowed(&format!("{plain}@around\ndef node(s):\n    return {{}}")));
    assert!(!unfollowed(&format!("{plain}def inner(s):\n    return {{}}\nnode = around(inner)")));
    assert!(!unfollowed("from tenacity import retry\n@retry\ndef node(s):\n    return {}"));
    assert!(!unfollowed("def node(s):\n    return {'notes': [len(s)]}"));
}
