//! What is said of nodes that return an object of which the state takes nothing.

use super::NAMED;
use crate::detect::probes::{count, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{Place, UntakenObject};
use std::collections::{BTreeMap, BTreeSet};

/// The objects of each node.
pub(super) fn of_node(objects: &[UntakenObject]) -> BTreeMap<&str, Vec<&UntakenObject>> {
    let mut by_node: BTreeMap<&str, Vec<&UntakenObject>> = BTreeMap::new();
    for one in objects {
        by_node.entry(&one.node).or_default().push(one);
    }
    by_node
}

/// What is returned, and that nothing is taken of it.
pub(super) fn object_told(
    nodes: &BTreeMap<&str, Vec<&UntakenObject>>,
    state: &str,
) -> Option<String> {
    let told = nodes.iter().take(NAMED).map(|(node, all)| {
        format!("`{node}` returns an object of {} (`{}`)", listed(classes(all)), all[0].place)
    });
    let told: Vec<String> = told.collect();
    let more = match nodes.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(", and {} more likewise", count(more, "node")),
    };
    let objects = told.join("; ");
    (!told.is_empty()).then(|| {
        format!("{objects}{more}: {state} has no field that such an object has, so that nothing of it is taken and no other node is given what is there")
    })
}

/// What the state has to be given instead.
pub(super) fn wished_objects(nodes: &BTreeMap<&str, Vec<&UntakenObject>>) -> Vec<String> {
    let told = nodes.iter().map(|(node, all)| {
        format!(
            "what `{node}` returns (a whole object of {} at `{}`: return a dictionary that has it under a field of the state)",
            listed(classes(all)),
            all[0].place
        )
    });
    told.collect()
}

/// Where a node returns such objects.
pub(super) fn finding(node: &str, all: &[&UntakenObject]) -> Finding {
    let places: Vec<Place> = all.iter().take(8).map(|one| Place::from(&one.place)).collect();
    let why = format!(
        "What runs as `{node}` returns an object of this class: of an object the fields of the state are taken that it has, and it has none of them."
    );
    let names = classes(all).collect::<Vec<_>>().join(", ");
    let finding = Finding::found(places[0].clone(), why).quoting(names);
    Finding { places, ..finding }
}

fn classes<'a>(all: &[&'a UntakenObject]) -> impl Iterator<Item = &'a str> {
    all.iter().map(|one| one.class.as_str()).collect::<BTreeSet<_>>().into_iter()
}
