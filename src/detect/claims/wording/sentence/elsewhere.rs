//! Words by which a sentence speaks of another time, of others, or under a condition, and so claims nothing of the
//! code as it is. Each form of claims has some of its own besides.

use crate::detect::phrase::Phrase;

/// A claim of something that is there, and words of its own.
pub(in super::super) fn of_a_claim(own: &str) -> Phrase {
    Phrase::new(&format!(
        r"(?i)\b(?:will|would|should|could|may|might|shall|plan\w*|todo|future|propos\w+|recommend\w*|previous(?:ly)?|initial(?:ly)?|original(?:ly)?|old|earlier|peers?|e\.g\.?|{own})\b"
    ))
}

/// What is said to be missing or wrong, and words of its own.
pub(in super::super) fn of_a_fault(own: &str) -> Phrase {
    Phrase::new(&format!(
        r"(?i)\b(?:would|will|could|should|must|may|might|was|were|had|previous\w*|original\w*|initial\w*|earlier|at first|before|then|since|until|no longer|fixed|resolved|replaced|peers?(?:(?u:[’'])s)?|students?|if|when|unless|whether|example|e\.g|detects?|penali[sz]\w+|charge\w*|diagrams?|instead|rubric|claims?|{own})\b"
    ))
}
