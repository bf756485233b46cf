//! Branches of wiring code that exclude each other, and what tests have built.

use super::{edges, facts, only_graph};
use crate::domain::facts::GraphFact;

const HEAD: &str = "from langgraph.graph import StateGraph, START, END\n";

/// Checks where a graph splits and meets that `build(mode)` wires, of which nobody knows the mode.
#[track_caller]
fn check(wiring: &str, splits: &[&str], meets: &[&str]) {
    let graph = only_graph(&format!(
        "{HEAD}def build(mode, other):\n    g = StateGraph(dict)\n    g.add_edge(START, 'a')\n{wiring}    return g\nx = build(load(), load())\n"
    ));
    let told = (graph.fan_out, graph.fan_in);
    assert_eq!((told.0.as_slice(), told.1.as_slice()), (&owned(splits)[..], &owned(meets)[..]));
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn what_branches_add_that_exclude_each_other_splits_and_meets_in_one_of_them_or_not_at_all() {
    let either = "    if mode == 'fast':\n        g.add_edge('a', 'b')\n        g.add_edge('b', 'd')\n    else:\n        g.add_edge('a', 'c')\n        g.add_edge('c', 'd')\n";
    check(either, &[], &[]);
    // Two of three branches add the same edge.
    let three = "    if mode == 'fast':\n        g.add_edge('a', 'b')\n        g.add_edge('b', 'd')\n    elif mode == 'slow':\n        g.add_edge('a', 'b')\n        g.add_edge('b', 'c')\n        g.add_edge('c', 'd')\n    else:\n        g.add_edge('a', 'c')\n        g.add_edge('c', 'd')\n";
    check(three, &[], &[]);
    check(&format!("{three}    g.add_edge('a', 'x')\n    g.add_edge('x', 'd')\n"), &["a"], &["d"]);
    // One branch alone has both.
    let one = "    if mode:\n        g.add_edge('a', 'b')\n        g.add_edge('a', 'c')\n        g.add_edge(['b', 'c'], 'd')\n    else:\n        g.add_edge('a', 'b')\n        g.add_edge('b', 'c')\n        g.add_edge('c', 'd')\n";
    check(one, &["a"], &["d"]);
}

#[test]
fn splits_that_no_single_graph_has_are_not_told_together() {
    let side = |from: &str, left: &str, right: &str, to: &str, step: &str| {
        format!(
            "{step}g.add_edge('{from}', '{left}')\n{step}g.add_edge('{from}', '{right}')\n{step}g.add_edge(['{left}', '{right}'], '{to}')\n"
        )
    };
    let line = |names: [&str; 4], step: &str| {
        let edge = |pair: &[&str]| format!("{step}g.add_edge('{}', '{}')\n", pair[0], pair[1]);
        names.windows(2).map(edge).collect::<Vec<_>>().concat()
    };
    let step = "        ";
    let apart = format!(
        "    if mode:\n{}{}    else:\n{}{}",
        side("a", "b", "c", "d", step),
        line(["d", "e", "f", "g"], step),
        line(["a", "b", "c", "d"], step),
        side("d", "e", "f", "g", step),
    );
    check(&apart, &["a"], &["d"]);
    // Two conditions may hold at once.
    let both = format!(
        "    if mode:\n{}    else:\n{}    if other:\n{}    else:\n{}",
        side("a", "b", "c", "d", step),
        line(["a", "b", "c", "d"], step),
        side("d", "e", "f", "g", step),
        line(["d", "e", "f", "g"], step),
    );
    check(&both, &["a", "d"], &["d", "g"]);
}

#[test]
fn two_conditions_that_ask_for_the_same_hold_together() {
    let split = |from: &str, to: &str| {
        format!("        g.add_edge('{from}', '{to}')\n        g.add_edge('{from}', 'z')\n")
    };
    let apart = format!(
        "    if mode:\n{}    if mode:\n        pass\n    else:\n{}",
        split("a", "b"),
        split("b", "c")
    );
    check(&apart, &["a"], &[]);
    check(&apart.replacen("if mode", "if other", 1), &["a", "b"], &[]);
    // What is given something else between is not the same.
    let anew = apart.replacen(
        "    if mode:\n        pass",
        "    mode = load()\n    if mode:\n        pass",
        1,
    );
    check(&anew, &["a", "b"], &[]);
}

#[test]
fn a_helper_that_is_called_with_either_makes_both() {
    let text = "def wire(g, start, names, end, wide):\n    if wide:\n        for n in names:\n            g.add_edge(start, n)\n        g.add_edge(names, end)\n    else:\n        g.add_edge(start, names[0])\n        g.add_edge(names[0], end)\n\
                g = StateGraph(dict)\nwire(g, START, ['a', 'b'], 'c', True)\nwire(g, 'c', ['d'], 'e', False)\nwire(g, 'e', ['f', 'h'], 'i', True)\n";
    let graph = only_graph(&format!("{HEAD}{text}"));
    assert_eq!((graph.fan_out, graph.fan_in), (owned(&["START", "e"]), owned(&["c", "i"])));
}

/// The graphs that a builder makes, what the program calls it with, and what a test does.
fn built(builder: &str, ours: &str, tested: &str) -> Vec<GraphFact> {
    let builder = format!("{HEAD}{builder}");
    let ours = format!("from src.graph import build\n{ours}\n");
    let tested = format!("from src.graph import build\n{tested}\n");
    facts(&[("src/graph.py", &builder), ("main.py", &ours), ("tests/test_graph.py", &tested)])
        .graphs
}

const MODES: &str = "def build(mode='full'):\n    g = StateGraph(dict)\n    g.add_edge(START, 'a')\n    if mode == 'full':\n        g.add_edge('a', 'b')\n    else:\n        g.add_edge('a', 'c')\n    return g\n";

#[test]
fn what_tests_give_a_builder_says_nothing_of_the_programs_graph() {
    for ours in ["app = build()", "def main():\n    return build()", ""] {
        for tested in [
            "quick = build(mode='quick')",
            "def test_it():\n    g = build('quick')\n    g.add_edge('c', END)",
        ] {
            let graphs = built(MODES, ours, tested);
            let program: Vec<_> = graphs.iter().filter(|graph| !graph.in_tests).collect();
            assert_eq!(program.len(), 1, "{ours} {tested}");
            assert_eq!(edges(program[0]), "START>a a>b", "{ours} {tested}");
        }
    }
    let names = "def build(names=None):\n    names = names or ['p', 'q']\n    g = StateGraph(dict)\n    for n in names:\n        g.add_edge(START, n)\n    return g\n";
    for tested in ["def test_it():\n    build(['only'])", "one = build(['only'])"] {
        let graphs = built(names, "app = build()", tested);
        let program: Vec<_> = graphs.iter().filter(|graph| !graph.in_tests).collect();
        assert_eq!(program.len(), 1, "{tested} {graphs:#?}");
        assert_eq!(edges(program[0]), "START>p START>q", "{tested}");
    }
}

#[test]
fn what_the_program_leaves_as_it_is_decides_which_branch_is_taken() {
    let flag = "def build(wide=False):\n    g = StateGraph(dict)\n    g.add_edge(START, 'a')\n    if wide:\n        g.add_edge('a', 'b')\n        g.add_edge('a', 'c')\n    else:\n        g.add_edge('a', 'b')\n        g.add_edge('b', 'c')\n    return g\n";
    let splits = |ours: &str, tested: &str| {
        let graphs = built(flag, ours, tested);
        let program = graphs.into_iter().find(|graph| !graph.in_tests);
        program.map(|graph| graph.fan_out).unwrap_or_default()
    };
    assert!(splits("app = build()", "g = build(wide=True)").is_empty());
    assert_eq!(splits("app = build(wide=True)", "g = build()"), ["a"]);
    // Whoever starts the program may choose.
    assert_eq!(splits("app = build(wide=load())", "g = build()"), ["a"]);
}

#[test]
fn what_the_program_gives_decides_among_several_branches() {
    let modes = "def build(mode=None):\n    g = StateGraph(dict)\n    g.add_edge(START, 'a')\n    if mode == 'wide':\n        g.add_edge('a', 'b')\n        g.add_edge('a', 'c')\n    elif mode == 'deep':\n        g.add_edge('a', 'b')\n        g.add_edge('b', 'c')\n        g.add_edge('b', 'd')\n    else:\n        g.add_edge('a', 'b')\n    return g\n";
    let splits = |ours: &str| {
        let graphs = built(modes, ours, "g = build('wide')");
        graphs.into_iter().find(|graph| !graph.in_tests).map(|graph| graph.fan_out)
    };
    assert_eq!(splits("app = build()"), Some(Vec::new()));
    assert_eq!(splits("app = build('deep')"), Some(owned(&["b"])));
    assert_eq!(splits("app = build(mode='wide')"), Some(owned(&["a"])));
}
