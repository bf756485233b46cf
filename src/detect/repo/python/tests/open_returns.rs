//! Nodes that return what a field held, where a router decides whether anything was there.

use super::handing::graph;

#[test]
fn a_node_that_a_router_may_lead_to_with_something_in_the_field_doubles_it_then() {
    let open = |router: &str| {
        let graph = graph(&format!(
            "def first(s):\n    return {{'notes': [0]}}\ndef node(s):\n    notes = s.get('notes', [])\n    for one in s['x']:\n        if not any(n == one for n in notes):\n            notes.append(one)\n    return {{'notes': notes}}\n\
             def way(s):\n    notes = s.get('notes', [])\n    if not notes:\n        return 'node'\n{router}    return 'stop'\ng = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', node)\n\
             g.add_edge(START, 'first')\ng.add_conditional_edges('first', way, {{'node': 'node', 'stop': END}})\n"
        ));
        assert!(graph.whole_returns.is_empty(), "{graph:#?}");
        let open = graph.open_returns.iter();
        open.map(|one| format!("{} {}", one.node, one.fields.join(",")))
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert_eq!(
        open("    known = {n for n in notes}\n    if len(known) < 3:\n        return 'node'\n"),
        "node notes"
    );
    assert_eq!(open(""), "");
}
