//! A claim and the code → what the code says to it.
//!
//! `by_kind` asks the room of a claim's subject what the facts say; `weighed` then asks the others, `doubts` above
//! all, what the rest of the sentence leaves of that. A room has its counterpart of the same name in `wording`, which
//! reads what is said of the same subject.

mod bench;
mod by_kind;
mod classes;
mod doubts;
mod graph;
mod history;
mod justice;
mod names;
mod state;
mod tools;
mod weighed;

pub(super) use bench::structured_output::is_of_every_call;
pub(super) use classes::adjectives::is_said as calls_a_class_pydantic;
pub(super) use doubts::of_every::is_of_every;
pub(super) use doubts::said_to_do::is_said as says_what_it_does;
pub(in super::super) use graph::wiring::{detectives_side_by_side, judges_side_by_side};
pub(super) use names::definitions::NOT_FOLLOWED;
pub(super) use names::listings::listed;
pub(super) use names::located::NO_WORD;
pub(super) use names::understated::understated;
pub(super) use names::values::NOT_EXAMINED;
pub(super) use weighed::verdict;

use crate::detect::repo::python::in_tests;
use crate::domain::facts::{
    ClaimKind, ClaimStatus, Lines, Practice, PracticeFact, PythonFacts, RepositoryFacts,
};

/// Most places that are named.
const PLACES: usize = 3;

/// That a sentence only seemed to name something.
pub(super) const NO_NAME: &str = "no name was found that the sources define";

/// That a function which a sentence names does not do what it says, as far as was seen.
pub(super) const NOT_SEEN: &str = "was not seen to be what";

/// What the code says.
pub(in crate::detect) struct Verdict {
    pub status: ClaimStatus,
    pub fact: String,
    pub places: Vec<Lines>,
    /// Whether the code is otherwise, if what is said is what it seems to be.
    pub at_odds: bool,
    /// Whether it speaks of nodes that edges lead to at once and that run in turn for all that.
    pub in_turn: bool,
}

impl Verdict {
    fn of<'a>(
        status: ClaimStatus,
        fact: impl Into<String>,
        places: impl IntoIterator<Item = &'a Lines>,
    ) -> Self {
        let mut named: Vec<Lines> = Vec::new();
        for place in places {
            if named.len() < PLACES && !named.contains(place) {
                named.push(place.clone());
            }
        }
        Self { status, fact: fact.into(), places: named, at_odds: false, in_turn: false }
    }

    fn undecided(fact: impl Into<String>) -> Self {
        Self::of(ClaimStatus::Undecided, fact, [])
    }
}

/// A claim with what it is held against.
#[derive(Clone, Copy)]
struct Asked<'a> {
    kind: ClaimKind,
    /// The part of the sentence that makes the claim.
    text: &'a str,
    sentence: &'a str,
    repository: &'a RepositoryFacts,
}

/// The places outside the tests where something is done.
fn done(python: &PythonFacts, practice: Practice) -> Vec<&PracticeFact> {
    let ours = python.practices.iter().filter(|fact| !fact.in_tests);
    ours.filter(|fact| fact.practice == practice).collect()
}

/// Whether the absence of something in the sources can be claimed.
fn is_read_whole(repository: &RepositoryFacts) -> bool {
    let notebook = |path: &str| path.rsplit_once('.').is_some_and(|(_, end)| end == "ipynb");
    // What tests do is no part of the program.
    repository.python.unreadable.iter().all(|one| in_tests(&one.place.file))
        && !repository.tree.entries.iter().any(|entry| notebook(&entry.path))
        && repository.tree.gap("").is_none()
        && repository.tree.damage.is_empty()
        && repository.limits_reached.is_empty()
}
