//! What the part of a page is said to be that a sentence stands in, by the label before it: `Forward Plan: …`.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Longest label, in words.
const LONGEST: usize = 5;

/// Labels of what is planned, and of what is not there.
static CLAIMS_NOTHING: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^[^A-Za-z]*(?:(?:forward|action|completion|remediation|improvement) plans?|next steps?|future (?:work|plans?)|planned(?: \w+)?|gaps?(?: ?(?:/|and|&) ?risks?)?|risks?|costs?|drawbacks?|downsides?|problems?(?: solved)?|roadmap|to ?do)$",
    )
});

/// Labels of what a word means, which the first sentence behind them tells.
const DEFINES: [&str; 3] = ["Definition", "Definitions", "Meaning"];

/// Whether the sentence stands behind a label of what says nothing of the code as it is.
pub(in super::super) fn claims_nothing(before: &str, sentence: &str) -> bool {
    label(before, sentence).is_some_and(|label| CLAIMS_NOTHING.is_match(label))
        || label("", sentence).is_some_and(|label| DEFINES.contains(&label))
}

/// The label of the item or the paragraph that the sentence stands in, be it its own.
pub(super) fn label<'t>(before: &'t str, sentence: &'t str) -> Option<&'t str> {
    let part = before.rsplit("\n\n").next().unwrap_or_default();
    let part = part.rsplit(['•', '●', '○', '■', '▪']).next().unwrap_or_default();
    let text = if part.trim().is_empty() { sentence } else { part };
    let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let (label, _) = text.split_once(':')?;
    let short = label.split_whitespace().count() <= LONGEST && !label.contains('\n');
    short.then(|| label.trim())
}
