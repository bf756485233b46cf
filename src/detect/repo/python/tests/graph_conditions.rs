//! Conditions of wiring code: what they are over constants, and what is told where they are not known.

use super::{edges, only_graph};
use crate::domain::facts::{GraphFact, exclude};

const HEAD: &str = "from langgraph.graph import StateGraph, START, END\nNS = ['a', 'b']\n";

#[track_caller]
fn one(text: &str) -> GraphFact {
    only_graph(&format!("{HEAD}{text}"))
}

/// Checks the edges of a graph that is wired at a top level; all of them are certain.
#[track_caller]
fn check(wiring: &str, expected: &str) {
    let graph = one(&format!("g = StateGraph(S)\n{wiring}\n"));
    assert_eq!(edges(&graph), expected, "{wiring}");
    assert_eq!(graph.unresolved, [], "{wiring}");
    assert!(graph.edges.iter().all(|edge| edge.only_in.is_empty()), "{graph:#?}");
}

#[test]
fn conditions_over_constants_decide_which_edges_there_are() {
    let over = |body: &str| format!("for i, n in enumerate(NS):\n    {body}");
    check(&over("if n.startswith('a'): g.add_edge(START, n)"), "START>a");
    check(&over("if n.startswith('a'): continue\n    g.add_edge(START, n)"), "START>b");
    check(&over("if n == 'b': break\n    g.add_edge(START, n)"), "START>a");
    check(&over("if i % 2 == 0: g.add_edge(START, n)"), "START>a");
    check(
        &over("if i < 1: g.add_edge(START, n)\n    if i >= 1: g.add_edge(n, 'z')"),
        "START>a b>z",
    );
    check(&over("if n != 'a' and True: g.add_edge(START, n)"), "START>b");
    check(
        &over("if 'a' in n: g.add_edge(START, n)\n    if len(n) > 3: g.add_edge(n, 'z')"),
        "START>a",
    );
    check(&over("g.add_edge(START, n) if n == 'a' else g.add_edge(n, 'z')"), "START>a b>z");
    check(&over("n == 'a' and g.add_edge(START, n)"), "START>a");
    check(&over("g.add_edge(START if n == 'a' else 'a', n)"), "START>a a>b");
    check(&over("if i > 0: g.add_edge(NS[i-1], n)"), "a>b");
    check(
        &over("if i + 1 < len(NS): g.add_edge(n, NS[i+1])\n    else: g.add_edge(n, END)"),
        "a>b b>END",
    );
    check("for n in [m for m in NS if m.endswith('a')]: g.add_edge(START, n)", "START>a");
    check("for x in NS:\n    for y in NS:\n        if x < y: g.add_edge(x, y)", "a>b");
    check(
        "for n, k in {'a': 1, 'b': 2, 'c': 3}.items():\n    if 2 <= k < 3: g.add_edge('a', n)",
        "a>b",
    );
    let needs = "for n, needs in {'a': None, 'b': ['a'], 'c': []}.items():\n    if not needs: g.add_edge(START, n)\n    for p in needs or []: g.add_edge(p, n)";
    check(needs, "START>a a>b START>c");
    check("FLAG = True\ng.add_edge('a', 'b' if FLAG else 'c')", "a>b");
    check(
        "g.add_edge('a', 'b')\nfor n in NS:\n    if n == 'a': break\nelse:\n    g.add_edge(START, 'x')",
        "a>b",
    );
}

#[test]
fn what_a_condition_decides_in_one_pass_excludes_nothing_in_another() {
    let wired =
        "for n in NS:\n    if n == 'a': g.add_edge(START, n)\n    else: g.add_edge(START, n)";
    let graph = one(&format!("g = StateGraph(S)\n{wired}\n"));
    assert_eq!(graph.fan_out, ["START"]);
    let inside = wired.replace('\n', "\n    ");
    let graph = one(&format!("def build():\n    g = StateGraph(S)\n    {inside}\n    return g\n"));
    assert_eq!(graph.fan_out, ["START"]);
}

#[test]
fn what_another_caller_may_have_otherwise_stays_a_choice() {
    let graph = one(
        "def build(full):\n    g = StateGraph(S)\n    if full: g.add_edge('a', 'b')\n    else: g.add_edge('a', 'c')\n    return g\nx = build(True)\ny = build(False)\n",
    );
    assert_eq!(edges(&graph), "a>b a>c");
    assert!(exclude(&graph.edges[0].only_in, &graph.edges[1].only_in), "{graph:#?}");
    assert!(graph.fan_out.is_empty());
}

