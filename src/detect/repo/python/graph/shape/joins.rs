//! Where branches of a graph split and meet.

use super::super::follow::built::worlds;
use super::lost::starved;
pub(in crate::detect) use super::met::times;
use super::met::{after_sends, is_for_failures};
use super::supposed::supposed;
use super::ways::Ways;
use crate::domain::facts::{Choice, Edge, GapAbout, GraphFact, UnevenJoin, Unresolved, exclude};
use std::collections::{BTreeMap, BTreeSet};

/// The meetings at which branches may arrive in different rounds.
pub(in super::super) fn uneven(graph: &GraphFact) -> Vec<UnevenJoin> {
    Ways::taken(graph).uneven()
}

/// A node that runs once per arrival where it, or what is before it, is not deferred, which is not known.
pub(in crate::detect) fn unless_deferred(graph: &GraphFact) -> Option<UnevenJoin> {
    if graph.perhaps_deferred.is_empty() {
        return None;
    }
    let plain = GraphFact { perhaps_deferred: Vec::new(), ..graph.clone() };
    let known = |join: &UnevenJoin| graph.uneven_joins.iter().any(|one| one.node == join.node);
    uneven(&plain).into_iter().find(|join| !known(join))
}

/// Fills the points at which branches split and meet of a graph of which all edges may be wired together.
pub(in super::super) fn points(graph: &mut GraphFact) {
    let is_family = |name: &str| graph.families.iter().any(|family| family == name);
    let lost = starved(graph);
    let mut leaving: BTreeMap<&str, Vec<&Edge>> = BTreeMap::new();
    let mut arriving: BTreeMap<&str, Vec<&Edge>> = BTreeMap::new();
    for edge in graph.edges.iter().filter(|edge| !lost.contains(edge.from.as_str())) {
        // What leads to the end begins nothing.
        if edge.to != "END" {
            leaving.entry(&edge.from).or_default().push(edge);
        }
        arriving.entry(&edge.to).or_default().push(edge);
    }
    // A family beside another one is wired to its counterpart, name by name.
    let several = |node: &str, edges: &[&Edge]| {
        let family =
            |edge: &&Edge| is_family(if edge.from == node { &edge.to } else { &edge.from });
        let pairs = edges.iter().enumerate();
        let mut pairs =
            pairs.flat_map(|(at, one)| edges[at + 1..].iter().map(move |other| (one, other)));
        pairs.any(|(one, other)| !exclude(&one.only_in, &other.only_in))
            || (!is_family(node) && edges.iter().any(family))
    };
    let several_leave = leaving.iter().filter(|(node, edges)| several(node, edges));
    let mut fan_out: BTreeSet<String> = several_leave.map(|(node, _)| (*node).to_owned()).collect();
    let parallel = graph.conditional.iter().filter(|edge| edge.parallel);
    let parallel = parallel.filter(|edge| !lost.contains(edge.from.as_str()));
    fan_out.extend(parallel.map(|edge| edge.from.clone()));
    let (supposed, open) = supposed(graph);
    let ways = Ways::new(supposed.as_ref().unwrap_or(graph));
    let known = ways.reachable("START");
    let meets = arriving.iter().filter(|(node, edges)| {
        let all_known = edges.iter().all(|edge| known.contains(edge.from.as_str()));
        **node != "END" && several(node, edges) && (open || !all_known || ways.meets(node))
    });
    let fan_in: Vec<String> = meets.map(|(node, _)| (*node).to_owned()).collect();
    let is_spent = ways.is_spent();
    graph.fan_out = fan_out.into_iter().collect();
    graph.fan_out = all_splits(graph);
    graph.fan_in = fan_in;
    let (fan_in, too) = met_at(graph);
    graph.fan_in = fan_in;
    if (is_spent || too) && !open {
        let routed = graph.conditional.iter().map(|edge| edge.targets.len()).sum::<usize>();
        let reason = format!(
            "the graph has {} edges, more than are followed to where branches meet",
            graph.edges.len() + routed
        );
        let place = graph.place.clone();
        graph.unresolved.push(Unresolved { reason, about: GapAbout::Edge, place });
    }
}

