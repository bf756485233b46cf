//! What a name that is there does not show, and what stands where nothing is claimed.

use super::super::*;
use super::sources::{GRAPH, JUSTICE, STATE, check, repository, whole};
use ClaimKind::{
    ConditionalEdges, Definitions, DeterministicSynthesis, StructuredOutput, SyntaxTree,
    TypedClasses,
};
use ClaimStatus::{Contradicted, Supported, Undecided};

fn found(facts: &RepositoryFacts, text: &str) -> Vec<(ClaimKind, ClaimStatus)> {
    let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    claims(&[page], Some(facts)).into_iter().map(|claim| (claim.kind, claim.status)).collect()
}

#[test]
fn a_name_that_is_there_supports_nothing_that_it_is_said_to_do() {
    let facts = whole();
    check(&facts, Definitions, "The helper is read_rubric() in tools.py.", Supported);
    check(&facts, Definitions, "The outline() function returns the exact topology.", Undecided);
    check(&facts, Definitions, "This is enforced by the read_report() tool.", Undecided);
}

#[test]
fn rules_that_are_said_to_come_out_of_a_rubric_that_nothing_reads_are_contradicted() {
    let said = "The Chief Justice's deterministic rules are loaded from the synthesis_rules block in the rubric.";
    let facts = repository(&[("src/nodes/justice.py", JUSTICE)]);
    check(&facts, DeterministicSynthesis, said, Contradicted);
    let written = said.replace("loaded", "derived");
    check(&facts, DeterministicSynthesis, &written, Undecided);
    check(
        &facts,
        DeterministicSynthesis,
        "The Chief Justice decides by deterministic rules.",
        Supported,
    );
    check(&whole(), DeterministicSynthesis, said, Undecided);
}

#[test]
fn what_goes_on_about_a_library_that_is_another_is_not_supported() {
    let models = "
from langchain_ollama import ChatOllama
from pydantic import BaseModel
class Opinion(BaseModel):
    score: int
model = ChatOllama(model='m').with_structured_output(Opinion)
def judge(state):
    return {'votes': [model.invoke('x')]}
RUNS = [judge]
";
    let facts = repository(&[("judges.py", models)]);
    let goes_on = "It binds by with_structured_output(Opinion) for all judges.";
    let status = |before: &str| {
        let all = found(&facts, &format!("{before} {goes_on}"));
        all.into_iter().filter(|one| one.0 == StructuredOutput).map(|one| one.1).next_back()
    };
    assert_eq!(status("The judges call the model via ChatOpenAI."), Some(Undecided));
    assert_eq!(status("The judges call the model via ChatOllama."), Some(Supported));
}

#[test]
fn a_tree_that_is_said_to_stand_for_patterns_is_left_open_where_texts_are_searched() {
    let tree = "import ast\ndef outline(text):\n    return ast.parse(text)\nLOOKS = [outline]\n";
    let facts = repository(&[("tools.py", tree)]);
    let no_regex = "The detective uses the ast module instead of regex.";
    check(&facts, SyntaxTree, no_regex, Supported);
    let guess = "AST-based inspection of code is used rather than pattern guessing.";
    check(&facts, SyntaxTree, guess, Undecided);
    let both = repository(&[("tools.py", &format!("import re\n{tree}"))]);
    check(&both, SyntaxTree, no_regex, Undecided);
}

#[test]
fn fields_that_a_class_has_not_contradict_their_list() {
    let facts = repository(&[("state.py", STATE), ("graph.py", GRAPH)]);
    let courts = "The CourtState schema enforces: ledger (dict), votes (list), and case_id (str).";
    check(&facts, Definitions, courts, Contradicted);
    let true_list = courts.replace(", and case_id (str)", "");
    assert!(found(&facts, &true_list).iter().all(|one| one.1 != Contradicted));
    let one_known = "The CourtState schema enforces: ledger (dict), and case_id (str).";
    assert!(found(&facts, one_known).iter().all(|one| one.1 != Contradicted));
}

#[test]
fn a_kind_of_classes_that_was_chosen_beside_a_state_of_another_is_left_open() {
    let facts = whole();
    check(&facts, TypedClasses, "Pydantic BaseModel was selected.", Undecided);
    let models = repository(&[("state.py", &STATE.replace("(TypedDict)", "(BaseModel)"))]);
    check(&models, TypedClasses, "Pydantic BaseModel was selected.", Supported);
}

