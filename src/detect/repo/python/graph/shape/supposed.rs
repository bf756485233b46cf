//! Where routers may lead that were not followed to their end.

use crate::domain::facts::{GapAbout, GraphFact, Unresolved};
use std::collections::BTreeSet;

/// The graph with each router that was not followed leading to one of those nodes to which nothing else leads, where there
/// is one; and whether something else of its edges could not be followed.
pub(in super::super) fn supposed(graph: &GraphFact) -> (Option<GraphFact>, bool) {
    let is_of_router = |gap: &&Unresolved| {
        gap.about == GapAbout::Conditional
            && graph.conditional.iter().any(|edge| edge.place == gap.place && !edge.parallel)
    };
    let (routers, others): (Vec<&Unresolved>, Vec<&Unresolved>) =
        graph.unresolved.iter().filter(|gap| gap.about != GapAbout::Node).partition(is_of_router);
    if routers.is_empty() {
        return (None, !others.is_empty());
    }
    let led_to: BTreeSet<&str> = graph
        .edges
        .iter()
        .map(|edge| edge.to.as_str())
        .chain(graph.conditional.iter().flat_map(|edge| edge.targets.iter().map(String::as_str)))
        .collect();
    let names = graph.nodes.iter().map(|node| &node.name);
    let left: Vec<String> = names.filter(|name| !led_to.contains(name.as_str())).cloned().collect();
    let mut supposed = graph.clone();
    for edge in &mut supposed.conditional {
        if routers.iter().any(|gap| gap.place == edge.place) {
            edge.targets.extend(left.iter().cloned());
            edge.always = None;
        }
    }
    (Some(supposed), !others.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;

    /// Checks the points at which branches meet behind a router that is not followed.
    #[track_caller]
    fn check(wiring: &str, expected: &[&str]) {
        let text = format!(
            "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START, END\nfrom langgraph.types import Send\n\
             class S(TypedDict):\n    next: str\ndef n(s):\n    return {{}}\ndef way(s):\n    return s['next']\ndef ways(s):\n    return [Send(one, s) for one in s['next']]\n\
             g = StateGraph(S)\nfor one in ['lead', 'a', 'b', 'join']:\n    g.add_node(one, n)\ng.add_edge(START, 'lead')\n{wiring}"
        );
        let graphs = facts(&[("src/graph.py", &text)]).graphs;
        assert_eq!(graphs[0].fan_in, expected, "{wiring}");
    }

    #[test]
    fn branches_of_which_a_router_takes_one_meet_nowhere() {
        let join = "g.add_edge('a', 'join')\ng.add_edge('b', 'join')\n";
        check(&format!("g.add_conditional_edges('lead', way)\n{join}"), &[]);
        let back = "g.add_edge('a', 'lead')\ng.add_edge('b', 'lead')\n";
        check(&format!("g.add_conditional_edges('lead', way)\n{back}"), &[]);
        check(&format!("g.add_conditional_edges('lead', ways)\n{join}"), &["join"]);
        check(&format!("g.add_edge('lead', 'a')\ng.add_edge('lead', 'b')\n{join}"), &["join"]);
        // They may meet where they split as well.
        check(&format!("g.add_edge('lead', 'a')\ng.add_edge('lead', 'b')\n{back}"), &["lead"]);
        let left = "g.add_conditional_edges('lead', way, {'a': 'a', 'end': END})\n";
        check(&format!("{left}g.add_edge('lead', 'b')\n{back}"), &["lead"]);
        let other = "g.add_conditional_edges('join', way)\n";
        check(
            &format!("g.add_edge('lead', 'a')\ng.add_edge('lead', 'b')\n{join}{other}"),
            &["join"],
        );
    }
}
