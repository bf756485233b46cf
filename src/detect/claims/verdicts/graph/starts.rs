//! To which nodes the graph goes from its start.

use super::super::{NO_NAME, Verdict, is_read_whole};
use super::wiring::{graphs, unsettled};
use crate::detect::claims::{wording, words};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported};
use crate::domain::facts::{ConditionalEdge, GraphFact, Lines, RepositoryFacts};

/// What the graph says to the nodes that its start is said to lead to; nothing of other sentences.
pub(in super::super) fn told(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let said = wording::graph::start(text)?;
    Some(held(repository, &said).unwrap_or_else(|| Verdict::undecided(NO_NAME)))
}

fn held(repository: &RepositoryFacts, said: &wording::graph::Start<'_>) -> Option<Verdict> {
    let python = &repository.python;
    let graphs = graphs(python);
    let [graph] = graphs.as_slice() else { return None };
    if unsettled(python, &graphs, |_| true).is_some() || !graph.families.is_empty() {
        return None;
    }
    let named: Vec<&str> =
        said.names.iter().map(|name| node(graph, name)).collect::<Option<_>>()?;
    let routed = graph.conditional.iter().filter(|edge| edge.from == "START");
    let is_open = |edge: &ConditionalEdge| edge.targets.is_empty();
    if routed.clone().any(is_open) {
        return None;
    }
    let plain = graph.edges.iter().filter(|edge| edge.from == "START");
    let places: Vec<&Lines> = plain
        .clone()
        .map(|edge| &edge.place)
        .chain(routed.clone().map(|edge| &edge.place))
        .collect();
    let mut targets: Vec<&str> = plain
        .map(|edge| edge.to.as_str())
        .chain(routed.flat_map(|edge| edge.targets.iter().map(String::as_str)))
        .collect();
    targets.sort_unstable();
    targets.dedup();
    let listed: Vec<String> = targets.iter().map(|name| format!("`{name}`")).collect();
    if named.iter().all(|name| targets.contains(name)) {
        let fact = format!("`START` leads to {}", listed.join(", "));
        return Some(Verdict::of(Supported, fact, places));
    }
    let certain = said.directly && !targets.is_empty() && is_read_whole(repository);
    let fact = format!("`START` leads to {} alone", listed.join(" and "));
    certain.then(|| Verdict::of(Contradicted, fact, places))
}

/// The one node of the graph that a name stands for.
pub(super) fn node<'g>(graph: &'g GraphFact, name: &str) -> Option<&'g str> {
    let plain = words::plain(name);
    let mut all = graph.nodes.iter().filter(|node| words::plain(&node.name) == plain);
    let one = all.next()?;
    all.next().is_none().then_some(one.name.as_str())
}
