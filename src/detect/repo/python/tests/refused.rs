//! Graphs that `LangGraph` refuses to compile.

use super::facts;

const NODES: &str = "g = StateGraph(dict)\ng.add_node('a', run)\ng.add_node('b', run)\n";
const EDGES: &str = "g.add_edge(START, 'a')\ng.add_edge('a', 'b')\ng.add_edge('b', END)\n";

/// Checks why the one graph is refused that is wired so; nothing where it is not, or nobody can say.
#[track_caller]
fn check(wiring: &str, refused: &str) {
    let text = format!(
        "from langgraph.graph import StateGraph, START, END\ndef run(state):\n    return {{}}\n{wiring}"
    );
    let graphs = facts(&[("src/graph.py", &text)]).graphs;
    let told = graphs[0].refused.as_ref().map(|it| format!("{} {}", it.place.line, it.reason));
    assert_eq!(told.unwrap_or_default(), refused, "{text}");
}

#[test]
fn what_is_surely_refused_is_told_with_its_place() {
    let whole = |more: &str| format!("{NODES}{EDGES}{more}app = g.compile()\n");
    check(&whole("g.add_edge('c', 'b')\n"), "10 an edge leaves `c`, and no node is called so");
    check(&whole("g.add_edge('a', 'c')\n"), "10 an edge leads to `c`, and no node is called so");
    let routed = "g.add_conditional_edges('a', pick, {'x': 'b', 'y': 'error'})\n";
    check(&whole(routed), "10 an edge leads to `error`, and no node is called so");
    check(
        &whole("g.add_conditional_edges('pick', pick, {'x': 'b'})\n"),
        "10 an edge leaves `pick`, and no node is called so",
    );
    check(&whole("g.add_node('a', run)\n"), "10 the node `a` is added twice");
    check(&whole("g.add_edge(END, 'a')\n"), "10 an edge leaves `END`");
    check(
        &format!("{NODES}g.add_edge('a', 'b')\ng.add_edge('b', END)\napp = g.compile()\n"),
        "4 no edge leaves `START`, so that nothing is run first",
    );
}

#[test]
fn what_it_takes_to_make_the_graph_is_no_choice() {
    let lines = format!("{NODES}{EDGES}g.add_edge('a', 'c')\n").replace('\n', "\n    ");
    let built = format!("def build():\n    {lines}return g.compile()\n");
    let told = "11 an edge leads to `c`, and no node is called so";
    check(&format!("{built}if __name__ == '__main__':\n    build().invoke({{}})\n"), told);
    check(&format!("{built}if flag:\n    app = build()\n"), told);
    let asked = built.replace("g.add_edge('a', 'c')", "if flag:\n        g.add_edge('a', 'c')");
    check(&format!("{asked}if __name__ == '__main__':\n    build().invoke({{}})\n"), "");
}

#[test]
fn what_holds_each_name_once_adds_no_node_twice() {
    for names in [
        "set(['a', 'b'] + ['b'])",
        "{*['a', 'b'], *['b']}",
        "dict.fromkeys(['a', 'b', 'b'])",
        "{n: 1 for n in ['a', 'b', 'b']}",
        "{n for n in ['a', 'b', 'b']}",
        "dict([('a', 1), ('b', 2), ('a', 3)])",
    ] {
        let nodes = format!("g = StateGraph(dict)\nfor n in {names}:\n    g.add_node(n, run)\n");
        check(&format!("{nodes}{EDGES}app = g.compile()\n"), "");
    }
    let grown = "g = StateGraph(dict)\nnames = set()\nfor n in ['a', 'b', 'b']:\n    names.add(n)\nnames |= {'a'}\nfor n in names:\n    g.add_node(n, run)\n";
    check(&format!("{grown}{EDGES}app = g.compile()\n"), "");
}

#[test]
fn what_may_not_come_to_its_end_is_not_refused() {
    let kept =
        "from contextlib import suppress\nwith suppress(ValueError):\n    g.add_node('a', run)\n";
    check(&format!("{NODES}{EDGES}{kept}app = g.compile()\n"), "");
    let by_hand = "g.nodes['c'] = run\ng.add_edge('b', 'c')\n";
    check(&format!("{NODES}{EDGES}{by_hand}app = g.compile()\n"), "");
    check(&format!("{NODES}{EDGES}g.nodes.pop('b')\napp = g.compile()\n"), "");
}

#[test]
fn what_is_no_node_ends_nothing() {
    let text = format!(
        "from langgraph.graph import StateGraph, START, END\n{NODES}{EDGES}g.add_edge('a', 'c')\napp = g.compile()\n"
    );
    assert_eq!(facts(&[("src/graph.py", &text)]).graphs[0].finish, ["b"]);
}

#[test]
fn what_may_be_compiled_is_not_refused() {
    check(&format!("{NODES}{EDGES}app = g.compile()\n"), "");
    // Nobody compiles it here, or more may be wired.
    check(&format!("{NODES}{EDGES}g.add_edge('a', 'c')\n"), "");
    let more = "from others import NAMES\nfor name in NAMES:\n    g.add_node(name, run)\n";
    check(&format!("{NODES}{EDGES}{more}g.add_edge('a', 'c')\napp = g.compile()\n"), "");
    check(
        &format!("{NODES}{EDGES}g.add_edge('a', 'c')\nothers.extend(g)\napp = g.compile()\n"),
        "",
    );
    // In one case only, or where the failure is caught.
    let once = |line: &str| format!("{NODES}{EDGES}{line}app = g.compile()\n");
    check(&once("if flag:\n    g.add_edge('a', 'c')\n"), "");
    check(&once("try:\n    g.add_node('a', run)\nexcept ValueError:\n    pass\n"), "");
    check(&once("while flag:\n    g.add_node('a', run)\n"), "");
    check(&once("g.add_edge('a', 'c' if flag else 'b')\n"), "");
    // A function that wires what it is given is called with the rest.
    check(
        "def wire(g, more):\n    g.add_node('a', run)\n    g.add_edge(START, 'a')\n    more(g)\n    return g.compile()\ndef rest(g):\n    g.add_edge('a', 'b')\n    g.add_node('b', run)\napp = wire(StateGraph(dict), rest)\n",
        "",
    );
    // What the path map does not spell out may come from elsewhere.
    check(&once("g.add_conditional_edges('a', pick)\n"), "");
    check(&once("g.add_conditional_edges('a', pick, {'x': other()})\n"), "");
    // An object is wired when it is made, whatever else is followed of it.
    check(
        "class A:\n    def __init__(self):\n        self.g = StateGraph(dict)\n        self.wire()\n        self.app = self.g.compile()\n    def wire(self):\n        self.g.add_node('a', run)\n        self.g.add_edge(START, 'a')\nA()\n",
        "",
    );
}

#[test]
fn what_a_decorator_adds_may_not_have_been_followed() {
    let maker = "g = StateGraph(dict)\ndef node(fn=None, *, name=None):\n    def wrap(f):\n        g.add_node(name or f.__name__, f)\n        return f\n    return wrap if fn is None else wrap(fn)\n";
    let used =
        "@node\ndef load(s):\n    return {}\n@node(name='tidy')\ndef clean(s):\n    return {}\n";
    let wired = "g.add_edge(START, 'load')\ng.add_edge('load', 'tidy')\ng.add_edge('tidy', END)\napp = g.compile()\n";
    check(&format!("{maker}{used}{wired}"), "");
}
