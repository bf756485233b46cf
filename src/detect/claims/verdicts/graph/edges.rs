//! Edges that a report shows as code or counts, against those of the graphs.

use super::super::{Verdict, is_read_whole};
use super::wiring;
use crate::detect::claims::shown::ShownEdge;
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{ConditionalEdge, GraphFact, RepositoryFacts, UntakenKey};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What stands against edges that are shown as plain ones: a conditional edge alone leads there, in every graph that
/// runs and has both nodes.
pub(in super::super) fn shown(
    edges: &[ShownEdge],
    repository: &RepositoryFacts,
) -> Option<Verdict> {
    let python = &repository.python;
    let graphs = wiring::graphs(python);
    if wiring::unsettled(python, &graphs, |_| true).is_some() || !is_read_whole(repository) {
        return None;
    }
    let found: Vec<(&ShownEdge, &ConditionalEdge)> =
        edges.iter().filter_map(|edge| Some((edge, routed(edge, &graphs)?))).collect();
    let names: Vec<String> =
        found.iter().map(|(edge, _)| format!("`{}` to `{}`", edge.from, edge.to)).collect();
    let (last, others) = names.split_last()?;
    let listed = if others.is_empty() {
        last.clone()
    } else {
        format!("{} and from {last}", others.join(", from "))
    };
    let fact = format!("only a conditional edge leads from {listed}");
    Some(Verdict::of(Contradicted, fact, found.iter().map(|(_, edge)| &edge.place)))
}

/// The conditional edge that leads where a plain one is shown, if no graph has the plain one.
fn routed<'g>(edge: &ShownEdge, graphs: &[&'g GraphFact]) -> Option<&'g ConditionalEdge> {
    let has = |graph: &GraphFact, name: &str| {
        ["START", "END"].contains(&name) || graph.nodes.iter().any(|node| node.name == name)
    };
    let mut theirs = graphs.iter().filter(|graph| has(graph, &edge.from) && has(graph, &edge.to));
    let plain = |graph: &&&GraphFact| {
        graph.edges.iter().any(|one| one.from == edge.from && one.to == edge.to)
    };
    if theirs.clone().any(|graph| plain(&graph)) {
        return None;
    }
    theirs.find_map(|graph| {
        let leads =
            |one: &&ConditionalEdge| one.from == edge.from && one.targets.contains(&edge.to);
        graph.conditional.iter().find(leads)
    })
}

/// That conditional edges decide nothing, because the state has no field for what their routers ask for.
pub(super) fn starved(edges: &[&ConditionalEdge]) -> String {
    let lost = edges.iter().flat_map(|edge| &edge.starved);
    let lost: BTreeSet<String> = lost.map(|node| format!("`{node}`")).collect();
    let lost = lost.into_iter().collect::<Vec<_>>().join(" and ");
    let (decide, each) = match edges.len() {
        1 => ("the only conditional edge decides nothing".to_owned(), "its router asks"),
        all => (format!("the {all} conditional edges decide nothing"), "their routers ask"),
    };
    format!(
        "{decide}: the state has no field for what {each} for, so that the way to {lost} is never taken"
    )
}

/// What leaves open that the graph routes by what a text names, or by anything: routers ask for what the state has no field
/// for.
pub(super) fn vain(graphs: &[&GraphFact], text: &str) -> Option<Verdict> {
    let asked = |graph: &GraphFact, edge: &ConditionalEdge| -> Vec<UntakenKey> {
        let router = edge.router.rsplit('.').next().unwrap_or_default();
        let own = graph.unfed.iter().filter(|one| one.node == router && !one.by_attribute);
        own.cloned().collect()
    };
    let edges = graphs.iter().flat_map(|graph| {
        let edges = graph.conditional.iter();
        edges.map(move |edge| (edge, asked(graph, edge)))
    });
    let edges: Vec<(&ConditionalEdge, Vec<UntakenKey>)> = edges.collect();
    let lost = || edges.iter().flat_map(|(_, keys)| keys);
    let named = lost().find(|one| words::find(text, &one.key).is_some());
    let is_lost = |(edge, keys): &(&ConditionalEdge, Vec<UntakenKey>)| {
        let is_one = |input: &String| keys.iter().any(|one| one.key == *input);
        edge.always.is_some() || (!edge.inputs.is_empty() && edge.inputs.iter().all(is_one))
    };
    let one = named.or_else(|| lost().next().filter(|_| edges.iter().all(is_lost)))?;
    let fact = format!(
        "the router `{}` asks for `{}`, for which the state has no field, so that nothing is ever there",
        one.node, one.key
    );
    Some(Verdict::of(Undecided, fact, [&one.place]))
}

/// How many conditional edges the graph is said to have.
static CONDITIONAL: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\b(?P<count>[0-9]{1,2}|one|two|three|four|five|six|seven) conditional edges?\b(?: (?P<where>from|to|in|between|after|before|behind|for|on)\b)?",
    )
});

/// What the graph says to the number of conditional edges that a text tells, where there is one graph of which all is
/// known. Who counts edges may count calls as well as targets.
pub(super) fn counted(graphs: &[&GraphFact], text: &str) -> Option<Verdict> {
    let [graph] = graphs else { return None };
    // What is said of a part of the graph is no number of all.
    let found = CONDITIONAL.captures(text).filter(|found| found.name("where").is_none())?;
    let words = ["one", "two", "three", "four", "five", "six", "seven"];
    let count = found["count"].to_ascii_lowercase();
    let word = words.iter().position(|word| *word == count).map(|at| at + 1);
    let said = word.or_else(|| count.parse().ok())?;
    let known = |edge: &ConditionalEdge| !edge.targets.is_empty();
    if !graph.unresolved.is_empty()
        || !graph.families.is_empty()
        || !graph.conditional.iter().all(known)
    {
        return None;
    }
    let calls = graph.conditional.len();
    let targets: usize = graph.conditional.iter().map(|edge| edge.targets.len()).sum();
    // A node that always goes on to the same one by a `Command` may be counted or not.
    let written = graph.conditional.iter().filter(|edge| !graph.is_fixed(edge)).count();
    let is_so = said == calls || said == targets || said == written;
    let status = if is_so { Supported } else { Contradicted };
    let edges =
        if calls == 1 { "1 conditional edge" } else { &format!("{calls} conditional edges") };
    let fact = format!("the graph has {edges}, with {targets} targets");
    let fact = if said == calls { format!("the graph has {edges}") } else { fact };
    let fact = if said == written && said < calls {
        format!("the graph has {edges}, {written} of which decide anything")
    } else {
        fact
    };
    Some(Verdict::of(status, fact, graph.conditional.iter().map(|edge| &edge.place)))
}
