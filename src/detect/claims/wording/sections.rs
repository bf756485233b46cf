//! What a sentence stands under: a heading limits what `every` and `all` are said of.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Most lines above a sentence that are looked through for its heading.
const REACH: usize = 24;
/// Longest heading, in words.
const LONGEST: usize = 8;

/// What heads a part on the judges alone.
static OF_JUDGES: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\b(?:judges?|judicial|bench|personas?)\b"));
/// What heads a part on others as well.
static OF_OTHERS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\b(?:detectives?|forensic|evidence|vision|system|overall|architecture)\b")
});

/// Whether the nearest heading above is one of a part on the judges.
pub(in super::super) fn is_under_judges(before: &str) -> bool {
    let lines = before.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let heading = lines.take(REACH).find(|line| {
        let short = line.split_whitespace().count() <= LONGEST;
        let heads = line.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit());
        short && heads && !line.ends_with(['.', ',', ';']) && !line.contains("  ")
    });
    heading.is_some_and(heads_judges)
}

/// Whether a heading is one of a part on the judges alone.
pub(super) fn heads_judges(heading: &str) -> bool {
    OF_JUDGES.is_match(heading) && !OF_OTHERS.is_match(heading)
}
