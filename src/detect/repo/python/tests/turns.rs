//! Branches that go round before they meet others, and what comes of nodes that was not seen.

use super::facts;

/// Checks the join `c` of the branches `a` and `b`, both ways told by their nodes.
#[track_caller]
fn check(wiring: &str, expected: &str) {
    let text = format!(
        "from langgraph.graph import StateGraph, START, END\ndef run(s):\n    return {{}}\n\
         def route(s):\n    return 'tools' if s['calls'] else 'c'\n\
         g = StateGraph(dict)\nfor name in ['a', 'b', 'c', 'd', 'tools']:\n    g.add_node(name, run)\n\
         g.add_edge(START, 'a')\ng.add_edge(START, 'b')\n{wiring}g.add_edge('c', END)\n"
    );
    let found = facts(&[("src/graph.py", &text)]);
    let joins = found.graphs[0].uneven_joins.iter();
    let joins = joins.map(|one| {
        format!("{} {} | {} {}", one.node, one.shorter.join(">"), one.longer.join(">"), one.always)
    });
    assert_eq!(joins.collect::<Vec<_>>().join("; "), expected, "{text}");
}

#[test]
fn a_branch_that_may_go_round_first_may_come_after_the_other() {
    let turns = "g.add_conditional_edges('a', route, {'tools': 'tools', 'c': 'c'})\ng.add_edge('tools', 'a')\n";
    check(&format!("{turns}g.add_edge('b', 'c')\n"), "c START>b>c | START>a>tools>a>c false");
    // What waits for both is started once.
    let then = turns.replace("'c': 'c'", "'c': 'd'");
    check(&format!("{then}g.add_edge(['d', 'b'], 'c')\n"), "");
    // The way round leads through the node itself, or past the split.
    let plain = "g.add_edge('a', 'c')\ng.add_edge('b', 'c')\n";
    check(plain, "");
    let again = "g.add_conditional_edges('c', route, {'tools': 'tools', 'c': END})\ng.add_edge('tools', 'a')\n";
    check(&format!("{plain}{again}"), "");
}

/// Checks what is told of `last`, which returns the state as it is, behind `first`: with a star where not all that comes
/// before was seen.
#[track_caller]
fn check_idle(first: &str, expected: &str) {
    let text = format!(
        "import operator\nfrom typing import Annotated, TypedDict\nfrom langgraph.graph import StateGraph, START, END\n\
         class S(TypedDict):\n    url: str\n    notes: Annotated[list, operator.add]\n\
         {first}\ndef last(state):\n    return state\n\
         g = StateGraph(S)\ng.add_node('first', first)\ng.add_node('last', last)\n\
         g.add_edge(START, 'first')\ng.add_edge('first', 'last')\ng.add_edge('last', END)\n"
    );
    let found = facts(&[("src/graph.py", &text)]);
    let idle = found.graphs[0].idle_returns.iter();
    let idle = idle.map(|one| {
        let veil = if one.veiled { "*" } else { "" };
        format!("{} {}{veil}", one.node, one.fields.join(","))
    });
    assert_eq!(idle.collect::<Vec<_>>().join("; "), expected, "{text}");
}

#[test]
fn what_a_node_takes_from_elsewhere_may_be_anything() {
    let seen = [
        "def first(state):\n    return {'url': 'x'}",
        "def first(state):\n    print(state['url'])",
        "def inner(state):\n    return {'url': 'x'}\ndef first(state):\n    return inner(state)",
    ];
    for first in seen {
        check_idle(first, "last notes");
    }
    let unseen = [
        "def first(state):\n    return other.invoke(state)",
        "def first(state):\n    found = other.invoke(state)\n    return found",
        "def first(state):\n    return {**other.invoke(state)}",
        "def first(state):\n    return {name: 1 for name in state}",
    ];
    for first in unseen {
        check_idle(first, "last notes*");
    }
}
