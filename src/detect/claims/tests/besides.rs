//! What a sentence says besides the fact that supports it, and what no name supports.

use super::super::*;
use super::asked::claimed;
use super::sources::{JUSTICE, STATE, check, repository, whole};
use ClaimKind::{
    Averaging, Definitions, DeterministicSynthesis, FanIn, Libraries, MarkdownReport,
    ParallelDetectives, ParallelJudges, PdfText, Reducers, Retry, RubricFile, SyntaxTree,
    SynthesisRules, TemporaryClone,
};
use ClaimStatus::{Contradicted, Supported, Undecided};

/// The claims of a kind that a sentence makes, each with what is said to it.
fn told(facts: &RepositoryFacts, kind: ClaimKind, sentence: &str) -> Vec<(ClaimStatus, String)> {
    let all = claimed(facts, sentence).into_iter().filter(|claim| claim.kind == kind);
    all.map(|claim| (claim.status, claim.fact)).collect()
}

#[test]
fn what_a_sentence_says_of_order_extent_or_surroundings_stays_open() {
    let facts = whole();
    let rules = |said: &str, status| check(&facts, SynthesisRules, said, status);
    rules("The security override always overrules the judges' opinions.", Undecided);
    rules("The security override caps the total score at 3 for a flaw.", Undecided);
    rules("The security override caps the score of the criterion at 3 for a flaw.", Supported);
    rules("A dissent summary is written where a high variance lowers the score.", Undecided);
    rules("A dissent summary is written where a high variance is noticed.", Supported);
    let reading = |said: &str, status| check(&facts, RubricFile, said, status);
    reading(
        "The system loads rubric.json and injects its rules into every node's context.",
        Undecided,
    );
    reading("The system loads rubric.json and injects its rules where they are needed.", Supported);
    reading("The prompts rely on the judicial logic from the rubric JSON.", Undecided);
    let pdf = |said: &str, status| check(&facts, PdfText, said, status);
    pdf("The tool parses PDFs in an isolated environment.", Undecided);
    pdf("The tool parses PDFs in the same environment.", Supported);
    let tree = |said: &str, status| check(&facts, SyntaxTree, said, status);
    tree("The tool uses AST parsing rather than brittle string searches.", Undecided);
    tree("The tool uses AST parsing for all Python files.", Supported);
    let named = |said: &str, status| check(&facts, Definitions, said, status);
    named("Here outline() parses the whole graph accurately.", Undecided);
    named("Here outline() parses the whole graph.", Undecided);
    named("Here outline() is for the whole graph.", Supported);
    named("We added outline() to parse it and introduced a decorator with traces.", Undecided);
}

#[test]
fn a_clone_shows_nothing_of_the_environment_that_its_commands_are_given() {
    let text = "
import subprocess, tempfile
def clone(url):
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(['git', 'clone', url, place], check=True)
";
    let facts = repository(&[("tools.py", text)]);
    let clone = |said: &str, status| check(&facts, TemporaryClone, said, status);
    clone("Each clone goes into a temporary directory with a scrubbed environment.", Undecided);
    clone("Each clone goes into a temporary directory of its own.", Supported);
}

#[test]
fn rules_show_nothing_of_the_order_in_which_opinions_come() {
    let facts = repository(&[(
        "justice.py",
        &JUSTICE.replace("round(sum(scores) / len(scores))", "max(scores)"),
    )]);
    let rules = |said: &str, status| check(&facts, DeterministicSynthesis, said, status);
    rules(
        "The verdict is deterministic, regardless of the execution order of its judges.",
        Undecided,
    );
    rules("The verdict is deterministic for the same opinions.", Supported);
}

#[test]
fn a_report_in_markdown_shows_none_in_json() {
    let render = "
def render_markdown(report):
    lines = ['# Audit']
    return lines
";
    let json =
        format!("import json\n{render}def save(report):\n    json.dump(report, open('r', 'w'))\n");
    let prompt = format!("{render}def ask(report):\n    return report.model_dump_json()\n");
    let said = "The node produces reports as Markdown + JSON in one go.";
    check(&repository(&[("justice.py", &json)]), MarkdownReport, said, Supported);
    check(&repository(&[("justice.py", &prompt)]), MarkdownReport, said, Undecided);
    check(&repository(&[("justice.py", render)]), MarkdownReport, said, Contradicted);
    let alone = "The node produces a report as Markdown in one go.";
    check(&repository(&[("justice.py", render)]), MarkdownReport, alone, Supported);
}

