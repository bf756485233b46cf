//! Graphs that come by imports, and what functions and records bring to them.

use super::{edges, facts};

/// Checks the edges of the graphs in one file, which is all there is.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    check_files(&[("src/graph.py", text)], expected);
}

#[track_caller]
fn check_files(files: &[(&str, &str)], expected: &[&str]) {
    let graphs = facts(files).graphs;
    let told: Vec<_> = graphs.iter().map(edges).collect();
    assert_eq!(told, expected, "{graphs:#?}");
    assert!(graphs.iter().all(|graph| graph.unresolved.is_empty()), "{graphs:#?}");
}

const WIRED: &str = "w = StateGraph(S)\nw.add_edge(START, 'a')\n";
const HEAD: &str = "from langgraph.graph import StateGraph, START, END\n";

#[test]
fn what_stands_in_for_an_import_that_fails_hides_nothing() {
    let tried =
        "try:\n    from langgraph.graph import StateGraph, START\nexcept ImportError:\n    ";
    check(&format!("{tried}StateGraph = None\n{WIRED}"), &["START>a"]);
    check(&format!("{tried}StateGraph, START = object, '__start__'\n{WIRED}"), &["START>a"]);
    check(&format!("StateGraph = None\n{tried}pass\n{WIRED}"), &["START>a"]);
    check(&format!("from typing import *\nfrom langgraph.graph import *\n{WIRED}"), &["START>a"]);
    check(&format!("from langgraph.graph import *\nfrom typing import *\n{WIRED}"), &["START>a"]);
    check(&format!("{HEAD}w = StateGraph[S](S)\nw.add_edge(START, 'a')\n"), &["START>a"]);
    // Nobody says that it is LangGraph's.
    check(
        &format!(
            "try:\n    from engine import StateGraph, START\nexcept ImportError:\n    StateGraph = None\n{WIRED}"
        ),
        &[],
    );
    check(&format!("from langgraph.types import *\nfrom os import *\n{WIRED}"), &[]);
}

#[test]
fn what_stands_in_for_the_ends_of_a_graph_is_no_end_of_it() {
    let graph = |stand_in: &str| {
        format!(
            "try:\n    from langgraph.graph import StateGraph, START, END\n    HAS = True\nexcept ImportError:\n    \
             HAS = False\n    {stand_in}\n{WIRED}w.add_edge('a', END)\n"
        )
    };
    for stand_in in [
        "StateGraph = None; START = 'start'; END = 'end'",
        "StateGraph = object\n    START, END = 'START', '__END__'",
        "END = START = StateGraph = None",
        "StateGraph = START = END = Any",
        "START = object(); END = object(); StateGraph = None",
        "class Dummy: pass\n    StateGraph = Dummy\n    END = 'END'",
    ] {
        check(&graph(stand_in), &["START>a a>END"]);
    }
    // What is bound elsewhere is what it is.
    let after = graph("pass").replace("w = State", "END = 'z'\nw = State");
    check(&after, &["START>a a>z"]);
    check_files(
        &[
            ("src/compat.py", &graph("END = 'end'").replace(WIRED, "").replace("w.add", "print")),
            (
                "src/graph.py",
                &format!(
                    "from .compat import StateGraph, START, END\n{WIRED}w.add_edge('a', END)\n"
                ),
            ),
        ],
        &["START>a a>END"],
    );
}

#[test]
fn pairs_that_are_written_are_known_in_their_order() {
    let wired = |pairs: &str| format!("{HEAD}{WIRED}for k, v in {pairs}:\n    w.add_edge(k, v)\n");
    let edges = &["START>a b>c a>b"];
    check(&wired("sorted({'b': 'c', 'a': 'b'}.items(), reverse=True)"), edges);
    check(&wired("{'b': 'c', 'a': 'b'}.items()"), edges);
    let edges = &["START>a a>b b>c"];
    check(&wired("sorted({'b': 'c', 'a': 'b'}.items())"), edges);
    check(&wired("sorted([('b', 'c'), ('a', 'b')])"), edges);
}

