//! Nodes that return what they are given, through functions that they hand it to and behind routers that ask for it.

use super::facts;
use crate::domain::facts::GraphFact;

/// The only graph of a module with a state of notes, of what is kept, and of a number.
pub(super) fn graph(text: &str) -> GraphFact {
    let text = format!(
        "import operator\nfrom typing import Annotated, TypedDict\nfrom langgraph.graph import StateGraph, START, END\n\
         class S(TypedDict):\n    notes: Annotated[list, operator.add]\n    kept: Annotated[dict, operator.ior]\n    x: int\n{text}"
    );
    let mut graphs = facts(&[("src/graph.py", &text)]).graphs;
    assert_eq!(graphs.len(), 1, "{text}");
    graphs.remove(0)
}

/// The nodes that double what they are given; behind `~` those that return it before anything is there.
fn told(graph: &GraphFact) -> String {
    let doubling =
        graph.whole_returns.iter().map(|one| format!("{} {}", one.node, one.fields.join(",")));
    let idle =
        graph.idle_returns.iter().map(|one| format!("~{} {}", one.node, one.fields.join(",")));
    doubling.chain(idle).collect::<Vec<_>>().join("; ")
}

/// `first`, which puts something into the notes, and `node` after it.
#[track_caller]
fn check(node: &str, expected: &str) {
    let graph = graph(&format!(
        "def first(s):\n    return {{'notes': [0]}}\n{node}\ng = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', node)\n\
         g.add_edge(START, 'first')\ng.add_edge('first', 'node')\n"
    ));
    assert_eq!(told(&graph), expected, "{node}");
}

#[test]
fn what_only_looks_at_the_state_leaves_it_as_it_is() {
    for helper in [
        "def look(s):\n    lines = []\n    for one in s['notes']:\n        lines.append(str(one))\n    return lines",
        "def look(s):\n    print(s)\n    return inner(s)\ndef inner(t):\n    return len(t['notes'])",
    ] {
        let node = format!(
            "{helper}\nasync def node(state):\n    state['x'] = look(state)\n    return state"
        );
        check(&node, "node notes");
    }
    for helper in [
        "def look(s):\n    s['notes'] = []",
        "def look(s):\n    s['notes'].clear()",
        "def look(s):\n    notes = s['notes']\n    notes.pop()",
        "def look(s):\n    for one in s['notes']:\n        one.update(x=1)",
        "def look(s):\n    del s['notes']",
        "def look(s):\n    unknown(s)",
        "@wrap\ndef look(s):\n    return 1",
    ] {
        check(&format!("{helper}\ndef node(state):\n    look(state)\n    return state"), "");
    }
}

#[test]
fn what_a_function_returns_for_a_node_is_what_the_node_returns() {
    let graph = graph(
        "async def work(s, who):\n    return {'notes': [who]}\nasync def first(s):\n    return await work(s, 'first')\n\
         def node(state):\n    return state\ng = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', node)\n\
         g.add_edge(START, 'first')\ng.add_edge('first', 'node')\n",
    );
    assert_eq!(told(&graph), "node notes");
}

#[test]
fn a_node_that_returns_the_state_before_anything_is_there_is_told_as_such() {
    let start = |node: &str| {
        let graph = graph(&format!(
            "{node}\ng = StateGraph(S)\ng.add_node('node', node)\ng.add_edge(START, 'node')\n"
        ));
        told(&graph)
    };
    assert_eq!(start("node = lambda state: state"), "~node notes");
    assert_eq!(start("def node(state):\n    return state"), "~node notes");
    assert_eq!(start("node = lambda state: {}"), "");
    assert_eq!(start("def node(state):\n    state['notes'] = []\n    return state"), "");
}

/// Two nodes side by side before which nothing puts anything into the notes.
#[track_caller]
fn check_first(node: &str, expected: &str) {
    let graph = graph(&format!(
        "def start(s):\n    return {{'x': 1}}\n{node}\ng = StateGraph(S)\ng.add_node('start', start)\ng.add_node('one', One())\n\
         g.add_node('two', One())\ng.add_edge(START, 'start')\ng.add_edge('start', 'one')\ng.add_edge('start', 'two')\n"
    ));
    assert_eq!(told(&graph), expected, "{node}");
}