const GRAPH: &str = "
from langgraph.graph import StateGraph, START, END
from nodes import gather
def run(state): return {'votes': [state['ledger']]}
builder = StateGraph(dict)
for name in ('repo_investigator', 'doc_analyst', 'vision_inspector', 'gate_one', 'gate_two', 'gate_three', 'prosecutor', 'defense', 'ruling'):
    builder.add_node(name, run)
builder.add_node('evidence_aggregator', gather)
builder.add_edge(START, 'gate_one')
builder.add_edge(START, 'gate_two')
builder.add_edge(START, 'gate_three')
builder.add_edge('gate_one', 'repo_investigator')
builder.add_edge('gate_two', 'doc_analyst')
builder.add_edge('gate_three', 'vision_inspector')
builder.add_edge('repo_investigator', 'evidence_aggregator')
builder.add_edge('doc_analyst', 'evidence_aggregator')
builder.add_edge('vision_inspector', 'evidence_aggregator')
builder.add_edge('evidence_aggregator', 'prosecutor')
builder.add_edge('evidence_aggregator', 'defense')
builder.add_edge('prosecutor', 'ruling')
builder.add_edge('defense', 'ruling')
builder.add_edge('ruling', END)
graph = builder.compile()
";

const GATHER: &str = "
def gather(state):
    '''Gathers it.'''
    print('gathered')
    return {}
";

#[test]
fn a_node_that_looks_at_nothing_is_not_shown_to_gather_anything() {
    let said =
        "Outputs fan in at the EvidenceAggregator node (fan-in), which collects all evidence.";
    let plain = "Outputs fan in at the EvidenceAggregator node before anybody judges.";
    let facts = repository(&[("graph.py", GRAPH), ("nodes.py", GATHER)]);
    assert_eq!(facts.python.graphs[0].passive, ["evidence_aggregator"]);
    check(&facts, FanIn, said, Undecided);
    check(&facts, FanIn, plain, Supported);
    let looks = GATHER.replace("'gathered'", "state['ledger']");
    check(&repository(&[("graph.py", GRAPH), ("nodes.py", &looks)]), FanIn, said, Supported);
}

#[test]
fn nothing_runs_side_by_side_where_the_graph_is_never_built() {
    let said = "The judges run in parallel over the same evidence.";
    let facts = repository(&[("graph.py", GRAPH), ("nodes.py", GATHER)]);
    check(&facts, ParallelJudges, said, Supported);
    let other = GATHER.replace("def gather", "def gatherer");
    check(
        &repository(&[("graph.py", GRAPH), ("nodes.py", &other)]),
        ParallelJudges,
        said,
        Undecided,
    );
}

#[test]
fn detectives_behind_gates_start_at_once_also_where_none_is_named() {
    let said = "It begins with parallel evidence collection, and then judges deliberate.";
    let facts = repository(&[("graph.py", GRAPH), ("nodes.py", GATHER)]);
    check(&facts, ParallelDetectives, said, Supported);
    let chained = GRAPH.replace("add_edge(START, 'gate_two')", "add_edge('gate_one', 'gate_two')");
    check(
        &repository(&[("graph.py", &chained), ("nodes.py", GATHER)]),
        ParallelDetectives,
        said,
        Undecided,
    );
}

#[test]
fn a_barrier_before_the_judges_is_none_behind_them() {
    let said = "Fan-in barrier: it ensures complete evidence collection before judicial reasoning.";
    let facts = repository(&[("graph.py", GRAPH), ("nodes.py", GATHER)]);
    assert_eq!(told(&facts, FanIn, said)[0].1, "branches meet at `evidence_aggregator`");
    let one = GRAPH
        .replace("builder.add_edge('doc_analyst', 'evidence_aggregator')\n", "")
        .replace("builder.add_edge('vision_inspector', 'evidence_aggregator')\n", "");
    let late = repository(&[("graph.py", &one), ("nodes.py", GATHER)]);
    check(&late, FanIn, said, Undecided);
    check(&late, FanIn, "Reducers serve the fan-in merging of evidence in the graph.", Undecided);
}

const ROUTED: &str = "
from langgraph.graph import StateGraph, START, END
def work(state):
    return {'votes': [state['ledger']]}
