//! Routers that ask for what the state has no field for.

use super::facts;

const STATE: &str = "from typing import TypedDict\n\
                     class AgentState(TypedDict, total=False):\n    url: str\n    evidences: dict\n    errors: list\n";

/// What is known of the router `way` from `n`: its targets, after `!` those that it never takes, after `*` the one
/// that it always takes, `parallel`, and whether it handles errors.
#[track_caller]
fn check(way: &str, map: &str, expected: &str) {
    check_in(STATE, way, map, expected);
}

#[track_caller]
fn check_in(state: &str, way: &str, map: &str, expected: &str) {
    let wiring = format!(
        "from langgraph.graph import StateGraph, START, END\nfrom langgraph.types import Send\n\
         from src.state import AgentState\ndef node(s):\n    return {{}}\n{way}\n\
         g = StateGraph(AgentState)\nfor name in ['n', 'a', 'b', 'on_error']:\n    g.add_node(name, node)\n\
         g.add_edge(START, 'n')\ng.add_conditional_edges('n', way{map})\n"
    );
    let graphs = facts(&[("src/state.py", state), ("src/graph.py", &wiring)]).graphs;
    let edge = &graphs[0].conditional[0];
    let mut told = edge.targets.join(" ");
    told.extend(edge.starved.iter().map(|target| format!(" !{target}")));
    told.extend(edge.always.iter().map(|target| format!(" *{target}")));
    told.push_str(if edge.parallel { " parallel" } else { "" });
    told.push_str(match edge.handles_errors {
        Some(true) => " handles",
        Some(false) => "",
        None => " ?",
    });
    assert_eq!(told, expected, "{way}");
}

#[test]
fn each_way_is_judged_by_what_is_asked_for_it() {
    // What is asked for the other way is there.
    let some = "def way(s):\n    if s.get('errors'):\n        return [END]\n    to = ['a']\n    if s.get('pdfs'):\n        to.extend(['b'])\n    return to";
    check(some, "", "END a !b handles");
    check(some, ", {'a': 'a', 'b': 'b', END: END}", "END a !b handles");
    check(some, ", ['a', 'b', END]", "END a !b handles");
    let fed = some.replace("'pdfs'", "'url'");
    check(&fed, "", "END a b parallel handles");
    // The way for errors is the one that is never taken.
    let fatal =
        "def way(s):\n    if s.get('fatal_error'):\n        return 'on_error'\n    return 'a'";
    check(fatal, "", "a !on_error *a");
    check(
        "def way(s):\n    if s.get('fatal_error'):\n        return 'on_error'\n    if s['url']:\n        return 'a'\n    return 'b'",
        "",
        "a b !on_error",
    );
    check("def way(s):\n    return 'on_error' if s.get('fatal') else 'a'", "", "a !on_error *a");
    check("way = lambda s: 'on_error' if s.get('fatal') else 'a'", "", "a !on_error *a");
    check(
        "def way(s):\n    return not s.get('fatal', False)",
        ", {True: 'a', False: 'on_error'}",
        "a on_error",
    );
    check(
        "def way(s):\n    bad = s.get('fatal', [])\n    if not bad:\n        return 'a'\n    return 'on_error'",
        "",
        "a !on_error *a",
    );
    check(
        "def way(s):\n    if s.get('fatal') and s.get('errors'):\n        return 'on_error'\n    return 'a'",
        "",
        "a !on_error *a",
    );
}

#[test]
fn what_may_be_taken_is_no_lost_way() {
    for (way, expected) in [
        // Either of two keys leads there, and one of them is a field.
        (
            "def way(s):\n    if s.get('fatal') or s.get('errors'):\n        return 'on_error'\n    return 'a'",
            "a on_error handles",
        ),
        // Another branch leads there too.
        (
            "def way(s):\n    if s.get('fatal'):\n        return 'b'\n    if s.get('errors'):\n        return 'b'\n    return 'a'",
            "a b handles",
        ),
        // What is asked for is not there: the way is taken always, and the other one never.
        (
            "def way(s):\n    if s.get('fatal') is None:\n        return 'a'\n    return 'b'",
            "a !b *a",
        ),
        // A number is compared, and nobody knows what it is compared with.
        (
            "def way(s):\n    if s.get('tries', 0) > LIMIT:\n        return 'b'\n    return 'a'",
            "a b",
        ),
        // What is read by default holds.
        (
            "def way(s):\n    if s.get('mode', 'fast') == 'fast':\n        return 'a'\n    return 'b'",
            "a !b *a",
        ),
        // A helper may know of more.
        (
            "def way(s):\n    if failed(s, s.get('fatal')):\n        return 'on_error'\n    return 'a'",
            "a on_error handles",
        ),
        // A list that somebody fills is not empty.
        (
            "def way(s):\n    bad = []\n    fill(bad, s.get('fatal'))\n    if bad:\n        return 'on_error'\n    return 'a'",
            "a on_error handles",
        ),
        // What is returned is not known.
        ("def way(s):\n    if s.get('fatal'):\n        return where()\n    return 'a'", "a ?"),
    ] {
        check(way, "", expected);
    }
    // Another schema has the field.
    let own = "class Own(AgentState):\n    fatal: str\ndef way(s: Own):\n    if s.get('fatal'):\n        return 'b'\n    return 'a'";
    check(own, "", "a b handles");
    // What the state is made of is not known.
    let open = STATE.replace("(TypedDict, total=False)", "(Elsewhere)");
    let asks =
        "def way(s):\n    if s.get('fatal_error'):\n        return 'on_error'\n    return 'a'";
    check_in(&open, asks, "", "a on_error handles");
}

