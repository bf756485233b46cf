//! Nodes that a router sends to, and where their runs meet.

use super::facts;
use crate::domain::facts::GraphFact;

const HEAD: &str = "from langgraph.graph import StateGraph, START, END\nfrom langgraph.types import Send\n\
    def f(s): ...\ng = StateGraph(dict)\nfor n in ('plan', 'judge', 'chief'):\n    g.add_node(n, f)\n\
    g.add_edge(START, 'plan')\ng.add_edge('judge', 'chief')\ng.add_edge('chief', END)\n";

#[track_caller]
fn check(router: &str, fan_out: &[&str], fan_in: &[&str]) {
    let text = format!("{HEAD}def route(s):\n{router}g.add_conditional_edges('plan', route)\n");
    let graphs = facts(&[("src/graph.py", &text)]).graphs;
    let [GraphFact { fan_out: splits, fan_in: meetings, .. }] = graphs.as_slice() else {
        panic!("{graphs:#?}")
    };
    assert_eq!(
        (splits.as_slice(), meetings.as_slice()),
        (&own(fan_out)[..], &own(fan_in)[..]),
        "{text}"
    );
}

fn own(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn the_runs_of_a_node_that_is_sent_to_several_times_meet_behind_it() {
    let each = "    return [Send('judge', {'one': one}) for one in s['all']]\n";
    check(each, &["plan"], &["chief"]);
    check(&format!("    if not s['all']:\n        return END\n{each}"), &["plan"], &["chief"]);
    check(
        "    out = []\n    for one in s['all']:\n        out.append(Send('judge', one))\n    return out\n",
        &["plan"],
        &["chief"],
    );
    check("    return [Send('judge', 1), Send('judge', 2)]\n", &["plan"], &["chief"]);
}

#[test]
fn one_run_of_a_node_meets_nothing() {
    check("    return [Send('judge', s)]\n", &[], &[]);
    check("    node = 'judge'\n    return Send(node, s)\n", &[], &[]);
    check("    return 'judge'\n", &[], &[]);
    check("    return ['judge'] if s['x'] else END\n", &[], &[]);
}
