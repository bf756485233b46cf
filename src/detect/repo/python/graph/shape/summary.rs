//! A graph as it is told, and what follows from its edges.

use super::super::follow::built::worlds;
use super::super::follow::values::family;
use super::super::follow::values::value::{END, START};
use super::super::routes::for_errors::bypass;
use crate::domain::facts::{GapAbout, GraphFact};
use std::collections::BTreeSet;

/// Shows `LangGraph`'s own names as `START` and `END`, and families in braces.
pub(super) fn show(graph: &mut GraphFact) {
    let mut families = BTreeSet::new();
    let mut show = |name: &mut String| {
        let is_family = family::is_marked(name);
        *name = match name.as_str() {
            START => "START".into(),
            END => "END".into(),
            // A node that is called so is none of the two.
            "START" | "END" => format!("{name:?}"),
            _ => family::shown(name),
        };
        if is_family {
            families.insert(name.clone());
        }
    };
    graph.nodes.iter_mut().for_each(|node| show(&mut node.name));
    graph.perhaps_deferred.iter_mut().for_each(&mut show);
    for edge in &mut graph.edges {
        show(&mut edge.from);
        show(&mut edge.to);
    }
    for edge in &mut graph.conditional {
        show(&mut edge.from);
        let targets = edge.targets.iter_mut().chain(&mut edge.alone).chain(&mut edge.starved);
        let more = edge
            .unreturned
            .iter_mut()
            .chain(&mut edge.unmapped)
            .chain(&mut edge.always)
            .chain(&mut edge.only_way);
        targets.chain(more).for_each(&mut show);
        edge.targets.sort();
        if edge.parallel {
            edge.alone.sort();
            edge.alone.dedup();
        } else {
            // A router that returns one at a time returns each alone.
            edge.alone.clear();
            edge.together = false;
            edge.free.clear();
        }
    }
    graph.families = families.into_iter().collect();
}

/// Fills what follows from the edges.
pub(super) fn summarise(graph: &mut GraphFact) {
    let mut entry: BTreeSet<String> = BTreeSet::new();
    let mut finish: BTreeSet<String> = BTreeSet::new();
    for edge in &graph.edges {
        if edge.from == "START" {
            entry.insert(edge.to.clone());
        }
        if edge.to == "END" {
            finish.insert(edge.from.clone());
        }
    }
    for edge in &graph.conditional {
        if edge.from == "START" {
            entry.extend(edge.targets.iter().cloned());
        }
        if edge.targets.iter().any(|target| target == "END") {
            finish.insert(edge.from.clone());
        }
    }
    finish.extend(dead_ends(graph));
    entry.remove("END");
    finish.remove("START");
    graph.entry = entry.into_iter().collect();
    graph.finish = finish.into_iter().collect();
    bypass::mark(graph);
    worlds::fill(graph);
}

/// Nodes that are led to and lead nowhere: a run ends with them. None where not every edge is known.
fn dead_ends(graph: &GraphFact) -> Vec<String> {
    if graph.unresolved.iter().any(|gap| gap.about != GapAbout::Node) {
        return Vec::new();
    }
    let leaves = |node: &str| {
        graph.edges.iter().any(|edge| edge.from == node)
            || graph.conditional.iter().any(|edge| edge.from == node)
    };
    let routed = graph.conditional.iter().flat_map(|edge| &edge.targets);
    let led_to = graph.edges.iter().map(|edge| &edge.to).chain(routed);
    // One of many that is no node was not matched with those that are.
    let is_node = |node: &String| {
        !graph.families.contains(node) || graph.nodes.iter().any(|other| other.name == *node)
    };
    // What is no node, as far as all nodes are known, ends nothing: `LangGraph` refuses the edge.
    let is_known = graph.unresolved.is_empty() && graph.families.is_empty();
    let is_there = |node: &String| !is_known || graph.nodes.iter().any(|it| it.name == *node);
    led_to
        .filter(|node| *node != "END" && !leaves(node) && is_node(node) && is_there(node))
        .cloned()
        .collect()
}
