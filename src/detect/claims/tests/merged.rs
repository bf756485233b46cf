//! Which of several facts supports a sentence, and which does not.

use super::asked::claimed;
use super::sources::{JUSTICE, STATE, check as held_against, repository, whole};
use super::*;
use crate::domain::facts::{Departure, TreeEntry};
use ClaimKind::{Averaging, MarkdownReport, SynthesisRules};
use ClaimStatus::{Contradicted, Supported, Undecided};

/// What is told of the first claim of this kind, and whether it may be at odds.
#[track_caller]
fn told(facts: &RepositoryFacts, kind: ClaimKind, sentence: &str) -> (String, bool) {
    let found = claimed(facts, sentence)
        .into_iter()
        .find(|claim| claim.kind == kind)
        .expect("it is claimed");
    (found.fact, found.at_odds)
}

#[test]
fn each_field_that_is_spoken_of_is_told_with_its_own_reducer() {
    let state = STATE.replace("ledger", "evidences").replace("votes", "opinions");
    let facts = repository(&[("state.py", &state)]);
    let both = "Detectives write evidence merged via operator.ior, and opinions are appended via operator.add.";
    let expected = "`CourtState.evidences` is merged by `operator.ior`, `CourtState.opinions` by `operator.add`";
    assert_eq!(told(&facts, Reducers, both).0, expected);
    let one = "Judges read evidence and append to opinions via operator.add.";
    assert_eq!(told(&facts, Reducers, one).0, "`CourtState.opinions` is merged by `operator.add`");
}

#[test]
fn the_reducer_of_a_field_that_is_not_spoken_of_supports_nothing() {
    let state = STATE
        .replace("class CourtState", "def join(one, other):\n    return other\nclass CourtState")
        .replace("ledger: Annotated[dict, operator.ior]", "evidences: Annotated[dict, join]")
        .replace("    votes", "    metadata: Annotated[dict, operator.ior]\n    opinions");
    let facts = repository(&[("state.py", &state)]);
    let merged = |said: &str, status| held_against(&facts, Reducers, said, status);
    merged("Evidence of all detectives is merged by operator.ior.", Undecided);
    merged(
        "evidences: Annotated[dict, operator.ior] and metadata: Annotated[dict, operator.ior] are its fields.",
        Undecided,
    );
    merged("The metadata and the evidence are merged by operator.ior.", Supported);
    merged("Opinions are appended by operator.add beside the evidence.", Supported);
}

#[test]
fn what_the_synthesis_does_is_not_what_a_judge_does() {
    let facts = whole();
    let rules = |said: &str, status| held_against(&facts, SynthesisRules, said, status);
    rules("The Prosecutor applies the security override to each opinion.", Undecided);
    rules("The Chief Justice applies the security override to each opinion.", Supported);
    check(
        "Tech Lead is wired to heed the `synthesis_rules` (e.g. security override).",
        &[SynthesisRules],
    );
    rules("Tech Lead is wired to heed the `synthesis_rules` (e.g. security override).", Undecided);
    check("Tech Lead pays attention to the `synthesis_rules` (e.g. security override).", &[]);
}

#[test]
fn rules_that_deny_an_average_beside_one_are_at_odds_with_it() {
    let facts = whole();
    let denied = "The Chief Justice resolves conflicts using hardcoded rules rather than probabilistic averaging.";
    held_against(&facts, DeterministicSynthesis, denied, Undecided);
    assert!(told(&facts, DeterministicSynthesis, denied).1);
    // A model's averaging is another thing.
    let of_a_model =
        "The Chief Justice resolves conflicts by deterministic rules, not LLM averaging.";
    assert!(!told(&facts, DeterministicSynthesis, of_a_model).1);
    held_against(&facts, Averaging, "The court does not average scores.", Contradicted);
}

#[test]
fn a_report_that_is_said_not_to_be_printed_is_held_against_what_prints() {
    let said =
        "The final output is serialized into a Markdown report rather than printed to console.";
    let printing = format!("{JUSTICE}print(render_markdown(1))\n");
    held_against(&repository(&[("justice.py", &printing)]), MarkdownReport, said, Undecided);
    held_against(&repository(&[("justice.py", JUSTICE)]), MarkdownReport, said, Supported);
    let other = "The final output is serialized into a Markdown report for readers.";
    held_against(&repository(&[("justice.py", &printing)]), MarkdownReport, other, Supported);
}

