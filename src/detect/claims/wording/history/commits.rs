//! Sentences that tell how many commits were found in the own history, whoever found them.

use super::super::sentence::elsewhere;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Where commits are counted, and how many there are.
static COUNTED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:git log|git history|commit (?:history|log)|history|repo(?:sitory)?|repo_?investigator|findings?)\b[^.;]{0,48}?\b[0-9]{1,5}\+? (?:[a-z][\w-]* ){0,2}commits\b",
    )
});

/// Words by which the commits are others', of another time, some of all, or a measure.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"target|students?|submission|patterns?|rubric|if|when|where|unless|fewer|less|only|not|despite|example|before|since|until|last|first|latest|recent|by then|at the time|branch|merged|squash\w*|per day|within|between|without|needs?|must",
    )
});

/// Whether the sentence tells how many there are.
pub(in super::super) fn is_counted(sentence: &str) -> bool {
    sentence.contains("ommits") && COUNTED.is_match(sentence) && !ELSEWHERE.is_match(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_the_own_history_is_told() {
        for told in [
            "RepoInvestigator Evidence. Git log confirmed 9 atomic commits with clear progression: env setup.",
            "repo_investigator ran git log --oneline --reverse and found 41 commits with progression.",
            "Findings: 57 total commits.",
            "The repository has a history of 23 commits.",
        ] {
            assert!(is_counted(told), "{told}");
        }
        for other in [
            "The target repository has 12 commits.",
            "The peer's repository has 54 atomic commits.",
            "A history of fewer than 3 commits fails.",
            "The first 12 commits of the history are small.",
            "The repository would need 12 commits.",
        ] {
            assert!(!is_counted(other), "{other}");
        }
    }
}
