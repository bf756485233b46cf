//! Keys that nodes and routers read and no field of the state is there for.

use super::facts;

const STATE: &str = "from typing import TypedDict\n\
                     class AgentState(TypedDict):\n    url: str\n    evidences: dict\n    errors: list\n";

/// What the router `way` and the node `node` read in vain, as `node.key@line`; `more` is wired, too.
#[track_caller]
fn check_with(more: &str, text: &str, expected: &str) {
    let wiring = format!(
        "from langgraph.graph import StateGraph, START, END\nfrom src.state import AgentState\n{text}\n\
         g = StateGraph(AgentState)\ng.add_node('node', node)\ng.add_node('on_error', other)\ng.add_node('a', other)\n\
         {more}g.add_edge(START, 'node')\ng.add_conditional_edges('node', way)\ndef other(state):\n    return {{}}\n"
    );
    let graphs = facts(&[("src/state.py", STATE), ("src/graph.py", &wiring)]).graphs;
    let keys = graphs[0].unfed.iter();
    // Two lines stand before the text.
    let keys = keys.map(|one| format!("{}.{}@{}", one.node, one.key, one.place.line - 2));
    assert_eq!(keys.collect::<Vec<_>>().join(" "), expected, "{text}");
}

/// The same for a node.
#[track_caller]
fn check(node: &str, expected: &str) {
    check_with("", &format!("{node}\ndef way(s):\n    return 'a'"), expected);
}

#[test]
fn what_is_put_under_one_key_is_not_there_under_another() {
    check(
        "def node(s):\n    if s.get('error'):\n        s['errors'] = s.get('errors', []) + [1]\n    return s",
        "node.error@2",
    );
    check("def node(s):\n    s['error'] = 1\n    print(s)\n    return {'url': s['error']}", "");
    check("def node(s):\n    s[name()] = 1\n    return {'url': s['error']}", "");
    check(
        "def node(s):\n    s['evidences']['x'] = 1\n    return {'url': s['lost']}",
        "node.lost@3",
    );
    // Whoever asks first knows that it may be missing.
    check(
        "def node(s):\n    if 'task' in s and s['task']:\n        return {'url': s['other']}",
        "node.other@3",
    );
    check("def node(s):\n    return {'url': s['task'] if hasattr(s, 'task') else ''}", "");
    check("def node(s):\n    s.update(task=1)\n    return {'url': s['task']}", "");
    check("def node(s):\n    t = s\n    return {'url': s['task']}", "");
}

#[test]
fn functions_that_are_handed_the_state_read_for_whoever_hands_it() {
    let helper = |body: &str| {
        format!(
            "def helper(x, names=()):\n    {body}\ndef node(s):\n    return {{'url': helper(s, ('url', 'lost', 'gone'))}}"
        )
    };
    check(&helper("return x.get('task')"), "node.task@2");
    check(
        &helper("return any(getattr(x, name, False) for name in names)"),
        "node.gone@4 node.lost@4 node.url@4",
    );
    check(
        &helper("for name in names:\n        if x.get(name):\n            return 1"),
        "node.gone@6 node.lost@6",
    );
    check(&helper("for name in names:\n        name = name + '_'\n        x.get(name)"), "");
    check(&helper("x['task'] = 1\n    return x['task']"), "");
    check(&helper("return other(x) or x.get('task')"), "node.task@2");
    check(&helper("return unknown(x) or x.get('task')"), "");
    check(&helper("return getattr(x, 'items', None), getattr(x, 'task')"), "");
    check("def node(s):\n    return {k: s.get(k) for k in ['url', 'lost']}", "node.lost@2");
}

#[test]
fn a_node_that_was_not_found_brings_no_field_that_no_class_has() {
    let way = "from src.state import lost\ndef node(s):\n    return {}\ndef way(s):\n    if s.get('error'):\n        return 'on_error'\n    return 'a'";
    check_with("g.add_node('lost', lost)\n", way, "way.error@5");
    let declared = format!("class Lost:\n    error: str\n{way}");
    check_with("g.add_node('lost', lost)\n", &declared, "");
}

/// What `node` of a graph over another state reads in vain, with `~` before what `getattr` asks of a dictionary.
#[track_caller]
fn check_state(state: &str, node: &str, expected: &str) {
    let text = format!(
        "from typing import TypedDict\nfrom pydantic import BaseModel\nfrom langgraph.graph import StateGraph, START, END\n{state}\n{node}\n\
         g = StateGraph(S)\ng.add_node('node', node)\ng.add_edge(START, 'node')\n"
    );
    let graphs = facts(&[("src/graph.py", &text)]).graphs;
    let keys = graphs[0].unfed.iter();
    let keys = keys.map(|one| format!("{}{}", if one.by_attribute { "~" } else { "" }, one.key));
    assert_eq!(keys.collect::<Vec<_>>().join(" "), expected, "{state} {node}");
}

