//! What a sentence stands under: a heading, which limits what `every` and `all` are said of, and a label before it, which
//! tells what the part of the page is: `Forward Plan: …`.

use crate::detect::document::{drawn, is_reference};
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Most lines above a sentence that are looked through for its heading.
const REACH: usize = 24;
/// Longest heading, in words.
const LONGEST_HEADING: usize = 8;

/// What heads a part on the judges alone.
static OF_JUDGES: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\b(?:judges?|judicial|bench|personas?)\b"));
/// What heads a part on others as well.
static OF_OTHERS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\b(?:detectives?|forensic|evidence|vision|system|overall|architecture)\b")
});

/// Whether the nearest heading above is one of a part on the judges.
pub(in crate::detect::claims) fn is_under_judges(before: &str) -> bool {
    let lines = before.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let heading = lines.take(REACH).find(|line| {
        let short = line.split_whitespace().count() <= LONGEST_HEADING;
        let heads = line.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit());
        short && heads && !line.ends_with(['.', ',', ';']) && !line.contains("  ")
    });
    heading.is_some_and(heads_judges)
}

/// Whether a heading is one of a part on the judges alone.
pub(super) fn heads_judges(heading: &str) -> bool {
    OF_JUDGES.is_match(heading) && !OF_OTHERS.is_match(heading)
}

/// Longest label, in words.
const LONGEST_LABEL: usize = 5;

/// Labels of what is planned, and of what is not there.
static CLAIMS_NOTHING: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^[^A-Za-z]*(?:(?:forward|action|completion|remediation|improvement) plans?|next steps?|future (?:work|plans?)|planned(?: \w+)?|gaps?(?: ?(?:/|and|&) ?risks?)?|risks?|costs?|drawbacks?|downsides?|problems?(?: solved)?|roadmap|to ?do)$",
    )
});

/// Labels of what a word means, which the first sentence behind them tells.
const DEFINES: [&str; 3] = ["Definition", "Definitions", "Meaning"];

/// Whether the sentence stands behind a label of what says nothing of the code as it is, or is an entry in a list of what
/// was read, whose title names what that is about, or the source of a drawing.
pub(in crate::detect::claims) fn claims_nothing(before: &str, sentence: &str) -> bool {
    let may_draw = sentence.starts_with("%%") || sentence.contains("[\"");
    (sentence.contains('[') && is_reference(sentence))
        || (may_draw && drawn(sentence))
        || label(before, sentence).is_some_and(|label| CLAIMS_NOTHING.is_match(label))
        || label("", sentence).is_some_and(|label| DEFINES.contains(&label))
}

/// The label of the item or the paragraph that the sentence stands in, be it its own.
pub(in super::super) fn label<'t>(before: &'t str, sentence: &'t str) -> Option<&'t str> {
    let part = before.rsplit("\n\n").next().unwrap_or_default();
    let part = part.rsplit(['•', '●', '○', '■', '▪']).next().unwrap_or_default();
    let text = if part.trim().is_empty() { sentence } else { part };
    let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let (label, _) = text.split_once(':')?;
    let short = label.split_whitespace().count() <= LONGEST_LABEL && !label.contains('\n');
    short.then(|| label.trim())
}