#[test]
fn names_of_the_repositorys_own_stars_are_found_beside_others() {
    check_files(
        &[
            ("src/names.py", "A = 'aa'\n"),
            (
                "src/graph.py",
                "from langgraph.graph import *\nfrom .names import *\nw = StateGraph(S)\nw.add_edge(START, A)\n",
            ),
        ],
        &["START>aa"],
    );
}

#[test]
fn a_builder_of_the_module_is_one_graph_whoever_wires_it() {
    let wire = "w = StateGraph(S)\ndef wire():\n    for n in ('a', 'b'):\n        w.add_edge(START, n)\nwire()\n";
    check(&format!("{HEAD}{wire}app = w.compile()\n"), &["START>a START>b"]);
    let global = "def make():\n    global v\n    v = StateGraph(S)\n    v.add_edge(START, 'b')\nmake()\nv.add_edge('b', END)\n";
    check(&format!("{HEAD}{global}"), &["START>b b>END"]);
    let listed = "NS = ['a']\ndef more():\n    NS.append('b')\nmore()\nw = StateGraph(S)\nfor n in NS:\n    w.add_edge(START, n)\n";
    check(&format!("{HEAD}{listed}"), &["START>a START>b"]);
    // A list of the function's own is not the module's.
    check(
        &format!("{HEAD}{}", listed.replace("    NS.append", "    NS = []\n    NS.append")),
        &["START>a"],
    );
    check_files(
        &[
            ("src/held.py", "from langgraph.graph import StateGraph\nw = StateGraph(S)\n"),
            (
                "src/wire.py",
                "from langgraph.graph import START\nfrom src.held import w\nw.add_edge(START, 'f')\n",
            ),
            ("src/main.py", "import src.wire\n"),
        ],
        &["START>f"],
    );
}

#[test]
fn decorators_and_classes_of_graphs_wire_them() {
    let deco = "w = StateGraph(S)\ndef register(name, after=START):\n    def deco(fn):\n        w.add_edge(after, name)\n        return fn\n    return deco\n@register('one')\ndef one(s): return {}\n@register('two', after='one')\ndef two(s): return {}\n";
    check(&format!("{HEAD}{deco}"), &["START>one one>two"]);
    let noted = "REG = {}\ndef reg(n):\n    def deco(f):\n        REG[n] = f\n        return f\n    return deco\n@reg('one')\ndef one(s): return {}\nw = StateGraph(S)\nfor n, f in REG.items():\n    w.add_edge(START, n)\n";
    check(&format!("{HEAD}{noted}"), &["START>one"]);
    let class = "class Mine(StateGraph):\n    def pipe(self, *names):\n        for p, q in zip(names, names[1:]):\n            self.add_edge(p, q)\n        return self\nw = Mine(S)\nw.pipe(START, 'a', END)\n";
    check(&format!("{HEAD}{class}"), &["START>a a>END"]);
    let mapped = "w = StateGraph(S)\nlist(map(lambda n: w.add_edge(n, END), ['a', 'b']))\n";
    check(&format!("{HEAD}{mapped}"), &["a>END b>END"]);
}

#[test]
fn records_hold_what_they_are_made_with() {
    let spec = "from dataclasses import dataclass\nfrom collections import namedtuple\n@dataclass\nclass Spec:\n    name: str\n    after: str = START\nE = namedtuple('E', 'src dst')\nw = StateGraph(S)\nfor s in [Spec('a'), Spec(name='b', after='a')]:\n    w.add_edge(s.after, s.name)\nfor e in [E('b', END)]:\n    w.add_edge(e.src, e.dst)\n";
    check(&format!("{HEAD}{spec}"), &["START>a a>b b>END"]);
    let builder = "from dataclasses import dataclass\n@dataclass\nclass G:\n    names: tuple = ('p', 'q')\n    def build(self):\n        w = StateGraph(S)\n        for n in self.names:\n            w.add_edge(START, n)\n        return w\napp = G(names=('x', 'y')).build()\n";
    check(&format!("{HEAD}{builder}"), &["START>x START>y"]);
    // What is set later is not known.
    let set = builder.replace("app = G(", "one = G()\none.names = names()\napp = G(");
    let graphs = facts(&[("src/graph.py", &format!("{HEAD}{set}"))]).graphs;
    assert!(graphs.iter().all(|graph| !edges(graph).contains("START>x")), "{graphs:#?}");
    check(
        &format!(
            "{HEAD}w = StateGraph(S)\nhead, *tail = ['a', 'b', 'c']\nfor t in tail:\n    w.add_edge(head, t)\n"
        ),
        &["a>b a>c"],
    );
}

