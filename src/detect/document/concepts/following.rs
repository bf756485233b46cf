//! What the sentence behind a use of a term goes on with.

use super::{OF_COURT, Passage};
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// What begins a sentence on a thing of its own.
static BEGINS_ANEW: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::over_lines(r"(?i)^\W*(?:the|an?)\b"));
/// What begins a sentence that goes on about what was named.
static RESUMES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)^\W*(?:they|these|this|those|both|it|its|their|each|here|in our|in this|we|our)\b",
    )
});

impl Passage<'_> {
    /// Whether the next sentence before `end` speaks of something that has nothing to do with the term.
    pub(super) fn goes_on_with_another(&self, end: usize) -> bool {
        let next = self.number + 1;
        let said = || self.statements.said(next);
        next < end
            && BEGINS_ANEW.is_match(said())
            && !OF_COURT.is_match(said())
            && !self.pattern.is_match(said())
    }

    /// Whether the next sentence goes on about what this one names.
    pub(super) fn is_resumed(&self) -> bool {
        let next = self.number + 1;
        let said = || self.statements.said(next);
        next < self.statements.all.len()
            && (RESUMES.is_match(said()) || self.pattern.is_match(said()))
    }
}
