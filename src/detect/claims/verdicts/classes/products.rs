//! Whether nodes come to make objects of the class that they are said to make.

use super::super::graph::wiring::{graphs, is_detective, judges};
use super::super::{NO_NAME, Verdict};
use crate::detect::claims::wording::classes::{Product, product};
use crate::detect::claims::words;
use crate::detect::seats;
use crate::domain::facts::ClaimStatus::{Supported, Undecided};
use crate::domain::facts::{GraphNode, Maker, PythonFacts, RepositoryFacts};

/// Most nodes that are named.
const NAMED: usize = 3;

/// What the sources say to the class of what a node makes.
pub(in super::super) fn told(repository: &RepositoryFacts, text: &str) -> Verdict {
    let Some(said) = product(text) else { return Verdict::undecided(NO_NAME) };
    let python = &repository.python;
    let Some(class) = class_of(python, said.class) else {
        return Verdict::undecided(NO_NAME);
    };
    let nodes = nodes(python, &said);
    if nodes.is_empty() {
        return Verdict::undecided(NO_NAME);
    }
    let makers: Vec<&Maker> = python.makers.iter().filter(|maker| maker.class == class).collect();
    let mut places = Vec::new();
    for node in &nodes {
        let Some(runs) = &node.runs else {
            let fact = format!("what `{}` runs was not found", node.name);
            return Verdict::of(Undecided, fact, [&node.place]);
        };
        // What makes it may be defined within the function that runs.
        let Some(maker) = makers.iter().find(|maker| runs.holds(&maker.function)) else {
            let fact =
                format!("`{}` was not seen to come to make an object of `{class}`", node.name);
            return Verdict::of(Undecided, fact, [runs]);
        };
        places.push(&maker.place);
    }
    let names: Vec<String> =
        nodes.iter().take(NAMED).map(|node| format!("`{}`", node.name)).collect();
    let come = if names.len() == 1 { "comes" } else { "come" };
    let fact = format!("{} {come} to make objects of `{class}`", names.join(", "));
    Verdict::of(Supported, fact, places)
}

/// The class of the sources that a sentence names, also by the plural.
fn class_of<'p>(python: &'p PythonFacts, said: &str) -> Option<&'p str> {
    let is_it = |name: &str| name == said || said.strip_suffix('s') == Some(name);
    let mut ours = python.classes.iter().filter(|class| !class.in_tests);
    ours.find(|class| is_it(&class.name)).map(|class| class.name.as_str())
}

/// The nodes of the graphs that run of which a sentence speaks.
fn nodes<'p>(python: &'p PythonFacts, said: &Product<'_>) -> Vec<&'p GraphNode> {
    let who = said.who.to_lowercase();
    let plain = words::plain(&who).replace(' ', "");
    if ["judge", "judges"].contains(&who.as_str()) {
        return judges(python);
    }
    let is_it = |name: &str| match (who.as_str(), seats::judge(&who)) {
        ("detective" | "detectives", _) => is_detective(name),
        (_, Some(seat)) => seats::judge(name) == Some(seat),
        (_, None) => words::plain(name) == plain,
    };
    let all = graphs(python).into_iter().flat_map(|graph| &graph.nodes);
    all.filter(|node| is_it(&node.name)).collect()
}
