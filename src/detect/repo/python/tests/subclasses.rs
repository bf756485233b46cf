//! Graphs of subclasses, and graphs that are wired by what is not followed.

use super::facts;

const HEAD: &str = "import functools\nfrom functools import reduce\nfrom contextlib import contextmanager\nfrom langgraph.graph import StateGraph, START, END\ndef a(s):\n    return {}\ndef b(s):\n    return {}\n";

/// Checks the nodes and edges of the one graph, and whether more may be wired.
#[track_caller]
fn check(text: &str, expected: &str, is_open: bool) {
    let graphs = facts(&[("src/graph.py", &format!("{HEAD}{text}"))]).graphs;
    assert_eq!(graphs.len(), 1, "{graphs:#?}");
    let nodes = graphs[0].nodes.iter().map(|node| node.name.clone());
    let edges = graphs[0].edges.iter().map(|edge| format!("{}>{}", edge.from, edge.to));
    let all: Vec<String> = nodes.chain(edges).collect();
    assert_eq!(all.join(" "), expected, "{text}");
    assert_eq!(!graphs[0].unresolved.is_empty(), is_open, "{text} {:#?}", graphs[0].unresolved);
}

#[test]
fn a_subclass_is_wired_by_its_constructor_and_its_methods() {
    let init = "class G(StateGraph):\n    def __init__(self):\n        super().__init__(dict)\n        self.add_node('a', a)\n        self.add_edge(START, 'a')\n";
    check(&format!("{init}app = G().compile()\n"), "a START>a", false);
    check(
        &format!(
            "{init}    def more(self):\n        self.add_node('b', b)\ng = G()\ng.more()\ng.add_edge('a', 'b')\n"
        ),
        "a b START>a a>b",
        false,
    );
    // What it defines itself takes the place of what it has from its base.
    check(
        "class G(StateGraph):\n    def add_node(self, name, run):\n        super().add_node('x_' + name, run)\n        return self\ng = G(dict)\ng.add_node('a', a)\ng.add_edge(START, 'x_a')\n",
        "x_a START>x_a",
        false,
    );
    check(
        "class Base(StateGraph):\n    def begin(self, name):\n        self.add_edge(START, name)\nclass G(Base):\n    pass\ng = G(dict)\ng.add_node('a', a)\ng.begin('a')\n",
        "a START>a",
        false,
    );
    check(
        "class G(StateGraph):\n    names = ['a', 'b']\n    def __init__(self):\n        super().__init__(dict)\n        self.runs = {'a': a, 'b': b}\n        for name in self.names:\n            self.add_node(name, self.runs[name])\nG()\n",
        "a b",
        false,
    );
}

#[test]
fn what_goes_through_a_graph_step_by_step_is_followed() {
    check(
        "NODES = [('a', a), ('b', b)]\ng = reduce(lambda g, n: g.add_node(*n), NODES, StateGraph(dict))\ng = functools.reduce(lambda g, e: g.add_edge(*e), [(START, 'a'), ('a', 'b')], g)\n",
        "a b START>a a>b",
        false,
    );
    check(
        "g = StateGraph(dict)\nlist(map(lambda e: g.add_edge(*e), [(START, 'a'), ('a', 'b')]))\n",
        "START>a a>b",
        false,
    );
    check("g = StateGraph(dict)\nfor x in 'ab':\n    g.add_edge(x, END)\n", "a>END b>END", false);
    check(
        "E = {('a', 'b'), (START, 'a')}\nE -= {('a', 'b')}\ng = StateGraph(dict)\nfor e in E:\n    g.add_edge(*e)\n",
        "START>a",
        false,
    );
}

#[test]
fn what_is_wired_elsewhere_is_open() {
    check("g = StateGraph(dict)\nreduce(combine, NODES, g)\n", "", true);
    check("g = StateGraph(dict)\ng.add_node('a', a)\nlist(map(g.add_node, [b]))\n", "a", true);
    check(
        "from others import draw\ng = StateGraph(dict)\ng.add_node('a', a)\ndraw(g)\n",
        "a",
        true,
    );
    check("g = StateGraph(dict)\neach(lambda n: g.add_node(n, a), NAMES)\n", "", true);
    check(
        "@contextmanager\ndef made():\n    yield StateGraph(dict)\nwith made() as g:\n    g.add_node('a', a)\n",
        "",
        true,
    );
    check("g = StateGraph(dict)\n", "", true);
    // To look at it wires nothing.
    check("g = StateGraph(dict)\ng.add_node('a', a)\nprint(g)\nlen([g])\n", "a", false);
}
