//! What small sources say to claims.

use super::super::*;
use crate::detect::repo::python::examine;
use crate::detect::repo::vocabulary::vocabulary;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::ClaimStatus::{self, Contradicted, Supported, Undecided};
use crate::domain::facts::{ClaimKind, CommitFact, HistoryFacts, TreeEntry, TreeFacts};
use crate::domain::limits::Limits;

pub(super) const STATE: &str = "
import operator
from typing import Annotated, TypedDict
from pydantic import BaseModel
class Finding(BaseModel):
    topic: str
    place: str
    certainty: float
class CourtState(TypedDict):
    ledger: Annotated[dict, operator.ior]
    votes: Annotated[list, operator.add]
";

pub(super) const GRAPH: &str = "
from langgraph.graph import StateGraph, START, END
from state import CourtState
import justice, tools
def prosecutor_node(state): return {}
def defense_node(state): return {}
def tech_lead_node(state): return {}
builder = StateGraph(CourtState)
builder.add_node('prosecutor', prosecutor_node)
builder.add_node('defense', defense_node)
builder.add_node('tech_lead', tech_lead_node)
builder.add_node('ruling', ruling)
for judge in ('prosecutor', 'defense', 'tech_lead'):
    builder.add_edge(START, judge)
    builder.add_edge(judge, 'ruling')
builder.add_edge('ruling', END)
graph = builder.compile()
";

const TOOLS: &str = "
import ast, json, subprocess
from pypdf import PdfReader
def read_rubric():
    return json.load(open('config/rubric.json'))
def git_log(path):
    return subprocess.run(['git', 'log', '--oneline'], cwd=path, check=True, timeout=9)
def outline(text):
    return ast.parse(text)
def read_report(path):
    return [page.extract_text() for page in PdfReader(path).pages]
def examine(path):
    return read_rubric(), git_log(path), outline(path), read_report(path)
LOOKS = [examine]
";

pub(super) const JUSTICE: &str = "
def chief_justice(opinions, security_flaw):
    scores = [one.score for one in opinions]
    final = round(sum(scores) / len(scores))
    variance = max(scores) - min(scores)
    dissent = None
    if security_flaw:
        final = min(final, 3)
    if variance > 2:
        dissent = 'they disagree'
    return final, dissent
def render_markdown(report):
    lines = ['# Audit']
    return lines
SHOWN = [render_markdown]
";

/// Facts of a repository with these Python files.
pub(super) fn repository(files: &[(&str, &str)]) -> RepositoryFacts {
    let source = |(path, text): &(&str, &str)| Source {
        path: (*path).into(),
        blob: "b".into(),
        bytes: text.as_bytes().to_vec(),
    };
    let sources: Vec<Source> = files.iter().map(source).collect();
    let python = examine(&sources, &Limits::default());
    let entry = TreeEntry { path: "config/rubric.json".into(), ..TreeEntry::default() };
    RepositoryFacts {
        python,
        vocabulary: vocabulary(&sources, &TreeFacts::default()),
        tree: TreeFacts { entries: vec![entry], ..TreeFacts::default() },
        history: HistoryFacts {
            commits: vec![CommitFact::default(); 24],
            ..HistoryFacts::default()
        },
        ..RepositoryFacts::default()
    }
}

pub(super) fn whole() -> RepositoryFacts {
    let justice = JUSTICE.replace("[render_markdown]", "[render_markdown, chief_justice]");
    repository(&[
        ("graph.py", GRAPH),
        ("justice.py", &justice),
        ("state.py", STATE),
        ("tools.py", TOOLS),
    ])
}

#[track_caller]
pub(super) fn check(
    facts: &RepositoryFacts,
    kind: ClaimKind,
    sentence: &str,
    expected: ClaimStatus,
) {
    let page = ReportPage { number: 1, text: sentence.into(), ..ReportPage::default() };
    let all = claims(&[page], Some(facts));
    let found = all.iter().find(|claim| claim.kind == kind);
    let found = found.unwrap_or_else(|| panic!("{kind:?} is claimed by {sentence:?}"));
    assert_eq!(found.status, expected, "{sentence:?}: {}", found.fact);
}

#[test]
fn classes_are_what_they_are_said_to_be_or_not() {
    let facts = whole();
    let typed = |sentence: &str, expected| {
        check(&facts, ClaimKind::TypedClasses, sentence, expected);
    };
    typed("CourtState is a TypedDict that every node updates.", Supported);
    typed("Finding as a Pydantic BaseModel with types.", Supported);
    typed("CourtState is a Pydantic BaseModel with strict types.", Contradicted);
    typed("Verdicts are dataclasses with strict types throughout.", Undecided);
    typed("CourtState and Finding are Pydantic models in state.py.", Undecided);
    let fields = |sentence: &str, expected| {
        check(&facts, ClaimKind::ClassFields, sentence, expected);
    };
    fields("Detectives return Finding objects only (topic, place, certainty).", Supported);
    fields("Detectives return Finding objects only (topic, place, mood).", Undecided);
}