#[test]
fn a_model_is_asked_for_what_it_has_no_field_for() {
    let model = "class S(BaseModel):\n    url: str\n    notes: list = []";
    let node =
        |body: &str| format!("def node(state: S):\n    {body}\n    return {{'notes': rules}}");
    let asks = "rules = getattr(state, 'rules', {})";
    check_state(model, &node(&format!("found = unique(state.notes)\n    {asks}")), "rules");
    check_state(model, &node("rules = getattr(state, 'notes', [])"), "");
    // Somebody may have put it there, or it may be no field.
    check_state(model, &node(&format!("state.rules = {{}}\n    {asks}")), "");
    check_state(model, &node(&format!("state.fill()\n    {asks}")), "");
    check_state(model, &node(&format!("state.__dict__['rules'] = 1\n    {asks}")), "");
    let bound = "class S(BaseModel):\n    url: str\n    notes: list = []\n    rules = {}";
    check_state(bound, &node(asks), "");
    let unknown = "from other import Base\nclass S(Base):\n    url: str\n    notes: list = []";
    check_state(unknown, &node(asks), "");
}

#[test]
fn whoever_takes_a_model_by_its_annotation_asks_it_for_fields() {
    let model = "class S(BaseModel):\n    url: str\n    notes: list = []";
    let node = |body: &str, use_of: &str| {
        format!(
            "def scan(state: S, name):\n    {body}\n    return rules\nTABLE = {{'scan': {use_of}}}\n\
             def node(state: S):\n    return {{'notes': TABLE[pick()](state, 'x')}}"
        )
    };
    let asks = "rules = getattr(state, 'rules', '.')";
    check_state(model, &node(asks, "lambda state, name: scan(state, name)"), "rules");
    check_state(model, &node("rules = getattr(state, 'notes', [])", "scan"), "");
    check_state(model, &node(asks, "None"), "");
    check_state(model, &node("rules = getattr(name, 'rules', '.')", "scan"), "");
    check_state(model, &node(&format!("state = wider(state)\n    {asks}"), "scan"), "");
    check_state(model, &node(&format!("state.fill()\n    {asks}"), "scan"), "");
    check_state(model, &node(asks, "scan").replace("state: S, name", "state, name"), "");
    let open = format!("{model}\n    model_config = ConfigDict(extra='allow')");
    check_state(&open, &node(asks, "scan"), "");
    let put = format!("{}\ndef fill(one):\n    one.rules = 1", node(asks, "scan"));
    check_state(model, &put, "");
}

#[test]
fn a_method_asks_the_state_where_no_other_class_has_one_of_its_name() {
    let state = "class S(TypedDict):\n    url: str";
    let agent = |name: &str, body: &str| {
        format!("class {name}:\n    def process(self, state: S):\n        {body}\n")
    };
    let node = "def node(state: S):\n    return agent.process(state)";
    let asks = agent("Web", "return {'url': state.get('count', 0)}");
    check_state(state, &format!("{asks}{node}"), "count");
    let other = agent("Judge", "return {'url': 'x'}");
    check_state(state, &format!("{asks}{other}{node}"), "");
    // What it gives back itself may be handed to it again.
    let given = agent("Web", "return {'count': state.get('count', 0) + 1}");
    check_state(state, &format!("{given}{node}"), "");
    // A function is known by where it stands.
    let scan = "def process(state: S):\n    return state.get('count', 0)\n";
    let node = "def node(state: S):\n    return process(state)";
    check_state(state, &format!("{scan}{other}{node}"), "count");
}

#[test]
fn a_dictionary_has_no_attribute_for_what_it_holds() {
    let state = "class S(TypedDict):\n    url: str\n    failed: bool";
    let node =
        |body: &str| format!("def node(state: S):\n    bad = {body}\n    return {{'url': bad}}");
    check_state(state, &node("getattr(state, 'failed', False)"), "~failed");
    check_state(state, &node("getattr(state, 'lost', False)"), "~lost");
    check_state(
        state,
        &node("state.get('lost') or getattr(state, 'failed', False)"),
        "~failed lost",
    );
    // Whoever can take both knows what it is given.
    check_state(state, &node("getattr(state, 'failed', False) or state.get('failed')"), "");
    check_state(
        state,
        &node("state['failed'] if isinstance(state, dict) else getattr(state, 'failed', False)"),
        "",
    );
    let model = "class S(BaseModel):\n    url: str\n    failed: bool";
    check_state(model, &node("getattr(state, 'failed', False)"), "");
}

#[test]
fn whoever_takes_a_dictionary_by_its_annotation_asks_it_for_keys() {
    let state = "class S(TypedDict):\n    url: str\n    notes: list";
    let node = |body: &str| {
        format!(
            "class Chief:\n    def write(self, state: S):\n        {body}\n        return found\n\
             def node(state: S):\n    return {{'notes': Chief().write(state)}}"
        )
    };
    let asks = "found = state.get('source', state['url'])";
    check_state(state, &node(asks), "source");
    check_state(
        state,
        &node(&format!(
            "{asks}\ndef run():\n    return app.invoke({{'source': 1}})\nclass More:\n    def x(self):\n        found = 1"
        )),
        "source",
    );
    check_state(state, &node("found = state.get('notes', state['url'])"), "");
    // Somebody may have put it there, or knows that it may be missing.
    check_state(state, &node(&format!("state['source'] = 1\n        {asks}")), "");
    check_state(state, &node(&format!("fill(state).update(source=1)\n        {asks}")), "");
    check_state(state, &node(&format!("show({{**state, 'source': 1}})\n        {asks}")), "");
    check_state(state, &node(&format!("show({{'source': 1}})\n        {asks}")), "");
    check_state(state, &node("found = state['source'] if 'source' in state else 1"), "");
    check_state(state, &node(asks).replace("state: S):\n        f", "state):\n        f"), "");
}
