//! What exact names and facts that leave nothing open say to a sentence.

use super::super::*;
use super::contradicted::check;
use super::sources::{check as held_against, repository};
use crate::domain::facts::ClaimStatus::Supported;
use crate::domain::facts::{CommitFact, TreeEntry, Vocabulary};

const GRAPH: &str = "
import operator
from typing import Annotated, TypedDict
from langgraph.graph import StateGraph, START, END
class State(TypedDict):
    repo_url: str
    evidences: Annotated[dict, operator.ior]
def repo_investigator(state):
    return {'evidences': {'repo': [state['repo_url']]}}
def doc_analyst(state):
    found = {}
    found['report'] = [1]
    return {'evidences': found}
def build_graph():
    builder = StateGraph(State)
    builder.add_node('repo_investigator', repo_investigator)
    builder.add_node('doc_analyst', doc_analyst)
    builder.add_edge(START, 'repo_investigator')
    builder.add_edge(START, 'doc_analyst')
    builder.add_edge('repo_investigator', END)
    builder.add_edge('doc_analyst', END)
    return builder.compile()
build_graph().invoke({})
";

/// The graph beside a rubric with these ids.
fn with_rubric(ids: &str) -> RepositoryFacts {
    repository(&[("src/graph.py", GRAPH), ("rubric.json", ids)])
}