/// Checks that a loop over constants leaves open which of its edges there are.
#[track_caller]
fn check_open(body: &str, expected: &str) {
    let graph = one(&format!("g = StateGraph(S)\nfor n in NS:\n    {body}\n"));
    assert_eq!(edges(&graph), expected, "{body}");
    assert!(graph.unresolved.iter().any(|gap| gap.reason.contains("some passes")), "{graph:#?}");
    assert!(graph.fan_out.is_empty());
}

#[test]
fn a_condition_that_cannot_be_followed_makes_no_edge_certain() {
    check_open("if enabled(n): g.add_edge(START, n)", "");
    check_open("if not enabled(n): continue\n    g.add_edge(START, n)", "");
    check_open("if enabled(n): break\n    g.add_edge(START, n)", "");
    check_open("enabled(n) and g.add_edge(START, n)", "");
    check_open(
        "if n == 'a': g.add_edge(START, n)\n    elif enabled(n): g.add_edge(n, 'z')",
        "START>a",
    );
    let family = one(
        "g = StateGraph(S)\nfor n in [m for m in NS if enabled(m)]:\n    g.add_edge(START, n)\n",
    );
    assert_eq!((edges(&family).as_str(), family.families.len()), ("START>{n}", 1));
    // A list that somebody else may fill is not known to be empty.
    let filled = one(
        "g = StateGraph(S)\nmore = []\nfill(more)\nif more:\n    g.add_edge('a', 'b')\nelse:\n    g.add_edge('a', 'c')\n",
    );
    assert_eq!(edges(&filled), "a>b a>c");
    // One condition for all passes is one choice.
    let all = one("g = StateGraph(S)\nfor n in NS:\n    if DEBUG: g.add_edge(START, n)\n");
    assert_eq!((edges(&all).as_str(), all.unresolved.len()), ("START>a START>b", 0));
}

#[test]
fn what_is_wired_from_a_list_that_a_branch_appends_to_depends_on_that_branch() {
    let wired = |before: &str| {
        let body = format!(
            "    g = StateGraph(S)\n    names = ['a', 'b']\n    for n in names: g.add_node(n, f)\n{before}    for n in names: g.add_edge(START, n)\n    return g\n"
        );
        one(&format!("def build(config):\n{body}x = build(load())\n"))
    };
    let only = |graph: &GraphFact| {
        let some = graph.edges.iter().filter(|edge| !edge.only_in.is_empty());
        some.map(|edge| edge.to.clone()).collect::<Vec<_>>().join(" ")
    };
    let graph = wired("    if config.v:\n        g.add_node('v', f)\n        names.append('v')\n");
    assert_eq!((edges(&graph).as_str(), only(&graph).as_str()), ("START>a START>b START>v", "v"));
    let always = wired("    g.add_node('v', f)\n    names.append('v')\n");
    assert_eq!((edges(&always).as_str(), only(&always).as_str()), ("START>a START>b START>v", ""));
    // A node that both branches add is there anyway.
    let either = wired(
        "    names.append('v')\n    if config.v: g.add_node('v', f)\n    else: g.add_node('v', h)\n",
    );
    assert_eq!(only(&either), "");
}

#[test]
fn what_comes_after_a_way_out_is_there_only_where_that_is_not_taken() {
    let wired = |head: &str, before: &str| {
        one(&format!(
            "import sys\n{head}def build(x, y):\n    g = StateGraph(S)\n    g.add_edge(START, 'a')\n{before}    g.add_edge('a', 'b')\n    return g\nx = build(load(), load())\n"
        ))
    };
    let only = |graph: &GraphFact| {
        let some = graph.edges.iter().filter(|edge| !edge.only_in.is_empty());
        some.map(|edge| format!("{}>{}", edge.from, edge.to)).collect::<Vec<_>>().join(" ")
    };
    let exits = "    if x:\n        g.add_edge('a', END)\n        sys.exit(1)\n";
    let graph = wired("", exits);
    assert_eq!(only(&graph), "a>END a>b");
    assert!(exclude(&graph.edges[1].only_in, &graph.edges[2].only_in), "{graph:#?}");
    // A function of one's own may only be called so.
    let own = wired("def exit(x):\n    print(x)\n", &exits.replace("sys.exit", "exit"));
    assert_eq!(only(&own), "a>END");
    // A way out within a branch leaves what comes after the branch as well.
    let within = wired(
        "",
        "    if x:\n        if not y:\n            return g\n        g.add_edge('a', 'c')\n",
    );
    assert_eq!(only(&within), "a>c a>b");
    assert!(!exclude(&within.edges[1].only_in, &within.edges[2].only_in), "{within:#?}");
    let otherwise =
        wired("", "    if x:\n        pass\n    else:\n        if y:\n            return g\n");
    assert_eq!(only(&otherwise), "a>b");
    let none = wired("", "    if x:\n        if y:\n            g.add_edge('a', 'c')\n");
    assert_eq!(only(&none), "a>c");
}