#[test]
fn a_field_is_merged_by_the_reducer_that_is_named_or_not() {
    let facts = whole();
    let merged = |sentence: &str, expected| check(&facts, ClaimKind::Reducers, sentence, expected);
    merged("The votes list uses the operator.add reducer.", Supported);
    merged("The votes list uses the operator.ior reducer.", Contradicted);
    merged("State is merged by operator.ior and operator.add reducers.", Supported);
    merged("Messages are merged by the add_messages reducer.", Undecided);
}

#[test]
fn names_libraries_and_roles_exist_or_are_left_open() {
    let facts = whole();
    check(&facts, ClaimKind::Definitions, "The read_rubric() call and Send() do.", Supported);
    check(&facts, ClaimKind::Definitions, "The read_mood() helper loads it.", Undecided);
    check(&facts, ClaimKind::Libraries, "The court is built on LangGraph.", Supported);
    check(&facts, ClaimKind::Libraries, "Text is parsed with pdfplumber alone.", Contradicted);
    check(&facts, ClaimKind::Roles, "Three judges hear every case there is.", Supported);
    check(&facts, ClaimKind::Roles, "Three detectives visit every case there is.", Undecided);
    let nodes = ["repo_investigator", "doc_analyst", "screenshot_analyst"];
    let nodes = nodes.map(|node| format!("g.add_node('{node}', f)\n")).concat();
    let shown = repository(&[(
        "src/graph.py",
        &format!(
            "from langgraph.graph import StateGraph\ndef f(s): return {{}}\ng = StateGraph(dict)\n{nodes}"
        ),
    )]);
    check(&shown, ClaimKind::Roles, "Three detectives visit every case there is.", Supported);
    check(&facts, ClaimKind::RubricFile, "The rubric is read from rubric.json there.", Supported);
    check(&facts, ClaimKind::RubricFile, "The rubric is read from my_rubric.json.", Undecided);
    check(&facts, ClaimKind::CommitCount, "The history has 24 atomic commits.", Supported);
    check(&facts, ClaimKind::CommitCount, "The history has over 20 commits.", Supported);
    check(&facts, ClaimKind::CommitCount, "The history has 31 atomic commits.", Undecided);
}

#[test]
fn tools_do_what_is_said_as_far_as_it_is_seen() {
    let facts = whole();
    let does = |kind, sentence: &str, expected| check(&facts, kind, sentence, expected);
    does(ClaimKind::SyntaxTree, "Modules are analysed by AST parsing.", Supported);
    does(ClaimKind::GitHistory, "The history is read using git log.", Supported);
    does(ClaimKind::SafeCommands, "It uses subprocess.run with check=True there.", Supported);
    does(ClaimKind::SafeCommands, "It uses subprocess.run with a timeout.", Supported);
    does(ClaimKind::SafeCommands, "Every subprocess.run call has a timeout.", Undecided);
    does(ClaimKind::PdfText, "The analyst parses the PDF report.", Supported);
    does(ClaimKind::PdfText, "The analyst cuts the parsed PDF into chunks.", Undecided);
    does(ClaimKind::PdfImages, "The inspector extracts images from the PDF.", Undecided);
    does(ClaimKind::MarkdownReport, "The output is a Markdown report.", Supported);
    does(ClaimKind::PathCheck, "It cross-references the paths with the tree.", Undecided);
    let unread = repository(&[("tools.py", "import subprocess\nsubprocess.run(['ls'])\n")]);
    check(&unread, ClaimKind::SafeCommands, "It uses subprocess.run with a timeout.", Undecided);
}

#[test]
fn a_clone_goes_into_the_folder_that_is_named() {
    let text = "
import subprocess, tempfile
def clone(url):
    place = tempfile.mkdtemp()
    subprocess.run(['git', 'clone', url, place], check=True)
";
    let facts = repository(&[("tools.py", text)]);
    let clone = |sentence, expected| check(&facts, ClaimKind::TemporaryClone, sentence, expected);
    clone("Repositories are cloned into a temporary directory.", Supported);
    clone("Repositories are cloned into what tempfile.mkdtemp() makes.", Supported);
    clone("Repositories are cloned into tempfile.TemporaryDirectory() only.", Contradicted);
}

