//! What keeps the ways to where branches meet from being told.

use crate::detect::repo::python::joins::{meetings, unless_deferred};
use crate::domain::facts::{GraphFact, Lines, UnevenJoin};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A node that runs once per arrival where it is not deferred, which is not known.
pub(super) fn perhaps_uneven<'g>(graphs: &[&'g GraphFact]) -> Option<(&'g GraphFact, UnevenJoin)> {
    graphs.iter().find_map(|graph| Some((*graph, unless_deferred(graph)?)))
}

/// A router that can choose several targets, from which a node at which branches meet is not equally far: the
/// graph, where the router is wired, and the node.
pub(super) fn open_way(graph: &GraphFact) -> Option<(&GraphFact, &Lines, String)> {
    let points = meetings(graph);
    graph.conditional.iter().filter(|edge| edge.parallel).find_map(|edge| {
        let free = edge.targets.iter().filter(|target| !edge.alone.contains(target));
        let steps: Vec<BTreeMap<&str, usize>> =
            free.map(|target| distances(graph, target)).collect();
        let is_uneven = |point: &&String| {
            let far: BTreeSet<usize> =
                steps.iter().filter_map(|steps| steps.get(point.as_str()).copied()).collect();
            far.len() > 1
        };
        points.iter().find(is_uneven).map(|point| (graph, &edge.place, point.clone()))
    })
}

/// How many steps each node is away from `start` at least.
pub(super) fn distances<'g>(graph: &'g GraphFact, start: &'g str) -> BTreeMap<&'g str, usize> {
    let mut steps = BTreeMap::from([(start, 0)]);
    let mut open = VecDeque::from([start]);
    while let Some(node) = open.pop_front() {
        let far = steps[node] + 1;
        let plain = graph.edges.iter().filter(|edge| edge.from == node).map(|edge| &edge.to);
        let routed = graph.conditional.iter().filter(|edge| edge.from == node);
        for next in plain.chain(routed.flat_map(|edge| &edge.targets)) {
            if !steps.contains_key(next.as_str()) {
                steps.insert(next, far);
                open.push_back(next);
            }
        }
    }
    steps
}