#[test]
fn cases_of_a_match_exclude_each_other() {
    let cases = "    match mode:\n        case 'full':\n            g.add_edge('a', 'b')\n        case 'short' | 'brief':\n            g.add_edge('a', 'c')\n        case _:\n            g.add_edge('a', 'd')\n";
    let graph = one(&format!(
        "def build(mode):\n    g = StateGraph(S)\n{cases}    return g\nx = build('full')\n"
    ));
    assert_eq!(edges(&graph), "a>b a>c a>d");
    assert!(graph.fan_out.is_empty(), "{graph:#?}");
    let known = cases.replace("\n    ", "\n").trim_start().to_owned();
    check(&format!("mode = 'brief'\n{known}"), "a>c");
    check(&format!("mode = 'other'\n{known}"), "a>d");
}

#[test]
fn what_only_type_checkers_read_and_what_failures_bring_is_not_wired() {
    check(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    g.add_edge('a', 'b')\nelse:\n    g.add_edge('a', 'c')",
        "a>c",
    );
    let failed = one(
        "def build():\n    g = StateGraph(S)\n    try:\n        g.add_node('a', f)\n    except ValueError:\n        g.add_node('bad', f)\n    return g\n",
    );
    assert_eq!(failed.nodes.len(), 1);
    assert_eq!(failed.unresolved[0].reason, "it is added only where something else failed");
    // The same node with another action is there either way.
    let same = one(
        "def build():\n    g = StateGraph(S)\n    try:\n        g.add_node('a', f)\n    except ValueError:\n        g.add_node('a', h)\n    return g\n",
    );
    assert_eq!((same.nodes.len(), same.unresolved.len()), (1, 0));
}

#[test]
fn texts_are_put_together_as_python_does() {
    let names = |written: &str| {
        let graph =
            one(&format!("g = StateGraph(S)\ni, n = 7, 'judge'\ng.add_node({written}, f)\n"));
        graph.nodes.first().map(|node| node.name.clone()).unwrap_or_default()
    };
    assert_eq!(names("f'j_{i:02d}'"), "j_07");
    assert_eq!(names("f'{n:>8}|{n:_^9}|{i:<3}|'"), "   judge|__judge__|7  |");
    assert_eq!(names("'{:>03}_{name}'.format(i, name=n)"), "007_judge");
    assert_eq!(names("'%s_%02d%%' % (n, i)"), "judge_07%");
    assert_eq!(names("'_'.join([n, 'x'])"), "judge_x");
    assert_eq!(names("n.removesuffix('ge').capitalize()"), "Jud");
    // A rule that is not understood makes the name unknown.
    assert_eq!(names("f'j_{i:x}'"), "");
    assert_eq!(names("f'{n!r}'"), "");
}

#[test]
fn what_the_graph_writes_in_the_end_is_no_evidence_that_is_missing() {
    let way = |field: &str| {
        let way = format!(
            "def way(s):\n    if s.get('{field}'):\n        return 'judge'\n    return 'go'\n"
        );
        let text = format!(
            "from typing import TypedDict\nclass S(TypedDict):\n    final_report: str\n    report_text: str\n{way}from a import find\ndef n(s):\n    return {{'report_text': find(s), 'final_report': find(s)}}\ng = StateGraph(S)\nfor one in ['plan', 'go', 'judge']:\n    g.add_node(one, n)\n\
             g.add_edge(START, 'plan')\ng.add_conditional_edges('plan', way, {{'go': 'go', 'judge': 'judge'}})\n"
        );
        one(&text).conditional[0].handles_errors
    };
    assert_eq!(way("final_report"), Some(false));
    assert_eq!(way("report_text"), Some(true));
}
