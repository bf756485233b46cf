//! Variables that branches give different values, and what is wired from them.

use super::only_graph;
use crate::domain::facts::{Choice, GraphFact};

const HEAD: &str = "from langgraph.graph import StateGraph, START, END\ndef build(extra, more):\n    g = StateGraph(dict)\n    last = 'plan'\n    names = ['a', 'b']\n";

#[track_caller]
fn one(text: &str) -> GraphFact {
    only_graph(&format!("{HEAD}{text}"))
}

/// Its edges, each with the branches in which alone it is there: the line of the test, and which branch.
fn edges(graph: &GraphFact) -> String {
    let branch = |one: &Choice| {
        let (_, line) = one.at.rsplit_once(':').unwrap_or_default();
        format!("?{line}/{}", one.branch)
    };
    let edges = graph.edges.iter().map(|edge| {
        let only_in: String = edge.only_in.iter().map(branch).collect();
        format!("{}>{}{only_in}", edge.from, edge.to)
    });
    edges.collect::<Vec<_>>().join(" ")
}

const EXTRA: &str = "    if extra:\n        g.add_edge(last, 'check')\n        last = 'check'\n";

#[test]
fn an_edge_from_what_a_branch_set_is_there_in_that_branch() {
    let graph = one(&format!("{EXTRA}    g.add_edge(last, 'write')\n"));
    let wired = "plan>check?6/0 plan>write?6/1?9/0 check>write?6/0?9/1";
    assert_eq!((edges(&graph).as_str(), graph.fan_out.len()), (wired, 0));
    // A second branch after the first.
    let more = "    if more:\n        g.add_edge(last, 'judge')\n        last = 'judge'\n";
    let two = one(&format!("{EXTRA}{more}    g.add_edge(last, 'write')\n"));
    assert_eq!((two.fan_out.len(), two.fan_in.len()), (0, 0), "{}", edges(&two));
    // What is set anew after the branch is that in each.
    let anew = one(&format!("{EXTRA}    last = 'a'\n    g.add_edge(last, 'write')\n"));
    assert_eq!(edges(&anew), "plan>check?6/0 a>write");
    // Both at once are there where both are wired.
    let both = one(&format!("{EXTRA}    g.add_edge('plan', 'write')\n"));
    assert_eq!(both.fan_out, ["plan"]);
}

#[test]
fn what_a_branch_puts_into_a_list_is_wired_in_that_branch() {
    let text = "    if extra:\n        names.append('c')\n    for name in names:\n        g.add_edge('start', name)\n    \
        g.add_edge(names, 'sum')\n";
    let graph = one(text);
    let wired = "start>a start>b start>c?6/0 a>sum b>sum c>sum?6/0";
    assert_eq!((edges(&graph).as_str(), graph.unresolved.len()), (wired, 0));
    assert_eq!((graph.fan_out, graph.fan_in), (vec!["start".to_owned()], vec!["sum".into()]));
    let unknown = one(&text.replace("append('c')", "append(extra)"));
    assert!(!unknown.unresolved.is_empty());
}

#[test]
fn what_a_pass_of_a_loop_sets_is_no_choice_of_the_graph() {
    let text = "    for name in names:\n        if extra:\n            g.add_edge(last, name)\n            last = name\n    \
        g.add_edge(last, 'write')\n";
    let graph = one(text);
    assert!(!edges(&graph).contains("?7/0?7/1"), "{}", edges(&graph));
}

#[test]
fn an_edge_to_the_end_is_no_branch() {
    let end = "    g.add_edge('plan', END)\n    g.add_edge('plan', 'write')\n    g.add_edge('write', END)\n";
    assert!(one(end).fan_out.is_empty());
    let two = one(&format!("{end}    g.add_edge('plan', 'check')\n"));
    assert_eq!(two.fan_out, ["plan"]);
}
