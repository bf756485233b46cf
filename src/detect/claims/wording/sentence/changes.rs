//! What was made better: that tells of the past, and of no certain state of the code.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// That the authors, or the line itself, tell of something that they made better than it was.
static BETTERED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)(?:^[^A-Za-z]*(?:\w{1,16}: )?|\b(?:i|we)(?: have|(?u:['’])ve)? (?:(?:also|then|further|thus|since|later) )?(?:\w+ly )?)",
        r"(?:strengthened|refined|improved|expanded|enhanced|extended|tightened|hardened|polished|deepened|sharpened|optimi[sz]ed|matured)\b",
    ))
});

/// Whether the sentence tells that something was made better.
pub(in crate::detect::claims) fn tells_a_change(sentence: &str) -> bool {
    BETTERED.is_match(sentence)
}