#[test]
fn a_field_that_is_returned_with_what_it_held_is_told_where_nothing_is_there_yet() {
    let class = |body: &str| {
        format!("class One:\n    def __call__(self, state: S) -> dict:\n        {body}")
    };
    for body in [
        "new = [1]\n        return {\"notes\": state['notes'] + new}",
        "return {'notes': state.get('notes', []) + [1]}",
        "return {'notes': [*state['notes'], 1]}",
        "notes = state.get('notes', [])\n        notes.append(1)\n        return {'notes': notes}",
    ] {
        check_first(&class(body), "~one notes; ~two notes");
    }
    for body in [
        "new = [len(state['notes'])]\n        return {'notes': new}",
        "return {'x': state['notes'] + [1]}",
        "return {'kept': {**state['kept'], 'a': 1}}",
        "return {'notes': state['notes'][1:] + [1]}",
    ] {
        check_first(&class(body), "");
    }
    // In a loop it finds what it put there itself.
    let looped = graph(
        "def node(s):\n    return {'notes': s['notes'] + [1]}\ng = StateGraph(S)\ng.add_node('node', node)\n\
         g.add_edge(START, 'node')\ng.add_edge('node', 'node')\n",
    );
    assert_eq!(told(&looped), "node notes");
}

#[test]
fn a_copy_of_the_state_holds_all_that_the_state_holds() {
    for copy in
        ["dict(state)", "{**state}", "{**state, 'x': 1}", "state.copy()", "copy.deepcopy(state)"]
    {
        check(
            &format!("def node(state):\n    new = {copy}\n    new['x'] = 2\n    return new"),
            "node notes",
        );
    }
    check(
        "def node(state):\n    new = dict(state)\n    new['notes'] = new['notes'] + [1]\n    return new",
        "node notes",
    );
    for other in [
        "new = dict(state)\n    new['notes'] = [1]\n    return new",
        "new = {**state, 'notes': [1]}\n    return new",
        "new = dict(state)\n    new.pop('notes')\n    return new",
        "new = dict(state)\n    del new['notes']\n    return new",
        "new = dict(state)\n    new = {'x': 1}\n    return new",
        "new = {**state, **other}\n    return new",
        "new = dict(state)\n    return {'x': new['x']}",
    ] {
        check(&format!("def node(state):\n    {other}"), "");
    }
}

/// A router behind `first` that leads to `node`, a lambda that returns the state, or to `other`.
#[track_caller]
fn check_behind(router: &str, expected: &str) {
    let graph = graph(&format!(
        "def first(s):\n    return {{'notes': more()}}\ndef other(s):\n    return {{}}\n{router}\n\
         g = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', lambda x: x)\ng.add_node('other', other)\n\
         g.add_edge(START, 'first')\ng.add_conditional_edges('first', way, {{'go': 'node', 'stop': 'other', 'end': END}})\n"
    ));
    assert_eq!(told(&graph), expected, "{router}");
}

#[test]
fn a_router_that_stops_where_nothing_is_there_leads_on_with_what_is() {
    for router in [
        "def way(s):\n    if len(s.get('notes', [])) == 0:\n        return 'stop'\n    return 'go'",
        "def way(s):\n    notes = s['notes']\n    if not notes:\n        return 'end'\n    ids = [one.id for one in notes]\n    \
         if ids:\n        s['x'] = 1\n    return 'go'",
        "def way(s):\n    return 'stop' if s['notes'] == [] else 'go'",
        "def way(s):\n    return 'go' if len(s['notes']) > 0 or s['x'] else 'stop'",
        "def way(s):\n    return 'go' if s['x'] else 'stop' # of others",
    ] {
        check_behind(router, "node notes");
    }
    for router in [
        "def way(s):\n    if s['notes']:\n        return 'stop'\n    return 'go'",
        "def way(s):\n    if len(s['notes']) > 3:\n        return 'stop'\n    return 'go'",
        "def way(s):\n    if s['x']:\n        return 'stop'\n    return 'go' if s['notes'] else 'end'",
        "def way(s):\n    for one in s['notes']:\n        if one:\n            return 'stop'\n    return 'go'",
        "def way(s):\n    notes = s['notes'][:1]\n    return 'go' if notes else pick(notes)",
    ] {
        check_behind(router, "");
    }
}

