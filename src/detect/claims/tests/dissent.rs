//! What a dissent is said to tell of the judges' arguments.

use super::contradicted::check;
use super::sources::repository;
use super::*;

fn facts(dissent: &str) -> RepositoryFacts {
    let text = format!(
        "def chief_justice(opinions, scores):\n    gap = max(scores) - min(scores)\n    dissent = None\n    if gap > 2:\n        dissent = {dissent}\n    return Result(score=max(scores), dissent=dissent)\nUSED = [chief_justice]\n"
    );
    repository(&[("justice.py", &text)])
}

/// What is said to the rules that a text states.
fn told(facts: &RepositoryFacts, text: &str) -> Option<ClaimStatus> {
    let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    let found = claims(&[page], Some(facts));
    let found = found.iter().find(|claim| claim.kind == ClaimKind::SynthesisRules);
    found.map(|claim| claim.status)
}

#[test]
fn a_dissent_of_scores_tells_nothing_of_what_judges_argue() {
    let scores = facts("f'They disagree by {gap}.'");
    check(
        &scores,
        &[
            "The dissent summary explains what each judge argued and how the conflict was resolved.",
            "Each high-variance criterion has a dissent summary that documents both arguments.",
            "A dissent summary records the Prosecutor's argument and the Defense's reasoning.",
        ],
        &[
            "The dissent summary explains that the judges' scores lie far apart.",
            "The dissent summary will explain what each judge argued.",
            "The dissent summary records each judge's score.",
            "The report lists what each judge argued, and a dissent summary.",
        ],
    );
    let open = Some(ClaimStatus::Undecided);
    let list = "The dissent summary explains:\n\n- What each judge argued\n- Why they disagreed\n";
    assert_eq!(told(&scores, list), open);
    let supported = Some(ClaimStatus::Supported);
    assert_eq!(told(&scores, "The dissent summary records each judge's score."), supported);
    for said in [
        "The dissent summary explicitly references the conflict, not just the final score.",
        "When scores lie apart, a dissent summary is generated, which captures both positions.",
    ] {
        assert_eq!(told(&scores, said), open, "{said}");
    }
    let argued = facts("f'{gap}: ' + '; '.join(one.argument for one in opinions)");
    assert_eq!(told(&argued, list), supported);
    check(
        &argued,
        &[],
        &["The dissent summary explains what each judge argued and how it was resolved."],
    );
}
