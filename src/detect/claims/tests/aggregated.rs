//! What the node at which detectives meet is said to make of their evidence.

use super::contradicted::check;
use super::sources::repository;
use crate::domain::facts::RepositoryFacts;

/// A graph whose aggregator does this.
fn graph(body: &str) -> RepositoryFacts {
    repository(&[(
        "graph.py",
        &format!(
            "
import operator
from typing import Annotated, TypedDict
from langgraph.graph import StateGraph, START, END
class State(TypedDict):
    evidences: Annotated[dict, operator.ior]
    metadata: dict
def repo_investigator(state):
    return {{'evidences': {{'repo': [1]}}}}
def evidence_aggregator(state):
{body}
def judge(state):
    return {{'metadata': {{}}}}
builder = StateGraph(State)
builder.add_node('repo_investigator', repo_investigator)
builder.add_node('evidence_aggregator', evidence_aggregator)
builder.add_node('judge', judge)
builder.add_edge(START, 'repo_investigator')
builder.add_edge('repo_investigator', 'evidence_aggregator')
builder.add_edge('evidence_aggregator', 'judge')
builder.add_edge('judge', END)
app = builder.compile()
if __name__ == '__main__':
    app.invoke({{}})
"
        ),
    )])
}

const SAID: [&str; 4] = [
    "Aggregator synchronizes and structures evidence for what the judges do with it.",
    "Evidence Aggregator: Fan-in node that synchronizes parallel outputs, detects contradictions, and structures evidence by rubric criterion.",
    "The EvidenceAggregator node deduplicates and normalizes all findings of the detectives.",
    "● The evidence_aggregator (fan-in) groups the collected evidence by criterion.",
];

#[test]
fn evidence_that_the_aggregator_hands_on_as_it_is_was_not_worked_on() {
    let others = [
        "The evidence aggregator collects and merges all evidence of the detectives.",
        "The evidence aggregator will normalize and group evidence by criterion.",
        "The reducer operator.ior groups evidence before the aggregator structures evidence.",
        "If evidence is missing, the aggregator groups evidence by criterion.",
        "The aggregator waits until a detective that sorts its files returns its evidence.",
    ];
    for body in [
        "    return {}",
        "    update = {'metadata': 1}\n    return update",
        "    counts = {key: len(value) for key, value in state.get('evidences', {}).items()}\n    metadata = state.get('metadata', {})\n    metadata['counts'] = counts\n    return {'metadata': metadata}",
        "    lines = []\n    for key, found in state['evidences'].items():\n        lines.append(f'{key}: {len(found)}')\n    print('\\n'.join(lines))\n    return {}",
    ] {
        check(&graph(body), &SAID, &others);
    }
}

#[test]
fn an_aggregator_that_may_change_the_evidence_is_held_against_nobody() {
    for body in [
        "    return {'evidences': {'all': sorted(state['evidences'])}}",
        "    state['evidences']['all'] = sorted(state['evidences'])\n    return {}",
        "    found = state['evidences']\n    found['all'] = []\n    return {}",
        "    for found in state['evidences'].values():\n        found.sort()\n    return {}",
        "    for one in state['evidences']['repo']:\n        one.confidence = 1\n    return {}",
        "    work_on(state['evidences'])\n    return {}",
        "    update = {'metadata': 1}\n    update.update(more)\n    return update",
        "    return {'by_criterion_findings': {}}",
        "    return {**state}",
    ] {
        check(&graph(body), &[], &SAID);
    }
}

/// A graph whose judges send this to a model.
fn court(sent: &str) -> RepositoryFacts {
    let judge = |name: &str| {
        format!(
            "def {name}(state):\n    reply = ChatOpenAI().invoke('{name}' + {sent})\n    return {{'opinions': [reply]}}\n"
        )
    };
    let nodes = ["prosecutor", "defense", "tech_lead"];
    let functions = nodes.map(judge).concat();
    let wire = |name: &str| {
        format!(
            "builder.add_node('{name}', {name})\nbuilder.add_edge('repo_investigator', '{name}')\nbuilder.add_edge('{name}', END)\n"
        )
    };
    let wires = nodes.map(wire).concat();
    repository(&[(
        "graph.py",
        &format!(
            "
import operator
from typing import Annotated, TypedDict
from langchain_openai import ChatOpenAI
from langgraph.graph import StateGraph, START, END
class State(TypedDict):
    evidences: Annotated[dict, operator.ior]
    opinions: Annotated[list, operator.add]
    rubric: dict
def repo_investigator(state):
    return {{'evidences': {{'repo': [1]}}}}
{functions}
builder = StateGraph(State)
builder.add_node('repo_investigator', repo_investigator)
builder.add_edge(START, 'repo_investigator')
{wires}
app = builder.compile()
if __name__ == '__main__':
    app.invoke({{'rubric': {{}}}})
"
        ),
    )])
}

#[test]
fn judges_who_are_shown_nothing_evaluate_no_evidence() {
    let said = [
        "All three judges evaluate the same evidence with conflicting philosophies.",
        "Each judge receives the same evidence bundle and returns its opinion.",
        "Three judge personas (Prosecutor, Defense, Tech Lead) receive identical evidence packages.",
        "Judges run in parallel on the same evidence, ensuring genuine dialectical tension.",
        "Instead, the Prosecutor (Antithesis) and Defense (Thesis) debate the evidence.",
    ];
    let others = [
        "Each judge will receive the same evidence bundle and return its opinion.",
        "All three judges evaluate the rubric with conflicting philosophies.",
        "If a clone fails, each judge receives the same evidence bundle.",
        "A peer's judges all evaluate the same evidence.",
    ];
    check(&court("str(state['rubric'])"), &said, &others);
    check(&court("str(state['evidences'])"), &[], &said);
}
