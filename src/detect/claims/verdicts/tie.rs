//! That the Tech Lead decides where the scores lie far apart, told as just that.

use super::scores::AGAIN;
use crate::detect::phrase::Phrase;
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::{Lines, PythonFacts, SpreadUse};
use std::sync::LazyLock;

/// That the Tech Lead's score is taken where the scores lie far apart.
static TAKES_THE_LEAD: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:variance|spread|disagree\w*|diverg\w*|far apart)\b[^.;]{0,160}(?:",
        r"\b(?:us(?:es?|ing)|tak(?:es?|ing)|adopt(?:s|ing)?|defer(?:s|ring)? to) (?:the )?tech[-_ ]?lead(?u:['’]s)?(?: (?:score|opinion))?(?: as\b|[.,;)]|$)",
        r"|\btech[-_ ]?lead(?u:['’]s)?(?: (?:score|opinion))? (?:(?:is|was) (?:used|taken)|decides|prevails|breaks the tie|acts as (?:the )?tie-?breaker)\b)",
    ))
});

/// Where the code takes the Tech Lead's score for scores that lie far apart, if `text` says just this of them, and not
/// that anything is judged again.
pub(super) fn lead_decides<'f>(python: &'f PythonFacts, text: &str) -> Option<&'f Lines> {
    if !TAKES_THE_LEAD.is_match(text) || AGAIN.is_match(text) {
        return None;
    }
    let live = Synthesis::of(python).live;
    let mut all = live.iter().filter(|one| one.spread == Some(SpreadUse::Choice));
    let first = all.next()?.spread_takes.as_ref()?;
    let only = all.next().is_none() && first.takes == "the Tech Lead's score";
    only.then_some(&first.place)
}
