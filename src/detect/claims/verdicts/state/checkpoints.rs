//! What keeps the state of the graph between its steps.

use super::super::{Verdict, done, is_read_whole};
use crate::detect::claims::wording;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported};
use crate::domain::facts::{Lines, Practice, RepositoryFacts, Vocabulary};

/// What the sources say to the class that is said to keep it; nothing of other sentences.
pub(in super::super) fn told(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    if wording::state::is_checkpointed(text) {
        return Some(held_by_any(repository));
    }
    let class = wording::state::saver(text)?;
    Some(held(repository, class))
}

/// What the sources say where no class is named.
fn held_by_any(repository: &RepositoryFacts) -> Verdict {
    let given = done(&repository.python, Practice::Checkpointer);
    let live = given.iter().filter(|fact| fact.live);
    let places: Vec<_> = live.map(|fact| &fact.place).collect();
    if !places.is_empty() {
        return Verdict::of(Supported, "a graph is compiled with a checkpointer", places);
    }
    let Some(words) = &repository.vocabulary else {
        return Verdict::undecided(
            "whether a graph is compiled with a checkpointer was not followed",
        );
    };
    if !is_surely_none(repository, words, given.is_empty()) {
        let fact = "no graph was seen that is compiled with a checkpointer";
        return Verdict::undecided(fact);
    }
    Verdict::of(Contradicted, "no graph is compiled with a checkpointer", graphs(repository))
}

/// Whether no graph is compiled with a checkpointer, nor is anything of the kind named: what another name stands for
/// may be made of it.
fn is_surely_none(repository: &RepositoryFacts, words: &Vocabulary, none_given: bool) -> bool {
    let named = words.names.iter().any(|name| name.contains("Saver") || name.contains("heckpoint"));
    !named && none_given && !repository.python.graphs.is_empty() && is_read_whole(repository)
}

/// Where the program's graphs are made.
fn graphs(repository: &RepositoryFacts) -> impl Iterator<Item = &Lines> {
    let own = repository.python.graphs.iter().filter(|graph| !graph.in_tests);
    own.map(|graph| &graph.place)
}

/// Two names of one class.
const IN_MEMORY: [&str; 2] = ["MemorySaver", "InMemorySaver"];

fn held(repository: &RepositoryFacts, class: &str) -> Verdict {
    let given = done(&repository.python, Practice::Checkpointer);
    let is_it = |by: &str| by == class || [by, class].iter().all(|name| IN_MEMORY.contains(name));
    let fits = given.iter().filter(|fact| fact.live && is_it(&fact.by));
    let places: Vec<_> = fits.map(|fact| &fact.place).collect();
    if !places.is_empty() {
        return Verdict::of(Supported, format!("a graph is compiled with `{class}`"), places);
    }
    let open =
        || Verdict::undecided(format!("whether `{class}` keeps a graph's state was not followed"));
    let Some(words) = &repository.vocabulary else { return open() };
    if let Some(other) = another(repository, words, class) {
        return other;
    }
    let fact = format!("no source names `{class}`, and no graph is compiled with a checkpointer");
    let certain = is_surely_none(repository, words, given.is_empty());
    if certain { Verdict::of(Contradicted, fact, graphs(repository)) } else { open() }
}

/// What stands against it: every graph is compiled with another class, and no source names this one.
fn another(repository: &RepositoryFacts, words: &Vocabulary, class: &str) -> Option<Verdict> {
    let given = done(&repository.python, Practice::Checkpointer);
    let first = given.first()?;
    let known = given.iter().all(|fact| fact.by != "?");
    let certain = known && !words.names(class) && is_read_whole(repository);
    let fact = format!("no source names `{class}`, and a graph is compiled with `{}`", first.by);
    certain.then(|| Verdict::of(Contradicted, fact, given.iter().map(|fact| &fact.place)))
}
