//! Items of lists and lines that may be part of something else.

use super::super::*;
use super::sources::repository;
use ClaimKind::TemporaryClone;
use ClaimStatus::{Contradicted, Supported, Undecided};

const CHAIN: &str = "from langgraph.graph import END, START, StateGraph
g = StateGraph(dict)
g.add_node('repo_investigator', repo)
g.add_node('doc_analyst', doc)
g.add_edge(START, 'repo_investigator')
g.add_edge('repo_investigator', 'doc_analyst')
g.add_edge('doc_analyst', END)
app = g.compile()
";

const CLONES: &str = "import subprocess, tempfile
def fetch_repo(url, target):
    subprocess.run(['git', 'clone', url, target], check=True)
def analyse_all(url):
    with tempfile.TemporaryDirectory() as folder:
        fetch_repo(url, folder)
        return read(folder)
";

const STATE: &str = "import operator
from typing import Annotated, TypedDict
class AgentState(TypedDict):
    seen: Annotated[list, operator.add]
";

const MADE: &str = "import subprocess, tempfile
def fetch(url):
    folder = tempfile.mkdtemp()
    subprocess.run(['git', 'clone', url, folder], check=True)
    return folder
";

/// Each claim of the text: its status, and whether it is at odds with the code if it says what it seems to.
#[track_caller]
fn check(facts: &RepositoryFacts, text: &str, expected: &[(ClaimStatus, bool)]) {
    let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    let all = claims(&[page], Some(facts));
    let found: Vec<_> = all.iter().map(|claim| (claim.status, claim.at_odds)).collect();
    assert_eq!(found, expected, "{text:?} {all:?}");
}

#[test]
fn an_item_that_the_code_contradicts_is_told_and_blames_only_where_it_is_whole() {
    let facts = repository(&[("graph.py", CHAIN)]);
    let blamed = [(Contradicted, false)];
    check(&facts, "Key properties:\n\n● Detectives execute concurrently\n", &blamed);
    check(&facts, "The LangGraph architecture is explicitly parallel.", &blamed);
    let open = [(Undecided, true)];
    check(&facts, "● Detectives execute concurrently\n", &open);
    check(&facts, "Key properties:\n\n● Detectives execute concurrently with\n", &open);
    check(&facts, "● Parallel detective layer, with much orchestration\n", &open);
    check(&facts, "Design goals\n\n● Detectives execute concurrently\n", &[]);
    check(&facts, "What we verify:\n\n● Detectives execute concurrently\n", &[]);
    check(&facts, "The architecture is not parallel.", &[]);
    check(&facts, "The architecture should be parallel.", &[]);
    let threads = format!("import asyncio\n{CHAIN}");
    let facts = repository(&[("graph.py", &threads)]);
    check(&facts, "The LangGraph architecture is explicitly parallel.", &[(Undecided, false)]);
}

#[test]
fn a_sentence_that_goes_over_into_what_shows_it_is_whole() {
    let facts = repository(&[("graph.py", CHAIN)]);
    let says = "The detective layer runs all of its detectives in parallel";
    check(&facts, &format!("{says}:\n● one\n"), &[(Contradicted, false)]);
    let open = [(Undecided, true)];
    check(&facts, &format!("{says} as the rubric has it:\n● one\n"), &open);
    check(&facts, "Detectives run in parallel:\n● one\n", &open);
}

#[test]
fn an_item_goes_on_with_the_words_that_introduce_it() {
    let facts = repository(&[("state.py", STATE)]);
    let other = "● operator.ior for dictionary merges\n";
    check(&facts, &format!("Reducers used:\n{other}"), &[(Contradicted, false)]);
    check(&facts, &format!("Reducers of our peer:\n{other}"), &[]);
    check(&facts, "Reducers used:\n● operator.add for the lists\n", &[(Supported, false)]);
    let facts = repository(&[("tools.py", MADE)]);
    let uses = "● Uses tempfile.TemporaryDirectory()\n";
    check(&facts, &format!("The RepoInvestigator:\n{uses}"), &[(Contradicted, false)]);
    check(&facts, &format!("The target has to be seen:\n\n{uses}"), &[]);
    let cell = "Clones repos into tempfile.TemporaryDirectory with no host pollution";
    check(&facts, &format!("{cell}."), &[(Contradicted, false)]);
    check(&facts, cell, &[(Undecided, true)]);
}

#[test]
fn what_another_function_does_supports_nothing_of_the_one_that_is_named() {
    let facts = repository(&[("tools.py", CLONES)]);
    let status = |function: &str| {
        let text = format!("The {function}() function uses tempfile.TemporaryDirectory() for it.");
        let page = ReportPage { number: 1, text, ..ReportPage::default() };
        let all = claims(&[page], Some(&facts));
        all.into_iter().find(|one| one.kind == TemporaryClone).map(|one| one.status)
    };
    assert_eq!(status("fetch_repo"), Some(Undecided));
    assert_ne!(status("analyse_all"), Some(Contradicted));
}

#[test]
fn what_libraries_and_patterns_do_everywhere_is_no_claim() {
    let facts = repository(&[("graph.py", CHAIN)]);
    for general in [
        "LangGraph runs parallel nodes in separate threads.",
        "AST parsing provides validated structural representations of code.",
        "Fan-In is the synchronisation pattern where branches must all complete.",
        "Gap: the PDF has no word on detectives that run in parallel.",
        "Thursday: detectives in parallel, and the tests for them.",
        "It makes checks like \"does this file hold a class of BaseModel\" sound.",
        "It answers \"do the detectives run in parallel?\" by reading.",
    ] {
        check(&facts, general, &[]);
    }
    let own = "LangGraph runs our detectives in parallel.";
    let page = ReportPage { number: 1, text: own.into(), ..ReportPage::default() };
    assert!(claims(&[page], Some(&facts)).iter().any(|one| one.status == Contradicted));
}
