//! Sentences that name what they are about, where the facts are about something else.

use super::sources::{STATE, check, repository};
use super::*;
use ClaimKind::TypedClasses;
use ClaimStatus::{Supported, Undecided};

/// A state of which one field alone is merged.
const HALF: &str = "
import operator
from typing import Annotated, TypedDict
class AgentState(TypedDict):
    evidences: dict
    opinions: list
    errors: Annotated[list, operator.add]
";

/// The same with functions of the project's own.
const OWN: &str = "
from typing import Annotated, TypedDict
def merge_evidences(one, other):
    return {**one, **other}
class AgentState(TypedDict):
    evidences: Annotated[dict, merge_evidences]
    opinions: list
";

#[test]
fn the_reducer_of_one_field_supports_nothing_that_is_said_of_another() {
    let half = repository(&[("state.py", HALF)]);
    let held = |said: &str, status| check(&half, Reducers, said, status);
    for said in [
        "opinions is merged with operator.add.",
        "The reducer operator.add concatenates the judges' opinion lists.",
        "Opinions are already merged via the reducer.",
        "Our AgentState uses two reducers: one for evidence and one for opinions.",
        "The graph state uses Annotated[List[Dict], operator.add] for opinions.",
        "The detective writes `Evidence` objects into state[\"evidences\"] using reducers.",
        "Each judge appends to a shared Annotated[List[JudicialOpinion], operator.add] state.",
    ] {
        held(said, Undecided);
    }
    for said in [
        "errors is merged with operator.add.",
        "The state uses reducers (operator.add) for parallel writes.",
        "The errors are collected by operator.add; judges read all evidence and write opinions.",
        "AgentState is a state with Annotated reducers, made of Evidence and the like.",
    ] {
        held(said, Supported);
    }
    let whole = HALF.replace("dict\n", "Annotated[dict, operator.ior]\n");
    let whole = repository(&[(
        "state.py",
        &whole.replace("opinions: list", "opinions: Annotated[list, operator.add]"),
    )]);
    let said = "Our AgentState uses two reducers: one for evidence and one for opinions.";
    check(&whole, Reducers, said, Supported);
    let said = "Evidence is merged by operator.ior, and errors and opinions use operator.add.";
    check(&whole, Reducers, said, Supported);
    let added =
        repository(&[("state.py", &HALF.replace("dict\n", "Annotated[dict, operator.ior]\n"))]);
    check(&added, Reducers, "The findings are evidence that operator.add joins.", Undecided);
}

#[test]
fn a_function_that_merges_no_field_supports_nothing() {
    let own = repository(&[("state.py", OWN)]);
    let held = |said: &str, status| check(&own, Reducers, said, status);
    held("The merge_opinions reducer concatenates lists.", Undecided);
    let both = "Parallel writes use explicit reducers (merge_evidences for evidences, merge_opinions for opinions).";
    held(both, Undecided);
    held("The merge_evidences reducer joins dictionaries.", Supported);
    let all = OWN
        .replace("opinions: list", "opinions: Annotated[list, merge_opinions]")
        .replace("class", "def merge_opinions(one, other):\n    return one + other\nclass");
    check(&repository(&[("state.py", &all)]), Reducers, both, Supported);
}

#[test]
fn an_operator_that_fails_on_what_a_field_holds_merges_nothing() {
    let said = "Parallel evidence is merged by the reducer.";
    for (annotation, status) in [
        ("Annotated[dict, operator.ior]", Supported),
        ("Annotated[dict, operator.add]", Undecided),
        ("Annotated[List[str], operator.ior]", Undecided),
        ("Annotated[List[str], operator.add]", Supported),
    ] {
        let state = HALF.replace("evidences: dict", &format!("evidences: {annotation}"));
        check(&repository(&[("state.py", &state)]), Reducers, said, status);
    }
}

/// Two detectives that meet, and three judges in a row.
const ROW: &str = "
from langgraph.graph import StateGraph, START, END
from state import CourtState
def repo_investigator(state): return {'votes': [1]}
def doc_analyst(state): return {'votes': [2]}
def evidence_aggregator(state): return {'votes': [3]}
def prosecutor(state): return {'votes': [4]}
def defense(state): return {'votes': [5]}
def tech_lead(state): return {'votes': [6]}
def chief_justice(state): return {'votes': [7]}
builder = StateGraph(CourtState)
for node in (repo_investigator, doc_analyst, evidence_aggregator, prosecutor, defense, tech_lead, chief_justice):
    builder.add_node(node.__name__, node)
