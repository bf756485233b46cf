//! What a router is said to go by, and a node that an edge is said to lead to, by their names.

use super::super::names::definitions::no_node;
use super::super::{NO_NAME, Verdict, is_read_whole};
use super::wiring::{graphs, unsettled};
use crate::detect::claims::{wording, words};
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{ConditionalEdge, GraphFact, RepositoryFacts};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What the graphs say to a conditional edge that is told by the names of what it goes by, or of where it leads.
pub(in super::super) fn by_name(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let asked = wording::graph::gate(text).and_then(|gate| asked(repository, gate));
    asked.or_else(|| to_nowhere(repository, text)).or_else(|| {
        // Where nothing else is said of edges, that there are some supports nothing.
        let lower = text.to_ascii_lowercase();
        let is_all = wording::graph::gate(text).is_some() && !lower.contains("conditional");
        is_all.then(|| Verdict::undecided(NO_NAME))
    })
}

/// Whether a name is that of a variable of the environment.
fn is_variable(name: &str) -> bool {
    name.split('_').filter(|part| !part.is_empty()).count() > 1
        && name
            .chars()
            .all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_')
}

/// What stands for or against the fields and variables by which one router is said to go, where it is known what it
/// looks at.
fn asked(repository: &RepositoryFacts, (gate, told): (&str, &str)) -> Option<Verdict> {
    let graphs = graphs(&repository.python);
    let is_it = |edge: &&ConditionalEdge| edge.from == gate || edge.router == gate;
    let mut edges =
        graphs.iter().flat_map(|graph| graph.conditional.iter().map(move |edge| (*graph, edge)));
    let (graph, edge) =
        edges.find(|(_, edge)| is_it(edge)).filter(|(_, edge)| !edge.inputs.is_empty())?;
    let is_field = |name: &str| graph.state_fields.iter().any(|field| field == name);
    let named: BTreeSet<&str> =
        words::identifiers(told).filter(|name| is_field(name) || is_variable(name)).collect();
    let inputs: Vec<String> = edge.inputs.iter().map(|input| format!("`{input}`")).collect();
    let fact = format!("`{}` decides at `{gate}` by {} alone", edge.router, inputs.join(" and "));
    let other = named.iter().find(|name| !edge.inputs.iter().any(|input| input == *name));
    match other {
        _ if named.is_empty() => None,
        Some(other) => {
            let status = if is_read_whole(repository) { Contradicted } else { Undecided };
            Some(Verdict::of(
                status,
                format!("{fact}, and does not look at `{other}`"),
                [&edge.place],
            ))
        }
        None => Some(Verdict::of(Supported, fact, [&edge.place])),
    }
}

/// That an edge leads to a node of a name.
static LEADS_TO: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b[Ee]dges?\b[^.;:]{0,60}? to (?:an?|the) `?(?P<name>[A-Z][a-z]+(?:[A-Z][a-z]+)+|[a-z]+(?:_[a-z]+)+)`? node\b",
    )
});

/// Fewest letters that two names share where they may be of one thing.
const STEM: usize = 5;

/// What the graphs say to an edge to a node that none of them has and no source names.
fn to_nowhere(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let python = &repository.python;
    let found = LEADS_TO.captures(text)?;
    let name = found.name("name")?.as_str();
    let graphs = graphs(python);
    let has_it = |graph: &&GraphFact| {
        graph.nodes.iter().any(|node| words::plain(&node.name) == words::plain(name))
    };
    let is_named = repository.vocabulary.as_ref().is_none_or(|words| words.names(name));
    if graphs.is_empty() || is_named || graphs.iter().any(has_it) {
        return None;
    }
    if unsettled(python, &graphs, |_| true).is_some() {
        return None;
    }
    // A node of a similar name may be meant.
    let stems = stems(name);
    let alike = |node: &str| stems.iter().any(|stem| node.to_ascii_lowercase().contains(stem));
    let mut nodes = graphs.iter().flat_map(|graph| &graph.nodes);
    let known = nodes.any(|node| alike(&node.name));
    let verdict = no_node(repository, name);
    if known && verdict.status == Contradicted {
        return Some(Verdict { status: Undecided, at_odds: true, ..verdict });
    }
    (verdict.status == Contradicted).then_some(verdict)
}

/// The beginnings of the words of a name, but for what every node may be called.
fn stems(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for letter in name.chars() {
        if letter == '_' || letter.is_ascii_uppercase() || parts.is_empty() {
            parts.push(String::new());
        }
        if let Some(last) = parts.last_mut().filter(|_| letter != '_') {
            last.push(letter.to_ascii_lowercase());
        }
    }
    let general = |part: &str| ["node", "agent", "step", "final"].contains(&part);
    let parts = parts.into_iter().filter(|part| part.len() > 2 && !general(part));
    parts.map(|part| part.chars().take(STEM).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_known_by_the_beginnings_of_its_words() {
        assert_eq!(stems("ErrorHandler"), ["error", "handl"]);
        assert_eq!(stems("retry_clone_node"), ["retry", "clone"]);
        assert!(
            is_variable("AUDITOR_RUN_VISION") && !is_variable("PDF") && !is_variable("pdf_path")
        );
    }
}
