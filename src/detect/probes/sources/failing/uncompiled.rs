//! Graphs that are never compiled, because `LangGraph` refuses them.

use crate::domain::evidence::Finding;
use crate::domain::facts::{GraphFact, Refusal};
use crate::domain::score::Confidence;

/// A graph that is refused, and why.
pub(super) struct Uncompiled<'g> {
    graph: &'g GraphFact,
    refusal: &'g Refusal,
}

/// Those of the graphs that are refused.
pub(super) fn uncompiled<'g>(graphs: &[&'g GraphFact]) -> Vec<Uncompiled<'g>> {
    let refused = graphs.iter().filter_map(|graph| {
        let refusal = graph.refused.as_ref()?;
        Some(Uncompiled { graph, refusal })
    });
    refused.take(super::TOLD).collect()
}

impl Uncompiled<'_> {
    pub(super) fn told(&self, who: &str) -> String {
        let Self { graph, refusal } = self;
        format!("no {who} of the graph at `{}` runs: {}", graph.place, why(refusal))
    }

    pub(super) fn missing(&self) -> String {
        format!("the wiring at `{}`", self.refusal.place)
    }

    pub(super) fn finding(&self) -> Finding {
        shown(self.refusal)
    }
}

/// How a graph is refused.
pub(in crate::detect::probes) fn why(refusal: &Refusal) -> String {
    let Refusal { reason, place } = refusal;
    format!("LangGraph refuses to compile it with a `ValueError`, because {reason} (`{place}`)")
}

pub(in crate::detect::probes) fn shown(refusal: &Refusal) -> Finding {
    let why = "All calls that wire the graph were followed; LangGraph looks at this when they run or when the graph is compiled.";
    Finding::found(refusal.place.clone(), why)
        .with_confidence(Confidence::STRONG)
        .quoting(refusal.reason.clone())
}
