//! What the wiring of a graph shows of a claim.

use super::sources::{check as held_against, repository};
use super::*;
use ClaimKind::ConditionalEdges;
use ClaimStatus::{Contradicted, Supported, Undecided};

pub(super) const WIRED: &str = "
from langgraph.graph import StateGraph, START, END
def route(state):
    return 'agg'
def investigator(state):
    return {}
def agg(state):
    return {}
builder = StateGraph(dict)
builder.add_node('investigator', investigator)
builder.add_node('agg', agg)
builder.add_edge(START, 'investigator')
builder.add_conditional_edges('investigator', route, {'agg': 'agg'})
builder.add_edge('agg', END)
graph = builder.compile()
graph.invoke({})
";

#[test]
fn an_edge_that_asks_for_what_is_always_there_supports_no_routing() {
    let state = "import operator\nfrom typing import Annotated, TypedDict\n\
                 class S(TypedDict):\n    evidences: Annotated[dict, operator.ior]\n";
    let sated = WIRED
        .replace(
            "    return 'agg'",
            "    if len(state.get('evidences', {})) == 0:\n        return END\n    return 'agg'",
        )
        .replace("return {}\ndef agg", "return {'evidences': {'repo': [1]}}\ndef agg")
        .replace("StateGraph(dict)", "StateGraph(S)")
        .replace("{'agg': 'agg'}", "{'agg': 'agg', END: END}")
        .replacen("def route", "from state import S\ndef route", 1);
    let facts = repository(&[("state.py", state), ("graph.py", &sated)]);
    let said = "The graph uses conditional routing between its nodes.";
    held_against(&facts, ConditionalEdges, said, Undecided);
    let open = sated.replace("{'evidences': {'repo': [1]}}", "state['given']");
    let facts = repository(&[("state.py", state), ("graph.py", &open)]);
    held_against(&facts, ConditionalEdges, said, Supported);
}

#[test]
fn an_edge_that_asks_for_what_the_state_has_no_field_for_supports_no_routing() {
    let state =
        "from typing import TypedDict\nclass S(TypedDict):\n    url: str\n    fatal: bool\n";
    let asks = WIRED
        .replace("    return 'agg'", "    return not state.get('has_fatal_error', False)")
        .replace("StateGraph(dict)", "StateGraph(S)")
        .replace("{'agg': 'agg'}", "{True: 'agg', False: END}")
        .replacen("def route", "from state import S\ndef route", 1);
    let mut facts = repository(&[("state.py", state), ("graph.py", &asks)]);
    let routes = "The graph uses conditional routing on has_fatal_error.";
    held_against(&facts, ConditionalEdges, routes, Undecided);
    // Where one way is known never to be taken, nothing is routed.
    let edge = &mut facts.python.graphs[0].conditional[0];
    edge.targets = vec!["agg".into()];
    edge.starved = vec!["END".into()];
    held_against(&facts, ConditionalEdges, routes, Contradicted);
    held_against(&facts, ConditionalEdges, "The graph has conditional edges.", Undecided);
    let there = asks.replace("has_fatal_error", "fatal");
    let facts = repository(&[("state.py", state), ("graph.py", &there)]);
    held_against(
        &facts,
        ConditionalEdges,
        "The graph uses conditional routing on fatal.",
        Supported,
    );
}

#[test]
fn what_a_node_does_that_never_runs_is_not_shown_by_its_name() {
    let wired =
        WIRED.replace("def agg", "def vision_inspector(state):\n    return {}\ndef agg").replace(
            "builder.add_edge(START",
            "builder.add_node('vision_inspector', vision_inspector)\nbuilder.add_edge(START",
        );
    let said = "The `vision_inspector` classified the diagram with care.";
    let there = "The `vision_inspector` is defined in `graph.py`.";
    let facts = repository(&[("graph.py", &wired)]);
    held_against(&facts, ClaimKind::Definitions, said, Undecided);
    held_against(&facts, ClaimKind::Definitions, there, Supported);
    let runs = wired.replace(
        "builder.add_edge(START, 'investigator')",
        "builder.add_edge(START, 'investigator')\nbuilder.add_edge(START, 'vision_inspector')",
    );
    let facts = repository(&[("graph.py", &runs)]);
    held_against(&facts, ClaimKind::Definitions, said, Supported);
}

#[test]
fn what_several_add_under_one_key_is_not_joined_by_an_operator_that_keeps_one() {
    let state = |reducer: &str| {
        format!(
            "import operator\nfrom typing import Annotated, TypedDict\nclass S(TypedDict):\n    evidences: Annotated[dict, {reducer}]\n"
        )
    };
    let facts = repository(&[("state.py", &state("operator.ior"))]);
    let says = |facts, said: &str, status| held_against(facts, ClaimKind::Reducers, said, status);
    let joins = "The reducer merges evidences, so multiple Detectives can add evidence under the same rubric dimension concurrently.";
    says(&facts, joins, Contradicted);
    let apart =
        "The reducer merges evidences, and no two detectives add evidence under the same key.";
    says(&facts, apart, Supported);
    let own = state("merge").replace(
        "class S",
        "def merge(a, b):\n    return {k: a.get(k, []) + b.get(k, []) for k in a | b}\nclass S",
    );
    let facts = repository(&[("state.py", &own)]);
    says(&facts, joins, Supported);
}

#[test]
fn an_edge_that_decides_nothing_supports_no_routing() {
    let facts = repository(&[("graph.py", WIRED)]);
    let edges = |said: &str, status| held_against(&facts, ConditionalEdges, said, status);
    edges("The graph uses conditional routing between its nodes.", Contradicted);
    edges("The graph uses conditional edges between its nodes.", Undecided);
    let chooses = WIRED
        .replace("    return 'agg'", "    return 'agg' if state.get('x') == 'y' else END")
        .replace("{'agg': 'agg'}", "{'agg': 'agg', END: END}");
    let facts = repository(&[("graph.py", &chooses)]);
    let edges = |said: &str, status| held_against(&facts, ConditionalEdges, said, status);
    edges("The graph uses conditional routing between its nodes.", Supported);
    let errors = "Failures of a node are handled by conditional edges of the graph.";
    let deals = facts.python.graphs[0].conditional[0].handles_errors != Some(false);
    edges(errors, if deals { Supported } else { Undecided });
}
