//! Nodes that look first at what they have given already.

use super::facts;

const JUDGE: &str = "known = {op.id for op in state['opinions'] if op.judge == name}\n    left = [one for one in state['rubric'] if one not in known]\n    if not left:\n        return {'logs': ['nothing left']}\n    return {'opinions': [ask(name, one) for one in left], 'logs': []}";

/// Checks by which field the node looks for what it gave before.
#[track_caller]
fn check(judge: &str, node: &str, expected: &str) {
    let state = "import operator\nfrom typing import Annotated, TypedDict\nclass S(TypedDict):\n    rubric: list\n    opinions: Annotated[list, operator.add]\n    logs: Annotated[list, operator.add]\n";
    let wiring = format!(
        "from langgraph.graph import StateGraph, START, END\nfrom src.state import S\n\
         def judge(state, name):\n    {judge}\ndef defense(state):\n    {node}\n\
         g = StateGraph(S)\ng.add_node('defense', defense)\ng.add_edge(START, 'defense')\n"
    );
    let graphs = facts(&[("src/state.py", state), ("src/graph.py", &wiring)]).graphs;
    let told = graphs[0].own_looks.iter().map(|look| format!("{} {}", look.node, look.field));
    assert_eq!(told.collect::<Vec<_>>().join("; "), expected, "{judge} {node}");
}

#[test]
fn a_node_that_returns_early_by_what_it_gave_is_known() {
    check(JUDGE, "return judge(state, 'Defense')", "defense opinions");
    check(
        JUDGE,
        "\"\"\"Defends.\"\"\"\n    return judge(name='Defense', state=state)",
        "defense opinions",
    );
    check("return {}", &JUDGE.replace("name", "'Defense'"), "defense opinions");
    check(
        "return {}",
        "if state.get('opinions'):\n        return {}\n    return {'opinions': [1]}",
        "defense opinions",
    );
}

#[test]
fn what_is_asked_before_something_else_is_no_look_at_what_was_given() {
    // By another field, after it has asked a model, with opinions all the same, or for none at all.
    check(&JUDGE.replace("state['opinions']", "state['rubric']"), "return judge(state, 'D')", "");
    check(&format!("warm_up(name)\n    {JUDGE}"), "return judge(state, 'D')", "");
    check(
        &JUDGE.replace("{'logs': ['nothing left']}", "{'opinions': [1]}"),
        "return judge(state, 'D')",
        "",
    );
    check(
        &JUDGE
            .replace("{'opinions': [ask(name, one) for one in left], 'logs': []}", "{'logs': [1]}"),
        "return judge(state, 'D')",
        "",
    );
    check(JUDGE, "return judge(dict(state), 'D')", "");
}
