//! Whether names and parts of the court are in the files that they are said to be in.

use super::super::graph::wiring::{graphs, is_detective, judges};
use super::super::{Verdict, done};
use super::meant::is_alike;
use super::named_file::is_named;
use crate::detect::claims::wording::names::{Organ, named_in, organs_in, row};
use crate::detect::claims::words;
use crate::domain::facts::ClaimStatus::{Supported, Undecided};
use crate::domain::facts::{GraphNode, Lines, Practice, PythonFacts, RepositoryFacts};

/// What the sources say to names that a sentence puts in files; nothing where it puts none there, or one of them is not
/// known at all.
pub(super) fn names(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    named(repository, text).or_else(|| listed(repository, text))
}

/// What they say to names right before a file.
fn named(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let said = named_in(text);
    let first = said.first()?;
    let inside: Vec<Option<&Lines>> =
        said.iter().map(|one| inside(&repository.python, one.name, one.path)).collect();
    if let Some(places) = inside.iter().copied().collect::<Option<Vec<&Lines>>>() {
        return Some(Verdict::of(Supported, are_defined(&[first.name]), places));
    }
    let other = said.iter().zip(&inside).find(|(_, place)| place.is_none())?.0;
    elsewhere(repository, other.name, other.path)
}

/// What they say to the names of a row.
fn listed(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let row = row(text)?;
    let python = &repository.python;
    // What a library brings is in no file.
    let is_own = |name: &&str| !python.imported_names.iter().any(|one| one.own() == *name);
    let ours: Vec<&str> = row.names.iter().copied().filter(is_own).collect();
    let mut places = Vec::new();
    for name in &ours {
        let Some(place) = inside(python, name, row.path) else {
            return elsewhere(repository, name, row.path);
        };
        places.push(place);
    }
    (!ours.is_empty()).then(|| Verdict::of(Supported, are_defined(&ours), places))
}

/// Most names that are told of.
const TOLD: usize = 3;

fn are_defined(names: &[&str]) -> String {
    let told: Vec<String> = names.iter().take(TOLD).map(|name| format!("`{name}`")).collect();
    match told.as_slice() {
        [one] => format!("{one} is defined in that file"),
        some => format!("{} are defined in that file", some.join(", ")),
    }
}

/// That a file of the tree was not seen to define what another one does: it may have it from there.
fn elsewhere(repository: &RepositoryFacts, name: &str, path: &str) -> Option<Verdict> {
    let place = anywhere(&repository.python, name)?;
    // What is no file of the tree may be the rest of a path that was broken by a line's end.
    let is_there = repository.tree.entries.iter().any(|entry| is_named(&entry.path, path));
    let fact = format!("`{name}` is defined at `{place}`, and was not found in `{path}`");
    is_there.then(|| Verdict::of(Undecided, fact, [place]))
}

/// Where a file defines a function or a class of a name, or what a node of that name runs.
fn inside<'r>(python: &'r PythonFacts, name: &str, path: &str) -> Option<&'r Lines> {
    all_of(python, name).into_iter().find(|place| is_named(&place.file, path))
}

/// Where any file does.
fn anywhere<'r>(python: &'r PythonFacts, name: &str) -> Option<&'r Lines> {
    all_of(python, name).into_iter().next()
}

/// What has a name, that which is written exactly so first.
fn all_of<'r>(python: &'r PythonFacts, name: &str) -> Vec<&'r Lines> {
    let plain = words::plain(name);
    let functions = python.functions.iter().filter(|one| !one.in_tests);
    let functions = functions.map(|one| (one.name.as_str(), &one.place));
    let classes = python.classes.iter().filter(|one| !one.in_tests);
    let classes = classes.map(|one| (one.name.as_str(), &one.place));
    let nodes = graphs(python).into_iter().flat_map(|graph| &graph.nodes);
    let nodes = nodes.filter_map(|node| Some((node.name.as_str(), node.runs.as_ref()?)));
    let is_it = |(other, _): &(&str, &Lines)| {
        *other == name || (words::plain(other) == plain && is_alike(name, other))
    };
    let mut all: Vec<_> = classes.chain(functions).chain(nodes).filter(is_it).collect();
    all.sort_by_key(|(other, _)| *other != name);
    all.into_iter().map(|(_, place)| place).collect()
}

