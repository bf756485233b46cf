//! Sentences that tell of laws, runs, others and another time.

use super::*;
use ClaimKind::SynthesisRules;

#[test]
fn laws_runs_complaints_and_praise_claim_nothing() {
    for said in [
        "Evidence Class: Judges - Success Pattern: the judges run in parallel.",
        "Dissent summaries must explicitly note what a dissent summary leaves out.",
        "Prosecutor – Score: 4 The judges run in parallel over the evidence.",
        "Tech Lead 5/5 The judges run in parallel over the evidence.",
        "The Prosecutor raised concerns, and the judges run in parallel here.",
        "All three judges agreed: the state uses operator.ior for evidence.",
        "The system successfully identified the fan-in of all its branches.",
        "Git log confirmed nine commits that add Pydantic models and reducers.",
        "The graph lacked parallel branches, synchronization nodes, and conditional edges.",
        "The early version had a fan-in and conditional edges for the clone.",
        "Status: open, as the judges run in parallel and it requires a refactoring.",
        "The use of Annotated reducers is critical.",
        "This shows Master Thinker work with reducers and a fan-in of branches.",
        "- Structured Output Enforcement (`structured_output`) – Final Score: 4",
        "Structured Output Enforcement — 2 / 5.",
        "Detection of Pydantic models that inherit from BaseModel is done.",
        "The checks were made to confirm:\n● two conditional edges of the graph",
        "The module docstring states that all judges run in parallel.",
    ] {
        check(said, &[]);
    }
}

#[test]
fn what_a_rule_asks_and_what_is_set_against_another_time_is_still_claimed() {
    check("The early version was linear, and now the judges run in parallel.", &[ParallelJudges]);
    check("Unlike what lacked any order, the judges run in parallel.", &[ParallelJudges]);
    check(
        "Rule of Evidence: if the RepoInvestigator found nothing, the Defense is overruled by facts.",
        &[SynthesisRules],
    );
    check("It avoids raw shells (no os.system found) in its tools.", &[NoShell]);
    check("The state of src/state.py confirms a use of operator.ior as reducer.", &[Reducers]);
    check("The score has 5 steps: the judges run in parallel over each.", &[ParallelJudges]);
    // Why somebody was overruled is told by a summary, and by no rule of evidence.
    check("It records the rationale for overruling one side of them.", &[]);
    check("The Tech Lead pays attention to the synthesis_rules (a security override).", &[]);
    check("It overrules one side of them by the evidence prevails rule.", &[SynthesisRules]);
}

const SAID: &str = "The judges run in parallel over the same evidence.";

#[track_caller]
fn check_text(text: &str, expected: usize) {
    let page = ReportPage { text: text.into(), ..ReportPage::default() };
    assert_eq!(claims(&[page], None).len(), expected, "{text:?}");
}

#[test]
fn a_part_on_others_goes_on_over_the_parts_of_their_audit() {
    let of_peer = "What My Agent Found in My Peer's Repository\n\nText of it.\n\n";
    check_text(&format!("{of_peer}Graph Orchestration Architecture – 2 / 5\n\n{SAID}\n"), 0);
    check_text(&format!("{of_peer}State Management Rigor\n\n{SAID}\n"), 0);
    check_text(&format!("{of_peer}How It Was Changed Since\n\n{SAID}\n"), 1);
    check_text(&format!("{of_peer}Criterion-by-Criterion Results\n\n{SAID}\n"), 1);
    check_text(&format!("Graph Orchestration Architecture – 2 / 5\n\n{SAID}\n"), 1);
    check_text(&format!("The peers read it.\n\nState Management Rigor\n\n{SAID}\n"), 1);
}

#[test]
fn a_law_that_is_quoted_goes_on_until_its_number_is_over() {
    let law = "15. Binding Law: Complete Grading Rubric\n\nText of it.\n\n";
    check_text(&format!("{law}Synthesis Rules (Chief Justice)\n\n{SAID}\n"), 0);
    check_text(&format!("{law}16. Conclusion\n\n{SAID}\n"), 1);
    check_text(&format!("The Statute of Orchestration\n\n{SAID}\n"), 0);
    check_text(&format!("How We Meet the Grading Rubric\n\n{SAID}\n"), 1);
    check_text(&format!("Our Binding Law is the complete rubric of all.\n\n{SAID}\n"), 1);
}
