//! In which rounds of a run the nodes of a graph start.

use super::ways::Step;
use crate::domain::facts::{Edge, GraphFact, Lines, UnevenJoin, exclude};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Whether a way from a split to a node comes to it from behind: a router leads back to the node from where the node
/// itself leads without another pass of the split. Another round of a loop is no second arrival in one.
pub(super) fn comes_back<'g>(
    next: &BTreeMap<&'g str, Vec<Step<'g>>>,
    (split, node): (&str, &str),
    way: &[Step<'g>],
) -> bool {
    // What plain edges lead to is started in every run, be it in a loop or not.
    let Some(routed) = way.iter().rposition(|step| step.router.is_some()) else { return false };
    let (mut seen, mut open) = (BTreeSet::new(), vec![node]);
    while let Some(here) = open.pop() {
        let onward = next.get(here).into_iter().flatten().map(|step| step.to);
        open.extend(onward.filter(|to| *to != split && *to != node && seen.insert(*to)));
    }
    way[..routed].iter().any(|step| seen.contains(step.to))
}

/// A way on which a router leads round and back to one of its nodes before it goes on, with that round in it; `None`
/// where nothing leads so without the split, the node at its end and the nodes of the other way.
pub(super) fn with_round<'g>(
    next: &BTreeMap<&'g str, Vec<Step<'g>>>,
    (split, node): (&str, &str),
    way: &[Step<'g>],
    other: &[Step<'g>],
) -> Option<Vec<&'g str>> {
    let barred = |to: &str| to == split || to == node || other.iter().any(|step| step.to == to);
    let nodes: Vec<&str> = way.iter().map(|step| step.to).collect();
    let inner = &nodes[..nodes.len() - 1];
    inner.iter().enumerate().find_map(|(at, turned)| {
        let round = round(next, turned, &barred)?;
        Some([&nodes[..=at], &round, &nodes[at + 1..]].concat())
    })
}

/// The shortest round from a node back to itself that a router is part of, without the node at its beginning.
fn round<'g>(
    next: &BTreeMap<&'g str, Vec<Step<'g>>>,
    turned: &'g str,
    barred: &impl Fn(&str) -> bool,
) -> Option<Vec<&'g str>> {
    let mut seen: BTreeSet<(&str, bool)> = BTreeSet::new();
    let mut open = VecDeque::from([(turned, false, Vec::new())]);
    while let Some((here, routed, way)) = open.pop_front() {
        for step in next.get(here).into_iter().flatten().filter(|step| step.only_in.is_empty()) {
            let routed = routed || step.router.is_some();
            let way: Vec<&str> = [way.as_slice(), &[step.to]].concat();
            if step.to == turned && routed {
                return Some(way);
            }
            if !barred(step.to) && step.to != turned && seen.insert((step.to, routed)) {
                open.push_back((step.to, routed, way));
            }
        }
    }
    None
}

/// The line that leads from one node to another.
pub(super) fn arrival(graph: &GraphFact, from: &str, node: &str) -> Option<Lines> {
    let plain = graph.edges.iter().find(|edge| edge.from == from && edge.to == node);
    let mut routed = graph.conditional.iter();
    let routed = routed.find(|edge| edge.from == from && edge.targets.iter().any(|to| to == node));
    plain.map(|edge| &edge.place).or_else(|| routed.map(|edge| &edge.place)).cloned()
}

/// Whether two ways have only their last node in common, and can both be wired in one graph.
pub(super) fn apart(one: &[Step<'_>], other: &[Step<'_>]) -> bool {
    let inner = |way: &[Step<'_>]| way.len() - 1;
    let first = &one[..inner(one)];
    let second = &other[..inner(other)];
    let excluded =
        one.iter().any(|step| other.iter().any(|known| exclude(step.only_in, known.only_in)));
    !excluded && first.iter().all(|step| second.iter().all(|known| known.to != step.to))
}

/// The nodes that plain edges alone start in two rounds of every run, where those before them start in one each.
///
/// What waits for several, or is wired in one branch of the code alone, is left out with all that comes after it.
pub(super) fn straight(graph: &GraphFact) -> Vec<UnevenJoin> {
    let defers = |name: &str| graph.may_be_deferred(name);
    let is_sure = |edge: &&Edge| {
        !edge.waits && edge.only_in.is_empty() && edge.to != "END" && !defers(&edge.to)
    };
    let mut ways: BTreeMap<&str, Vec<&str>> = BTreeMap::from([("START", vec!["START"])]);
    let mut round = vec!["START"];
    let mut found: BTreeMap<&str, UnevenJoin> = BTreeMap::new();
    let mut twice: BTreeSet<&str> = BTreeSet::new();
    for _ in 0..=graph.edges.len() {
        let mut started: BTreeMap<&str, Vec<&Edge>> = BTreeMap::new();
        for edge in graph.edges.iter().filter(is_sure) {
            if round.contains(&edge.from.as_str()) {
                started.entry(&edge.to).or_default().push(edge);
            }
        }
        for (node, edges) in &started {
            let Some(shorter) = ways.get(node) else {
                let before = edges.iter().find_map(|edge| ways.get(edge.from.as_str()));
                let way = before.map(|before| [before.as_slice(), &[*node]].concat());
                ways.extend(way.map(|way| (*node, way)));
                continue;
            };
            let last = edges.iter().find(|edge| !twice.contains(edge.from.as_str()));
            twice.insert(*node);
            let Some((last, before)) =
                last.and_then(|edge| Some((edge, ways.get(edge.from.as_str())?)))
            else {
                continue;
            };
            let longer = [before.as_slice(), &[*node]].concat();
            found.entry(*node).or_insert_with(|| uneven(graph, node, (shorter, &longer), last));
        }
        round = started.into_keys().collect();
        if round.is_empty() {
            return found.into_values().collect();
        }
    }
    // Only in a loop does it go on for so long.
    Vec::new()
}

/// The join of two ways from the start, told from where they part.
fn uneven(
    graph: &GraphFact,
    node: &str,
    (shorter, longer): (&[&str], &[&str]),
    last: &Edge,
) -> UnevenJoin {
    let same = shorter.iter().zip(longer).take_while(|(one, other)| one == other).count();
    let from_split = |way: &[&str]| -> Vec<String> {
        way[same.saturating_sub(1)..].iter().map(|one| (*one).to_owned()).collect()
    };
    let before = shorter.iter().rev().nth(1).copied().unwrap_or("START");
    let first = graph.edges.iter().find(|edge| edge.from == before && edge.to == node);
    UnevenJoin {
        node: node.to_owned(),
        shorter: from_split(shorter),
        longer: from_split(longer),
        always: true,
        places: first.into_iter().chain([last]).map(|edge| edge.place.clone()).collect(),
    }
}