/// Where the edges of one call lead, and the branches in which alone it wires them.
type Leaving<'g> = (BTreeSet<&'g str>, &'g [Choice]);

/// Nodes from which at least two branches leave at once: plain edges, a router that returns several
/// targets, and each further conditional edge, of which one branch is always taken.
///
/// A plain edge beside a router that has its target as well makes no second branch: both are meant
/// to lead to the same node.
pub(in crate::detect) fn splits(graph: &GraphFact) -> Vec<String> {
    let world = worlds::told(worlds::worlds(graph));
    world.map_or_else(|| all_splits(graph), |world| world.fan_out)
}

fn all_splits(graph: &GraphFact) -> Vec<String> {
    let mut branches: BTreeMap<&str, Vec<Leaving<'_>>> = BTreeMap::new();
    let lost = starved(graph);
    let is_live = |edge: &&Edge| edge.to != "END" && !lost.contains(edge.from.as_str());
    for edge in graph.edges.iter().filter(is_live) {
        let way = (BTreeSet::from([edge.to.as_str()]), edge.only_in.as_slice());
        branches.entry(&edge.from).or_default().push(way);
    }
    for edge in graph.conditional.iter().filter(|edge| !lost.contains(edge.from.as_str())) {
        let targets = edge.always.as_ref().map_or(edge.targets.as_slice(), std::slice::from_ref);
        let ways = targets.iter().map(String::as_str).filter(|target| *target != "END");
        branches.entry(&edge.from).or_default().push((ways.collect(), edge.only_in.as_slice()));
    }
    let apart = |one: &Leaving<'_>, other: &Leaving<'_>| {
        !one.0.is_subset(&other.0) && !other.0.is_subset(&one.0) && !exclude(one.1, other.1)
    };
    let go_apart = |ways: &[Leaving<'_>]| {
        ways.iter().enumerate().any(|(at, one)| ways[at + 1..].iter().any(|two| apart(one, two)))
    };
    let twice =
        branches.iter().filter(|(_, ways)| go_apart(ways)).map(|(node, _)| (*node).to_owned());
    let mut all: Vec<String> = graph.fan_out.iter().cloned().chain(twice).collect();
    all.sort();
    all.dedup();
    all
}

/// Nodes at which branches meet: targets of several plain edges, and targets that at least two
/// branches of one split lead to, be it through routers. Where only routers lead, a place for
/// failures is no meeting.
pub(in crate::detect) fn meetings(graph: &GraphFact) -> Vec<String> {
    let world = worlds::told(worlds::worlds(graph));
    world.map_or_else(|| all_meetings(graph), |world| world.fan_in)
}

fn all_meetings(graph: &GraphFact) -> Vec<String> {
    met_at(graph).0
}

/// The nodes at which branches meet, and whether there are too many ways to tell of each.
fn met_at(graph: &GraphFact) -> (Vec<String>, bool) {
    let mut all = graph.fan_in.clone();
    all.extend(after_sends(graph));
    let ways = Ways::new(graph);
    let mut asked: BTreeSet<String> = all.iter().cloned().collect();
    for split in all_splits(graph) {
        let branches = onward(graph, &split);
        let mut targets: Vec<String> =
            branches.iter().flat_map(|branch| onward(graph, branch)).collect();
        targets.sort();
        let twice =
            targets.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone());
        let fitting = twice.filter(|target| target != "END" && !is_for_failures(target));
        all.extend(fitting.filter(|target| asked.insert(target.clone()) && ways.meets(target)));
    }
    all.sort();
    all.dedup();
    (all, ways.is_spent())
}

/// Where the edges of a node can lead, without duplicates.
fn onward(graph: &GraphFact, node: &str) -> Vec<String> {
    let mut all: Vec<String> = graph.onward(node).map(str::to_owned).collect();
    all.sort();
    all.dedup();
    all
}
