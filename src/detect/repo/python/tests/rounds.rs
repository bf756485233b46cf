//! Joins behind which a loop begins, and joins of graphs with more ways than are gone through.

use super::facts;

/// The joins that run more than once, and whether in every run; `plain` are edges as `a>b`.
#[track_caller]
fn check(plain: &str, router: &str, expected: &[(&str, bool)]) {
    let edges = plain.split_whitespace().map(|edge| {
        let (from, to) = edge.split_once('>').expect("an edge has an arrow");
        format!("g.add_edge('{from}', '{to}')\n")
    });
    let edges: String = edges.collect();
    let text = format!(
        "from langgraph.graph import StateGraph, START, END\ng = StateGraph(dict)\ng.add_edge(START, 's')\n{edges}{router}run = g.compile()\n"
    );
    let graphs = facts(&[("src/graph.py", &text)]).graphs;
    let joins = graphs[0].uneven_joins.iter();
    let found: Vec<(&str, bool)> = joins.map(|join| (join.node.as_str(), join.always)).collect();
    assert_eq!(found, expected, "{text}");
}

/// A router behind `from` that gives `way` back, or ends.
fn router(from: &str, way: &str) -> String {
    format!(
        "def way(state):\n    if state['n'] > 2:\n        return END\n    return {way}\ng.add_conditional_edges('{from}', way)\n"
    )
}

#[test]
fn another_round_of_a_loop_is_no_second_arrival_in_one() {
    let diamond = "s>a s>b a>c b>c";
    check(diamond, &router("c", "['a', 'b']"), &[]);
    check(diamond, &router("c", "'a'"), &[]);
    check(diamond, &router("c", "'s'"), &[]);
    // The way before the loop is longer by itself.
    check("s>a s>b b>d a>c d>c", &router("c", "'s'"), &[("c", true)]);
    check("s>a s>b b>d a>c d>c", &router("c", "['a', 'b']"), &[("c", true)]);
    // One way to it is chosen, and it leads back to none of the two.
    check("s>a s>b x>a a>c", &router("b", "'x'"), &[("a", false)]);
}

#[test]
fn plain_edges_tell_of_a_second_round_in_the_largest_of_graphs() {
    let diamonds = |count: usize| {
        let last = |at: usize| if at == 0 { "s".to_owned() } else { format!("d{at}") };
        let one = |at: usize| {
            let (from, to) = (last(at), last(at + 1));
            format!("{from}>l{at} {from}>r{at} l{at}>{to} r{at}>{to} ")
        };
        (0..count).map(one).collect::<String>()
    };
    for count in [2, 12] {
        let all = diamonds(count);
        let end = format!("d{count}");
        check(&all, "", &[]);
        let uneven = format!("{all}{end}>x {end}>y x>join y>z z>join join>w");
        check(&uneven, "", &[("join", true)]);
    }
}
