//! What is said of the own code as it is, beside what prompted it.

use super::super::*;
use super::sources::repository;
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};

const JUDGE: &str = "
from langchain_openai import ChatOpenAI
def judge(state):
    return {'votes': [ChatOpenAI().invoke('x')]}
";

/// What is said to claims of structured output, if there are any.
#[track_caller]
fn check(text: &str, expected: Option<ClaimStatus>) {
    let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    let found = claims(&[page], Some(&repository(&[("src/judges.py", JUDGE)])));
    let found = found.iter().find(|claim| claim.kind == ClaimKind::StructuredOutput);
    assert_eq!(found.map(|claim| claim.status), expected, "{text:?}");
}

#[test]
fn what_the_own_code_does_now_is_claimed_whatever_prompted_it() {
    for said in [
        "Following a peer review of our parsing, the system binds models by with_structured_output.",
        "Thanks to feedback from a peer, each judge uses with_structured_output for its reply.",
        "Each judge (thanks to the peer feedback) uses with_structured_output for its reply.",
        "If a peer's repository is empty, our system uses with_structured_output all the same.",
        "Structured Output 5/5 POST-REFACTOR: Every judge now uses .with_structured_output().",
        "5/5  Every judge node now uses\n.with_structured_output(). No free text is left.",
        "Peer Feedback\n\nThe peer found much.\n\nOur judges now use with_structured_output for replies.",
    ] {
        check(said, Some(Contradicted));
    }
    let replaced = "We replaced all json.loads(reply) calls with Pydantic-validated objects.";
    check(&format!("Peer Feedback\n\nThe peer found much.\n\n{replaced}"), Some(Undecided));
}

#[test]
fn what_others_do_or_what_is_planned_is_claimed_by_nobody() {
    for silent in [
        "Following a peer review, their judges use with_structured_output for each reply.",
        "The peer's judges now use with_structured_output for each reply.",
        "Each judge (as our peer would) uses with_structured_output for its reply.",
        "If a peer's judge fails, the peer's system now uses with_structured_output again.",
        "Following a peer review, the system will use with_structured_output for replies.",
        "5/5 Every judge node uses with_structured_output in its reply.",
        "5/5 The peer's judge now uses with_structured_output in its reply.",
        "Peer Feedback\n\nThe peer found much.\n\nThe judges use with_structured_output for replies.",
        "Remediation Plan\n\nOur judges now use with_structured_output for replies.",
    ] {
        check(silent, None);
    }
}
