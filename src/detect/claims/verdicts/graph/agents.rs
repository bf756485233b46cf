//! Agents that are said to do something, and that nothing is called after.

use super::super::{NO_NAME, Verdict, is_read_whole};
use super::wiring::{graphs, unsettled};
use crate::detect::claims::wording;
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::RepositoryFacts;

/// Letters of a name by which it may be meant in another form.
const STEM: usize = 6;

/// What the sources say to an agent that does something; nothing of other sentences.
pub(in super::super) fn told(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let name = wording::graph::agent(text)?;
    Some(nowhere(repository, name).unwrap_or_else(|| Verdict::undecided(NO_NAME)))
}

/// What stands against it: all nodes are known, and no word of the sources begins like the name or has it.
fn nowhere(repository: &RepositoryFacts, name: &str) -> Option<Verdict> {
    let graphs = graphs(&repository.python);
    let plain = |name: &str| name.to_lowercase().replace([' ', '_', '-'], "");
    let stem: String = plain(name).chars().take(STEM).collect();
    let words = repository.vocabulary.as_ref()?;
    let known = words.names.iter().any(|word| plain(word).contains(&stem))
        || graphs
            .iter()
            .flat_map(|graph| &graph.nodes)
            .any(|node| plain(&node.name).contains(&stem));
    let certain = !known
        && !graphs.is_empty()
        && unsettled(&repository.python, &graphs, |_| true).is_none()
        && is_read_whole(repository);
    let fact = format!("no node, class or function is called after `{name}`");
    certain.then(|| Verdict::of(Contradicted, fact, graphs.iter().map(|graph| &graph.place)))
}