#[test]
fn a_plan_a_gap_and_a_meaning_claim_nothing_of_the_code() {
    let facts = whole();
    let said = "Opinions are bound by with_structured_output in every judge.";
    assert!(found(&facts, &format!("• Definition: {said}\n")).is_empty());
    assert!(!found(&facts, &format!("• Definition: One thing is another. {said}\n")).is_empty());
    for label in ["Forward Plan", "Gaps / Risks", "Next steps"] {
        assert!(found(&facts, &format!("• {label}: {said}\n")).is_empty(), "{label}");
        let behind = format!("• {label}: One thing comes first. {said}\n");
        assert!(found(&facts, &behind).is_empty(), "{label}");
    }
    assert!(!found(&facts, &format!("• Strengths: {said}\n")).is_empty());
    assert!(!found(&facts, &format!("• Forward Plan: One.\n\n{said}\n")).is_empty());
    let flow = "Detectives run in parallel and meet in one node of the graph.";
    let shows = |head: &str| !found(&facts, &format!("{head}\n{flow}\n")).is_empty();
    assert!(!shows("Planned Flow of the Graph"));
    assert!(!shows("Phase 4 – Synthesis (target: Friday)\n"));
    assert!(shows("Flow of the Graph"));
}

#[test]
fn ways_that_a_list_behind_names_are_not_shown_by_an_edge() {
    let way = "
def way(state):
    return 'a' if state['errors'] else 'b'
";
    let edges = "g.add_conditional_edges(START, way, {'a': 'a', 'b': 'b'})\ng.add_edge('a', END)\ng.add_edge('b', END)\napp = g.compile()\n";
    let text = format!(
        "from langgraph.graph import StateGraph, START, END\n{way}g = StateGraph(dict)\ng.add_node('a', print)\ng.add_node('b', print)\n{edges}"
    );
    let facts = repository(&[("graph.py", &text)]);
    check(&facts, ConditionalEdges, "Two conditional branches are now visible:", Undecided);
    check(&facts, ConditionalEdges, "Conditional branches are part of the graph.", Supported);
}

#[test]
fn a_node_that_returns_what_is_added_up_contradicts_that_it_adds_little() {
    let graph = "
import operator
from typing import Annotated, TypedDict
from langgraph.graph import StateGraph, START, END
class CourtState(TypedDict):
    errors: Annotated[list, operator.add]
def first(state):
    return {'errors': ['x']}
def note_failure(state):
    return {'errors': state['errors'] + ['degraded']}
g = StateGraph(CourtState)
g.add_node('first', first)
g.add_node('note_failure', note_failure)
g.add_edge(START, 'first')
g.add_edge('first', 'note_failure')
g.add_edge('note_failure', END)
app = g.compile()
app.invoke({'errors': []})
";
    let facts = repository(&[("graph.py", graph)]);
    let said = "The note_failure() node only appends a message to errors.";
    check(&facts, Definitions, said, Contradicted);
    let point = "The note_failure() node is where it fails; that node only appends a message to errors and does not change evidence.";
    check(&facts, Definitions, point, ClaimStatus::Undecided);
    let other = "Its first() node returns state unchanged, and the graph goes on.";
    assert!(found(&facts, other).iter().all(|one| one.1 != Contradicted));
    let anew = repository(&[("graph.py", &graph.replace("state['errors'] + ", ""))]);
    assert!(found(&anew, said).iter().all(|one| one.1 != Contradicted));
}

#[test]
fn commands_that_nothing_limits_are_not_shown_by_what_else_is_said_of_them() {
    let tools = |limit: &str| {
        let text = format!(
            "
import subprocess
def get(url):
    done = subprocess.run(['git', 'log', url], capture_output=True, text=True{limit})
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return done.stdout
RUNS = [get]
"
        );
        repository(&[("src/tools.py", &text)])
    };
    let said = [
        "Uses subprocess.run() with capture_output=True, text=True, and a timeout of its own.",
        "It uses subprocess.run instead of os.system(), with comprehensive error handling and timeouts.",
    ];
    let limited = tools(", timeout=60");
    for said in said {
        let of = |facts: &RepositoryFacts| {
            let all = found(facts, said).into_iter();
            all.filter(|one| one.0 == ClaimKind::SafeCommands).map(|one| one.1).collect::<Vec<_>>()
        };
        assert_eq!(of(&tools("")), [Undecided], "{said}");
        assert_eq!(of(&limited), [Supported], "{said}");
    }
}

#[test]
fn a_number_of_retries_in_brackets_is_held_against_the_loop() {
    let judged = |rounds: &str| {
        let text = format!(
            "
from langchain_openai import ChatOpenAI
from pydantic import BaseModel
class Opinion(BaseModel):
    score: int
model = ChatOpenAI(model='gpt-4o').with_structured_output(Opinion)
def judge(state):
    for {rounds}:
        try:
            return {{'votes': [model.invoke('x')]}}
        except ValueError:
            continue
RUNS = [judge]
"
        );
        let facts = repository(&[("judges.py", &text)]);
        let said = "A retry loop (up to 2 retries) handles transient parsing failures.";
        let all = found(&facts, said).into_iter();
        all.filter(|one| one.0 == ClaimKind::Retry).map(|one| one.1).collect::<Vec<_>>()
    };
    assert_eq!(judged("attempt in range(3)"), [Supported]);
    assert_eq!(judged("attempt in range(5)"), [Contradicted]);
    assert_eq!(judged("_ in range(5)"), [Undecided]);
}
