//! Sentences that say how much of a history is cloned, or that nothing of a clone is left.

use super::super::sentence::elsewhere;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// That clones have no history.
static SHALLOW: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bshallow(?:ly)?[- ]clon(?:es|ed|ing)\b|\b(?:uses?|using|performs?|makes?|via|with) (?:a )?shallow clones?\b|\bclones? (?:repo\w*|it|them|the repo\w*) shallowly\b",
    )
});

/// That what was cloned is removed.
static GONE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:cloned (?:repo\w*|code)|clones?|repos?(?:itor(?:y|ies))?)\b[^.;]{0,100}\b(?:is|are|gets?|get|and) (?:\w+ly |then |always )?(?:deleted|destroyed|removed|purged|wiped|cleaned up)\b",
    )
});

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"never|not|cannot|no longer|must|manually|operating system|os|if|fails?|failed|failures?|target|students?|cached?|branch(?:es)?|files?",
    )
});

/// Whether the sentence says that clones are shallow.
pub(in crate::detect::claims) fn is_shallow(sentence: &str) -> bool {
    sentence.contains("hallow") && SHALLOW.is_match(sentence) && !ELSEWHERE.is_match(sentence)
}

/// Whether the sentence says that clones are removed.
pub(in crate::detect::claims) fn is_removed(sentence: &str) -> bool {
    GONE.is_match(sentence) && !ELSEWHERE.is_match(sentence)
}

/// Words by which a sentence that tells of clones is read as one on where they go.
const PLACES: [&str; 4] = ["temp", "sandbox", "director", "folder"];

/// Whether the sentence says either, and nothing of where clones go.
pub(in crate::detect::claims) fn said(sentence: &str) -> bool {
    let small = sentence.to_lowercase();
    !PLACES.iter().any(|word| small.contains(word))
        && (is_shallow(sentence) || is_removed(sentence))
}
