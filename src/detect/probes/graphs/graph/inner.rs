//! What the graphs do side by side that the nodes of a graph run.

use super::Points;
use super::notes::located;
use crate::detect::probes::{count, listed};
use crate::domain::facts::GraphFact;

/// For how many points a graph counts, those of the graphs that its nodes run included.
pub(super) fn number(graph: &GraphFact, all: &[&GraphFact], kind: &Points) -> usize {
    let inner = of_all(graph, all, kind);
    own_number(graph, kind) + inner.iter().map(|one| one.points.len()).sum::<usize>()
}

/// The same of a graph by itself.
pub(super) fn own_number(graph: &GraphFact, kind: &Points) -> usize {
    (kind.of)(graph).iter().map(|point| (kind.times)(graph, point)).sum()
}

/// What is said of the points of a graph itself.
pub(super) fn own(graph: &GraphFact, number: usize, points: &[String], what: &str) -> String {
    if points.is_empty() {
        return format!("The graph {} has no {what} point.", located(graph));
    }
    format!(
        "{} in the graph {}: {}.",
        count(number, &format!("{what} point")),
        located(graph),
        listed(points.iter().map(String::as_str))
    )
}

/// A graph that a node of another runs, with its points of one kind.
pub(super) struct Inner<'f> {
    node: &'f str,
    pub(super) graph: &'f GraphFact,
    pub(super) points: Vec<String>,
}

/// The graphs that nodes of `graph` run, those of `all` alone, that have points of the kind.
pub(super) fn of_all<'f>(
    graph: &'f GraphFact,
    all: &[&'f GraphFact],
    kind: &Points,
) -> Vec<Inner<'f>> {
    let inner = graph.inner.iter().filter_map(|inner| {
        let graph = all.iter().copied().find(|one| one.place == inner.place)?;
        let points = (kind.of)(graph);
        (!points.is_empty()).then_some(Inner { node: &inner.node, graph, points })
    });
    inner.collect()
}

impl Inner<'_> {
    /// A sentence after a space.
    pub(super) fn told(&self, what: &str) -> String {
        format!(
            " {} in the graph {} that its node `{}` runs: {}.",
            count(self.points.len(), &format!("{what} point")),
            located(self.graph),
            self.node,
            listed(self.points.iter().map(String::as_str))
        )
    }
}