def route(state):
    return 'failed' if state.get('error') else 'fine'
builder = StateGraph(dict)
builder.add_node('repo', work)
builder.add_node('doc', work)
builder.add_node('handler', work)
builder.add_node('aggregator', work)
builder.add_edge(START, 'repo')
builder.add_edge(START, 'doc')
builder.add_conditional_edges('repo', route, {'failed': 'handler', 'fine': 'aggregator'})
builder.add_edge('doc', 'aggregator')
builder.add_edge('handler', 'aggregator')
builder.add_edge('aggregator', END)
graph = builder.compile()
graph.invoke({})
";

#[test]
fn a_node_that_a_router_may_start_twice_is_not_shown_to_wait() {
    let routed = repository(&[("graph.py", ROUTED)]);
    let even = ROUTED.replace("'failed': 'handler'", "'failed': 'aggregator'");
    let even = repository(&[(
        "graph.py",
        &even.replace("builder.add_edge('handler', 'aggregator')\n", ""),
    )]);
    for said in [
        "This design prevents race conditions where the branches fan in at the aggregator.",
        "All branches fan in at the aggregator, which waits for them.",
    ] {
        check(&routed, FanIn, said, Undecided);
        check(&even, FanIn, said, Supported);
    }
    check(&routed, FanIn, "The branches of both detectives fan in at the aggregator.", Supported);
}

#[test]
fn what_only_idle_code_imports_supports_nothing() {
    let traced = "import langsmith\ndef trace(run):\n    return langsmith\n";
    let with = |graph: &str| {
        repository(&[("graph.py", graph), ("nodes.py", GATHER), ("traced.py", traced)])
    };
    let said = "The run is implemented with LangSmith for its traces.";
    check(&with(GRAPH), Libraries, said, Undecided);
    let both = with(&format!("import langsmith\n{GRAPH}"));
    check(&both, Libraries, said, Supported);
    // What others' code imports is no library of the own one.
    assert!(
        told(&both, Libraries, "This catches code that imports LangGraph but never wires a graph.")
            .is_empty()
    );
}

#[test]
fn a_name_that_is_there_is_no_praise_of_what_stands_open() {
    let facts = whole();
    assert!(
        told(
            &facts,
            Definitions,
            "Here outline() cross-references claimed file paths with the tree."
        )
        .is_empty()
    );
    check(
        &facts,
        Definitions,
        "All replies are mapped by outline() before they are read.",
        Undecided,
    );
    check(&facts, Definitions, "Replies are mapped by outline() before they are read.", Supported);
    // A key of data is no definition, and may be meant all the same.
    let state = format!("{STATE}def pick(one):\n    return one['target_artifact'], 0.2\n");
    let facts = repository(&[("state.py", &state)]);
    check(
        &facts,
        Definitions,
        "Here pick() goes by target_artifact where it exceeds 20% of it.",
        Supported,
    );
    check(&facts, Definitions, "Here pick() filters by other_artifact where it can.", Undecided);
    check(&facts, Definitions, "Here pick() filters where it exceeds 30% of it.", Undecided);
}

#[test]
fn a_function_that_is_shown_as_an_excerpt_has_to_be_there() {
    let facts = whole();
    let shown = |name: &str| {
        format!("Listing 1: The rules (excerpt)\n\n1 def {name}(votes):\n\n2  return 3\n")
    };
    let other = told(&facts, Definitions, &shown("decide_case"));
    assert_eq!(
        other,
        [(Contradicted, "no source has a function of the name `decide_case`".to_owned())]
    );
    let whose = shown("decide_case").replace(" (excerpt)", " in a framework");
    assert!(matches!(told(&facts, Definitions, &whose)[..], [(Undecided, _)]));
    assert!(told(&facts, Definitions, &shown("chief_justice")).is_empty());
    assert!(told(&facts, Definitions, &shown("chiefjustice")).is_empty());
}

#[test]
fn classes_that_a_file_is_said_to_have_have_to_be_there() {
    let facts = whole();
    let named = |said: &str, status| check(&facts, Definitions, said, status);
    named(
        "src/judges.py contains three distinct classes — FirstJudge, SecondJudge, ThirdJudge — each with a text.",
        Contradicted,
    );
    named(
        "src/judges.py contains the classes FirstJudge and CourtState, each with a text.",
        Undecided,
    );
    assert!(
        told(&facts, Definitions, "src/judges.py should contain classes: FirstJudge, SecondJudge.")
            .is_empty()
    );
}

