//! Sentences that say that the rubric was made another.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// That the rubric, or what it looks for, was changed.
static CHANGED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:(?:the|our) `?rubric(?:\.json|_\w+\.json| JSON| file)?`?|success ?(?:/|and) ?failure patterns)(?: (?:and|for) [^.;,]{1,60}?)? ",
        r"(?:was|were|has been|have been) (?:\w+ly )?(?:tightened|updated|extended|revised|amended|strengthened|expanded|changed|refined|rewritten)\b",
    ))
});

/// Words by which the sentence speaks of another time, of others' rubric or of what is not so.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:will|would|should|could|may|might|never|not|must|if|instructors?|course|week|assignment|challenge|organi[sz]ers?|peers?(?u:['’])s? rubric|(?:initially|originally|first))\b",
    )
});

/// Whether the sentence says so.
pub(in crate::detect::claims) fn is_changed(sentence: &str) -> bool {
    CHANGED.is_match(sentence) && !ELSEWHERE.is_match(sentence)
}
