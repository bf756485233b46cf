//! How a node at which branches of different length meet can be made to wait for all of them.

use crate::domain::facts::{ConditionalEdge, Edge, GraphFact, UnevenJoin};
use std::collections::BTreeSet;

/// What lets a node wait for all of its branches.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::detect) enum Mending {
    /// One edge from the list of the nodes before it: each of them runs wherever one of them does.
    List,
    /// One more node, to which these lead of which only one runs, and one edge from the list of it and of the others
    /// before the node.
    Gathered { alternatives: Vec<String>, others: Vec<String> },
    /// No edge from the entry: this node leads to it, too.
    Entry(String),
    /// To put the node off, be it because a list could wait for a node that does not run.
    Deferred { absent: bool },
}

/// What lets the node of an uneven join wait for all of its branches.
pub(in crate::detect) fn mending(graph: &GraphFact, join: &UnevenJoin) -> Mending {
    let node = join.node.as_str();
    let arriving = || graph.edges.iter().filter(|edge| edge.to == node);
    let before: BTreeSet<&str> = arriving().map(|edge| edge.from.as_str()).collect();
    let is_routed = graph.conditional.iter().any(|edge| leads(edge, node));
    let is_sure = arriving().all(|edge| edge.only_in.is_empty());
    // Nothing behind a node can come before it.
    let after = graph.behind(node);
    if is_routed || !is_sure || !before.is_disjoint(&after) {
        return Mending::Deferred { absent: false };
    }
    // `LangGraph` takes no list with its entry in it.
    if before.contains("START") {
        let sure = surely(graph, "START");
        let mut others = before.iter().filter(|name| **name != "START");
        return match (others.next(), others.next()) {
            (Some(only), None) if sure.contains(only) => Mending::Entry((*only).to_owned()),
            _ => Mending::Deferred { absent: false },
        };
    }
    let split = join.shorter.first().map_or("START", String::as_str);
    let found = ["START", split].into_iter().find_map(|base| behind(graph, base, &before, node));
    found.unwrap_or(Mending::Deferred { absent: true })
}

/// What lets a node wait for those before it, all of which run only where one more has run.
fn behind(graph: &GraphFact, base: &str, before: &BTreeSet<&str>, node: &str) -> Option<Mending> {
    if base != "START" && !graph.behind_past("START", |node| node == base).is_disjoint(before) {
        return None;
    }
    let sure = surely(graph, base);
    let (others, open): (Vec<&str>, Vec<&str>) =
        before.iter().partition(|name| sure.contains(*name));
    if open.is_empty() {
        return Some(Mending::List);
    }
    let chooses = |edge: &&ConditionalEdge| {
        let targets: BTreeSet<&str> = edge.targets.iter().map(String::as_str).collect();
        !edge.parallel
            && edge.always.is_none()
            && edge.only_in.is_empty()
            && sure.contains(edge.from.as_str())
            && targets == open.iter().copied().collect()
    };
    let mut routers = graph.conditional.iter().filter(chooses);
    let (router, None) = (routers.next()?, routers.next()) else { return None };
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    open.iter()
        .all(|name| only_between(graph, router, name, node))
        .then(|| Mending::Gathered { alternatives: owned(&open), others: owned(&others) })
}

fn leads(edge: &ConditionalEdge, node: &str) -> bool {
    edge.targets.iter().chain(&edge.always).any(|target| target == node)
}

/// Whether nothing but one router leads to a node, and nothing but one edge to `next` leaves it.
fn only_between(graph: &GraphFact, router: &ConditionalEdge, node: &str, next: &str) -> bool {
    let conditional = graph.conditional.iter();
    let mut arriving = graph.edges.iter().filter(|edge| edge.to == node);
    let mut others = conditional
        .filter(|edge| edge.from == node || (leads(edge, node) && !std::ptr::eq(*edge, router)));
    let mut leaving = graph.edges.iter().filter(|edge| edge.from == node);
    arriving.next().is_none() && others.next().is_none() && leaving.all(|edge| edge.to == next)
}

