//! Names and parts of the court in files, what is set to numbers, who makes what, and models by their ids.

use super::super::*;
use super::asked::{claimed, status};
use super::sources::repository;
use crate::domain::facts::ClaimStatus::{self, Contradicted, Supported, Undecided};
use crate::domain::facts::TreeEntry;

const GRAPH: &str = "
from langgraph.graph import StateGraph, START, END
from src.judges import prosecutor_node, defense_node
from src.detectives import repo_investigator
g = StateGraph(dict)
g.add_node('repo_investigator', repo_investigator)
g.add_node('prosecutor', prosecutor_node)
g.add_node('defense', defense_node)
g.add_edge(START, 'repo_investigator')
g.add_edge('repo_investigator', 'prosecutor')
g.add_edge('repo_investigator', 'defense')
g.add_edge('prosecutor', END)
g.add_edge('defense', END)
app = g.compile()
app.invoke({})
";

const JUDGES: &str = "
from langchain_ollama import ChatOllama
from src.state import JudicialOpinion
ATTEMPT_LIMIT = 3
def ask(who):
    model = ChatOllama(model='qwen3-coder:480b-cloud', temperature=0.2)
    return model.with_structured_output(JudicialOpinion).invoke(who)
def prosecutor_node(state):
    return {'opinions': [ask('prosecutor')]}
def defense_node(state):
    return {'opinions': [ask('defense')]}
";

const DETECTIVES: &str = "
import subprocess
from concurrent.futures import ThreadPoolExecutor
from src.state import Evidence
from src.tools import cut
def repo_investigator(state):
    subprocess.run(['git', 'log'], timeout=120)
    with ThreadPoolExecutor(max_workers=2) as pool:
        pool.map(cut, state['texts'])
    return {'evidences': [Evidence(goal='x')]}
";

const TOOLS: &str = "
from langchain_text_splitters import RecursiveCharacterTextSplitter
def cut(text):
    return RecursiveCharacterTextSplitter(chunk_size=500, chunk_overlap=50).split_text(text)
";

const STATE: &str = "
from pydantic import BaseModel
class Evidence(BaseModel):
    goal: str
class JudicialOpinion(BaseModel):
    score: int
class AuditReport(BaseModel):
    text: str
";

fn facts() -> RepositoryFacts {
    let files = [
        ("src/graph.py", GRAPH),
        ("src/judges.py", JUDGES),
        ("src/detectives.py", DETECTIVES),
        ("src/tools.py", TOOLS),
        ("src/state.py", STATE),
    ];
    let mut facts = repository(&files);
    let entry = |(path, _): (&str, &str)| TreeEntry { path: path.into(), ..TreeEntry::default() };
    facts.tree.entries.extend(files.map(entry));
    facts
}

#[track_caller]
fn check(kind: ClaimKind, text: &str, expected: Option<ClaimStatus>) {
    let facts = facts();
    let told: Vec<String> = claimed(&facts, text).into_iter().map(|claim| claim.fact).collect();
    assert_eq!(status(&facts, kind, text), expected, "{text}: {told:?}");
}

#[test]
fn names_are_in_the_files_that_they_are_put_in_or_not() {
    let names = ClaimKind::Definitions;
    check(names, "The report is shaped by the AuditReport model in src/state.py.", Some(Supported));
    check(names, "A text is cut first (by the cut() helper in src/tools.py).", Some(Supported));
    check(names, "The AuditReport model in src/graph.py is the last one.", Some(Undecided));
    check(names, "src/state.py Evidence, JudicialOpinion, AuditReport", Some(Supported));
    check(names, "src/graph.py JudicialOpinion, AuditReport and their nodes", Some(Undecided));
    check(names, "src/judges.py Prosecutor, Defense with prompts of their own", Some(Supported));
    check(names, "src/judges.py Prosecutor, Defense, TechLead with prompts", None);
    check(
        names,
        "src/judges.py Prosecutor, Defense with prompts for a JudicialOpinion",
        Some(Supported),
    );
}

