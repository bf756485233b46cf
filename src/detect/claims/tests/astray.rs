//! Sentences that the fact of something else would support: another name, another model, another number.

use super::sources::{check, repository};
use crate::domain::facts::ClaimKind::{self, Definitions, Libraries, Models, NoShell, PdfText};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};

const PROGRAM: &str = "
import subprocess
from langchain_openai import ChatOpenAI
from langgraph.graph import StateGraph, START, END
from pypdf import PdfReader
def fast_score(text): return len(text)
def plan_node(state): return {'score': fast_score('x')}
def total_node(state): return {}
def history(path): return subprocess.run(['git', 'log'], cwd=path, check=True)
def pages(path): return [page.extract_text() for page in PdfReader(path).pages]
graph = StateGraph(dict)
graph.add_node('plan', plan_node)
graph.add_node('total', total_node)
graph.add_node('close', total_node)
graph.add_edge(START, 'plan')
graph.add_edge('plan', 'total')
graph.add_edge('total', 'close')
graph.add_edge('close', END)
app = graph.compile()
model = ChatOpenAI(model='gpt-4o-mini')
history('.'), pages('a.pdf'), model.invoke('x'), app.invoke({})
";

#[test]
fn subprocess_that_is_denied_by_name_is_no_question_of_a_shell() {
    let said = |sentence: &str, status| {
        check(&repository(&[("main.py", PROGRAM)]), NoShell, sentence, status);
    };
    said("The system never uses subprocess or os.system.", Contradicted);
    said("The tools never call os.system or subprocess.", Contradicted);
    said("The system never uses os.system, but subprocess.run with a list.", Supported);
    said("The tools never call os.system or subprocess with shell=True.", Supported);
    let without = PROGRAM.replace("subprocess", "pathlib").replace(".run(", ".walk(");
    let facts = repository(&[("main.py", &without)]);
    check(&facts, NoShell, "The system never uses subprocess or os.system.", Supported);
}

#[test]
fn a_model_is_supported_by_its_own_name_alone() {
    let facts = repository(&[("main.py", PROGRAM)]);
    let said = |sentence: &str, status| check(&facts, Models, sentence, status);
    said("The judges use gpt-4o-mini for each opinion.", Supported);
    said("The judges use gpt-4o as the only model.", Undecided);
    said("The judges call the model GPT-4.1 for each opinion.", Undecided);
    let two = format!("{PROGRAM}other = ChatOpenAI(model='gpt-4.1').invoke('y')\n");
    let facts = repository(&[("main.py", &two)]);
    check(&facts, Models, "The judges use gpt-4.1 as the only model.", Undecided);
    check(&facts, Models, "The judges use gpt-4.1 for the opinion.", Supported);
}

#[test]
fn another_number_of_nodes_leaves_a_sentence_open() {
    let facts = repository(&[("main.py", PROGRAM)]);
    let said = |sentence: &str, status| check(&facts, Libraries, sentence, status);
    said("The backend uses a LangGraph StateGraph with five nodes wired in sequence.", Undecided);
    said("The backend uses a LangGraph StateGraph with three nodes wired in sequence.", Supported);
    said("The backend uses a LangGraph StateGraph with two nodes in parallel.", Supported);
}

#[test]
fn what_is_done_once_is_not_shown_to_be_done_to_everything() {
    let facts = repository(&[("main.py", PROGRAM)]);
    let said = |kind: ClaimKind, sentence: &str, status| check(&facts, kind, sentence, status);
    said(Definitions, "The helper is fast_score() in main.py.", Supported);
    let audited =
        "Every extracted fact carries a full audit trail from source PDF to query answer.";
    said(PdfText, audited, Undecided);
}
