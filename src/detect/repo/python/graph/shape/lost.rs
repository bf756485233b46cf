//! Which nodes a run of a graph can come to.

use crate::domain::facts::{GraphFact, GraphNode};
use std::collections::BTreeSet;

/// The nodes that ways from `START` lead to, `START` too; with the ways that routers never take, if asked for.
pub(in crate::detect) fn reached(graph: &GraphFact, with_starved: bool) -> BTreeSet<&str> {
    let mut open = vec!["START"];
    open.extend(graph.entry.iter().map(String::as_str));
    let mut seen = BTreeSet::new();
    while let Some(node) = open.pop() {
        if !seen.insert(node) {
            continue;
        }
        open.extend(graph.onward(node));
        let routed = graph.conditional.iter().filter(|edge| with_starved && edge.from == node);
        open.extend(routed.flat_map(|edge| &edge.starved).map(String::as_str));
    }
    seen
}

/// The nodes that never run, because routers take the only ways to them for what the state has no field for.
///
/// None where a part of the graph is not known: that may lead there.
pub(in crate::detect) fn starved(graph: &GraphFact) -> BTreeSet<&str> {
    let is_known = graph.unresolved.is_empty() && graph.families.is_empty();
    if !is_known || graph.conditional.iter().all(|edge| edge.starved.is_empty()) {
        return BTreeSet::new();
    }
    let live = reached(graph, false);
    reached(graph, true).into_iter().filter(|node| !live.contains(node)).collect()
}

/// The nodes that no way leads to; none where not all ways are known.
pub(in crate::detect) fn lost(graph: &GraphFact) -> Vec<&GraphNode> {
    if !graph.unresolved.is_empty() || !graph.families.is_empty() || graph.edges.is_empty() {
        return Vec::new();
    }
    let reached = reached(graph, true);
    let lost = graph.nodes.iter().filter(|node| !reached.contains(node.name.as_str()));
    // Where nothing is reached the entry is what was not understood.
    Some(lost.collect()).filter(|lost: &Vec<_>| lost.len() < graph.nodes.len()).unwrap_or_default()
}

/// The nodes that never run, whatever the routers choose.
pub(in crate::detect) fn idle(graph: &GraphFact) -> BTreeSet<&str> {
    starved(graph).into_iter().chain(lost(graph).iter().map(|node| node.name.as_str())).collect()
}