#[test]
fn parts_of_the_court_are_in_the_files_that_they_are_put_in_or_not() {
    let names = ClaimKind::Definitions;
    check(names, "The Judicial Layer is implemented in src/judges.py.", Some(Supported));
    check(names, "The Judicial Layer is implemented in src/graph.py.", Some(Undecided));
    check(names, "Judges src/judges.py", Some(Supported));
    check(names, "Graph definition src/graph.py", Some(Supported));
    check(names, "The Judicial Layer will be implemented in src/judges.py.", None);
    // What was recognised nowhere is told of nobody.
    check(names, "The synthesis logic is in src/judges.py.", None);
}

#[test]
fn what_is_set_to_a_number_is_held_against_that() {
    let values = ClaimKind::Values;
    check(values, "The splitter works with chunk_size=500 and chunk_overlap=50.", Some(Supported));
    check(
        values,
        "The splitter works with chunk_size=800 and chunk_overlap=50.",
        Some(Contradicted),
    );
    check(values, "The splitter works with a chunk size of 800.", Some(Undecided));
    check(values, "It runs ThreadPoolExecutor(max_workers=2) for texts.", Some(Supported));
    check(values, "It runs ProcessPoolExecutor(max_workers=2) for texts.", Some(Undecided));
    check(values, "All judges run at temperature 0.2.", Some(Supported));
    check(values, "All judges run at temperature 0.", Some(Undecided));
    check(values, "Each subprocess has a timeout of 120 seconds.", Some(Supported));
    // The limit of a command is none of a judge.
    check(values, "Each judge call has a timeout of 120 seconds.", Some(Undecided));
    check(values, "It asks with ATTEMPT_LIMIT = 3 at most.", Some(Supported));
    check(values, "It asks with ATTEMPT_LIMIT = 5 at most.", Some(Contradicted));
    check(values, "It asks with ENDLESS_LIMIT = 5 at most.", Some(Undecided));
    // A column has broken what is called `max_workers`.
    check(values, "It runs in threads with ax_workers=2 at once.", None);
    check(values, "It will ask with ATTEMPT_LIMIT = 5 at most.", None);
    let read = JUDGES.replace("ATTEMPT_LIMIT = 3", "ATTEMPT_LIMIT = int(os.getenv('LIMIT', '3'))");
    let other = repository(&[("src/judges.py", &read)]);
    let said = "It asks with ATTEMPT_LIMIT = 5 at most.";
    assert_eq!(status(&other, values, said), Some(Undecided));
}

#[test]
fn nodes_come_to_make_what_they_are_said_to_make_or_not() {
    let products = ClaimKind::Products;
    check(products, "Each judge returns a JudicialOpinion for a criterion.", Some(Supported));
    check(products, "Detectives produce structured Evidence objects only.", Some(Supported));
    check(products, "Each judge returns an AuditReport for a criterion.", Some(Undecided));
    check(products, "Each judge should return a JudicialOpinion for it.", None);
    // What takes the place of a failure is none of it.
    let failing = JUDGES.replace(
        "    return {'opinions': [ask('defense')]}",
        "    try:\n        return {'opinions': ['']}\n    except ValueError:\n        return {'opinions': [ask('defense')]}",
    );
    let files = [("src/graph.py", GRAPH), ("src/judges.py", &*failing), ("src/state.py", STATE)];
    let said = "Each judge returns a JudicialOpinion for a criterion.";
    assert_eq!(status(&repository(&files), products, said), Some(Undecided));
    // A class that is not there is none of this kind.
    check(products, "Each judge returns a CourtOpinion for a criterion.", None);
    check(products, "The chief_justice_node returns an AuditReport at last.", None);
}

#[test]
fn models_are_named_by_their_ids_or_not() {
    let models = ClaimKind::Models;
    check(models, "An LLM pass (qwen3-coder:480b-cloud) asks each judge.", Some(Supported));
    check(
        models,
        "Two models (qwen3-coder:480b-cloud and deepseek-v3.1:671b-cloud) are asked.",
        Some(Undecided),
    );
    check(models, "An LLM pass (qwen3-coder:480b-cloud) will ask each judge.", None);
}
