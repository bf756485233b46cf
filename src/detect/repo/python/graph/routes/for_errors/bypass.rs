//! Plain edges that go on beside a router for errors, and what the router stops nevertheless.

use super::errors::speaks;
use crate::domain::facts::{ConditionalEdge, Edge, GapAbout, GraphFact, Lines, never_together};
use std::collections::BTreeSet;

/// Marks routers for errors beside which plain edges go on; one that stops nothing for that and leads to no node for
/// errors handles none.
pub(in crate::detect::repo::python::graph) fn mark(graph: &mut GraphFact) {
    let found: Vec<_> = graph.conditional.iter().map(|edge| bypassed(graph, edge)).collect();
    for (edge, found) in graph.conditional.iter_mut().zip(found) {
        if let Some(Bypassed { places, stops, unmet, deals }) = found {
            edge.handles_errors = Some(deals || !stops.is_empty());
            edge.bypasses = places;
            edge.stops = stops;
            edge.unmet = unmet;
        }
    }
}

/// How a router for errors is bypassed.
struct Bypassed {
    /// The plain edges that do.
    places: Vec<Lines>,
    /// The nodes that it keeps from running all the same.
    stops: Vec<String>,
    /// The nodes that wait for these and for what goes on, and so never run then.
    unmet: Vec<String>,
    /// Whether it leads to a node for errors, which runs beside what goes on.
    deals: bool,
}

/// How a router for errors is bypassed; `None` where nothing bypasses it, and where it is not known which of its
/// branches is the one for errors.
fn bypassed(graph: &GraphFact, edge: &ConditionalEdge) -> Option<Bypassed> {
    if edge.handles_errors != Some(true) || edge.targets.len() < 2 {
        return None;
    }
    let (errors, normal) = parted(graph, edge);
    let onward = run_after(graph, &normal, None);
    let aborts = errors.iter().any(|target| *target != "END" && ends(graph, target));
    // A node for errors that runs then deals with them, whatever runs beside it.
    let deals = errors.iter().any(|target| !ends(graph, target));
    let handled = run_after(graph, &errors, None);
    let rejoins = |to: &str| !run_after(graph, &[to], None).is_disjoint(&onward);
    // What goes on to where only the usual branch leads is as much of it as what the router keeps back.
    let is_sibling = |to: &str| {
        let after = run_after(graph, &[to], None);
        deals
            && !handled.contains(to)
            && after.intersection(&onward).any(|it| !handled.contains(it))
    };
    // Where no branch is known to be the one for errors, only what no branch is needed for runs for sure.
    let start = ["START", edge.from.as_str()];
    let usual = run_after(graph, &start, None);
    let failed = run_after(graph, &start, Some((edge, &errors)));
    let stopped = |node: &str| usual.contains(node) && !failed.contains(node);
    // To end the run is to end it for those as well whose results are worth nothing without what is kept back.
    let ended = !errors.is_empty() && !deals;
    let kept: BTreeSet<&str> = onward.iter().copied().filter(|node| stopped(node)).collect();
    let met = |to: &str| {
        let after = run_after(graph, &[to], None);
        let beside = after.difference(&onward).copied().collect();
        let joins = met_by_both(graph, edge, &kept, &beside);
        joins.into_iter().filter(|join| ended && stopped(join)).collect::<Vec<_>>()
    };
    // To end one branch ends nothing where plain edges alone lead to all that the others do.
    let ends_none = ended && !onward.is_empty() && plainly_after(graph, edge, &onward);
    let goes_on = |plain: &&Edge| {
        let to = plain.to.as_str();
        let goes = ends_none || (aborts && rejoins(to)) || is_sibling(to) || !met(to).is_empty();
        normal.contains(&to) || (!errors.contains(&to) && goes)
    };
    let places: Vec<Lines> =
        beside(graph, edge).filter(goes_on).map(|plain| plain.place.clone()).collect();
    let splits = beside(graph, edge).any(|plain| is_sibling(&plain.to));
    let stops: Vec<String> = kept.iter().map(|node| (*node).to_owned()).collect();
    let unmet: BTreeSet<&str> = beside(graph, edge)
        .flat_map(|plain| met(&plain.to))
        .filter(|it| !kept.contains(it))
        .collect();
    let unmet = unmet.into_iter().map(ToOwned::to_owned).collect();
    let runs_anyway = |node: &&str| beside(graph, edge).any(|plain| plain.to == **node);
    let is_open = graph.unresolved.iter().any(|gap| gap.about != GapAbout::Node);
    let is_told = match (stops.is_empty(), deals) {
        // One that leads on where the plain edge leads adds a node and keeps nothing back.
        (true, true) => {
            let mut after = run_after(graph, &errors, None);
            after.retain(|node| !errors.contains(node));
            !after.is_empty() && after.is_subset(&onward) && normal.iter().all(runs_anyway)
        }
        (true, false) => true,
        (false, deals) => !errors.is_empty() && !is_open && (!deals || splits),
    };
    (is_told && !places.is_empty()).then_some(Bypassed { places, stops, unmet, deals })
}

