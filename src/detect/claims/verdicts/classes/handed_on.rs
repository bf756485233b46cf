//! Types that are drawn behind nodes, and that no source names.

use super::super::graph::wiring::graphs;
use super::super::{Verdict, is_read_whole};
use crate::detect::claims::{wording, words};
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::RepositoryFacts;

/// What the sources say to types that nodes are drawn to hand on, or that are drawn one behind the other: nothing names
/// them. Nothing where one of them may be known.
pub(in super::super) fn nowhere(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let steps = wording::classes::typed(text);
    let names = repository.vocabulary.as_ref()?;
    let python = &repository.python;
    let graphs = graphs(python);
    let plain = |name: &str| words::plain(name);
    let is_node = |name: &str| {
        graphs.iter().flat_map(|graph| &graph.nodes).any(|node| plain(&node.name) == plain(name))
    };
    let is_known = |name: &str| {
        names.names(name)
            || is_node(name)
            || python.classes.iter().any(|class| plain(&class.name) == plain(name))
    };
    let types: Vec<&str> = steps.iter().map(|(_, to)| *to).collect();
    let lacking = types.iter().all(|name| !is_known(name));
    // A way of types that begins with one, or what a node is drawn to give.
    let is_way = |(from, _): &(&str, &str)| is_node(from) || (types.len() > 1 && !is_known(from));
    if types.is_empty() || !lacking || !steps.iter().all(is_way) || !is_read_whole(repository) {
        return None;
    }
    let listed: Vec<String> = types.iter().map(|name| format!("`{name}`")).collect();
    let fact = format!("no source names a class {}", listed.join(" or "));
    Some(Verdict::of(Contradicted, fact, graphs.first().map(|graph| &graph.place)))
}