#[test]
fn reducers_of_two_fields_do_not_show_that_the_whole_state_has_them() {
    let state = format!("{STATE}    place: str\n");
    let facts = repository(&[("graph.py", GRAPH), ("state.py", &state)]);
    let said = |sentence: &str, expected| check(&facts, ClaimKind::Reducers, sentence, expected);
    said("All state mutations are protected by typed reducers.", Undecided);
    said("Every state field has an Annotated reducer of its own.", Undecided);
    said("Each writes into the state through a reducer.", Supported);
    said("Each key with more than one writer now names a reducer.", Supported);
    said("All detectives write fields that a reducer merges.", Supported);
}

#[test]
fn a_reducer_that_no_field_has_contradicts_where_all_are_known() {
    let added = STATE.replace("operator.ior", "operator.add");
    let says = "The state uses operator.ior as the reducer of its evidence.";
    let facts = repository(&[("state.py", &added)]);
    check(&facts, ClaimKind::Reducers, says, Contradicted);
    let own = STATE
        .replace("operator.ior", "merge")
        .replace("class CourtState", "def merge(a, b):\n    return a | b\nclass CourtState");
    let facts = repository(&[("state.py", &own)]);
    check(&facts, ClaimKind::Reducers, says, Undecided);
}

#[test]
fn a_binding_that_no_source_names_contradicts_whoever_says_it_is_used() {
    let says = "Every judge uses .with_structured_output() for its reply.";
    let kind = ClaimKind::StructuredOutput;
    let judge =
        |ask: &str| repository(&[("judge.py", &format!("def judge(llm):\n    return {ask}\n"))]);
    check(&judge("json.loads(llm.invoke('x').content)"), kind, says, Contradicted);
    check(&judge("getattr(llm, 'with_structured_output')(S).invoke('x')"), kind, says, Supported);
    check(&judge("ask(getattr(llm, 'with_structured_output'), 'x')"), kind, says, Undecided);
    check(&judge("llm.with_structured_output(S).invoke('x')"), kind, says, Supported);
}

#[test]
fn rules_of_the_synthesis_are_found_with_their_limit() {
    let facts = whole();
    let rules = |sentence: &str, expected| {
        check(&facts, ClaimKind::SynthesisRules, sentence, expected);
    };
    rules("A confirmed security flaw caps the score at 3.", Supported);
    rules("If the variance exceeds 2, the node writes a dissent summary.", Supported);
    rules("If the variance exceeds 1, the node writes a dissent summary.", Contradicted);
    rules("If the variance exceeds 3, the node writes a dissent summary.", Undecided);
    rules(
        "The Chief Justice applies fact supremacy, so that evidence overrules opinions.",
        Undecided,
    );
}

#[test]
fn rules_that_the_code_is_proven_to_lack_contradict_who_states_them() {
    let justice = "
def chief_justice(state):
    scores = [one.score for one in state['opinions']]
    score_range = max(scores) - min(scores)
    notes = []
    if score_range > 2:
        notes.append('look again')
        dissent = f'they disagree: {notes}'
    return {'final': round(sum(scores) / 3), 'dissent': dissent}
";
    let facts = repository(&[("src/nodes/justice.py", justice)]);
    let rules = |sentence: &str, expected| {
        check(&facts, ClaimKind::SynthesisRules, sentence, expected);
    };
    rules("The node writes a dissent summary if the variance exceeds 2.", Supported);
    rules(
        "The Chief Justice applies fact supremacy, so that evidence overrules opinions.",
        Contradicted,
    );
    rules("In justice.py a variance above 2 triggers re-evaluation of the scores.", Contradicted);
    // Whoever says that evidence is read again states more than the rule of dissent.
    rules(
        "If the variance exceeds 2, the node re-examines cited evidence and mandates a dissent summary.",
        Contradicted,
    );
    rules("A confirmed security flaw caps the score at 3.", Contradicted);
    // Words that go with a rule do not state it.
    rules("The security override is among what the Chief Justice applies.", Undecided);
    // What evidence does to the score here is not fact supremacy for certain.
    let heard = justice
        .replace("    return {", "    if state['evidences']:\n        final = 2\n    return {");
    let facts = repository(&[("src/nodes/justice.py", &heard)]);
    let sentence = "The Chief Justice applies fact supremacy, so that evidence overrules opinions.";
    check(&facts, ClaimKind::SynthesisRules, sentence, Undecided);
}

#[test]
fn a_binding_is_made_by_the_call_that_is_named_or_left_open() {
    let sentence = "All judges use .with_structured_output() bound to the schema.";
    check(&whole(), ClaimKind::StructuredOutput, sentence, Contradicted);
    let plain = "All judges return structured output bound to the schema.";
    check(&whole(), ClaimKind::StructuredOutput, plain, Undecided);
    let bound = format!("{GRAPH}\nllm.with_structured_output(Finding)\n");
    let facts = repository(&[("graph.py", &bound), ("state.py", STATE)]);
    check(&facts, ClaimKind::StructuredOutput, sentence, Supported);
    let other = "All judges use .with_structured_output(Ruling) for replies.";
    check(&facts, ClaimKind::StructuredOutput, other, Undecided);
    let tools = "All judges use .bind_tools([Finding]) for their replies.";
    check(&facts, ClaimKind::StructuredOutput, tools, Contradicted);
}

