//! What is said not to be there and is, and what only looks as if it were said.

use super::super::*;
use super::asked::claimed;
use super::sources::repository;
use crate::domain::facts::{ClaimStatus, Lines, PromptFact, PythonFacts};

const COURT: &str = "
import operator, subprocess, tempfile
from typing import Annotated, TypedDict
from langchain_openai import ChatOpenAI
from langgraph.graph import StateGraph, START, END
from pydantic import BaseModel
class Opinion(BaseModel):
    score: int
class CourtState(TypedDict):
    votes: Annotated[list, operator.add]
    error: str
def fetch(state):
    with tempfile.TemporaryDirectory() as place:
        for attempt in range(3):
            done = subprocess.run(['git', 'clone', state['url'], place], timeout=9)
            if done.returncode == 0:
                break
    return {'error': done.stderr}
def judge(state):
    return {'votes': [ChatOpenAI().with_structured_output(Opinion).invoke('x')]}
def failed(state):
    return {}
def way(state):
    return 'failed' if state.get('error') else 'judge'
builder = StateGraph(CourtState)
builder.add_node('fetch', fetch)
builder.add_node('judge', judge)
builder.add_node('failed', failed)
builder.add_edge(START, 'fetch')
builder.add_conditional_edges('fetch', way, {'failed': 'failed', 'judge': 'judge'})
builder.add_edge('judge', END)
builder.add_edge('failed', END)
graph = builder.compile()
graph.invoke({})
";

const EDGE: &str =
    "builder.add_conditional_edges('fetch', way, {'failed': 'failed', 'judge': 'judge'})";

/// Whether the report is told that it says less than the code does.
fn told(facts: &RepositoryFacts, text: &str) -> bool {
    claimed(facts, text)
        .iter()
        .any(|claim| claim.status == ClaimStatus::Contradicted && claim.understates)
}

#[test]
fn what_is_said_to_be_missing_and_is_there_understates_the_code() {
    let facts = repository(&[("src/court.py", COURT)]);
    for sentence in [
        "Missing conditional edges for error handling prevent a perfect score.",
        "However, conditional edges for failure states (retry or exit) are absent.",
        "The only shortcoming is the absence of explicit conditional edges.",
        "Tech Lead 4 The graph lacks conditional edges for errors.",
        "There are currently no conditional edges in the graph.",
        "The state has no reducers.",
        "Rationale: No evidence of structured output enforcement.",
        "The judges do not use structured output.",
        "Repositories are cloned directly into the local file system.",
        "The clone_repo tool runs commands and lacks a sandboxed filesystem.",
        "Retries exist for the judges but not for clone or network.",
        "The git clone has no timeout.",
        "The Gap The clone tool lacks temporary directory isolation.",
    ] {
        assert!(told(&facts, sentence), "{sentence:?}");
    }
}

#[test]
fn who_denies_something_else_is_told_nothing() {
    let facts = repository(&[("src/court.py", COURT)]);
    // Another thing, a part, another time, others, a condition, what is looked for, and a kind of things.
    for sentence in [
        "The graph lacks conditional edges for image analysis.",
        "The vision node lacks structured output.",
        "The graph lacked conditional edges for errors.",
        "The graph previously had no conditional edges.",
        "A peer's graph lacks conditional edges.",
        "The target repository lacks conditional edges.",
        "If the graph lacks conditional edges, the score is capped.",
        "The Prosecutor flags that the graph lacks conditional edges.",
        "Failure pattern: no evidence of structured output.",
        "No plain dicts or missing reducers are observed in it.",
        "The judges lack robust retry logic for malformed outputs.",
        "The clone lacks container isolation.",
        "The graph would lack conditional edges without it.",
        "A graph that lacks conditional edges stops at the first error.",
        "Code that has no reducers overwrites what others wrote.",
    ] {
        assert!(!told(&facts, sentence), "{sentence:?}");
    }
}

#[test]
fn what_is_not_there_is_rightly_said_to_be_missing() {
    let plain = COURT
        .replace(EDGE, "builder.add_edge('fetch', 'judge')")
        .replace("for attempt in range(3):", "for place in [place]:")
        .replace("ChatOpenAI().with_structured_output(Opinion)", "ChatOpenAI()")
        .replace("Annotated[list, operator.add]", "list")
        .replace(", timeout=9", "");
    let facts = repository(&[("src/court.py", &plain)]);
    for sentence in [
        "Missing conditional edges for error handling prevent a perfect score.",
        "There are currently no conditional edges in the graph.",
        "The state has no reducers.",
        "The judges do not use structured output.",
        "Retries exist for the judges but not for clone or network.",
        "The git clone has no timeout.",
    ] {
        assert!(!told(&facts, sentence), "{sentence:?}");
    }
    // A way that is taken whatever happens deals with no error.
    let always = COURT.replace("'failed' if state.get('error') else 'judge'", "'judge'");
    let facts = repository(&[("src/court.py", &always)]);
    assert!(!told(&facts, "The graph lacks conditional edges for errors."));
}

#[test]
fn what_stands_in_a_part_about_others_is_told_of_them() {
    let facts = repository(&[("src/court.py", COURT)]);
    let said = "The graph lacks conditional edges for errors.\n";
    assert!(!told(&facts, &format!("Audit of My Peer\n\nGraph Orchestration\n\n{said}")));
    assert!(told(&facts, &format!("Audit of My Peer\n\nText.\n\nRemediation Plan\n\n{said}")));
    assert!(told(&facts, &format!("Known Gaps\n\n{said}")));
}

#[test]
fn judges_whose_texts_say_who_they_are_have_preambles() {
    let told = |head: &str| {
        let prompt = |(persona, is): (&str, &str)| PromptFact {
            persona: persona.into(),
            text: format!("{head} the {is} in a court that hears what others have built."),
            template: None,
            sent: None,
            part: false,
            live: Some(true),
            place: Lines::new("judges.py", "b", 1, 1),
            in_tests: false,
        };
        let judges = [
            ("Prosecutor", "PROSECUTOR"),
            ("Defense", "DEFENSE ATTORNEY"),
            ("TechLead", "Tech Lead"),
        ];
        let prompts = judges.map(prompt).into();
        let python = PythonFacts { files: 1, prompts, ..PythonFacts::default() };
        let facts = RepositoryFacts { python, ..RepositoryFacts::default() };
        told(&facts, "The judges differ in tone but lack explicit persona preambles.")
    };
    assert!(told("You are"));
    assert!(!told("Speak for"));
}

#[test]
fn a_retry_that_a_gap_denies_is_held_against_the_code() {
    let again = COURT.replace(
        "    return {'votes': [ChatOpenAI().with_structured_output(Opinion).invoke('x')]}",
        "    bound = ChatOpenAI().with_structured_output(Opinion)
    for attempt in range(3):
        try:
            return {'votes': [bound.invoke('x')]}
        except ValueError:
            continue
    return {'votes': []}",
    );
    let facts = repository(&[("src/court.py", &again)]);
    let behind = "Gaps / Risks: No retry on malformed outputs before falling back to a default.";
    assert!(told(&facts, behind));
    assert!(told(&facts, "Limitation: No retry for malformed outputs."));
    for open in [
        "Failure: No retry on malformed outputs.",
        "No retry on malformed outputs.",
        "Gaps before the fix: No retry on malformed outputs.",
        "Gaps: No retry on malformed outputs of the vision model.",
        "Gaps: No retry on malformed outputs until the rewrite.",
    ] {
        assert!(!told(&facts, open), "{open:?}");
    }
    assert!(!told(&repository(&[("src/court.py", COURT)]), behind));
}
