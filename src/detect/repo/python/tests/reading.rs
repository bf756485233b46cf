//! Keys that nodes and routers read and no field of the state is there for.

use super::facts;

const STATE: &str = "from typing import TypedDict\n\
                     class AgentState(TypedDict):\n    url: str\n    evidences: dict\n    errors: list\n";

/// What the router `way` and the node `node` read in vain, as `node.key@line`; `more` is wired, too.
#[track_caller]
fn check_with(more: &str, text: &str, expected: &str) {
    let wiring = format!(
        "from langgraph.graph import StateGraph, START, END\nfrom src.state import AgentState\n{text}\n\
         g = StateGraph(AgentState)\ng.add_node('node', node)\ng.add_node('on_error', other)\ng.add_node('a', other)\n\
         {more}g.add_edge(START, 'node')\ng.add_conditional_edges('node', way)\ndef other(state):\n    return {{}}\n"
    );
    let graphs = facts(&[("src/state.py", STATE), ("src/graph.py", &wiring)]).graphs;
    let keys = graphs[0].unfed.iter();
    // Two lines stand before the text.
    let keys = keys.map(|one| format!("{}.{}@{}", one.node, one.key, one.place.line - 2));
    assert_eq!(keys.collect::<Vec<_>>().join(" "), expected, "{text}");
}

/// The same for a node.
#[track_caller]
fn check(node: &str, expected: &str) {
    check_with("", &format!("{node}\ndef way(s):\n    return 'a'"), expected);
}

#[test]
fn what_is_put_under_one_key_is_not_there_under_another() {
    check(
        "def node(s):\n    if s.get('error'):\n        s['errors'] = s.get('errors', []) + [1]\n    return s",
        "node.error@2",
    );
    check("def node(s):\n    s['error'] = 1\n    print(s)\n    return {'url': s['error']}", "");
    check("def node(s):\n    s[name()] = 1\n    return {'url': s['error']}", "");
    check(
        "def node(s):\n    s['evidences']['x'] = 1\n    return {'url': s['lost']}",
        "node.lost@3",
    );
    // Whoever asks first knows that it may be missing.
    check(
        "def node(s):\n    if 'task' in s and s['task']:\n        return {'url': s['other']}",
        "node.other@3",
    );
    check("def node(s):\n    return {'url': s['task'] if hasattr(s, 'task') else ''}", "");
    check("def node(s):\n    s.update(task=1)\n    return {'url': s['task']}", "");
    check("def node(s):\n    t = s\n    return {'url': s['task']}", "");
}

#[test]
fn functions_that_are_handed_the_state_read_for_whoever_hands_it() {
    let helper = |body: &str| {
        format!(
            "def helper(x, names=()):\n    {body}\ndef node(s):\n    return {{'url': helper(s, ('url', 'lost', 'gone'))}}"
        )
    };
    check(&helper("return x.get('task')"), "node.task@2");
    check(
        &helper("return any(getattr(x, name, False) for name in names)"),
        "node.gone@4 node.lost@4",
    );
    check(
        &helper("for name in names:\n        if x.get(name):\n            return 1"),
        "node.gone@6 node.lost@6",
    );
    check(&helper("for name in names:\n        name = name + '_'\n        x.get(name)"), "");
    check(&helper("x['task'] = 1\n    return x['task']"), "");
    check(&helper("return other(x) or x.get('task')"), "node.task@2");
    check(&helper("return unknown(x) or x.get('task')"), "");
    check(&helper("return getattr(x, 'items', None), getattr(x, 'task')"), "");
    check("def node(s):\n    return {k: s.get(k) for k in ['url', 'lost']}", "node.lost@2");
}

#[test]
fn a_node_that_was_not_found_brings_no_field_that_no_class_has() {
    let way = "from src.state import lost\ndef node(s):\n    return {}\ndef way(s):\n    if s.get('error'):\n        return 'on_error'\n    return 'a'";
    check_with("g.add_node('lost', lost)\n", way, "way.error@5");
    let declared = format!("class Lost:\n    error: str\n{way}");
    check_with("g.add_node('lost', lost)\n", &declared, "");
}