/// The nodes that run wherever one has run, whatever routers choose.
fn surely<'g>(graph: &'g GraphFact, from: &'g str) -> BTreeSet<&'g str> {
    let mut all = BTreeSet::from([from]);
    loop {
        let waits_in_vain = |edge: &&Edge| {
            let same =
                |other: &&Edge| other.waits && other.to == edge.to && other.place == edge.place;
            edge.waits
                && graph.edges.iter().filter(same).any(|other| !all.contains(other.from.as_str()))
        };
        let plain = graph.edges.iter().filter(|edge| all.contains(edge.from.as_str()));
        let plain = plain.filter(|edge| edge.only_in.is_empty() && !waits_in_vain(edge));
        let routed = graph.conditional.iter().filter(|edge| all.contains(edge.from.as_str()));
        let routed =
            routed.filter(|edge| edge.only_in.is_empty()).filter_map(|edge| edge.always.as_ref());
        let more: BTreeSet<&str> =
            plain.map(|edge| &edge.to).chain(routed).map(String::as_str).collect();
        if more.is_subset(&all) {
            return all;
        }
        all.extend(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Lines;

    /// A graph of plain edges and of routers with their targets.
    fn graph(edges: &[(&str, &str)], routers: &[(&str, &[&str])]) -> GraphFact {
        let place = |line| Lines::new("g.py", "b", line, line);
        let edge = |(from, to): &(&str, &str)| Edge {
            from: (*from).into(),
            to: (*to).into(),
            waits: false,
            only_in: Vec::new(),
            each_in: Vec::new(),
            place: place(4),
        };
        let routed = |(from, targets): &(&str, &[&str])| ConditionalEdge {
            from: (*from).into(),
            targets: targets.iter().map(|target| (*target).to_owned()).collect(),
            place: place(9),
            ..ConditionalEdge::default()
        };
        GraphFact {
            edges: edges.iter().map(edge).collect(),
            conditional: routers.iter().map(routed).collect(),
            ..GraphFact::default()
        }
    }

    #[track_caller]
    fn check(split: &str, edges: &[(&str, &str)], routers: &[(&str, &[&str])], expected: &str) {
        let join = UnevenJoin {
            node: "join".into(),
            shorter: vec![split.into(), "join".into()],
            longer: Vec::new(),
            always: true,
            places: Vec::new(),
        };
        let told = match mending(&graph(edges, routers), &join) {
            Mending::List => "list".to_owned(),
            Mending::Deferred { absent } => format!("deferred {absent}"),
            Mending::Entry(only) => format!("entry {only}"),
            Mending::Gathered { alternatives, others } => {
                format!("{} | {}", alternatives.join(" "), others.join(" "))
            }
        };
        assert_eq!(told, expected, "{edges:?} {routers:?}");
    }

    const SPLIT: [(&str, &str); 2] = [("START", "a"), ("START", "b")];

    #[test]
    fn a_list_is_proposed_where_all_that_is_before_it_runs() {
        let straight = [("b", "c"), ("a", "join"), ("c", "join")];
        check("START", &[&SPLIT[..], &straight].concat(), &[], "list");
        // Behind a router everything may run or nothing of it.
        let later = [("go", "a"), ("go", "b"), ("b", "c"), ("a", "join"), ("c", "join")];
        check("go", &later, &[("START", &["go", "END"])], "list");
        // Another way leads to a part of it.
        let beside = [&later[..], &[("START", "a")]].concat();
        check("go", &beside, &[("START", &["go", "END"])], "deferred true");
    }

    #[test]
    fn nothing_waits_for_what_runs_instead_of_another() {
        let either = [("a", "join"), ("c", "join"), ("d", "join")];
        let edges = [&SPLIT[..], &either].concat();
        check("START", &edges, &[("b", &["c", "d"])], "c d | a");
        // One of them may not run, or leads elsewhere, too.
        check("START", &edges, &[("b", &["c", "d", "END"])], "deferred true");
        check(
            "START",
            &[&edges[..], &[("c", "x")]].concat(),
            &[("b", &["c", "d"])],
            "deferred true",
        );
        check("START", &edges, &[("b", &["c", "d"]), ("a", &["c"])], "deferred true");
        // A router or the entry leads there by itself, or what comes after the node.
        check(
            "START",
            &[&SPLIT[..], &[("a", "join")]].concat(),
            &[("b", &["join", "END"])],
            "deferred false",
        );
        check("START", &[&SPLIT[..], &[("a", "join"), ("START", "join")]].concat(), &[], "entry a");
        let round =
            [&SPLIT[..], &[("a", "join"), ("b", "c"), ("c", "join"), ("join", "c")]].concat();
        check("START", &round, &[], "deferred false");
    }
}