#[test]
fn a_node_that_passes_the_state_on_is_not_shown_to_validate_it() {
    let graph = "
from langgraph.graph import StateGraph, START, END
from state import CourtState
def gather(state): return state
def vote(state): return {'votes': [1]}
builder = StateGraph(CourtState)
builder.add_node('vote', vote)
builder.add_node('evidence_aggregator', gather)
builder.add_edge(START, 'vote')
builder.add_edge('vote', 'evidence_aggregator')
builder.add_edge('evidence_aggregator', END)
graph = builder.compile()
graph.invoke({})
";
    let facts = repository(&[("state.py", STATE), ("graph.py", graph)]);
    let merged = |facts: &RepositoryFacts, said: &str, status| {
        held_against(facts, Reducers, said, status);
    };
    let said = "Votes are merged via operator.add, then EvidenceAggregator validates them.";
    merged(&facts, said, Undecided);
    assert!(
        told(&facts, Reducers, said).0.contains("`evidence_aggregator` returns the state as it is")
    );
    merged(&facts, "Votes are merged via operator.add, then EvidenceAggregator runs.", Supported);
    let checks = graph.replace("return state\n", "return {'ledger': {'a': 1}}\n");
    merged(&repository(&[("state.py", STATE), ("graph.py", &checks)]), said, Supported);
}

/// Lets the tree have files of these paths as well.
fn grow(facts: &mut RepositoryFacts, paths: &[&str]) {
    let entry = |path: &&str| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
    facts.tree.entries.extend(paths.iter().map(entry));
}

#[test]
fn lines_in_which_a_definition_is_said_to_stand_are_held_against_it() {
    let long = |name: &str| {
        format!("def {name}(state):\n{}    return state\n", "    state = state\n".repeat(20))
    };
    let called = "print(DocAnalyst({}), VisionInspector({}))\n";
    let nodes = format!("{}{}{called}", long("DocAnalyst"), long("VisionInspector"));
    let mut facts = repository(&[("src/nodes/detectives.py", &nodes)]);
    grow(&mut facts, &["src/nodes/detectives.py"]);
    let stands = |said: &str, status| held_against(&facts, Definitions, said, status);
    let path = "src/nodes/detectives.py";
    stands(&format!("VisionInspector is implemented in {path}, lines 1-20."), Contradicted);
    stands(
        &format!("VisionInspector is defined in {path} lines 1-30 and used there."),
        Contradicted,
    );
    // Half of it, a part of it, and all of it.
    stands(&format!("VisionInspector is implemented in {path}, lines 20-40."), Supported);
    stands(&format!("VisionInspector is implemented in {path}, lines 30-33."), Supported);
    stands(&format!("VisionInspector is implemented in {path}, lines 23-44."), Supported);
    // As long, and moved by what was written above it since.
    stands(&format!("VisionInspector is implemented in {path}, lines 12-33."), Supported);
    stands(&format!("VisionInspector is implemented in {path}, lines 1-22."), Undecided);
    // Where it is called is another thing, and so is another time.
    let called = format!("The VisionInspector() function is called in {path}, lines 1-20.");
    stands(&called, Supported);
    let before = format!("VisionInspector was implemented in {path}, lines 1-20 previously.");
    check(&before, &[]);
    stands("VisionInspector is implemented in src/other.py, lines 1-20.", Contradicted);
    stands("VisionInspector is implemented in ges/other.py, lines 1-20.", Supported);
}

#[test]
fn a_name_is_held_against_the_file_that_is_said_to_have_it() {
    let graph = "from state import Ledger\ndef build_graph(state: Ledger):\n    return state\nbuild_graph({})\n";
    let sources = [("src/graph.py", graph), ("src/state.py", "class Ledger:\n    votes: list\n")];
    let mut facts = repository(&sources);
    grow(&mut facts, &["src/graph.py", "src/state.py"]);
    let stands = |facts: &RepositoryFacts, said: &str, status| {
        held_against(facts, Definitions, said, status);
    };
    for (said, status) in [
        ("The Ledger class is defined in `src/state.py` for every vote.", Supported),
        ("The Ledger class is defined in state.py for every vote.", Supported),
        ("Code Reference: src/state.py::Ledger holds it.", Supported),
        ("The Ledger class is defined in src/graph.py for every vote.", Contradicted),
        ("The Ledger class is declared in src/schemas/state.py for all votes.", Contradicted),
        // A line that is no sentence blames nobody, what a file imports it has, and half a path may be the rest of one.
        ("Code Reference: src/graph.py::build_graph, src/schemas/state.py::Ledger", Undecided),
        ("Code Reference: src/graph.py::Ledger holds it.", Undecided),
        // What is named nowhere is invented, unless it may be the beginning of a name.
        ("Code Reference: src/graph.py::build_graph, src/other.py::weigh_votes", Contradicted),
        ("Code Reference: src/graph.py::build_gr, src/state.py::Ledger", Undecided),
        ("The build_graph function is defined in mas/graph.py for all.", Supported),
    ] {
        stands(&facts, said, status);
    }
    let (path, commit) = ("src/schemas/state.py".to_owned(), "0123456789".to_owned());
    facts.history.departures.push(Departure { path, to: None, commit });
    let said = "The Ledger class is declared in src/schemas/state.py for all votes.";
    stands(&facts, said, Undecided);
    assert!(told(&facts, Definitions, said).0.contains("left the tree at `0123456`"));
}
