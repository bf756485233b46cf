//! Coroutines that nothing waits for: the graph is run without an event loop.

use super::Cause;
use crate::domain::facts::{GraphFact, Unawaited};
use std::collections::BTreeSet;

/// What lets the nodes of a graph fail that are coroutines.
pub(super) fn cause(graph: &GraphFact, idle: &BTreeSet<&str>) -> Option<Cause> {
    let Unawaited { nodes, method, place } = graph.unawaited.as_ref()?;
    let runs = |node: &&String| !idle.contains(node.as_str());
    let nodes: Vec<String> = nodes.iter().filter(runs).cloned().collect();
    let (it, each) = if nodes.len() == 1 { ("it comes", "it") } else { ("they come", "each") };
    let runs = graph.nodes.iter().filter(|node| nodes.contains(&node.name));
    let runs = runs.filter_map(|node| node.runs.clone());
    Some(Cause {
        how: format!(
            "{it} to run: {each} is a coroutine (`async def`), and `{place}` runs the graph by `{method}`, by which LangGraph runs none (`TypeError: No synchronous function provided`)"
        ),
        why: "Nothing outside the tests was seen to run the graph in an event loop, as `ainvoke` and `astream` do.",
        shown: method.clone(),
        places: std::iter::once(place.clone()).chain(runs).collect(),
        is_late: false,
        nodes,
    })
}
