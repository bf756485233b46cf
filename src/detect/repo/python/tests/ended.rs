//! Routers that end their own branch for errors, beside plain edges that lead to all that they lead to.

use super::facts;

/// Checks whether the only router, behind `a`, deals with errors, and how many plain edges go on beside it.
#[track_caller]
fn check(wiring: &str, expected: (Option<bool>, usize)) {
    let text = format!(
        "from langgraph.graph import StateGraph, START, END\n\
         def route(s):\n    return END if s.get('error') else 'chief'\n\
         g = StateGraph(S)\ng.add_edge(START, 'a')\n{wiring}g.add_edge('chief', END)\n"
    );
    let found = facts(&[("src/graph.py", &text)]);
    let edge = &found.graphs[0].conditional[0];
    assert_eq!((edge.handles_errors, edge.bypasses.len()), expected, "{text}");
}

#[test]
fn to_end_one_branch_ends_nothing_where_the_others_lead_to_all_of_it() {
    let router = "g.add_conditional_edges('a', route, [END, 'chief'])\n";
    let judges = "g.add_edge('a', 'b')\ng.add_edge('a', 'c')\n";
    check(router, (Some(true), 0));
    check(&format!("{router}{judges}g.add_edge(['b', 'c'], 'chief')\n"), (Some(false), 2));
    check(&format!("{router}{judges}g.add_edge('b', 'chief')\n"), (Some(false), 2));
    let waiting = "g.add_edge('b', 'chief')\ng.add_edge(['b', 'c', 'chief'], 'last')\n";
    check(&format!("{router}{judges}{waiting}"), (Some(false), 2));
    // Elsewhere the plain edges lead, or a router decides again on the way.
    check(&format!("{router}{judges}g.add_edge('b', END)\n"), (Some(true), 0));
    let again = "g.add_conditional_edges('b', again, ['chief', 'c'])\n";
    check(&format!("{router}g.add_edge('a', 'b')\n{again}"), (Some(true), 0));
}
