//! Nodes that put something into a field for each thing that they go through, before a router asks whether anything is
//! there.

use super::unset::Search;
use super::{Nodes, decided, reaches_from};
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::state::updates::entries::{Held, gives_in_loops};
use crate::domain::facts::{ConditionalEdge, Placeholders};
use std::collections::BTreeMap;

/// What the node before a router puts into what alone the router asks for, unless there is nothing to go through.
pub(super) fn placeholders<'r>(
    nodes: &Nodes<'_, 'r>,
    edge: &ConditionalEdge,
    routers: &[&Value<'r>],
) -> Option<Placeholders> {
    let Nodes { repository, graph, runners, growing, .. } = nodes;
    let (node, before) = runners.iter().find(|(node, _)| *node == edge.from)?;
    // What runs earlier has put down its own by then.
    let is_earlier =
        |other: &str| reaches_from(graph, other, node) && !reaches_from(graph, node, other);
    let is_last = |field: &str| {
        let mut others = runners.iter().filter(|(other, _)| other != node);
        others.all(|(other, runner)| {
            is_earlier(other) || Search::of(repository, runner, field).returns() == Some(false)
        })
    };
    let held: BTreeMap<String, Held> = growing
        .iter()
        .filter(|field| is_last(field))
        .filter_map(|field| {
            let held = gives_in_loops(repository, before.at, before.function, field)?;
            Some((field.clone(), held))
        })
        .collect();
    let (fields, _) = decided(repository, routers, &held, &BTreeMap::new())?;
    Some(Placeholders {
        node: edge.from.clone(),
        fields: fields.into_iter().collect(),
        inputs: Vec::new(),
        any_is_enough: false,
    })
}
