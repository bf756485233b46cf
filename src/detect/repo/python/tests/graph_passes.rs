//! Graphs that are wired in several passes: what is one of them, and what each leaves open.

use super::{edges, facts};
use crate::domain::facts::GraphFact;

const HEAD: &str = "import os\nfrom langgraph.graph import StateGraph, START, END\n";

fn graphs(text: &str) -> Vec<GraphFact> {
    facts(&[("src/graph.py", &format!("{HEAD}{text}"))]).graphs
}

#[track_caller]
fn check(text: &str, wired: &[&str]) {
    let found: Vec<String> = graphs(text).iter().map(edges).collect();
    assert_eq!(found, wired, "{text}");
}

const BASE: &str =
    "def base():\n    b = StateGraph(dict)\n    b.add_edge(START, 'a')\n    return b\n";

#[test]
fn what_a_function_returns_is_another_graph_for_each_that_wires_it_on() {
    let full = "def full():\n    b = base()\n    b.add_edge('a', 'b')\n    return b\n";
    let quick = "def quick():\n    b = base()\n    b.add_edge('a', 'c')\n    return b\n";
    let two = graphs(&format!("{BASE}{full}{quick}"));
    assert_eq!(two.iter().map(edges).collect::<Vec<_>>(), ["START>a a>b", "START>a a>c"]);
    assert!(two.iter().all(|graph| graph.fan_out.is_empty()));
    let top = "x = base()\nx.add_edge('a', 'b')\ny = base()\ny.add_edge('a', 'c')\n";
    check(&format!("{BASE}{top}"), &["START>a a>b", "START>a a>c"]);
    // Whoever wires one of them on further has the same graph.
    let more = "def more():\n    b = full()\n    b.add_edge('b', END)\n    return b\n";
    check(&format!("{BASE}{full}{quick}{more}"), &["START>a a>c", "START>a a>b b>END"]);
}

#[test]
fn what_is_wired_on_in_one_place_is_one_graph() {
    check(&format!("{BASE}x = base()\nx.add_edge('a', 'b')\n"), &["START>a a>b"]);
    // A flag is a choice within one graph.
    let make = "def make(full):\n    b = base()\n    if full:\n        b.add_edge('a', 'b')\n    else:\n        \
        b.add_edge('a', 'c')\n    return b\nx = make(True)\ny = make(False)\n";
    check(&format!("{BASE}{make}"), &["START>a a>b a>c"]);
    // Two that add the same build the same.
    let same = "def one():\n    b = base()\n    b.add_edge('a', 'b')\ndef other():\n    b = base()\n    \
        b.add_edge('a', 'b')\n";
    check(&format!("{BASE}{same}"), &["START>a a>b"]);
    // A graph of a module is one graph, whoever wires it.
    let ours = format!("{HEAD}b = StateGraph(dict)\nb.add_edge(START, 'a')\n");
    let one = ("src/one.py", "from src.graph import b\nb.add_edge('a', 'b')\n");
    let two = ("src/two.py", "from src.graph import b\nb.add_edge('b', 'c')\n");
    let found = facts(&[("src/graph.py", &ours), one, two]).graphs;
    assert_eq!(found.iter().map(edges).collect::<Vec<_>>(), ["START>a a>b b>c"]);
}

const CHAIN: &str = "def chain(names):\n    b = StateGraph(dict)\n    prev = START\n    for name in names:\n        \
    b.add_node(name, f)\n        b.add_edge(prev, name)\n        prev = name\n    b.add_edge(prev, END)\n    return b\n";

#[test]
fn what_one_list_of_names_leaves_open_is_not_settled_by_another() {
    let two = graphs(&format!(
        "{CHAIN}x = chain(['p', 'q'])\ny = chain(['r', os.environ['STEP'], 's'])\n"
    ));
    assert_eq!(two.iter().map(edges).collect::<Vec<_>>(), ["START>p p>q q>END", "START>r s>END"]);
    assert_eq!(two.iter().map(|graph| graph.unresolved.len()).collect::<Vec<_>>(), [0, 2]);
    // Nobody's call leaves open what a call says.
    let known = graphs(&format!("{CHAIN}x = chain(['p', 'q'])\n"));
    assert!(known.iter().all(|graph| graph.unresolved.is_empty()));
}
