//! What a dissent is said to tell, beside that there is one.

use super::{Asked, Verdict};
use crate::detect::phrase::Phrase;
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::ClaimKind;
use crate::domain::facts::ClaimStatus::Undecided;
use std::sync::LazyLock;

/// That the dissent tells why judges differ.
static EXPLAINS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bdissent\w*\b[^.;]{0,80}\b(?:explain\w*|explanations?|why|argu(?:es?|ed|ments?)|reason(?:s|ing)?|rationales?)\b|\b(?:explain\w*|explanations?|argu(?:ed|ments?)|reason(?:s|ing)?|rationales?)\b[^.;]{0,40}\bdissent\w*",
    )
});

/// That it holds what judges argue.
static ARGUES: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\bargu(?:es?|ed|ments?)\b|\bwhy\b"));

/// What leaves open that a dissent tells why judges differ, where nothing that a judge argues enters it.
pub(super) fn without_arguments(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let Asked { kind, sentence, repository, .. } = asked;
    if kind != ClaimKind::SynthesisRules || !EXPLAINS.is_match(sentence) {
        return None;
    }
    let synthesis = Synthesis::of(&repository.python);
    let (places, what) = match (synthesis.canned(), synthesis.unargued()) {
        (Some(place), _) => (vec![place], "is one fixed text"),
        (None, Some(places)) => (places, "is made of fixed words, scores and judges' names"),
        (None, None) => return None,
    };
    let first = places.first()?;
    let fact = format!("{}, and what it writes for one at `{first}` {what}", shown.fact);
    let at_odds = ARGUES.is_match(sentence);
    Some(Verdict { at_odds, ..Verdict::of(Undecided, fact, places) })
}