#[test]
fn what_it_does_is_done_by_the_judge_of_the_paragraph() {
    let facts = whole();
    let history = ClaimKind::GitHistory;
    let of = |who: &str| {
        format!("The {who} works from a premise. It reads the git log as a story of struggle.")
    };
    assert!(told(&facts, history, &of("Defense")).is_empty());
    assert_eq!(told(&facts, history, &of("RepoInvestigator"))[0].0, Supported);
}

#[test]
fn a_short_denial_of_averages_is_a_claim() {
    let facts = repository(&[("justice.py", JUSTICE)]);
    check(&facts, Averaging, "No score averaging.", Contradicted);
    assert!(told(&facts, Averaging, "No score averaging across runs is shown.").is_empty());
}

#[test]
fn failures_that_pass_are_tried_again_by_the_graph_and_replies_are_not() {
    let text = "
from langgraph.graph import StateGraph, START, END
from langgraph.types import RetryPolicy
from pydantic import BaseModel
from langchain_openai import ChatOpenAI
class Opinion(BaseModel):
    score: int
def prosecutor(state):
    return {'votes': [ChatOpenAI().with_structured_output(Opinion).invoke(state['facts'])]}
builder = StateGraph(dict)
builder.add_node('prosecutor', prosecutor, retry_policy=RetryPolicy(max_attempts=3))
builder.add_edge(START, 'prosecutor')
builder.add_edge('prosecutor', END)
graph = builder.compile()
";
    let facts = repository(&[("graph.py", text)]);
    let again = |said: &str, status| check(&facts, Retry, said, status);
    again("The retry policy on judge nodes handles transient LLM failures.", Supported);
    again("The retry policy on judge nodes handles malformed LLM replies.", Undecided);
    let once = text
        .replace(", retry_policy=RetryPolicy(max_attempts=3)", "")
        .replace("from langgraph.types import RetryPolicy\n", "");
    let facts = repository(&[("graph.py", &once)]);
    let fact = "`prosecutor` asks a model once, and nothing in the sources tries again";
    assert_eq!(
        told(&facts, Retry, "The judge nodes use retries for malformed LLM replies.")[0],
        (Contradicted, fact.to_owned())
    );
    check(&facts, Retry, "Judges use free models with automatic retries.", Undecided);
}

#[test]
fn a_field_that_a_node_writes_and_nothing_merges_contradicts_that_all_are_merged() {
    let text = "
import operator
from typing import Annotated, TypedDict
from langgraph.graph import StateGraph, START, END
class CourtState(TypedDict):
    ledger: Annotated[dict, operator.ior]
    error: str
def gather(state):
    return {'ledger': {}, 'error': 'none'}
builder = StateGraph(CourtState)
builder.add_node('gather', gather)
builder.add_edge(START, 'gather')
builder.add_edge('gather', END)
graph = builder.compile()
";
    let facts = repository(&[("graph.py", text)]);
    let merged = |facts: &RepositoryFacts, said: &str, status| check(facts, Reducers, said, status);
    let all = "All state mutations are protected by typed Annotated reducers.";
    merged(&facts, all, Contradicted);
    assert_eq!(
        told(&facts, Reducers, all)[0].1,
        "no reducer merges `CourtState.error`, which `gather` returns"
    );
    merged(&facts, "Mutations of the ledger are protected by Annotated reducers.", Supported);
    let read = text.replace(", 'error': 'none'", "");
    merged(&repository(&[("graph.py", &read)]), all, Undecided);
}

#[test]
fn regular_expressions_that_no_source_has_understate_the_code() {
    let said = "Forensic depth: RepoInvestigator relies on regex-based scanning of files.";
    let page = ReportPage { number: 1, text: said.into(), ..ReportPage::default() };
    let behind =
        |text: &str| claims(std::slice::from_ref(&page), Some(&repository(&[("tools.py", text)])));
    let parses = "import ast\ndef outline(text):\n    return ast.parse(text)\n";
    assert!(behind(parses).iter().any(|claim| claim.understates && claim.kind == SyntaxTree));
    assert!(!behind(&format!("import re\n{parses}")).iter().any(|claim| claim.understates));
    assert!(
        !behind("def outline(text):\n    return text.split()\n")
            .iter()
            .any(|claim| claim.understates)
    );
}
