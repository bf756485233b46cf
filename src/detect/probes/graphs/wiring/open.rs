//! What keeps the ways to where branches meet from being told.

use crate::detect::repo::python::joins::{meetings, unless_deferred};
use crate::domain::facts::{GraphFact, Lines, UnevenJoin};
use std::collections::{BTreeMap, BTreeSet};

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
            free.map(|target| graph.steps_from(target, &[])).collect();
        let is_uneven = |point: &&String| {
            let far: BTreeSet<usize> =
                steps.iter().filter_map(|steps| steps.get(point.as_str()).copied()).collect();
            far.len() > 1
        };
        points.iter().find(is_uneven).map(|point| (graph, &edge.place, point.clone()))
    })
}
