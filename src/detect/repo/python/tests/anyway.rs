//! Routers that lead where they lead anyway where something is missing.

use super::only_graph;

/// Whether the router behind `chief`, which leads to `debate` or to the end, handles errors.
#[track_caller]
fn check(router: &str, back: &str, expected: bool) {
    let text = format!(
        "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START, END\nclass S(TypedDict):\n    opinions: list\n    debated: bool\n\
         def judge(s):\n    return {{'opinions': [len(s)]}}\ndef chief(s):\n    return {{'debated': False}}\ndef debate(s):\n    return {{'debated': True}}\n\
         def check_conflict(s):\n    opinions = s.get('opinions', [])\n{router}\
         g = StateGraph(S)\ng.add_node('judge', judge)\ng.add_node('chief', chief)\ng.add_node('debate', debate)\n\
         g.add_edge(START, 'judge')\ng.add_edge('judge', 'chief')\ng.add_edge('debate', '{back}')\n\
         g.add_conditional_edges('chief', check_conflict, {{'debate': 'debate', END: END}})\n"
    )
    .replace("'END'", "END");
    let graph = only_graph(&text);
    assert_eq!(graph.conditional[0].handles_errors, Some(expected), "{text}");
}

#[test]
fn a_router_that_leads_the_usual_way_where_something_is_missing_handles_nothing() {
    let missing = "    if not opinions:\n        return END\n";
    let again = "    if max(opinions) - min(opinions) > 2:\n        return 'debate'\n";
    let router = format!("{missing}{again}    return END\n");
    check(&router, "judge", false);
    // Where the other way is no round the end is one for what is missing.
    check(&router, "END", true);
    check(&format!("{missing}    return 'debate'\n"), "judge", true);
    let other = missing.replace("END", "'debate'");
    check(&format!("{other}{again}    return END\n"), "judge", true);
}
