//! How many nodes a graph is said to have.

use super::super::{Asked, Verdict};
use super::wiring::graphs;
use crate::detect::claims::words::number;
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::Undecided;
use crate::domain::facts::{ClaimKind, GraphFact};
use std::sync::LazyLock;

/// A number of nodes that is said to be the graph's own.
static NODES: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)(?:graph|workflow|pipeline|topology)\b[^.;:(,]{0,30}\b(?:with|has|have|of|contains?|comprises?) (?:exactly )?(?P<count>[0-9]{1,2}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:distinct |separate |sequential )?nodes?\b(?P<rest>.{0,40})",
    )
});

/// Words behind which the nodes are some of the graph's.
const OF_SOME: [&str; 8] =
    ["parallel", "concurrent", "at once", "side by side", "simultaneous", "per ", "each", "for "];

/// What leaves open a sentence that names a number of nodes which no graph has: what it says beside that is not all.
pub(in super::super) fn other_nodes(asked: Asked<'_>) -> Option<Verdict> {
    let of_graph = matches!(
        asked.kind,
        ClaimKind::Libraries
            | ClaimKind::Definitions
            | ClaimKind::ConditionalEdges
            | ClaimKind::ParallelGraph
            | ClaimKind::FanIn
            | ClaimKind::Reducers
    );
    let mut said = of_graph.then(|| NODES.captures_iter(asked.sentence))?;
    let (one, None) = (said.next()?, said.next()) else { return None };
    if OF_SOME.iter().any(|word| one["rest"].to_lowercase().contains(word)) {
        return None;
    }
    let count = number(&one["count"])?;
    let all = graphs(&asked.repository.python);
    let own = |graph: &GraphFact| {
        let inner = |name: &str| !matches!(name, "START" | "END" | "__start__" | "__end__");
        graph.nodes.iter().filter(|node| inner(&node.name)).count()
    };
    // What is wired in a way that was not followed may have more.
    let is_open = |graph: &GraphFact| !graph.unresolved.is_empty() || !graph.families.is_empty();
    let fact = match all.as_slice() {
        [] => return None,
        some if some.iter().any(|graph| own(graph) == count) => return None,
        some if some.iter().any(|graph| is_open(graph)) => {
            format!("whether a graph has {count} nodes was not followed to its end")
        }
        [graph] => format!("the graph has {} nodes, not {count}", own(graph)),
        some => format!("none of the {} graphs has {count} nodes", some.len()),
    };
    Some(Verdict::of(Undecided, fact, all.iter().map(|graph| &graph.place)))
}
