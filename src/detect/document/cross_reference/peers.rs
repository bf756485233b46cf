//! Files that are said to be of the repository of somebody else, whether or not one of their name is here.

use super::governed::is_own;
use super::spelling::is_code;
use crate::detect::phrase::Phrase;
use crate::domain::facts::CitedPath;
use std::sync::LazyLock;

/// Why such a file is none that is cited.
pub(super) const OF_OTHERS: &str = "the sentence speaks of another repository";

/// What stands before a file of somebody else's.
static BEFORE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:(?:peer|partner|classmate|opponent|other team)(?:s?(?u:['’])s?|s) (?:own )?(?:[`(*\x22]|“)*$|",
        r"(?:on|in|of|from|inside|for) (?:the |a |my |our )?(?:peer|partner|classmate)(?:s?(?u:['’])s?)? (?:repo|repository|codebase|code|submission)\b)",
    ))
});

/// What stands behind one.
static BEHIND: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^(?:(?:(?:is|was) )?(?:missing|absent|not (?:found|present)) (?:in|from) (?:the )?(?:cloned|target|audited) (?:repo|codebase|project)|",
        r"of (?:team|group) (?:[0-9]|[A-Z]\b)|(?:in|from|of) (?:the |a |my |our |their )?peer(?:s?(?u:['’])s?)? (?:repo|codebase|code\b))",
    ))
});

/// The heading of what was found there.
static HEADING: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:in|on|about) (?:(?:the|my|our|a) )?(?:peer|partner|classmate)(?:s?(?u:['’])s?)? (?:repo|codebase|code\b|submission)",
    )
});

/// Whether the path, or the heading above it, is said to be of the repository of somebody else.
pub(super) fn is_of_others(cited: &CitedPath) -> bool {
    let (before, after) =
        cited.sentence.split_once(cited.written.as_str()).unwrap_or((&cited.sentence, ""));
    if is_own(before) {
        return false;
    }
    let after = after.trim_start_matches(|sign: char| !sign.is_alphanumeric());
    // A document on what was found is one's own.
    let under =
        || is_code(&cited.path) && cited.heading.as_deref().is_some_and(|h| HEADING.is_match(h));
    BEFORE.is_match(before) || BEHIND.is_match(after) || under()
}
