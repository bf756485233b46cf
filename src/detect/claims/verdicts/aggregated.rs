//! What the node at which detectives meet makes of their evidence.

use super::{Verdict, is_read_whole};
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{GraphFact, GraphNode, RepositoryFacts};

/// Whether the aggregator makes anything of the evidence: nothing does that returns none of it and changes none.
pub(super) fn aggregated(repository: &RepositoryFacts) -> Verdict {
    let graphs = repository.python.graphs.iter().filter(|graph| graph.live && !graph.in_tests);
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