#[test]
fn an_empty_value_empties_nothing_that_a_loop_filled() {
    let resets = |first: &str, back: &str| {
        let graph = graph(&format!(
            "def first(s):\n    return {first}\ndef node(s):\n    return {{'notes': [1], 'kept': {{'a': 1}}, 'x': 2}}\n\
             g = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', node)\ng.add_edge(START, 'first')\n\
             g.add_edge('first', 'node')\n{back}\ndef way(s):\n    return 'first' if s['x'] else END\n"
        ));
        let keys = graph.vain_resets.iter().map(|one| format!("{}.{}", one.node, one.key));
        keys.collect::<Vec<_>>().join(" ")
    };
    let round = "g.add_conditional_edges('node', way, ['first', END])";
    assert_eq!(resets("{'notes': [], 'kept': {}, 'x': 0}", round), "first.notes first.kept");
    assert_eq!(resets("{'notes': [], 'x': []}", ""), "");
    assert_eq!(resets("{'notes': [2]}", round), "");
}

#[test]
fn a_function_that_is_traced_runs_as_it_is() {
    let graph = graph(
        "try:\n    from langsmith import traceable\nexcept ImportError:\n    traceable = None\n\
         def traced(name, func):\n    if traceable is None:\n        return func\n    return traceable(name=name, run_type='chain')(func)\n\
         def first(s):\n    return {'lost': 1}\ng = StateGraph(S)\ng.add_node('first', traced('First', first))\ng.add_edge(START, 'first')\n",
    );
    assert_eq!(graph.unfollowed, []);
    assert_eq!(graph.untaken[0].key, "lost");
}

#[test]
fn a_model_with_a_channel_of_its_own_is_doubled_by_a_node_inside_the_builder() {
    let text = |operator: &str, ends: &str| {
        format!(
            "from typing import Annotated\nfrom pydantic import BaseModel\nfrom langgraph.channels import BinaryOperatorAggregate\nfrom langgraph.graph import StateGraph, START, END\n\
             def join(existing, new):\n    \"\"\"Both.\"\"\"\n    return (existing or []) + (new or [])\ndef latest(existing, new):\n    return new\n\
             class State(BaseModel):\n    notes: Annotated[list, BinaryOperatorAggregate(typ=list, operator={operator})] = []\n    x: int = 0\n\
             def first(s):\n    return {{'notes': [0]}}\n\
             def build():\n    g = StateGraph(State)\n    def node(state: State) -> State:\n        if hasattr(state, 'x'):\n            print(getattr(state, 'x', 0))\n        {ends}\n    \
             g.add_node('first', first)\n    g.add_node('node', node)\n    g.add_edge(START, 'first')\n    g.add_edge('first', 'node')\n    return g\nbuild()\n"
        )
    };
    let check = |operator: &str, ends: &str, expected: &str| {
        let graphs = facts(&[("src/graph.py", &text(operator, ends))]).graphs;
        assert_eq!(told(&graphs[0]), expected, "{operator} {ends}");
    };
    check("join", "return state", "node notes");
    check("latest", "return state", "");
    check("join", "return {'x': 1}", "");
}

