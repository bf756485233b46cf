//! Which of several facts supports a sentence, and which does not.

use super::sources::{JUSTICE, STATE, check as held_against, repository, whole};
use super::*;
use ClaimKind::{Averaging, MarkdownReport, SynthesisRules};
use ClaimStatus::{Contradicted, Supported, Undecided};

/// What is told of the first claim of this kind, and whether it may be at odds.
#[track_caller]
fn told(facts: &RepositoryFacts, kind: ClaimKind, sentence: &str) -> (String, bool) {
    let page = ReportPage { number: 1, text: sentence.into(), ..ReportPage::default() };
    let all = claims(&[page], Some(facts));
    let found = all.into_iter().find(|claim| claim.kind == kind).expect("it is claimed");
    (found.fact, found.at_odds)
}

#[test]
fn what_the_synthesis_does_is_not_what_a_judge_does() {
    let facts = whole();
    let rules = |said: &str, status| held_against(&facts, SynthesisRules, said, status);
    rules("The Prosecutor applies the security override to each opinion.", Undecided);
    rules("The Chief Justice applies the security override to each opinion.", Supported);
    check(
        "Tech Lead is wired to heed the `synthesis_rules` (e.g. security override).",
        &[SynthesisRules],
    );
    rules("Tech Lead is wired to heed the `synthesis_rules` (e.g. security override).", Undecided);
    check("Tech Lead pays attention to the `synthesis_rules` (e.g. security override).", &[]);
}

