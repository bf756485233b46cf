//! Graphs with very many edges: what cannot be followed way by way is left open, and nothing else.

use super::facts;
use crate::domain::facts::GraphFact;
use std::time::Instant;

fn graph(wiring: &str) -> GraphFact {
    let text = format!(
        "from langgraph.graph import StateGraph, START, END\ndef run(s):\n    return {{}}\ng = StateGraph(dict)\n{wiring}"
    );
    let mut graphs = facts(&[("src/graph.py", &text)]).graphs;
    graphs.remove(0)
}

#[test]
fn a_mesh_is_read_in_time_and_only_what_was_not_followed_is_open() {
    let begun = Instant::now();
    let mesh = graph(
        "N = [f'n{i}' for i in range(30)]\nfor x in N: g.add_node(x, run)\ng.add_edge(START, 'n0')\nfor a in N:\n    for b in N:\n        if a != b: g.add_edge(a, b)\n",
    );
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    assert_eq!((mesh.nodes.len(), mesh.edges.len()), (30, 871));
    assert!(mesh.fan_out.contains(&"n0".to_owned()));
    // Two ways that have nothing in common lead from `n0` to each of the others, and to `n0` from none.
    assert!(mesh.fan_in.contains(&"n1".to_owned()));
    let reasons: Vec<&str> = mesh.unresolved.iter().map(|gap| gap.reason.as_str()).collect();
    assert_eq!(reasons, ["the graph has 871 edges, more than are followed to where branches meet"]);
}

#[test]
fn a_graph_with_more_edges_than_are_followed_says_so_once() {
    let large = graph(
        "N = [f'n{i}' for i in range(80)]\nfor a in N:\n    for b in N:\n        g.add_edge(a, b)\n",
    );
    let reasons: Vec<&str> = large.unresolved.iter().map(|gap| gap.reason.as_str()).collect();
    assert_eq!(reasons, ["the graph has more nodes and edges than are followed"]);
}

#[test]
fn a_graph_of_few_edges_is_followed_to_its_end() {
    let small = graph(
        "for x in 'abcd': g.add_node(x, run)\nfor x in 'abc':\n    g.add_edge(START, x)\n    g.add_edge(x, 'd')\ng.add_edge('d', END)\n",
    );
    assert_eq!((small.fan_out.join(" ").as_str(), small.fan_in.join(" ").as_str()), ("START", "d"));
    assert_eq!(small.unresolved, []);
}
