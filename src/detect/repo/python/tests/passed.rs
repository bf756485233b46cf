//! Ways for errors that end by themselves while others lead on past them.

use super::facts;

const NODES: &str = "from typing import TypedDict, Annotated
import operator
from langgraph.graph import StateGraph, START, END
class S(TypedDict):
    evidences: Annotated[dict, operator.or_]
    report: str
    errors: Annotated[list, operator.add]
def work(state: S):
    return {'evidences': {'a': state['report']}}
def on_error(state: S):
    print('failed', state)
    state['seen'] = True
    return state
def route(state: S):
    return 'bad' if state.get('errors') else 'good'
";

/// What is wired wherever three nodes run side by side: `{each}` is said for each of them.
fn wired(each: &str, more: &str) -> String {
    format!(
        "g = StateGraph(S)
for n in ['p', 'a', 'b', 'c', 'agg', 'end']:
    g.add_node(n, work)
g.add_node('on_error', on_error)
g.add_edge(START, 'p')
for n in ['a', 'b', 'c']:
    g.add_edge('p', n)
    {each}
g.add_edge('agg', 'end')
g.add_edge('end', END)
{more}
app = g.compile()
"
    )
}

/// Checks who leads past the first router for errors: `nodes>to`, with `!` where that is certain.
#[track_caller]
fn check(nodes: &str, wiring: &str, expected: Option<&str>) {
    let found = facts(&[("src/graph.py", &format!("{nodes}{wiring}"))]);
    let edge = &found.graphs[0].conditional[0];
    assert_eq!(edge.handles_errors, Some(true), "{edge:#?}");
    let told = edge.passed.as_ref().map(|passed| {
        let certain = if passed.certain { "!" } else { "" };
        format!("{}>{}{certain}", passed.nodes.join(" "), passed.to.join(" "))
    });
    assert_eq!(told.as_deref(), expected, "{wiring}");
}

const EACH: &str = "g.add_conditional_edges(n, route, {'good': 'agg', 'bad': 'on_error'})";

#[test]
fn a_way_for_errors_that_ends_its_own_branch_alone_is_passed_by_those_beside_it() {
    check(NODES, &wired(EACH, ""), Some("b c>agg"));
    check(NODES, &wired(EACH, "g.add_edge('on_error', END)"), Some("b c>agg"));
    check(NODES, &wired(&EACH.replace("'on_error'", "END"), ""), Some("b c>agg"));
    // One that leads there anyway does so for sure.
    let first = "if n == 'a':\n        g.add_conditional_edges(n, route, {'good': 'agg', 'bad': 'on_error'})\n    else:\n        g.add_edge(n, 'agg')";
    check(NODES, &wired(first, ""), Some("b c>agg!"));
}

#[test]
fn a_way_for_errors_that_leads_on_or_gives_something_or_that_nothing_passes_does_something() {
    check(NODES, &wired(EACH, "g.add_edge('on_error', 'end')"), None);
    for gives in [
        "return {'errors': ['failed']}",
        "state['errors'].append('x')\n    return state",
        "state['report'] = 'x'\n    return state",
        "key = 'errors'\n    return {key: ['x']}",
        "return dict(state, errors=['x'])",
        "save(state)\n    return state",
        "raise ValueError('failed')",
    ] {
        check(&NODES.replace("return state\n", &format!("{gives}\n")), &wired(EACH, ""), None);
    }
    // A router before them chooses one of the three.
    let chosen = "def pick(state: S):\n    return state['report']\n";
    let one = wired(EACH, "").replace("    g.add_edge('p', n)\n", "")
        + "g.add_conditional_edges('p', pick, ['a', 'b', 'c'])\n";
    check(&format!("{NODES}{chosen}"), &one, None);
    // The others lead elsewhere, or nobody knows where.
    let elsewhere = "g.add_conditional_edges(n, route, {'good': 'agg' if n == 'a' else 'end', 'bad': 'on_error'})";
    check(NODES, &wired(elsewhere, ""), None);
    check(NODES, &wired(EACH, "g.add_edge('a', unknown())"), None);
    // After the fan-in there is one way only.
    let behind = "g.add_edge(n, 'agg')";
    let router = "g.add_conditional_edges('agg', route, {'good': 'x', 'bad': 'on_error'})\ng.add_edge('x', END)\ng.add_node('x', work)";
    let wiring = wired(behind, router).replace("g.add_edge('agg', 'end')\n", "");
    check(NODES, &wiring, None);
}
