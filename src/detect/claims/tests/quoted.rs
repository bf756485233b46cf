//! Texts of prompts that a report quotes over several sentences, or in a list.

use super::super::*;
use super::particular::JUDGES;
use super::sources::repository;

/// What is said to the prompts that a text quotes, one letter each: `c`ontradicted, `s`upported.
#[track_caller]
fn check(text: &str, expected: &str) {
    let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    let found = claims(&[page], Some(&repository(&[("judges.py", JUDGES)])));
    let found = found.iter().filter(|claim| claim.kind == ClaimKind::Prompts);
    let told = found.map(|claim| match claim.status {
        ClaimStatus::Contradicted => 'c',
        ClaimStatus::Supported => 's',
        ClaimStatus::Undecided => '?',
    });
    assert_eq!(told.collect::<String>(), expected, "{text:?}");
}

#[test]
fn a_quotation_goes_on_behind_its_first_sentence() {
    // Neither sentence is long enough alone.
    check(
        "The Defense prompt says: “Ask whether others look for honest effort. Reward lazy code and evidence of missing design.”",
        "c",
    );
    check("The Defense prompt says: “Reward honest effort. Others may ask.”", "");
    check(
        "The Defense prompt says: “Reward honest effort and clever design.” Others forgive whatever seems promising.",
        "s",
    );
    // What no mark ends may be anything.
    check("The Defense prompt says: “Ask others. Forgive whatever", "");
}

#[test]
fn a_list_of_prompts_has_one_for_each_persona() {
    let list = |lead: &str| {
        format!(
            "{lead}\n\n•\n\nProsecutor: \"You are a strict reviewer. Assume the worst.\"\n\n–\n\nDefense: \"Reward honest effort and clever design.\"\n\n"
        )
    };
    check(&list("There are three judges, each with distinct system\nprompts:"), "cs");
    check(&list("Each persona has its prompt:"), "cs");
    check(&list("Each of the personas has a philosophy of its own:"), "");
    check(&list("These could be our prompts:"), "");
    check(&list("The peer's judges have these prompts:"), "");
    check(&list("Each persona has its prompt:\n\nThey are asked in turn."), "");
    check("Prompts:\n• Prosecutor: “Forgive whatever seems promising.”\n", "c");
}
