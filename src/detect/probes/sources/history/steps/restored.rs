//! Code that was there before the history begins.

use super::super::{commit, line};
use super::{FEWEST, percent, share, short};
use crate::detect::phrase::Phrase;
use crate::domain::evidence::Finding;
use crate::domain::facts::{CommitFact, HistoryFacts};
use std::sync::LazyLock;

/// The first commit with code where its subject says that the code was there before, as a sentence after a space, and
/// where it stands. In which steps it came, this history does not tell.
pub(super) fn restored(history: &HistoryFacts) -> Option<(String, Finding)> {
    /// Smallest share of the lines of code that tells something.
    const SHARE: f64 = 0.2;
    let programs = |commit: &&CommitFact| commit.of_programs().unwrap_or_default();
    let own = || history.commits.iter().filter(|commit| commit.parents.len() < 2);
    let total: u64 = own().map(|commit| u64::from(programs(&commit))).sum();
    let first = own().find(|commit| programs(commit) > 0)?;
    let part = share(programs(&first).into(), total);
    if total < FEWEST || part < SHARE || !RESTORED.is_match(&first.subject) {
        return None;
    }
    let told = format!(
        " The first commit with code, `{}`, brought {} of it, and its subject says that this was there before: the steps in which it came are not in the history.",
        short(first),
        percent(part)
    );
    let found = Finding::found(commit(first), "The subject of the first commit with code.");
    Some((told, found.quoting(line(first))))
}

/// What says that a commit brings back, or over from elsewhere, what was written before.
static RESTORED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^\W*(?:\w+(?:\([^)]*\))?: ?)?(?:restor(?:e|ed|ing)|re-?add(?:ed|ing)?|re-?import(?:ed|ing)?|re-?upload(?:ed|ing)?|recover(?:ed|ing)?)\b",
        r"|\bfilter-(?:repo|branch)\b|\b(?:import|migrat|copy|copi|mov)\w* .{0,40}\b(?:existing|old|previous|former) (?:project|repo|repository|code|codebase|work)\b",
    ))
});
