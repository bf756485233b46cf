//! What a router is said to go by, and nodes that edges are said to lead to.

use super::super::*;
use super::contradicted::check;
use super::sources::{check as held_against, repository};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported};
use crate::domain::facts::{LookedUp, UntakenKey, UntakenObject, Vocabulary};

const GRAPH: &str = "
from typing import TypedDict
from langgraph.graph import StateGraph, START, END
class State(TypedDict):
    pdf_path: str
    repo_url: str
def way(state):
    return 'read' if state.get('pdf_path') else 'skip'
def build_graph():
    builder = StateGraph(State)
    builder.add_node('doc_gate', print)
    builder.add_node('read', print)
    builder.add_node('skip', print)
    builder.add_edge(START, 'doc_gate')
    builder.add_conditional_edges('doc_gate', way, {'read': 'read', 'skip': 'skip'})
    builder.add_edge('read', END)
    builder.add_edge('skip', END)
    return builder.compile()
build_graph().invoke({})
";

fn facts() -> RepositoryFacts {
    let mut facts = repository(&[("src/graph.py", GRAPH)]);
    let names = ["doc_gate", "pdf_path", "repo_url"].map(str::to_owned).into();
    facts.vocabulary = Some(Vocabulary { names, ..Vocabulary::default() });
    let graph = &mut facts.python.graphs[0];
    graph.state_fields = ["pdf_path", "repo_url"].map(str::to_owned).into();
    graph.conditional[0].inputs = vec!["pdf_path".into()];
    facts
}

#[test]
fn a_router_that_looks_at_one_input_contradicts_who_names_another() {
    check(
        &facts(),
        &[
            "`doc_gate` → `read` or `skip` based on `pdf_path` and `RUN_VISION`.",
            "The doc_gate starts the reader only if both a pdf_path is available and the RUN_VISION flag is set.",
            "The doc_gate decides where to go based on the repo_url.",
        ],
        &[
            "`doc_gate` → `read` or `skip` based on `pdf_path`.",
            "The doc_gate should decide based on `pdf_path` and `RUN_VISION`.",
            "The other_gate decides where to go based on the repo_url.",
            "The doc_gate decides where to go based on what is there.",
        ],
    );
    let said = "`doc_gate` leads on based on `pdf_path`.";
    held_against(&facts(), ClaimKind::ConditionalEdges, said, Supported);
    // What else it looks at is not known.
    let mut open = facts();
    open.python.graphs[0].conditional[0].inputs.clear();
    check(&open, &[], &["The doc_gate decides where to go based on the repo_url."]);
}

#[test]
fn an_edge_to_a_node_that_nothing_names_is_contradicted() {
    let said = "The graph has a conditional edge to a CourtClerk node.";
    held_against(&facts(), ClaimKind::ConditionalEdges, said, Contradicted);
    // A node of a similar name may be meant, and what a source names may be anything.
    check(&facts(), &[], &["The graph has a conditional edge to a SkipHandler node."]);
    let mut named = facts();
    named.vocabulary = None;
    check(&named, &[], &[said]);
}

#[test]
fn what_no_node_returns_is_merged_by_nothing() {
    let text = GRAPH
        .replace("import TypedDict", "import Annotated, TypedDict\nimport operator")
        .replace("repo_url: str", "repo_url: str\n    evidences: Annotated[dict, operator.ior]");
    let mut facts = repository(&[("src/graph.py", &text)]);
    let said = "The detectives' findings are merged via operator.ior into one state.";
    check(&facts, &[], &[said]);
    let graph = &mut facts.python.graphs[0];
    let place = graph.place.clone();
    graph.unfollowed.clear();
    graph.unresolved.clear();
    let (field, spelled) = ("evidences".to_owned(), true);
    let under = Some(LookedUp { field, spelled, returned: false, place: place.clone() });
    let (node, key) = ("read".to_owned(), "general".to_owned());
    graph.untaken.push(UntakenKey { node, key, by_attribute: false, under, wanted: None, place });
    check(&facts, &[said], &["The state has operator.ior as a reducer for what is found."]);
    // A node was seen to return the field.
    let under = facts.python.graphs[0].untaken[0].under.as_mut();
    under.expect("it was given").returned = true;
    check(&facts, &[], &[said]);
}

#[test]
fn objects_that_no_field_takes_do_not_come_together() {
    let text = GRAPH
        .replace("add_edge('read', END)", "add_edge('read', 'meet')")
        .replace("add_edge('skip', END)", "add_edge('skip', 'meet')\n    builder.add_node('meet', print)\n    builder.add_edge('meet', END)")
        .replace("builder.add_conditional_edges('doc_gate', way, {'read': 'read', 'skip': 'skip'})", "builder.add_edge('doc_gate', 'read')\n    builder.add_edge('doc_gate', 'skip')");
    let mut facts = repository(&[("src/graph.py", &text)]);
    let told = |facts: &RepositoryFacts| {
        let text = "The node `meet` is the fan-in of their findings.".into();
        let page = ReportPage { number: 1, text, ..ReportPage::default() };
        let all = claims(&[page], Some(facts));
        let one = all.into_iter().find(|claim| claim.kind == ClaimKind::FanIn);
        one.map(|claim| (claim.status, claim.at_odds))
    };
    assert_eq!(told(&facts), Some((Supported, false)));
    let place = facts.python.graphs[0].place.clone();
    let lost = ["read", "skip"].map(|node| UntakenObject {
        node: node.into(),
        class: "Evidence".into(),
        place: place.clone(),
    });
    facts.python.graphs[0].untaken_objects = lost[..1].to_vec();
    assert_eq!(told(&facts), Some((Supported, false)));
    facts.python.graphs[0].untaken_objects = lost.to_vec();
    assert_eq!(told(&facts), Some((ClaimStatus::Undecided, true)));
}
