//! A claim and the code → what the code says to it.

mod adjectives;
mod agents;
mod aggregated;
mod amounts;
mod astray;
mod averaging;
mod bench;
mod beside;
mod besides;
mod by_kind;
mod caps;
mod checked;
mod checkpoints;
mod classes;
mod commits;
mod counted;
mod court;
mod dissent;
mod doings;
mod edges;
mod emptied;
mod fields;
mod gates;
mod gone;
mod idle;
mod imported;
mod in_part;
mod keyed;
mod lacking;
mod libraries;
mod limited;
mod listings;
mod located;
mod meant;
mod meeting;
mod members;
mod models;
mod names;
mod numbers;
mod one_key;
mod parsers;
mod places;
mod plain;
mod prompts;
mod reworked;
mod schemas;
mod scores;
mod shell;
mod sought;
mod starts;
mod state;
mod subjects;
mod tie;
mod tools;
mod typed;
mod unbound;
mod understated;
mod unnamed;
mod unproven;
mod unrun;
mod untaken;
mod values;
mod ways;
mod wiring;

pub(super) use adjectives::is_said as calls_a_class_pydantic;
pub(super) use bench::is_of_every_call;
pub(super) use doings::is_said as says_what_it_does;
pub(super) use listings::listed;
pub(super) use located::NO_WORD;
pub(super) use names::{NO_NAME, NOT_FOLLOWED};
pub(super) use numbers::persona;
pub(super) use understated::understated;
pub(in crate::detect) use wiring::{detectives_side_by_side, judges_side_by_side};

use super::words;
use crate::detect::phrase::Phrase;
use crate::detect::repo::python::in_tests;
use crate::domain::facts::{
    ClaimKind, ClaimStatus, Lines, Practice, PracticeFact, PythonFacts, RepositoryFacts,
};
use by_kind::by_kind;
use libraries::names_none as names_no_library;
use std::sync::LazyLock;

/// Most places that are named.
const PLACES: usize = 3;

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

/// What opens a sentence that speaks of everything of a kind.
static EVERY: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)^[^A-Za-z]*(?:all|every|each)\b"));

/// Whether a sentence opens by speaking of everything of a kind.
pub(super) fn is_of_every(sentence: &str) -> bool {
    EVERY.is_match(sentence)
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

/// Holds one claim against the sources outside the tests.
///
/// `text` is the part of the sentence that makes the claim.
pub(super) fn verdict(
    kind: ClaimKind,
    text: &str,
    sentence: &str,
    repository: Option<&RepositoryFacts>,
) -> Verdict {
    let Some(repository) = repository else {
        // Which words are libraries' names the repository alone tells.
        let unnamed = kind == ClaimKind::Libraries && names_no_library(text);
        return Verdict::undecided(if unnamed {
            NO_NAME
        } else {
            "the repository could not be read"
        });
    };
    let asked = Asked { kind, text, sentence, repository };
    let verdict = supported_by(asked);
    if kind == ClaimKind::Retry
        && let Some(other) = numbers::other_rounds(repository, sentence)
    {
        return other;
    }
    if verdict.status != ClaimStatus::Supported {
        return verdict;
    }
    if let Some(other) = dissent::argued(asked) {
        return other;
    }
    let own = places::in_named_file(asked, &verdict);
    let verdict = match own {
        Some(own) if own.status != ClaimStatus::Supported => return own,
        Some(own) => own,
        None => verdict,
    };
    let other = scores::averaged_too(kind, sentence, &repository.python)
        .or_else(|| scores::average_alone(kind, sentence, &repository.python))
        .or_else(|| scores::of_a_judge(kind, text, sentence, &verdict))
        .or_else(|| dissent::without_arguments(asked, &verdict))
        .or_else(|| dissent::of_no_evidence(asked, &verdict))
        .or_else(|| dissent::by_model(asked, &verdict))
        .or_else(|| in_part::in_part(asked, &verdict))
        .or_else(|| doings::adds_more(&repository.python, kind, sentence, &verdict))
        .or_else(|| sought::by_words(asked, &verdict))
        .or_else(|| unnamed::apart(asked, &verdict))
        .or_else(|| imported::by_what_is_named_nowhere(asked, &verdict))
        .or_else(|| doings::of_rubric(asked, &verdict))
        .or_else(|| untaken::untaken(asked, &verdict))
        .or_else(|| idle::passes_on(&repository.python, sentence, &verdict))
        .or_else(|| idle::looks_at_nothing(&repository.python, kind, sentence, &verdict));
    if let Some(other) = other {
        return other;
    }
    if let Some(contradicted) = limited::not_every(asked) {
        return contradicted;
    }
    // What is so somewhere is not shown to be so everywhere.
    let of_commands = kind == ClaimKind::SafeCommands;
    let of_others = matches!(kind, ClaimKind::SyntaxTree | ClaimKind::PathCheck);
    if (of_commands || of_others) && EVERY.is_match(text) {
        let every = if of_commands { "every command does" } else { "it is so of all" };
        let fact = format!("{}, and whether {every} was not examined", verdict.fact);
        return Verdict { status: ClaimStatus::Undecided, fact, ..verdict };
    }
    if let Some(contradicted) = unproven::by_another(asked) {
        return contradicted;
    }
    // One part that is true does not prove the rest of what is said.
    if let Some(open) = unproven::unproven(asked) {
        return Verdict::undecided(open);
    }
    let open = counted::other_nodes(asked)
        .or_else(|| astray::astray(asked, &verdict))
        .or_else(|| everywhere(asked, &verdict))
        .or_else(|| checked::open(asked, &verdict))
        .or_else(|| besides::open(asked, &verdict))
        .or_else(|| unrun::unrun(asked, &verdict))
        .or_else(|| wiring::never_built(&repository.python, kind, &verdict));
    if let Some(open) = open {
        return open;
    }
    let mut fact = verdict.fact;
    if by_example(kind) && EVERYWHERE.is_match(text) {
        fact.push_str("; what it says of all or every one was not examined");
    }
    if words::find(sentence, "because").is_some() {
        fact.push_str("; the reason that is given was not examined");
    }
    Verdict { fact, ..verdict }
}

/// What the facts say to one claim, before what else the sentence says is looked at.
fn supported_by(asked: Asked<'_>) -> Verdict {
    let Asked { kind, text, sentence, repository } = asked;
    let verdict = by_kind(kind, text, repository);
    if matches!(kind, ClaimKind::ParallelJudges | ClaimKind::ParallelDetectives) {
        let verdict = members::at_once(&repository.python, kind, text, sentence, verdict);
        beside::as_said(text, sentence, verdict)
    } else if kind == ClaimKind::DistinctPersonas {
        bench::differ(&repository.python, text, verdict)
    } else if kind == ClaimKind::TemporaryClone {
        tools::clones_as_said(repository, sentence, verdict)
    } else {
        verdict
    }
}

/// That something is so everywhere, or always.
static EVERYWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:all|every|each|always|everywhere|universal(?:ly)?|throughout|exclusively|entirely|consistently)\b",
    )
});