#[test]
fn lists_that_a_reducer_joins_under_each_key_are_doubled_like_one_list() {
    let check = |reducer: &str, expected: &str| {
        let text = format!(
            "from typing import Annotated, TypedDict\nfrom langgraph.graph import StateGraph, START, END\n\
             def join(left, right):\n    {reducer}\nclass State(TypedDict):\n    found: Annotated[dict, join]\n\
             def first(s):\n    return {{'found': {{'a': [1]}}}}\ndef node(s):\n    return {{'found': s.get('found', {{}})}}\n\
             g = StateGraph(State)\ng.add_node('first', first)\ng.add_node('node', node)\ng.add_edge(START, 'first')\ng.add_edge('first', 'node')\n"
        );
        let graphs = facts(&[("src/graph.py", &text)]).graphs;
        assert_eq!(told(&graphs[0]), expected, "{reducer}");
    };
    for reducer in [
        "merged = (left or {}).copy()\n    for key, value in right.items():\n        if key in merged:\n            merged[key].extend(value)\n        else:\n            merged[key] = value\n    return merged",
        "merged = dict(left or {})\n    for key, value in (right or {}).items():\n        merged.setdefault(key, []).extend(value)\n    return merged",
        "if not left:\n        return right\n    out = {}\n    for key, value in left.items():\n        out[key] = list(value or [])\n    \
         for key, value in right.items():\n        if key not in out:\n            out[key] = list(value or [])\n        else:\n            out[key] = out[key] + value\n    return out",
    ] {
        check(reducer, "node found");
    }
    for reducer in [
        // What is there already is not taken again.
        "merged = left.copy()\n    for key, value in right.items():\n        merged[key].extend([one for one in value if one not in merged[key]])\n    return merged",
        "merged = left.copy()\n    for key, value in right.items():\n        if value:\n            merged[key] = value\n    return merged",
        "merged = {}\n    for key, value in right.items():\n        merged.setdefault(key, []).extend(value)\n    return merged",
        "merged = left.copy()\n    merged.update(right)\n    return merged",
    ] {
        check(reducer, "");
    }
}

/// Checks what a node that returns the state is seen to change in it, and where nothing is whether it may change anything.
#[track_caller]
fn check_changes(node: &str, expected: (&str, bool)) {
    let graph = graph(&format!(
        "def first(s):\n    return {{'notes': [0]}}\ndef fill(notes, text):\n    notes.append(text)\ndef look(text):\n    return text.strip()\n\
         def node(s):\n    {node}\n    return s\ng = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', node)\n\
         g.add_edge(START, 'first')\ng.add_edge('first', 'node')\n"
    ));
    let one = &graph.whole_returns[0];
    let unsure = one.changes.is_empty() && one.unsure;
    assert_eq!((one.changes.join(" ").as_str(), unsure), expected, "{node}");
}

#[test]
fn a_field_that_is_only_read_is_not_changed() {
    for (node, expected) in [
        ("x = s.get('x')\n    clone(x)", ("", true)),
        ("x = s.get('x')\n    look(x)", ("", false)),
        ("x = s['x'].strip()\n    x += 'more'", ("", false)),
        ("x = s['x']\n    found = {}\n    found[x] = 1", ("", false)),
        ("kept = dict(s['kept'])\n    kept['a'] = 1", ("", true)),
        ("x = s['x']\n    clone(x)\n    s['notes'].append(x)", ("notes", false)),
        ("s['x'] = look(s['x'])", ("x", false)),
        ("kept = s['kept']\n    kept['a'] = 1", ("kept", false)),
        ("kept = s.get('kept', {})\n    kept.setdefault('a', []).append(1)", ("kept", false)),
        ("notes = s['notes']\n    fill(notes, 'a')", ("notes", false)),
        ("notes = s['notes']\n    fill(text=notes, notes=[])", ("", true)),
        ("notes = s['notes']\n    notes += [1]", ("notes", false)),
    ] {
        check_changes(node, expected);
    }
}

#[test]
fn a_list_that_a_reducer_joins_or_empties_is_doubled_by_a_variable_that_is_returned() {
    let check = |reducer: &str, node: &str, expected: &str| {
        let text = format!(
            "from typing import Annotated, TypedDict\nfrom langgraph.graph import StateGraph, START, END\n\
             def join(left, right):\n    {reducer}\nclass State(TypedDict):\n    found: Annotated[list, join]\n    tries: int\n\
             def first(s):\n    return {{'found': [1]}}\ndef node(s):\n    {node}\n\
             g = StateGraph(State)\ng.add_node('first', first)\ng.add_node('node', node)\ng.add_edge(START, 'first')\ng.add_edge('first', 'node')\n"
        );
        let graphs = facts(&[("src/graph.py", &text)]).graphs;
        assert_eq!(told(&graphs[0]), expected, "{reducer} {node}");
    };
    let resets = "if right == []:\n        return []\n    if not left:\n        return right or []\n    return left + right";
    let plain = "return {'found': s.get('found', [])}";
    check(resets, plain, "node found");
    let variable = "updates = {'found': s.get('found', [])}\n    if updates['found']:\n        updates['tries'] = 1\n    return updates";
    check(resets, variable, "node found");
    check(resets, &variable.replace("s.get('found', [])", "[]"), "");
    let replaced = variable.replace("updates['tries'] = 1", "updates['found'] = []");
    check(resets, &replaced, "");
    check("if right == []:\n        return left\n    return right", plain, "");
}

