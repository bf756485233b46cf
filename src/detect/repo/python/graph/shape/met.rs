//! Nodes at which the runs of one node meet: it is sent to several times at once, and leads to another.

use crate::domain::facts::{GraphFact, Lines};
use std::collections::{BTreeMap, BTreeSet};

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

/// How many times branches meet at one of the [`super::joins::meetings`]: each list of sources that it waits for together is a meeting
/// of its own, if no other has one of them.
pub(in crate::detect) fn times(graph: &GraphFact, node: &str) -> usize {
    let mut lists: BTreeMap<&Lines, BTreeSet<&str>> = BTreeMap::new();
    for edge in graph.edges.iter().filter(|edge| edge.waits && edge.to == node) {
        lists.entry(&edge.place).or_default().insert(&edge.from);
    }
    let lists: Vec<&BTreeSet<&str>> = lists.values().filter(|list| list.len() > 1).collect();
    let all: usize = lists.iter().map(|list| list.len()).sum();
    let sources: BTreeSet<&str> = lists.iter().flat_map(|list| list.iter().copied()).collect();
    if sources.len() == all { lists.len().max(1) } else { 1 }
}

/// Whether a node is one for failures, by its name.
pub(super) fn is_for_failures(node: &str) -> bool {
    let node = node.to_lowercase();
    ["error", "fail", "abort", "fallback", "repair", "skip"].iter().any(|word| node.contains(word))
}