#[test]
fn nodes_that_are_only_led_to_in_vain_split_and_meet_nothing() {
    let wired = |key: &str| {
        let text = format!(
            "from langgraph.graph import StateGraph, START, END\nfrom src.state import AgentState\n\
             def node(s):\n    return {{}}\n\
             def way(s):\n    to = ['a']\n    if s.get('{key}'):\n        to += ['b', 'c']\n    return to\n\
             g = StateGraph(AgentState)\nfor name in ['n', 'a', 'b', 'c', 'd', 'e']:\n    g.add_node(name, node)\n\
             g.add_edge(START, 'n')\ng.add_conditional_edges('n', way)\n\
             for name in ['a', 'b', 'c']:\n    g.add_edge(name, 'd')\n\
             g.add_edge('b', 'e')\ng.add_edge('d', END)\ng.add_edge('e', END)\n"
        );
        facts(&[("src/state.py", STATE), ("src/graph.py", &text)]).graphs.remove(0)
    };
    let fed = wired("url");
    assert_eq!((fed.fan_out, fed.fan_in), (vec!["b".into(), "n".into()], vec!["d".to_owned()]));
    let unfed = wired("pdfs");
    assert_eq!(unfed.conditional[0].starved, ["b", "c"]);
    assert_eq!((unfed.fan_out.len(), unfed.fan_in.len()), (0, 0), "{unfed:#?}");
}

#[test]
fn what_is_always_taken_all_at_once_is_told_as_such() {
    let ways = |way: &str, map: &str| {
        let text = format!(
            "from langgraph.graph import StateGraph, START, END\ndef node(s):\n    return {{}}\n{way}\n\
             g = StateGraph(dict)\nfor name in ['n', 'a', 'b']:\n    g.add_node(name, node)\n\
             g.add_edge(START, 'n')\ng.add_conditional_edges('n', way{map})\n"
        );
        facts(&[("src/graph.py", &text)]).graphs[0].conditional[0].ways()
    };
    let both = "def way(s):\n    if s['url']:\n        return ['a', 'b']\n    return END";
    assert_eq!(ways(both, ""), "all of a and b at once, or END alone");
    assert_eq!(ways(both, ", ['a', 'b', END]"), "all of a and b at once, or END alone");
    assert_eq!(
        ways(both, ", {'a': 'a', 'b': 'b', END: END}"),
        "all of a and b at once, or END alone"
    );
    for some in [
        "def way(s):\n    to = ['a']\n    if s['url']:\n        to.append('b')\n    return to",
        "def way(s):\n    return [one for one in ['a', 'b'] if s[one]]",
        "def way(s):\n    if s['url']:\n        return ['a', 'b']\n    return ['a']",
        "def way(s):\n    return ['a' if s['url'] else END, 'b']",
    ] {
        let told = ways(some, "");
        assert!(!told.starts_with("all of"), "{told}: {some}");
    }
}

#[test]
fn what_a_helper_asks_of_the_state_in_vain_is_no_way_for_errors() {
    let way = |key: &str| {
        format!(
            "def problem(s):\n    return bool(s.get('{key}'))\ndef way(s):\n    return 'b' if problem(s) else 'a'"
        )
    };
    check(&way("errors"), "", "a b handles");
    check(&way("fetch_errors"), "", "a b");
}

#[test]
fn that_a_model_grades_something_badly_is_no_error() {
    let way = |asks: &str, test: &str| {
        format!("def way(s):\n    verdict = {asks}\n    return 'a' if {test} else 'b'")
    };
    for asks in ["llm.invoke(s['url'])", "(prompt | model).invoke({})", "self.grader.invoke(s)"] {
        check(&way(asks, "verdict.valid"), "", "a b");
        check(&way(asks, "not verdict.is_valid"), "", "a b");
    }
    check(&way("validate(s['url'])", "verdict.valid"), "", "a b handles");
    check(&way("subgraph.invoke(s)", "verdict.valid"), "", "a b handles");
    // What speaks of an error does so whoever says it.
    check(&way("llm.invoke(s)", "verdict.error"), "", "a b handles");
}
