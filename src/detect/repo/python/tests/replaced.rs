//! Keys of which one node's value takes the place of another's.

use super::facts;

/// The keys that are lost, as `field.key: nodes`, where two detectives return so.
fn lost(reducer: &str, repo: &str, doc: &str, edges: &str) -> Vec<String> {
    let text = format!(
        "import operator\nfrom typing import Annotated, Dict, List, TypedDict\nfrom langgraph.graph import StateGraph, START, END\n\
         class State(TypedDict):\n    evidences: Annotated[Dict[str, List[str]], {reducer}]\n    url: str\n\
         def repo(state):\n{repo}\ndef doc(state):\n{doc}\ndef join(state):\n    return {{}}\n\
         g = StateGraph(State)\ng.add_node('repo', repo)\ng.add_node('doc', doc)\ng.add_node('join', join)\n\
         g.add_edge(START, 'repo')\n{edges}\ng.add_edge('repo', 'join')\ng.add_edge('doc', 'join')\ng.add_edge('join', END)\nrun = g.compile()\n"
    );
    let graphs = facts(&[("src/graph.py", &text)]).graphs;
    let told = graphs[0].replaced.iter();
    told.map(|one| format!("{}.{}: {}", one.field, one.key, one.nodes.join(" "))).collect()
}

#[test]
fn a_key_that_two_nodes_of_one_step_return_loses_the_value_of_one() {
    let beside = "g.add_edge(START, 'doc')";
    let direct = "    return {'evidences': {'paths': ['a']}}";
    let held = "    found = {}\n    found['paths'] = ['b']\n    return {'evidences': found}";
    let expected = ["evidences.paths: doc repo".to_owned()];
    assert_eq!(lost("operator.ior", direct, held, beside), expected);
    assert_eq!(lost("operator.or_", direct, direct, beside), expected);
    // Other keys, other steps, or what adds lists up.
    let other = "    return {'evidences': {'depth': ['a']}}";
    let none: [String; 0] = [];
    assert_eq!(lost("operator.ior", direct, other, beside), none);
    assert_eq!(lost("operator.ior", direct, held, "g.add_edge('repo', 'doc')"), none);
    let adds = "lambda a, b: {k: a.get(k, []) + b.get(k, []) for k in a | b}";
    assert_eq!(lost(adds, direct, held, beside), none);
    assert_eq!(lost("operator.ior", direct, "    return {'url': {'paths': 1}}", beside), none);
    // A name that only ever holds the key.
    let named = "    KEY = 'paths'\n    return {'evidences': {KEY: ['b']}}";
    assert_eq!(lost("operator.ior", direct, named, beside), expected);
    for unknown in [
        "    for KEY in ['paths', 'depth']:\n        found = {KEY: 1}\n    return {'evidences': found}",
        "    KEY = state['url']\n    return {'evidences': {KEY: ['b']}}",
        "    KEY = 'paths'\n    KEY = 'depth'\n    return {'evidences': {KEY: ['b']}}",
    ] {
        assert_eq!(lost("operator.ior", direct, unknown, beside), none, "{unknown}");
    }
}

#[test]
fn a_key_may_be_a_constant_or_a_member_of_an_enumeration() {
    let check = |keys: &str, doc: &str, expected: &[&str]| {
        let text = format!(
            "import operator\nfrom enum import Enum\nfrom typing import Annotated, Dict, List, TypedDict\nfrom langgraph.graph import StateGraph, START, END\n{keys}\n\
             class State(TypedDict):\n    evidences: Annotated[Dict[str, List[str]], operator.ior]\n\
             def repo(state):\n    return {{'evidences': {{'paths': [1]}}}}\ndef doc(state):\n    return {{'evidences': {{{doc}: [2]}}}}\n\
             g = StateGraph(State)\ng.add_node('repo', repo)\ng.add_node('doc', doc)\ng.add_edge(START, 'repo')\ng.add_edge(START, 'doc')\n\
             g.add_edge('repo', END)\ng.add_edge('doc', END)\nrun = g.compile()\n"
        );
        let graphs = facts(&[("src/graph.py", &text)]).graphs;
        let told: Vec<&str> = graphs[0].replaced.iter().map(|one| one.key.as_str()).collect();
        assert_eq!(told, expected, "{text}");
    };
    check("KEY = 'paths'", "KEY", &["paths"]);
    check(
        "class Key(Enum):\n    PATHS = 'paths'\n    DEPTH = 'depth'",
        "Key.PATHS.value",
        &["paths"],
    );
    check("class Key(Enum):\n    PATHS = 'paths'\n    DEPTH = 'depth'", "Key.DEPTH.value", &[]);
    check("KEY = 'depth'", "KEY", &[]);
    check("from elsewhere import KEY", "KEY", &[]);
}
