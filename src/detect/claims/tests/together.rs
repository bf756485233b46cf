//! What a sentence says beside what the code supports of it.

use super::super::*;
use super::asked::claimed;
use super::contradicted::check as check_against;
use super::sources::{STATE, repository, whole};
use crate::domain::facts::ClaimKind::FanIn;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};

/// What the code says to a text: the kind, the status and the fact of each claim.
fn told(facts: &RepositoryFacts, text: &str) -> Vec<(ClaimKind, ClaimStatus, String)> {
    let all = claimed(facts, text).into_iter();
    all.map(|claim| (claim.kind, claim.status, claim.fact)).collect()
}

#[track_caller]
fn of(facts: &RepositoryFacts, kind: ClaimKind, text: &str) -> (ClaimStatus, String) {
    let all = told(facts, text);
    let found = all.iter().find(|one| one.0 == kind);
    let found = found.unwrap_or_else(|| panic!("{kind:?} is claimed by {text:?}: {all:?}"));
    (found.1, found.2.clone())
}

#[test]
fn what_is_supported_tells_which_other_part_of_the_sentence_is_not() {
    let facts = whole();
    let (status, fact) = of(
        &facts,
        ClaimKind::Roles,
        "Three judges hear every case, and the votes list uses the operator.ior reducer.",
    );
    assert_eq!(status, Supported);
    assert!(fact.ends_with("; the code contradicts what the sentence says of reducers"), "{fact}");
    let (status, fact) = of(
        &facts,
        ClaimKind::Roles,
        "Three judges hear every case, and text is chunked with pdfplumber from each PDF.",
    );
    assert_eq!(status, Supported);
    assert!(fact.contains(" does not decide what it says of reading the text of PDFs"), "{fact}");
    let (_, fact) = of(&facts, ClaimKind::Roles, "Three judges hear every case there is.");
    assert!(!fact.contains("the sentence says"), "{fact}");
}

#[test]
fn who_was_not_seen_to_clone_was_not_seen_to_do_the_rest_of_it() {
    let tools = "
import ast, subprocess, tempfile
def prepare(url):
    target = tempfile.mkdtemp()
    subprocess.run(['git', 'clone', url, target])
    return target
def look_into(state):
    return ast.parse(open(state['path']).read())
print(prepare('u'), look_into({}))
";
    let facts = repository(&[("tools.py", tools)]);
    let said = "look_into clones the target into a tempfile.mkdtemp() sandbox and walks it with ast.parse().";
    assert_eq!(of(&facts, ClaimKind::SyntaxTree, said).0, Undecided);
    let said =
        "prepare clones the target into a tempfile.mkdtemp() sandbox, and ast.parse() reads it.";
    assert_eq!(of(&facts, ClaimKind::SyntaxTree, said).0, Supported);
    // In a list, one item is not the subject of another.
    let said = "It matches the code: one look_into step, ast.parse() for all, and sandboxed clone into temporary folders.";
    assert_eq!(of(&facts, ClaimKind::TemporaryClone, said).0, Supported);
}

const GRAPH: &str = "
from langgraph.graph import StateGraph, START, END
def f(state): return {}
def choose(state): return 'prosecutor' if state['a'] else 'chief_justice'
g = StateGraph(dict)
for name in ('prosecutor', 'defense', 'tech_lead', 'chief_justice'): g.add_node(name, f)
g.add_conditional_edges(START, choose, ['prosecutor', 'chief_justice'])
g.add_edge('prosecutor', 'defense')
g.add_edge('defense', 'tech_lead')
g.add_edge('tech_lead', 'chief_justice')
g.add_edge('chief_justice', END)
app = g.compile()
";

#[test]
fn a_way_with_a_node_that_no_graph_has_supports_nothing_of_the_wiring() {
    let facts = repository(&[("graph.py", GRAPH)]);
    let way = |node: &str| {
        format!(
            "The graph has conditional edges at its start, and then {node} → chief_justice → END."
        )
    };
    assert_eq!(of(&facts, ClaimKind::ConditionalEdges, &way("tech_lead")).0, Supported);
    assert_eq!(of(&facts, ClaimKind::ConditionalEdges, &way("judicial_panel")).0, Undecided);
}

#[test]
fn one_fact_stands_once_against_a_sentence() {
    let facts = repository(&[("graph.py", GRAPH)]);
    let said =
        "The prosecutor node fans out to three judges that run in parallel with one another.";
    let against = told(&facts, said).into_iter().filter(|one| one.1 == Contradicted);
    assert_eq!(against.count(), 1);
}

#[test]
fn additions_that_no_fact_knows_leave_the_claim_open() {
    let facts = whole();
    let said = "The votes list uses the operator.add reducer with SHA-256 fingerprints.";
    assert_eq!(of(&facts, ClaimKind::Reducers, said).0, Undecided);
    let read = "Each file is read by ast.parse() – Look for calls of it for fan-out detection.";
    assert_eq!(of(&facts, ClaimKind::SyntaxTree, read).0, Undecided);
    let facts = repository(&[("src/state.py", STATE)]);
    assert_eq!(
        of(&facts, ClaimKind::Definitions, "It groups all of them by ledger_votes.").0,
        Undecided
    );
}

