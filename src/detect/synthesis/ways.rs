//! Ways through a graph, as verdicts take them.

use crate::domain::facts::{GapAbout, GraphFact};
use std::collections::BTreeSet;

/// Whether there is a way from one node to another.
pub(in crate::detect) fn leads(graph: &GraphFact, from: &str, to: &str) -> bool {
    leads_past(graph, from, to, &[])
}

/// Whether one node lies behind another on each way from the start, and leads back to it only where all begins anew: to
/// lead there is to lead on, whatever a loop around both does.
pub(in crate::detect) fn is_onward(graph: &GraphFact, from: &str, to: &str) -> bool {
    let is_known = graph.unresolved.iter().all(|gap| gap.about == GapAbout::Node);
    let plain = graph.edges.iter().filter(|edge| edge.from == "START").map(|edge| &edge.to);
    let routed = graph.conditional.iter().filter(|edge| edge.from == "START");
    let first: Vec<&str> = plain
        .chain(routed.flat_map(|edge| &edge.targets))
        .map(String::as_str)
        .filter(|node| *node != from)
        .collect();
    from != to
        && is_known
        && leads(graph, "START", from)
        && !leads_past(graph, "START", to, &[from])
        && !leads_past(graph, to, from, &first)
}

/// Whether there is a way from one node to another that goes through none of these.
pub(in crate::detect) fn leads_past(
    graph: &GraphFact,
    from: &str,
    to: &str,
    barred: &[&str],
) -> bool {
    let mut seen: BTreeSet<&str> = barred.iter().copied().chain([from]).collect();
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        if node == to {
            return true;
        }
        let plain = graph.edges.iter().filter(|edge| edge.from == node).map(|edge| &edge.to);
        let routed = graph.conditional.iter().filter(|edge| edge.from == node);
        let next = plain.chain(routed.flat_map(|edge| &edge.targets));
        open.extend(next.map(String::as_str).filter(|next| seen.insert(next)));
    }
    false
}
