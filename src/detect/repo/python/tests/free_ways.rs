//! Joins behind routers that take each target by a condition of its own.

use super::facts;

/// The join that runs more than once, and whether in every run, where the router is this function's body.
fn uneven(way: &str) -> Vec<(String, bool)> {
    let text = format!(
        "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START, END\nfrom langgraph.types import Send\n\
         class State(TypedDict):\n    url: str\n    pdf: str\n\
         def f(state):\n    return {{}}\n\
         def way(state):\n{way}\
         g = StateGraph(State)\nfor name in ['repo', 'pages', 'doc', 'join']:\n    g.add_node(name, f)\n\
         g.add_conditional_edges(START, way)\n\
         g.add_edge('repo', 'join')\ng.add_edge('pages', 'doc')\ng.add_edge('doc', 'join')\ng.add_edge('join', END)\nrun = g.compile()\n"
    );
    let found = facts(&[("src/graph.py", &text)]).graphs;
    found[0].uneven_joins.iter().map(|join| (join.node.clone(), join.always)).collect()
}

#[test]
fn targets_that_are_put_in_each_by_what_is_given_may_all_be_taken_at_once() {
    let each = "    to = []\n    if state.get('url'):\n        to.append(Send('repo', state))\n    if state.get('pdf'):\n        to.append(Send('pages', state))\n    return to\n";
    let twice = vec![("join".to_owned(), false)];
    assert_eq!(uneven(each), twice);
    assert_eq!(uneven(&each.replace("state.get('pdf')", "state['pdf']")), twice);
    assert_eq!(uneven("    return ['repo', 'pages']\n"), twice);
    let first = "    to = ['repo']\n    if state.get('pdf'):\n        to.extend(['pages'])\n    return to\n";
    assert_eq!(uneven(first), twice);
    let handed = "    if not state.get('url') and not state.get('pdf'):\n        return END\n    to = picked(state)\n    if not to:\n        return 'join'\n    return to\n";
    assert_eq!(uneven(&format!("{handed}def picked(state):\n{each}")), twice);
    // One of them or the other, or nobody knows.
    for other in [
        each.replace("    if state.get('pdf')", "    elif state.get('pdf')"),
        each.replace("if state.get('url')", "if state.get('url') == 'a'"),
        each.replace("if state.get('url')", "if not state.get('pdf')"),
        each.replace("    if state.get('pdf'):", "    if state.get('pdf'):\n        to = []"),
        each.replace(
            "append(Send('repo', state))",
            "append(Send('repo', state))\n        return to",
        ),
    ] {
        assert_eq!(uneven(&other), [], "{other}");
    }
}