/// What the sources say to parts of the court that a sentence puts in files; nothing where they are not recognised.
pub(super) fn organs(python: &PythonFacts, text: &str) -> Option<Verdict> {
    let said = organs_in(text);
    let mut shown = Vec::new();
    let mut topics = Vec::new();
    for (organ, path) in &said {
        let places = places(python, *organ);
        let (here, others): (Vec<&Lines>, Vec<&Lines>) =
            places.into_iter().partition(|place| is_named(&place.file, path));
        let topic = topic(*organ);
        if let Some(other) = others.first().filter(|_| here.is_empty() || is_of_nodes(*organ)) {
            let fact = format!("{topic} was found at `{other}`, and not in `{path}`");
            return Some(Verdict::of(Undecided, fact, [*other]));
        }
        // What was not recognised anywhere may be there all the same.
        shown.push(*here.first()?);
        topics.push(topic);
    }
    let fact = format!("{} is in that file", topics.first()?);
    Some(Verdict::of(Supported, fact, shown))
}

/// Whether a part is all nodes of a kind, each of which has to be there.
const fn is_of_nodes(organ: Organ) -> bool {
    matches!(organ, Organ::Judges | Organ::Detectives)
}

const fn topic(organ: Organ) -> &'static str {
    match organ {
        Organ::Judges => "what the nodes of the judges run",
        Organ::Detectives => "what the nodes of the detectives run",
        Organ::Aggregator => "what the aggregator's node runs",
        Organ::Chief => "what synthesises the verdict",
        Organ::Graph => "the graph's definition",
        Organ::State => "a reducer of the state",
        Organ::Prompts => "a text that instructs a persona",
        Organ::Clones => "a clone of a repository",
        Organ::History => "what reads the git history",
        Organ::SyntaxTree => "what parses a syntax tree",
        Organ::PdfText => "what reads a PDF",
        Organ::Markdown => "what writes Markdown",
    }
}

/// Where the sources outside the tests have a part of the court.
fn places(python: &PythonFacts, organ: Organ) -> Vec<&Lines> {
    let run = |is_it: &dyn Fn(&str) -> bool| {
        let nodes = graphs(python).into_iter().flat_map(|graph| &graph.nodes);
        let ours = nodes.filter(|node: &&GraphNode| is_it(&node.name));
        ours.filter_map(|node| node.runs.as_ref()).collect()
    };
    let practised = |practice| done(python, practice).into_iter().map(|fact| &fact.place).collect();
    match organ {
        Organ::Judges => judges(python).into_iter().filter_map(|node| node.runs.as_ref()).collect(),
        Organ::Detectives => run(&is_detective),
        Organ::Aggregator => run(&|name| name.to_lowercase().contains("aggregat")),
        Organ::Chief => {
            let ours = python.justice.iter().filter(|justice| !justice.in_tests);
            ours.map(|justice| &justice.place).collect()
        }
        Organ::Graph => graphs(python).into_iter().map(|graph| &graph.place).collect(),
        Organ::State => {
            let ours = python.reducers.iter().filter(|reducer| !reducer.in_tests);
            ours.map(|reducer| &reducer.place).collect()
        }
        Organ::Prompts => {
            let ours = python.prompts.iter().filter(|prompt| !prompt.in_tests);
            ours.map(|prompt| &prompt.place).collect()
        }
        Organ::Clones => {
            let ours = python.clone.iter().filter(|clone| !clone.in_tests);
            ours.map(|clone| &clone.place).collect()
        }
        Organ::History => practised(Practice::GitHistory),
        Organ::SyntaxTree => practised(Practice::SyntaxTree),
        Organ::PdfText => practised(Practice::PdfText),
        Organ::Markdown => practised(Practice::Markdown),
    }
}