#[test]
fn a_function_that_another_takes_the_place_of_never_runs() {
    let build = |node: &str| {
        format!(
            "def build():\n    w = StateGraph(S)\n    w.add_edge(START, '{node}')\n    return w\n"
        )
    };
    let live = |text: &str| {
        let graphs = facts(&[("src/graph.py", &format!("{HEAD}{text}"))]).graphs;
        graphs.iter().map(|graph| (edges(graph), graph.live)).collect::<Vec<_>>()
    };
    let both = format!("{}{}x = build()\n", build("old"), build("new"));
    assert_eq!(live(&both), [("START>old".into(), false), ("START>new".into(), true)]);
    let between = format!("{}y = build()\n{}x = build()\n", build("old"), build("new"));
    assert!(live(&between).iter().all(|(_, live)| *live));
    let noted = format!("@keep\n{}{}x = build()\n", build("old"), build("new"));
    assert!(live(&noted).iter().all(|(_, live)| *live));
}

#[test]
fn a_table_leads_to_all_that_is_in_it() {
    let routed = |router: &str| {
        let text = format!(
            "{HEAD}TABLE = {{'x': 'b', 'y': 'c'}}\n{router}\nw = StateGraph(S)\nw.add_conditional_edges('a', route)\n"
        );
        let graph = facts(&[("src/graph.py", &text)]).graphs.remove(0);
        let edge = graph.conditional[0].clone();
        (edge.targets.join(" "), edge.handles_errors)
    };
    let of_table = routed("def route(s): return TABLE.get(s.get('k'), END)");
    assert_eq!(of_table.0, "END b c");
    let failed = routed("def route(s): return {'failed': 'd'}.get(s['status'], 'b')");
    assert_eq!(failed, ("b d".into(), Some(true)));
    let unknown = routed("def route(s): return choose(s)");
    assert_eq!(unknown, (String::new(), None));
}

#[test]
fn what_is_sent_in_a_loop_over_names_leads_to_all_of_them() {
    let routed = |router: &str| {
        let text = format!(
            "{HEAD}from langgraph.types import Send\nJUDGES = ('b', 'c')\n{router}\nw = StateGraph(S)\nw.add_conditional_edges('a', route)\n"
        );
        let graph = facts(&[("src/graph.py", &text)]).graphs.remove(0);
        let edge = graph.conditional[0].clone();
        (edge.targets.join(" "), edge.parallel)
    };
    for router in [
        "def route(s):\n    return [Send(name, s) for name in ('b', 'c')]",
        "def route(s):\n    return [Send(name, s) for name in JUDGES]",
        "def route(s):\n    sends = []\n    for name in ['b', 'c']:\n        sends.append(Send(name, s))\n    return sends",
        "def route(s):\n    sends = []\n    for name in JUDGES:\n        task = {'name': name, 'state': s}\n        sends.append(Send(name, task))\n    return sends",
        "def route(s):\n    sends = []\n    for one in s['parts']:\n        for name in JUDGES:\n            sends.append(Send(name, one))\n    return sends",
    ] {
        assert_eq!(routed(router), ("b c".into(), true), "{router}");
    }
    let unknown = routed("def route(s):\n    return [Send(name, s) for name in names()]");
    assert_eq!(unknown, ("{name}".into(), true));
}