#[test]
fn evidence_has_the_keys_that_nodes_spell_out() {
    let by_criterion = "The evidences are keyed by rubric dimension id in the state.";
    let foreign = with_rubric(r#"{"dimensions": [{"id": "a"}, {"id": "b"}]}"#);
    check(
        &foreign,
        &[by_criterion],
        &[
            "The evidences should be keyed by rubric dimension id in the state.",
            "The evidences are keyed by source in the state.",
        ],
    );
    let own = with_rubric(r#"{"dimensions": [{"id": "repo"}, {"id": "report"}]}"#);
    held_against(&own, ClaimKind::Aggregation, by_criterion, Supported);
    // Some of them are, or nobody knows which there are.
    let some = with_rubric(r#"{"dimensions": [{"id": "repo"}, {"id": "b"}]}"#);
    check(&some, &[], &[by_criterion]);
    check(&repository(&[("src/graph.py", GRAPH)]), &[], &[by_criterion]);
}

#[test]
fn each_detective_has_keys_of_its_own_or_one_in_common() {
    let facts = repository(&[("src/graph.py", GRAPH)]);
    let apart = "Each detective writes to a different key of the evidences.";
    held_against(&facts, ClaimKind::Aggregation, apart, Supported);
    let same = repository(&[("src/graph.py", &GRAPH.replace("'report'", "'repo'"))]);
    let shown = |facts: &RepositoryFacts, text: &str| {
        let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
        let all = claims(&[page], Some(facts));
        all.iter().any(|claim| claim.kind == ClaimKind::Aggregation)
    };
    assert!(!shown(&same, apart));
    assert!(!shown(&facts, "Each detective should write to a different key of the evidences."));
}

#[test]
fn a_node_gives_what_it_is_said_to_give_under_its_keys_alone() {
    let facts = repository(&[("src/graph.py", GRAPH)]);
    let right = r#"The RepoInvestigator writes {"repo": [...]} and doc_analyst writes {"report": [...]} to it."#;
    held_against(&facts, ClaimKind::Aggregation, right, Supported);
    check(
        &facts,
        &[
            r#"The RepoInvestigator writes {"repo": [...]} and DocAnalyst writes {"doc": [...]} to it."#,
        ],
        &[
            right,
            r#"The RepoInvestigator writes {"evidences": [...]} into the state."#,
            r#"The VisionInspector writes {"doc": [...]} into the state."#,
        ],
    );
    let open = GRAPH.replace("'repo': [state", "state['x']: [state");
    let open = repository(&[("src/graph.py", &open)]);
    check(&open, &[], &[r#"The RepoInvestigator writes {"doc": [...]} to the state."#]);
}

#[test]
fn types_behind_nodes_that_no_source_names_are_none() {
    let mut facts = repository(&[("src/graph.py", GRAPH)]);
    let names = ["State", "evidences", "repo_investigator"].map(str::to_owned).into();
    facts.vocabulary = Some(Vocabulary { names, ..Vocabulary::default() });
    check(
        &facts,
        &[
            "RepoInvestigator → RepoEvidence[]",
            "The state evolves across InputState → EvidenceState → VerdictState",
        ],
        &[
            "RepoInvestigator → repo_evidence",
            "Somebody → RepoEvidence[]",
            "EvidenceState",
            "The state will evolve across InputState → EvidenceState → VerdictState",
        ],
    );
    let names = ["EvidenceState", "RepoEvidence"].map(str::to_owned).into();
    facts.vocabulary = Some(Vocabulary { names, ..Vocabulary::default() });
    check(
        &facts,
        &[],
        &["RepoInvestigator → RepoEvidence[]", "InputState → EvidenceState → VerdictState"],
    );
}

#[test]
fn an_empty_file_does_nothing() {
    let mut facts = repository(&[("src/graph.py", GRAPH)]);
    let entry = |path: &str, blob: &str| TreeEntry {
        path: path.into(),
        blob: blob.into(),
        mode: "file".into(),
    };
    let empty = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
    facts.tree.entries.push(entry("src/tools/walk.py", empty));
    facts.tree.entries.push(entry("src/tools/full.py", "b"));
    check(
        &facts,
        &[
            "Refactored src/tools/walk.py to visit every node of the tree.",
            "The file src/tools/walk.py implements the visitor.",
        ],
        &[
            "Refactor src/tools/walk.py to visit every node of the tree.",
            "The file src/tools/full.py implements the visitor.",
            "The file src/tools/none.py implements the visitor.",
        ],
    );
}

#[test]
fn a_command_without_a_limit_contradicts_who_says_that_each_has_one() {
    let tools = |rest: &str| {
        repository(&[(
            "src/tools.py",
            &format!(
                "import subprocess\ndef a(x):\n    return subprocess.run(['git', 'fetch', x], timeout=60, check=True)\n\
                 def b(x, **more):\n    return subprocess.run(['git', 'log', x]{rest})\nUSED = [a('x'), b('y')]\n"
            ),
        )])
    };
    let all = "All subprocess calls have a timeout of 60 seconds.";
    check(&tools(""), &[all], &["The subprocess calls have a timeout of 60 seconds."]);
    check(&tools(", timeout=5"), &[], &[all]);
    check(&tools(", **more"), &[], &[all]);
    // Something else may limit it.
    let around = format!(
        "{}\n@with_timeout(60)\ndef c():\n    return 1\n",
        "def with_timeout(x):\n    return x"
    );
    let mut facts = tools("");
    facts.vocabulary = repository(&[("src/limits.py", &around)]).vocabulary;
    check(&facts, &["All subprocess calls have a bounded timeout=60 of their own."], &[all]);
}

#[test]
fn what_is_cloned_whole_and_left_is_not_shallow_and_not_removed() {
    let clone = |more: &str| {
        repository(&[(
            "src/tools.py",
            &format!(
                "import subprocess, tempfile\ndef clone(url):\n    path = tempfile.mkdtemp()\n    \
                 subprocess.run(['git', 'clone', {more}url, path], check=True)\n    return path\nUSED = [clone('x')]\n"
            ),
        )])
    };
    let shallow = "All repositories are shallow-cloned before they are read.";
    let removed = "The cloned repository is immediately destroyed once it was read.";
    check(
        &clone(""),
        &[shallow, removed],
        &[
            "The repositories are cloned before they are read.",
            "The cloned repository could be destroyed once it was read.",
        ],
    );
    check(&clone("'--depth', '1', "), &[removed], &[shallow]);
}

#[test]
fn a_rubric_that_one_commit_brought_was_not_changed() {
    let commit = |name: &str| CommitFact {
        id: "0123456789abcdef".into(),
        names_changed: vec![name.to_owned()],
        files_changed: Some(1),
        ..CommitFact::default()
    };
    let history = |names: &[&str]| {
        let mut facts = repository(&[("src/graph.py", GRAPH)]);
        facts.history.commits = names.iter().map(|name| commit(name)).collect();
        facts
    };
    let said = [
        "After the audit of a peer the rubric and the persona prompts were tightened to see more.",
        "The success/failure patterns for the graph were tightened to see more.",
    ];
    let once = history(&["rubric.json", "graph.py"]);
    check(
        &once,
        &said,
        &["The rubric should have been tightened.", "A peer's rubric was tightened to see more."],
    );
    check(&history(&["rubric.json", "graph.py", "rubric.json"]), &[], &said);
    let mut unknown = history(&["rubric.json", "graph.py"]);
    unknown.history.commits[1].names_changed.clear();
    check(&unknown, &[], &said);
}

#[test]
fn a_drawn_tree_names_what_some_source_names() {
    let facts = || {
        let mut facts = repository(&[("src/graph.py", GRAPH)]);
        let path = "src/graph.py".into();
        facts.tree.entries.push(TreeEntry { path, blob: "b".into(), mode: "file".into() });
        facts
    };
    let told = |facts: &RepositoryFacts, names: &str| {
        let text = format!("├── src/\n│   ├── graph.py   # {names}\n│   └── state.py\n");
        let page = ReportPage { number: 1, text, ..ReportPage::default() };
        let all = claims(&[page], Some(facts));
        let one = all.into_iter().find(|claim| claim.kind == ClaimKind::Contents);
        one.map(|claim| (claim.status, claim.fact))
    };
    let lacking = "no source names `route_court` or `weigh_all`".to_owned();
    assert_eq!(
        told(&facts(), "build_graph, route_court,\nweigh_all"),
        Some((ClaimStatus::Contradicted, lacking))
    );
    assert_eq!(told(&facts(), "build_graph, repo_investigator"), None);
    assert_eq!(told(&facts(), "routes through route_court"), None);
    let mut unread = facts();
    unread.vocabulary = None;
    assert_eq!(told(&unread, "route_court"), None);
}

#[test]
fn an_agent_that_nothing_is_called_after_does_nothing() {
    let facts = repository(&[("src/graph.py", GRAPH)]);
    check(
        &facts,
        &["This phase is executed by the Refiner Agent."],
        &[
            "This phase is executed by the Repo Investigator node.",
            "This phase will be executed by the Refiner Agent.",
            "This phase is executed by the Refiner.",
        ],
    );
    let unread = RepositoryFacts { vocabulary: None, ..facts };
    check(&unread, &[], &["This phase is executed by the Refiner Agent."]);
}
