//! Edges that a report shows as code, against those of the graphs.

use super::super::wirings::ShownEdge;
use super::{Verdict, is_read_whole, wiring};
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{ConditionalEdge, GraphFact, RepositoryFacts};

/// What stands against edges that are shown as plain ones: a conditional edge alone leads there, in every graph that
/// runs and has both nodes.
pub(super) fn shown(edges: &[ShownEdge], repository: &RepositoryFacts) -> Option<Verdict> {
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
