//! Nodes that have run whenever a run comes to another, because plain edges lead there in fewer steps.

use crate::detect::repo::python::graph::follow::values::value::START;
use crate::domain::facts::{Edge, GraphFact};
use std::collections::BTreeMap;

/// Whether a node has surely run before another starts for the first time.
///
/// Every edge takes one step, and what plain edges alone lead to runs whatever routers choose.
pub(super) fn runs_before(graph: &GraphFact, node: &str, other: &str) -> bool {
    let deferred = |name: &str| graph.may_be_deferred(name);
    let is_sure = |edge: &Edge| !edge.waits && edge.only_in.is_empty() && !deferred(&edge.to);
    let plain = steps(graph, &is_sure, false);
    let any = steps(graph, &|_| true, true);
    let (Some(late), Some(early)) = (plain.get(node), any.get(other)) else { return false };
    graph.unresolved.is_empty() && late < early
}

/// In how many steps at least nodes can be reached from START.
fn steps<'g>(
    graph: &'g GraphFact,
    counts: &dyn Fn(&Edge) -> bool,
    routed: bool,
) -> BTreeMap<&'g str, usize> {
    let (mut steps, mut next) = (BTreeMap::from([(START, 0)]), vec![START]);
    for step in 1.. {
        let here = std::mem::take(&mut next);
        for node in here {
            let plain = graph.edges.iter().filter(|edge| edge.from == node && counts(edge));
            let plain = plain.map(|edge| edge.to.as_str());
            let by_routers = graph.conditional.iter().filter(|edge| routed && edge.from == node);
            let by_routers = by_routers.flat_map(|edge| edge.targets.iter().map(String::as_str));
            for to in plain.chain(by_routers) {
                if !steps.contains_key(to) {
                    steps.insert(to, step);
                    next.push(to);
                }
            }
        }
        if next.is_empty() {
            break;
        }
    }
    steps
}