#[test]
fn a_handler_is_no_retry() {
    let judge = |body: &str| {
        let head = "from pydantic import BaseModel\nclass Opinion(BaseModel): pass\ndef judge(llm):\n    bound = llm.with_structured_output(Opinion)\n";
        repository(&[("judges.py", &format!("{head}{body}"))])
    };
    let sentence = "Retry logic handles malformed replies of the judges.";
    let handled = judge(
        "    try:\n        return bound.invoke(1)\n    except ValueError:\n        return Opinion()\n",
    );
    check(&handled, ClaimKind::Retry, sentence, Undecided);
    let again = judge(
        "    for attempt in range(3):\n        try:\n            return bound.invoke(1)\n        except ValueError:\n            continue\n",
    );
    check(&again, ClaimKind::Retry, sentence, Supported);
}

#[test]
fn nothing_but_a_whole_statement_outside_of_plans_is_held_against_its_author() {
    let facts = whole();
    let contradicted = |pages: &[&str]| {
        let page = |text: &&str| ReportPage { text: (*text).into(), ..ReportPage::default() };
        let pages: Vec<_> = pages.iter().map(page).collect();
        claims(&pages, Some(&facts)).iter().any(|claim| claim.status == Contradicted)
    };
    let sentence = "The graph uses conditional edges for every failure.";
    assert!(contradicted(&[sentence]));
    assert!(!contradicted(&["conditional edges for the nodes of judges."]));
    assert!(!contradicted(&["6. Remediation Plan\n\n", sentence]));
    assert!(contradicted(&["6. Remediation Plan\n\n7. The Graph\n\n", sentence]));
    let list = "What is not yet implemented:\n\n- The graph uses conditional edges now.";
    assert!(!contradicted(&[list]));
}

#[test]
fn a_node_that_is_said_to_start_more_than_it_does_is_contradicted() {
    let graph = GRAPH.replace(
        "for judge in ('prosecutor', 'defense', 'tech_lead')",
        "for judge in ('prosecutor', 'defense')",
    );
    let status = |graph: &str, said: &str| {
        let facts = repository(&[("state.py", STATE), ("graph.py", graph)]);
        let page = ReportPage { number: 1, text: said.into(), ..ReportPage::default() };
        let found = claims(&[page], Some(&facts));
        found.iter().map(|claim| (claim.status, claim.fact.clone())).next()
    };
    let said = "The START node fans out to three judges that execute concurrently.";
    assert_eq!(
        status(&graph, said),
        Some((Contradicted, "`START` leads to `defense` and `prosecutor` alone".to_owned()))
    );
    assert_eq!(status(GRAPH, said).map(|found| found.0), Some(Supported));
    // Where a node is not named, or its ways are not known, nothing is held against anybody.
    let open = graph.replace(
        "builder.add_edge('ruling', END)",
        "builder.add_conditional_edges('ruling', choose)",
    );
    assert_ne!(status(&open, said).map(|found| found.0), Some(Contradicted));
}

#[test]
fn rules_that_are_said_to_stand_in_an_averages_place_are_open_where_there_is_one() {
    let justice = "def chief_justice(state):\n    results = []\n    for opinions in state['opinions']:\n        scores = [one.score for one in opinions]\n        \
                   score = sum(scores) / len(scores)\n        if max(scores) - min(scores) > 2:\n            score = min(score, 3)\n        results.append(score)\n    return {'results': results}\n";
    let facts = repository(&[("src/nodes/justice.py", justice)]);
    let text = "The verdict follows deterministic Python rules, not averaging scores.".to_owned();
    let page = ReportPage { number: 1, text, ..ReportPage::default() };
    let found = claims(&[page], Some(&facts));
    assert!(!found.is_empty() && found.iter().all(|claim| claim.status != Supported), "{found:#?}");
}

#[test]
fn what_a_function_does_that_nothing_calls_proves_nothing() {
    let unused = TOOLS.replace("outline(path), ", "");
    let status = |tools: &str| {
        let facts = repository(&[
            ("graph.py", GRAPH),
            ("justice.py", JUSTICE),
            ("state.py", STATE),
            ("tools.py", tools),
        ]);
        let text = "Modules are analysed by AST parsing.".into();
        let page = ReportPage { number: 1, text, ..ReportPage::default() };
        claims(&[page], Some(&facts)).remove(0).status
    };
    assert_eq!((status(TOOLS), status(&unused)), (Supported, Undecided));
}