builder.add_edge(START, 'repo_investigator')
builder.add_edge(START, 'doc_analyst')
builder.add_edge('repo_investigator', 'evidence_aggregator')
builder.add_edge('doc_analyst', 'evidence_aggregator')
builder.add_edge('evidence_aggregator', 'prosecutor')
builder.add_edge('prosecutor', 'defense')
builder.add_edge('defense', 'tech_lead')
builder.add_edge('tech_lead', 'chief_justice')
builder.add_edge('chief_justice', END)
graph = builder.compile()
graph.invoke({})
";

#[test]
fn meetings_and_partings_are_counted_and_bound_to_their_nodes() {
    let abreast = ROW
        .replace("'prosecutor', 'defense')", "'evidence_aggregator', 'defense')")
        .replace("'defense', 'tech_lead')", "'evidence_aggregator', 'tech_lead')")
        .replace(
            "builder.add_edge('tech_lead', 'chief_justice')",
            "for one in ('prosecutor', 'defense', 'tech_lead'):\n    builder.add_edge(one, 'chief_justice')",
        );
    let row = repository(&[("state.py", STATE), ("graph.py", ROW)]);
    let abreast = repository(&[("state.py", STATE), ("graph.py", &abreast)]);
    for said in [
        "The graph has two fan-in points: evidence_aggregator and chief_justice.",
        "The StateGraph has two fan-out/fan-in layers and conditional edges.",
        "The graph implements two distinct parallel fan-out / fan-in patterns.",
        "The StateGraph implements a dual fan-out/fan-in architecture.",
        "Fan-In/Fan-Out is implemented at two distinct graph layers.",
        "The EvidenceAggregator and ChiefJustice nodes act as strict synchronization points.",
        "The Evidence Aggregator and Chief Justice serve as fan-in points.",
    ] {
        check(&row, FanIn, said, Undecided);
        check(&abreast, FanIn, said, Supported);
    }
    for said in [
        "The detectives fan in at evidence_aggregator and chief_justice closes the case.",
        "The branches fan in at evidence_aggregator, and then come the judges.",
        "StateGraph encodes judges via prosecutor, and evidence_aggregator fan-in.",
    ] {
        check(&row, FanIn, said, Supported);
    }
}

const CLASSES: &str = "
import operator
from dataclasses import dataclass
from typing import Annotated, TypedDict
from pydantic import BaseModel
@dataclass
class Evidence:
    goal: str
    found: bool
class JudicialOpinion(BaseModel):
    score: int
    argument: str
class AuditReport(BaseModel):
    executive_summary: str
    criteria: list
    remediation_plan: str
class Quux(TypedDict):
    evidences: Annotated[dict, operator.ior]
NAMES = ['AgentState', 'CriterionResult', 'criterion_breakdown']
";

#[test]
fn a_name_that_stands_in_a_text_alone_is_defined_nowhere() {
    let facts = repository(&[("state.py", CLASSES)]);
    for kind in [Reducers, TypedClasses] {
        let said = "The AgentState TypedDict uses Annotated type hints with operator.ior.";
        check(&facts, kind, said, Undecided);
        check(&facts, kind, &said.replace("AgentState", "Quux"), Supported);
    }
    let bound = "All judges are bound to the CriterionResult Pydantic schema.";
    check(&facts, TypedClasses, bound, Undecided);
    let plural = "State Management uses Pydantic BaseModels and TypedDicts with reducers.";
    check(&facts, TypedClasses, plural, Supported);
    check(&facts, TypedClasses, &bound.replace("CriterionResult", "JudicialOpinion"), Supported);
}

#[test]
fn each_class_of_a_list_is_of_the_kind_that_is_named() {
    let facts = repository(&[("state.py", CLASSES)]);
    for said in [
        "The module uses Evidence, JudicialOpinion, AuditReport (Pydantic models) for its values.",
        "The module defines Pydantic models (Evidence, JudicialOpinion, AuditReport).",
        "The module defines Pydantic models (JudicialOpinion, CriterionResult, AuditReport).",
        "Five Pydantic BaseModel classes enforce type safety.",
    ] {
        check(&facts, TypedClasses, said, Undecided);
    }
    for said in [
        "The module uses JudicialOpinion, AuditReport (Pydantic models) for its values.",
        "The module defines Pydantic models (JudicialOpinion, AuditReport).",
        "Two Pydantic BaseModel classes enforce type safety.",
    ] {
        check(&facts, TypedClasses, said, Supported);
    }
    let fields =
        "Output: AuditReport with executive_summary, criterion_breakdown, remediation_plan.";
    check(&facts, Definitions, fields, Undecided);
    check(&facts, Definitions, &fields.replace("criterion_breakdown", "criteria"), Supported);
}