/// What is left open of a tool that is said to do something of all or every one: that it does so once shows nothing of
/// the others. Of clones all are known.
fn everywhere(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let of_tools = matches!(
        asked.kind,
        ClaimKind::Retry | ClaimKind::TemporaryClone | ClaimKind::PdfText | ClaimKind::PdfImages
    );
    if !of_tools || !EVERYWHERE.is_match(asked.text) {
        return None;
    }
    let mut clones = asked.repository.python.clone.iter().filter(|clone| !clone.in_tests);
    let is_known = asked.kind == ClaimKind::TemporaryClone
        && clones.all(|clone| clone.temporary == Some(true) || clone.live == Some(false));
    let fact = || format!("{}; what it says of all or every one was not examined", shown.fact);
    (!is_known).then(|| Verdict::of(ClaimStatus::Undecided, fact(), &shown.places))
}

/// Whether one place where it is so supports a claim of this kind.
const fn by_example(kind: ClaimKind) -> bool {
    match kind {
        ClaimKind::StructuredOutput
        | ClaimKind::Retry
        | ClaimKind::TypedClasses
        | ClaimKind::Reducers
        | ClaimKind::TemporaryClone
        | ClaimKind::SafeCommands
        | ClaimKind::SyntaxTree
        | ClaimKind::PdfText
        | ClaimKind::PdfImages
        | ClaimKind::PathCheck => true,
        ClaimKind::ParallelJudges
        | ClaimKind::ParallelDetectives
        | ClaimKind::ParallelGraph
        | ClaimKind::FanIn
        | ClaimKind::ConditionalEdges
        | ClaimKind::NoShell
        | ClaimKind::DeterministicSynthesis
        | ClaimKind::DistinctPersonas
        | ClaimKind::Roles
        | ClaimKind::ClassFields
        | ClaimKind::Definitions
        | ClaimKind::GitHistory
        | ClaimKind::SynthesisRules
        | ClaimKind::MarkdownReport
        | ClaimKind::Libraries
        | ClaimKind::CommitCount
        | ClaimKind::RubricFile
        | ClaimKind::Averaging
        | ClaimKind::Models
        | ClaimKind::ModelFree
        | ClaimKind::Weights
        | ClaimKind::SchemeCheck
        | ClaimKind::Prompts
        | ClaimKind::Values
        | ClaimKind::BaseCheck
        | ClaimKind::Aggregation
        | ClaimKind::SharedEvidence
        | ClaimKind::Contents
        | ClaimKind::Cloning
        | ClaimKind::Avoidance => false,
    }
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