/// Where a router leads for errors, by the names of its targets, and where otherwise.
pub(in super::super) fn parted<'g>(
    graph: &GraphFact,
    edge: &'g ConditionalEdge,
) -> (Vec<&'g str>, Vec<&'g str>) {
    let targets = edge.targets.iter().map(String::as_str);
    targets.partition(|target| ends(graph, target) || speaks(target))
}

/// The plain edges that leave where a conditional one does, and are wired together with it.
pub(in crate::detect) fn beside<'g>(
    graph: &'g GraphFact,
    edge: &'g ConditionalEdge,
) -> impl Iterator<Item = &'g Edge> {
    let leaving = graph.edges.iter().filter(|plain| plain.from == edge.from && plain.to != "END");
    leaving.filter(|plain| !never_together(&plain.added_in(), &edge.added_in()))
}

/// Whether plain edges alone lead beside a router to all of these nodes, whatever it says.
fn plainly_after(graph: &GraphFact, edge: &ConditionalEdge, nodes: &BTreeSet<&str>) -> bool {
    let is_sure = |plain: &&Edge| plain.only_in.is_empty() && plain.each_in.is_empty();
    let start: Vec<&str> = beside(graph, edge)
        .filter(|plain| !plain.waits && is_sure(plain))
        .map(|plain| plain.to.as_str())
        .collect();
    let edges = graph.edges.iter().filter(is_sure).cloned().collect();
    let plain = GraphFact { edges, ..GraphFact::default() };
    nodes.is_subset(&run_after(&plain, &start, None))
}

/// The nodes that wait for some of those that a router keeps back and for some of those that run beside these.
fn met_by_both<'g>(
    graph: &'g GraphFact,
    router: &ConditionalEdge,
    kept: &BTreeSet<&str>,
    beside: &BTreeSet<&str>,
) -> Vec<&'g str> {
    let waits = |edge: &&Edge| edge.waits && !never_together(&edge.added_in(), &router.added_in());
    let meets = |join: &&Edge| {
        let from = |nodes: &BTreeSet<&str>| {
            let same = |other: &&Edge| other.to == join.to && other.place == join.place;
            let mut branches = graph.edges.iter().filter(waits).filter(same);
            branches.any(|other| nodes.contains(other.from.as_str()))
        };
        from(kept) && from(beside)
    };
    graph.edges.iter().filter(waits).filter(meets).map(|join| join.to.as_str()).collect()
}

/// Whether a run ends there: the end itself, and a node of a name for that, after which nothing comes.
fn ends(graph: &GraphFact, node: &str) -> bool {
    let name = node.to_lowercase();
    let last = || {
        graph.edges.iter().any(|edge| edge.from == node)
            && graph.edges.iter().all(|edge| edge.from != node || edge.to == "END")
            && graph.conditional.iter().all(|edge| edge.from != node)
    };
    node == "END"
        || (["abort", "halt", "stop", "terminat"].iter().any(|word| name.contains(word)) && last())
}

/// The nodes that can run once these do, where one conditional edge takes only these of its targets.
///
/// What waits for several nodes runs only after all of them.
fn run_after<'g>(
    graph: &'g GraphFact,
    start: &[&'g str],
    limited: Option<(&ConditionalEdge, &[&'g str])>,
) -> BTreeSet<&'g str> {
    let mut all: BTreeSet<&str> = start.iter().copied().collect();
    loop {
        let waits_for = |edge: &&Edge| {
            let same =
                |other: &&Edge| other.waits && other.to == edge.to && other.place == edge.place;
            !edge.waits
                || graph.edges.iter().filter(same).all(|other| all.contains(other.from.as_str()))
        };
        let plain = graph.edges.iter().filter(|edge| all.contains(edge.from.as_str()));
        let plain = plain.filter(waits_for).map(|edge| edge.to.as_str());
        let routed = graph.conditional.iter().filter(|edge| all.contains(edge.from.as_str()));
        let routed = routed.flat_map(|edge| match limited {
            Some((other, targets)) if std::ptr::eq(edge, other) => targets.to_vec(),
            _ => edge.targets.iter().map(String::as_str).collect(),
        });
        let more: BTreeSet<&str> = plain.chain(routed).filter(|node| *node != "END").collect();
        if more.is_subset(&all) {
            return all;
        }
        all.extend(more);
    }
}

/// Whether plain edges that bypass a router can be deleted: all that they lead to is still led to, and no other plain
/// edge goes on then whatever the router says.
pub(in crate::detect) fn dispensable(graph: &GraphFact, edge: &ConditionalEdge) -> bool {
    if !beside(graph, edge).all(|plain| edge.bypasses.contains(&plain.place)) {
        return false;
    }
    let without = GraphFact {
        edges: graph
            .edges
            .iter()
            .filter(|plain| plain.from != edge.from || !edge.bypasses.contains(&plain.place))
            .cloned()
            .collect(),
        conditional: graph.conditional.clone(),
        ..GraphFact::default()
    };
    run_after(graph, &["START"], None).is_subset(&run_after(&without, &["START"], None))
}