#[test]
fn a_name_that_no_source_has_contradicts_the_file_that_is_said_to_have_it() {
    let facts =
        repository(&[("config/tools.py", "def read_rubric(path):\n    return open(path)\n")]);
    check_against(
        &facts,
        &[
            "It is done by config/rubric.json, as config/other.py::apply_the_rule is what decides there.",
        ],
        &[
            "It is done by config/tools.py::read_rubric, which is what reads it there.",
            "The Court Layer is implemented in config/other.py for all of them.",
            "It is tested by config/test_rules.py::test_apply, which is what fails there.",
        ],
    );
}

#[test]
fn what_was_made_better_is_told_of_the_past() {
    let facts = repository(&[(
        "graph.py",
        "
from langgraph.graph import StateGraph, START, END
def f(state): return {}
g = StateGraph(dict)
g.add_node('one', f)
g.add_conditional_edges('one', lambda state: 'two', ['two'])
g.add_node('two', f)
g.add_edge(START, 'one')
g.add_edge('two', END)
app = g.compile()
",
    )]);
    check_against(
        &facts,
        &["The graph uses conditional routing behind its first node."],
        &[
            "I strengthened conditional routing behind the first node.",
            "● Strengthened conditional routing behind the first node.",
            "We have further refined the conditional routing of the graph.",
        ],
    );
}

#[test]
fn what_is_so_of_every_call_in_a_part_on_judges_is_said_of_theirs() {
    let nodes = "
from langchain_openai import ChatOpenAI
from pydantic import BaseModel
class Opinion(BaseModel):
    score: int
def judge_node(state):
    return {'opinions': ChatOpenAI().with_structured_output(Opinion).invoke(state)}
def vision_node(state):
    return {'seen': ChatOpenAI().invoke(state).content}
";
    let facts = repository(&[("nodes.py", nodes)]);
    let said = "Every LLM call uses .with_structured_output(Opinion) on its schema.";
    check_against(
        &facts,
        &[
            &format!("3.2 Detective Layer\n\n{said}\n"),
            &format!("3.2 Judges and Detectives\n\n{said}\n"),
            &format!("3.1 Judges\n\nThey speak.\n\n3.2 Tools and Models\n\n{said}\n"),
        ],
        &[
            &format!("3.2 Judge Implementation\n\n{said}\n"),
            &format!("3.2 Judicial Layer\n\nProsecutor  Defense\nasks  pleads\n\n{said}\n"),
            &format!("The Judges\n\n{said}\n"),
        ],
    );
}

#[test]
fn conditional_edges_are_as_many_as_are_counted() {
    let facts = repository(&[("graph.py", GRAPH)]);
    check_against(
        &facts,
        &["The graph has 4 conditional edges.", "The graph uses three conditional edges."],
        &[
            "The graph has one conditional edge.",
            // By its targets.
            "The graph has two conditional edges.",
            "The graph has 4 conditional edges from other nodes.",
        ],
    );
}

#[test]
fn who_names_a_rule_among_others_need_not_say_what_it_is_about() {
    let citing = "
def chief_justice(opinions, security_flaw):
    scores = [one.score for one in opinions]
    if security_flaw:
        return min(3, scores[0])
    if max(scores) - min(scores) > 2:
        most = max(opinions, key=lambda one: len(one.cited_evidence))
        return most.score
    return scores[2]
print(chief_justice([], False))
";
    let facts = repository(&[("justice.py", citing)]);
    let named =
        "The Chief Justice applies the rules (security override, fact supremacy, variance).";
    let (status, fact) = of(&facts, ClaimKind::SynthesisRules, named);
    assert_eq!(status, Undecided, "{fact}");
}

#[test]
fn detectives_meet_where_judges_are_still_to_be_heard_also_by_conditional_edges() {
    let graph = "
from langgraph.graph import StateGraph, START, END
def f(state): return {}
def go_on(state): return 'aggregator' if state['a'] else END
g = StateGraph(dict)
for name in ('repo_investigator', 'doc_analyst'):
    g.add_node(name, f)
    g.add_edge(START, name)
    g.add_conditional_edges(name, go_on, ['aggregator', END])
g.add_node('aggregator', f)
for name in ('prosecutor', 'defense', 'tech_lead'):
    g.add_node(name, f)
    g.add_edge('aggregator', name)
    g.add_edge(name, 'chief_justice')
g.add_node('chief_justice', f)
g.add_edge('chief_justice', END)
app = g.compile()
";
    let facts = repository(&[(
        "graph.py",
        &graph.replace(
            "g.add_conditional_edges(name, go_on, ['aggregator', END])",
            "g.add_edge(name, 'aggregator')",
        ),
    )]);
    let both = "branches meet at `aggregator` and at `chief_justice`";
    assert_eq!(of(&facts, FanIn, "The graph has a fan-in of all its branches.").1, both);
    let said = "In the detective layer a fan-in of all its branches is there.";
    assert_eq!(of(&facts, FanIn, said).1, "branches meet at `aggregator`");
    let facts = repository(&[("graph.py", graph)]);
    let all = claimed(&facts, said);
    let found = all.iter().find(|claim| claim.kind == FanIn).expect("a claim on a fan-in");
    assert!(!found.places.is_empty(), "{}", found.fact);
}
