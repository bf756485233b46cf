//! What is said of all or every one, of which one place shows nothing.

use super::super::{Asked, Verdict};
use crate::detect::phrase::Phrase;
use crate::domain::facts::{ClaimKind, ClaimStatus};
use std::sync::LazyLock;

/// What opens a sentence that speaks of everything of a kind.
static EVERY: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)^[^A-Za-z]*(?:all|every|each)\b"));

/// Whether a sentence opens by speaking of everything of a kind.
pub(in crate::detect::claims) fn is_of_every(sentence: &str) -> bool {
    EVERY.is_match(sentence)
}

/// That something is so everywhere, or always.
pub(in super::super) static EVERYWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:all|every|each|always|everywhere|universal(?:ly)?|throughout|exclusively|entirely|consistently)\b",
    )
});

/// What is left open of a tool that is said to do something of all or every one: that it does so once shows nothing of
/// the others. Of clones all are known.
pub(in super::super) fn everywhere(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
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
pub(in super::super) const fn by_example(kind: ClaimKind) -> bool {
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
        | ClaimKind::Avoidance
        | ClaimKind::Products
        | ClaimKind::Versions
        | ClaimKind::Marks
        | ClaimKind::Sizes => false,
    }
}
