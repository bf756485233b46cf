//! Routers that lead where a node before them wrote that they lead.

use super::facts;

/// Checks by which inputs alone the router `way` goes, with what the node writes that decides for it, and whether it
/// handles errors; `gate` is the body of that node.
#[track_caller]
fn check(way: &str, gate: &str, expected: &str, handles: Option<bool>) {
    let wiring = format!(
        "from typing import Literal\nfrom langgraph.graph import StateGraph, START, END\n\
         from pydantic import BaseModel\n\
         class Out(BaseModel):\n    branch: Literal['read', 'skip_read']\n    why: str\n\
         def {way}\n\
         def gate(state):\n    {gate}\n\
         def work(state):\n    return {{'evidences': [look(state['url'])]}}\n\
         g = StateGraph(AgentState)\ng.add_node('fetch', work)\ng.add_node('gate', gate)\ng.add_node('read', work)\n\
         g.add_node('skip_read', lambda s: {{'logs': []}})\ng.add_edge(START, 'fetch')\ng.add_edge('fetch', 'gate')\n\
         g.add_conditional_edges('gate', way)\n\
         def main(url):\n    return g.compile().invoke({{'url': url, 'pdf': ''}})\n"
    );
    let state = "from typing import TypedDict\nclass AgentState(TypedDict):\n    url: str\n    pdf: str\n    evidences: list\n    routing: dict\n    logs: list\n";
    let wiring = format!("from src.state import AgentState\n{wiring}");
    let graphs = facts(&[("src/state.py", state), ("src/graph.py", &wiring)]).graphs;
    let edge = &graphs[0].conditional[0];
    let told = edge.dictated.as_ref().map(|it| {
        let reply = if it.by_reply { " or a reply" } else { "" };
        format!("{} by {}{reply}", it.node, edge.inputs.join(" "))
    });
    assert_eq!(
        (told.unwrap_or_default().as_str(), edge.handles_errors),
        (expected, handles),
        "{wiring}"
    );
}

const WAY: &str = "way(state) -> Literal['read', 'skip_read']:\n    return state.get('routing', {}).get('branch', 'skip_read')";
const ASKED: &str = "way(state) -> Literal['read', 'skip_read']:\n    if state['routing']['branch'] == 'read':\n        return 'read'\n    return 'skip_read'";
const FLAT: &str = "way(state) -> Literal['read', 'skip_read']:\n    return state['routing']";
const GATE: &str = "branch = 'read' if state.get('pdf') else 'skip_read'\n    return {'routing': {'branch': branch}}";
const MODEL: &str = "try:\n        out = llm.with_structured_output(Out).invoke({'url': state['url'], 'pdf': state.get('pdf')})\n        return {'routing': {'branch': out.branch}, 'logs': [out.why]}\n    except Exception:\n        return {'routing': {'branch': 'read' if state.get('pdf') else 'skip_read'}}";

#[test]
fn a_router_that_goes_by_what_a_node_wrote_of_inputs_handles_no_error_of_another() {
    check(WAY, GATE, "gate by pdf", Some(false));
    check(ASKED, GATE, "gate by pdf", Some(false));
    check(
        FLAT,
        "return {'routing': 'read' if state.get('pdf') else 'skip_read'}",
        "gate by pdf",
        Some(false),
    );
    let guarded = "if not state.get('pdf'):\n        return {'routing': {'branch': 'skip_read'}}\n    return {'routing': {'branch': 'read'}}";
    check(WAY, guarded, "gate by pdf", Some(false));
    check(WAY, MODEL, "gate by pdf or a reply", Some(false));
    // Another node may tell somebody of the inputs.
    let told = MODEL.replace(
        "state.get('pdf')})\n        return",
        "state.get('pdf')})\n        tell({'pdf': state['pdf']})\n        return",
    );
    check(WAY, &told, "gate by pdf or a reply", Some(false));
}

#[test]
fn a_router_that_goes_by_what_a_node_wrote_of_errors_handles_them() {
    let missing = GATE.replace("state.get('pdf')", "state.get('evidences')");
    check(WAY, &missing, "", Some(true));
    let caught = "try:\n        check(state['pdf'])\n        return {'routing': {'branch': 'read'}}\n    except OSError:\n        return {'routing': {'branch': 'skip_read'}}";
    check(WAY, caught, "", Some(true));
}

#[test]
fn what_is_not_followed_to_its_end_stays_open() {
    // By the disk, by a function, by what else is put there, or by nothing where it returns before.
    check(WAY, &GATE.replace("state.get('pdf')", "readable(state['pdf'])"), "", None);
    check(WAY, "return {'routing': {'branch': choose(state)}}", "", None);
    check(WAY, "return {'routing': choose(state)}", "", None);
    let silent = format!("if broken(state['url']):\n        return {{}}\n    {GATE}");
    check(WAY, &silent, "", None);
    let second = format!("note = {{'branch': state['url']}}\n    {GATE}");
    check(WAY, &second, "", None);
    // The model is shown what a node found, or it is no model that gives it.
    check(WAY, &MODEL.replace("state['url']", "state['evidences']"), "", None);
    check(WAY, &MODEL.replace("llm.with_structured_output(Out).invoke", "clone"), "", None);
}
