//! Which branches of the wiring code the sources' own calls take.

use super::facts;

const BUILD: &str = "from langgraph.graph import StateGraph, START, END\n\
                     def build(fast=True, mode='full'):\n    g = StateGraph(S)\n    g.add_edge(START, 'a')\n    if TEST:\n        g.add_edge('a', 'b')\n        g.add_edge('a', 'c')\n    else:\n        g.add_edge('a', 'b')\n    return g.compile()\n";

/// Checks which branch is the usual one where the condition is `test` and the program has `calls`.
#[track_caller]
fn check(test: &str, calls: &str, expected: Option<u32>) {
    let built = format!("{}{calls}\n", BUILD.replace("TEST", test));
    let tests = "from src.graph import build\ndef test_it():\n    build(fast=False)\n";
    let graphs = facts(&[("src/graph.py", &built), ("tests/test_graph.py", tests)]).graphs;
    let usual: Vec<u32> = graphs[0].usual.iter().map(|choice| choice.branch).collect();
    assert_eq!(usual, expected.into_iter().collect::<Vec<_>>(), "{test} {calls}");
}

#[test]
fn defaults_and_constants_at_the_calls_decide() {
    check("fast", "app = build()", Some(0));
    check("not fast", "app = build()", Some(1));
    check("fast", "", Some(0));
    check("fast", "app = build(False)", Some(1));
    check("mode == 'full'", "def run():\n    return build(mode='full')\nrun()", Some(0));
    check("mode != 'full'", "app = build(mode='full')", Some(1));
    // What a caller hands on has a default of its own.
    let handed = "def run(url, fast: bool = True):\n    return build(fast=fast).invoke(url)";
    check("fast", handed, Some(0));
    check("fast", &format!("{handed}\nrun('x')"), Some(0));
}

#[test]
fn what_a_caller_may_choose_stays_open() {
    check("fast", "app = build(args.fast)", None);
    check("fast", "one = build()\nother = build(False)", None);
    check("fast", "app = build(**options)", None);
    check("fast and mode", "app = build()", None);
    check("ready(fast)", "app = build()", None);
    check("DEBUG", "app = build()", None);
    let handed = "def run(url, fast=True):\n    return build(fast=fast).invoke(url)\n";
    check("fast", &format!("{handed}run('x', fast=False)\nrun('y')"), None);
    check("fast", &handed.replace("fast=True", "fast"), None);
    check("fast", "def run(fast=True):\n    fast = fast and ok()\n    return build(fast)", None);
}
