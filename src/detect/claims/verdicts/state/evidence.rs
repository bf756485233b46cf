//! What becomes of the evidence on its way to the judges.

use super::super::{Verdict, is_read_whole};
use crate::detect::seats;
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{GraphFact, GraphNode, RepositoryFacts, UnshownJudge};
use std::collections::BTreeSet;

/// Whether the aggregator makes anything of the evidence: nothing does that returns none of it and changes none.
pub(in super::super) fn aggregated(repository: &RepositoryFacts) -> Verdict {
    let graphs = repository.python.graphs.iter().filter(|graph| graph.is_in_use());
    let is_it = |node: &&GraphNode| {
        let name = node.name.to_ascii_lowercase();
        name.contains("aggregat") && !name.contains("judg") && !name.contains("opinion")
    };
    let all: Vec<(&GraphFact, &GraphNode)> = graphs
        .flat_map(|graph| graph.nodes.iter().filter(is_it).map(move |node| (graph, node)))
        .collect();
    let idle = |(graph, node): &(&GraphFact, &GraphNode)| {
        graph.inert.contains(&node.name) || graph.passive.contains(&node.name)
    };
    match all.as_slice() {
        [(graph, node)] if idle(&(graph, node)) && is_read_whole(repository) => {
            let place = node.runs.as_ref().unwrap_or(&node.place);
            let fact = format!(
                "what runs at `{}` returns nothing of the evidence and changes nothing of it",
                node.name
            );
            Verdict::of(Contradicted, fact, [place])
        }
        _ => Verdict::undecided("what becomes of the evidence at the aggregator was not followed"),
    }
}

/// Whether judges are given what detectives found: one who asks a model without any of it is not.
pub(in super::super) fn given(repository: &RepositoryFacts) -> Verdict {
    let open = || Verdict::undecided("what each judge is given was not followed");
    let graphs = repository.python.graphs.iter().filter(|graph| graph.is_in_use());
    let of_judges =
        |graph: &&GraphFact| graph.nodes.iter().any(|node| seats::judge(&node.name).is_some());
    let courts: Vec<&GraphFact> = graphs.filter(of_judges).collect();
    let [court] = courts.as_slice() else { return open() };
    let blind: Vec<&UnshownJudge> = court.unshown.iter().collect();
    let names: BTreeSet<String> = blind.iter().map(|one| format!("`{}`", one.node)).collect();
    if blind.is_empty() || !is_read_whole(repository) {
        return open();
    }
    let (asks, sends) = if names.len() == 1 { ("asks", "sends") } else { ("ask", "send") };
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    let fact = format!("{names} {asks} a model and {sends} it nothing of what other nodes found");
    Verdict::of(Contradicted, fact, blind.iter().map(|one| &one.place))
}
