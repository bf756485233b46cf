//! Nodes at which the runs of one node meet: it is sent to several times at once, and leads to another.

use crate::domain::facts::GraphFact;
use std::collections::BTreeSet;

/// The targets of plain edges from nodes that a router sends to several times at once, and to no other node with them:
/// what comes next runs once, after all of these runs.
pub(super) fn after_sends(graph: &GraphFact) -> Vec<String> {
    let parallel = graph.conditional.iter().filter(|edge| edge.parallel);
    let sent = parallel.filter_map(|edge| {
        let others = |target: &&String| *target != "END" && !edge.alone.contains(target);
        let mut targets = edge.targets.iter().filter(others);
        targets.next().filter(|_| targets.next().is_none())
    });
    let sent: BTreeSet<&String> = sent.collect();
    let onward = graph.edges.iter().filter(|edge| sent.contains(&edge.from) && edge.to != "END");
    onward.map(|edge| edge.to.clone()).collect()
}

/// Whether a node is one for failures, by its name.
pub(super) fn is_for_failures(node: &str) -> bool {
    let node = node.to_lowercase();
    ["error", "fail", "abort", "fallback", "repair", "skip"].iter().any(|word| node.contains(word))
}