/// What is told of a node that a decorator of the sources' own stands on, and that returns the whole state.
#[track_caller]
fn check_traced(decorator: &str, expected: &str) {
    let graph = graph(&format!(
        "from functools import wraps\nfrom langsmith import traceable\n{decorator}\n\
         def first(s):\n    return {{'notes': [0]}}\n@traced\ndef node(s):\n    return s\n\
         g = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', node)\ng.add_edge(START, 'first')\ng.add_edge('first', 'node')\n"
    ));
    assert_eq!(told(&graph), expected, "{decorator}");
}

#[test]
fn a_decorator_that_only_traces_leaves_a_node_as_it_is() {
    let wrapper = |params: &str, body: &str| {
        format!(
            "def traced(func):\n    @wraps(func)\n    def wrapper({params}):\n        {body}\n    return wrapper"
        )
    };
    for decorator in [
        "traced = traceable(project_name='court')".to_owned(),
        "def traced(func):\n    return traceable(name='node')(func)".to_owned(),
        wrapper("*args, **kwargs", "print('node')\n        return func(*args, **kwargs)"),
        wrapper("state", "result = func(state)\n        print(result)\n        return result"),
        wrapper(
            "state",
            "try:\n            return func(state)\n        except Exception:\n            print('failed')\n            raise",
        ),
    ] {
        check_traced(&decorator, "node notes");
    }
    for decorator in [
        wrapper("state", "return func(dict(state))"),
        wrapper("state", "result = func(state)\n        result['x'] = 1\n        return result"),
        wrapper(
            "state",
            "try:\n            return func(state)\n        except Exception:\n            return {}",
        ),
        wrapper("state", "func(state)"),
        wrapper("state", "state['notes'].clear()\n        return func(state)"),
        "from court import traced".to_owned(),
        "traced = traceable(project_name='court')\ntraced = guard".to_owned(),
    ] {
        check_traced(&decorator, "");
    }
}

#[test]
fn what_is_not_followed_may_have_put_something_there() {
    let text = |first: &str| {
        format!(
            "def traced(func):\n    def wrapper(*args):\n        return run(func, *args)\n    return wrapper\n\
             def first(s):\n    return {{'x': 1}}\ndef node(s):\n    return s\n\
             g = StateGraph(S)\ng.add_node('first', {first})\ng.add_node('node', node)\ng.add_edge(START, 'first')\ng.add_edge('first', 'node')\n"
        )
    };
    assert_eq!(told(&graph(&text("first"))), "~node notes");
    assert_eq!(told(&graph(&text("traced(first)"))), "");
}

#[test]
fn what_a_plain_edge_brings_comes_whatever_a_router_further_on_asks() {
    let text = |edges: &str| {
        format!(
            "def first(s):\n    return {{'notes': [0]}}\ndef node(s):\n    return {{'notes': s.get('notes', [])}}\ndef last(s):\n    return {{}}\n\
             def way(s):\n    if len(s['notes']) > 3:\n        return 'last'\n    return 'first'\n\
             g = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', node)\ng.add_node('last', last)\ng.add_edge(START, 'first')\n{edges}"
        )
    };
    let behind =
        "g.add_edge('first', 'node')\ng.add_conditional_edges('node', way, ['first', 'last'])\n";
    assert_eq!(told(&graph(&text(behind))), "node notes");
    let before = "g.add_conditional_edges('first', way, {'first': 'node', 'last': 'last'})\n";
    assert_eq!(told(&graph(&text(before))), "");
}
