//! Sentences that give what a node hands on, or the states that a run goes through, a type of its own.

use super::super::sentence::elsewhere;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// A step of a way: what comes before an arrow, and the type behind it.
static STEP: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?P<from>[A-Z]\w+|[a-z]+_\w+)`?(?:\[\w*\])? ?(?:(?u:→|⟶|➔|➜)|->|=>) ?`?(?P<to>(?:[A-Z][a-z0-9]+)+(?:State|Evidence|Opinion|Verdict|Report|Result|Bundle)s?)\b",
    )
});

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> =
    LazyLock::new(|| elsewhere::of_a_claim(r"never|not|cannot|no longer|must|target|students?"));

/// Most words of a line that gives types: a longer one tells of something else.
const LONGEST: usize = 24;

/// What comes before an arrow and the type behind it, for each arrow that leads to one.
pub(in crate::detect::claims) fn steps(sentence: &str) -> Vec<(&str, &str)> {
    let arrows = ['→', '⟶', '➔', '➜'].iter().any(|arrow| sentence.contains(*arrow));
    let drawn = arrows || ["->", "=>"].iter().any(|arrow| sentence.contains(arrow));
    if !drawn || sentence.split(' ').count() > LONGEST || ELSEWHERE.is_match(sentence) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut from = 0;
    // The type behind one arrow stands before the next one as well.
    while let Some(step) = STEP.captures(&sentence[from..]) {
        let (Some(before), Some(to)) = (step.name("from"), step.name("to")) else { break };
        found.push((before.as_str(), to.as_str()));
        from += to.start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_stand_behind_arrows() {
        let check = |sentence, expected: &[(&str, &str)]| {
            assert_eq!(steps(sentence), expected, "{sentence}");
        };
        check("• RepoInvestigator → RepoEvidence[]", &[("RepoInvestigator", "RepoEvidence")]);
        check(
            "InputState → EvidenceState -> VerdictState",
            &[("InputState", "EvidenceState"), ("EvidenceState", "VerdictState")],
        );
        check("doc_node → `DocEvidence`, and more", &[("doc_node", "DocEvidence")]);
        check("RepoInvestigator → EvidenceAggregator → END", &[]);
        check("RepoInvestigator should lead to RepoInvestigator → RepoEvidence", &[]);
        check("RepoInvestigator gives RepoEvidence", &[]);
    }
}
