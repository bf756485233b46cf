//! Numbers of nodes and dimensions, bounds of scores, where the graph starts, what keeps its state, and rows that say
//! that a thing is there.

use super::super::*;
use super::asked::status;
use super::sources::repository;
use crate::domain::facts::ClaimStatus::{self, Contradicted, Supported, Undecided};

const GRAPH: &str = "
from langgraph.graph import StateGraph, START, END
from langgraph.checkpoint.memory import MemorySaver
def a(state):
    return {}
g = StateGraph(dict)
g.add_node('repo_investigator', a)
g.add_node('doc_analyst', a)
g.add_node('aggregator', a)
g.add_node('final_judge', a)
g.add_edge(START, 'repo_investigator')
g.add_edge(START, 'doc_analyst')
g.add_edge('repo_investigator', 'aggregator')
g.add_edge('doc_analyst', 'aggregator')
g.add_edge('aggregator', 'final_judge')
g.add_edge('final_judge', END)
app = g.compile(checkpointer=MemorySaver())
app.invoke({})
";

const STATE: &str = "
from pydantic import BaseModel, Field
class JudicialOpinion(BaseModel):
    score: int = Field(ge=1, le=5)
class Verdict(BaseModel):
    score: int
";

const RUBRIC: &str = r#"{"dimensions": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}, {"id": "c", "name": "C"}]}"#;

fn facts() -> RepositoryFacts {
    let files = [("src/graph.py", GRAPH), ("src/state.py", STATE), ("rubric.json", RUBRIC)];
    repository(&files)
}

#[track_caller]
fn check(kind: ClaimKind, text: &str, expected: Option<ClaimStatus>) {
    assert_eq!(status(&facts(), kind, text), expected, "{text}");
}

#[test]
fn a_graph_has_as_many_nodes_as_are_told_or_not() {
    let values = ClaimKind::Values;
    check(values, "The StateGraph has four nodes.", Some(Supported));
    check(values, "The StateGraph has six nodes.", Some(Supported));
    check(values, "The StateGraph has five nodes.", None);
    check(values, "The StateGraph has twelve nodes.", Some(Contradicted));
    check(values, "The graph has two nodes in parallel.", None);
    check(values, "The graph will have twelve nodes.", None);
    let conditional =
        GRAPH.replace("g.add_node('final_judge', a)", "if full:\n    g.add_node('final_judge', a)");
    let other = repository(&[("src/graph.py", &conditional)]);
    assert_eq!(status(&other, values, "The StateGraph has twelve nodes."), None);
}

#[test]
fn a_rubric_has_as_many_dimensions_as_are_told_or_not() {
    let values = ClaimKind::Values;
    let facts = facts();
    let is_read = facts.vocabulary.as_ref().is_some_and(|words| !words.rubrics.is_empty());
    assert!(is_read, "the rubric is read");
    check(values, "The file rubric.json contains three dimensions.", Some(Supported));
    check(values, "The file rubric.json contains ten dimensions.", Some(Contradicted));
    check(values, "The auditor judges work across three rubric dimensions.", Some(Supported));
    check(values, "The auditor judges work across ten rubric dimensions.", None);
}

#[test]
fn a_score_lies_between_the_bounds_that_are_told_or_not() {
    let values = ClaimKind::Values;
    check(values, "JudicialOpinion enforces score: int = Field(..., ge=1, le=5).", Some(Supported));
    check(values, "JudicialOpinion enforces a score from 1 to 5.", Some(Supported));
    check(values, "JudicialOpinion enforces a score from 0 to 10.", Some(Contradicted));
    check(values, "Verdict enforces a score from 1 to 5.", Some(Contradicted));
    check(values, "Each judge gives a JudicialOpinion (score 1–5, argument).", Some(Supported));
    check(values, "Each judge gives an opinion (score 0–10, argument).", None);
    let validated = STATE.replace("    score: int\n", "    score: conint(ge=0)\n");
    let other = repository(&[("src/graph.py", GRAPH), ("src/state.py", &validated)]);
    assert_eq!(status(&other, values, "Verdict enforces a score from 1 to 5."), None);
}

#[test]
fn the_start_leads_where_it_is_said_to_or_not() {
    let start = ClaimKind::ParallelGraph;
    check(start, "START has edges to both repo_investigator and doc_analyst.", Some(Supported));
    check(start, "START has edges to doc_analyst and final_judge.", Some(Contradicted));
    check(start, "The way from START to doc_analyst and final_judge is short.", None);
    check(start, "START has edges to doc_analyst and vision_inspector.", None);
}

#[test]
fn a_graph_is_compiled_with_the_saver_that_is_named_or_not() {
    let libraries = ClaimKind::Libraries;
    check(libraries, "The state is saved with MemorySaver.", Some(Supported));
    check(libraries, "The state is saved with SqliteSaver.", Some(Contradicted));
    let either = GRAPH.replace("MemorySaver()", "SqliteSaver(x) if x else MemorySaver()");
    let other = repository(&[("src/graph.py", &either)]);
    let said = "The state is saved with SqliteSaver.";
    assert_eq!(status(&other, libraries, said), Some(Undecided));
    let bare = GRAPH
        .replace("from langgraph.checkpoint.memory import MemorySaver\n", "")
        .replace("checkpointer=MemorySaver()", "");
    let other = repository(&[("src/graph.py", &bare)]);
    let said = "The state is saved with MemorySaver.";
    assert_eq!(status(&other, libraries, said), Some(Contradicted));
}

#[test]
fn a_row_claims_what_it_says_to_be_there() {
    let rows = |first: &str| {
        format!("Component  Status\n\n{first}\n\nWe wrote all of it in one week of hard work.\n")
    };
    let edges = ClaimKind::ConditionalEdges;
    check(edges, &rows("Conditional edges for errors  Implemented"), Some(Contradicted));
    check(edges, &rows("Graph (conditional edges)  Complete"), Some(Contradicted));
    check(edges, &rows("Conditional edges for errors  Not implemented"), None);
    check(edges, &rows("Conditional edges for errors  Planned"), None);
    check(
        ClaimKind::FanIn,
        &rows("Fan-in of detectives at the aggregator  ✅ Done"),
        Some(Supported),
    );
    check(ClaimKind::FanIn, "✅ Fan-in of detectives at the aggregator\n", Some(Supported));
    // What stands on a page about others blames nobody.
    let others = "Peer review\n\nConditional edges for errors  Implemented\n";
    assert_ne!(status(&facts(), edges, others), Some(Contradicted));
}

#[test]
fn an_item_claims_with_the_verb_above_its_list() {
    let typed = ClaimKind::TypedClasses;
    let list = |lead: &str| format!("{lead}\n● Pydantic models for opinions\n● Plain functions\n");
    check(typed, &list("The state layer uses the following:"), Some(Supported));
    check(typed, &list("The next version will use the following:"), None);
    check(typed, &list("Design goals:"), None);
}
