//! State graphs.

use super::{edges, facts};
use crate::domain::facts::{GapAbout, GraphFact};

const HEAD: &str = "from langgraph.graph import StateGraph, START, END\n";

fn graph(files: &[(&str, &str)]) -> GraphFact {
    let mut graphs = facts(files).graphs;
    assert_eq!(graphs.len(), 1, "{graphs:#?}");
    graphs.remove(0)
}

/// Checks the edges of the one graph in `text`, which follows the usual imports.
#[track_caller]
fn check(text: &str, expected: &str) {
    let graph = graph(&[("src/graph.py", &format!("{HEAD}{text}"))]);
    assert_eq!(edges(&graph), expected);
    assert_eq!(graph.unresolved, []);
}

/// Checks the one conditional edge as `from targets err parallel`.
#[track_caller]
fn check_router(text: &str, targets: &str, errors: Option<bool>, parallel: bool) {
    let graph = graph(&[("src/graph.py", &format!("{HEAD}{text}"))]);
    let edge = &graph.conditional[0];
    assert_eq!(edge.targets.join(" "), targets);
    assert_eq!(edge.handles_errors, errors);
    assert_eq!(edge.parallel, parallel);
}

#[test]
fn edges_are_followed_through_constants_loops_and_chains() {
    check("g = StateGraph(S)\ng.add_edge(START, 'a')\ng.add_edge('a', END)\n", "START>a a>END");
    check("A = 'a'\ndef f():\n    g = StateGraph(S)\n    g.add_edge('__start__', A)\n", "START>a");
    check("g = StateGraph(S)\nfor n in ['a', 'b']:\n    g.add_edge(START, n)\n", "START>a START>b");
    check(
        "g = StateGraph(S)\nfor n, f in {'a': x, 'b': y}.items():\n    g.add_edge(n, END)\n",
        "a>END b>END",
    );
    check(
        "g = StateGraph(S)\nfor i, n in enumerate(('a', 'b')):\n    g.add_edge(n, f'x_{i}')\n",
        "a>x_0 b>x_1",
    );
    check(
        "g = StateGraph(S)\nN = ['a', 'b', 'c']\nfor l, r in zip(N, N[1:]):\n    g.add_edge(l, r)\n",
        "a>b b>c",
    );
    check("g = StateGraph(S)\ng.add_edge(['a', 'b'], 'c')\n", "a>c b>c");
    check(
        "g = StateGraph(S).add_node('a', f).add_edge(START, 'a').set_finish_point('a')\n",
        "START>a a>END",
    );
    check("g = StateGraph(S)\ng.add_sequence([('a', f), ('b', h)])\n", "a>b");
    check(
        "g = StateGraph(S)\n[g.add_edge('a', n) for n in [x + '_n' for x in ('p', 'q')]]\n",
        "a>p_n a>q_n",
    );
    check(
        "N = []\nN.append('a')\ndef f():\n    g = StateGraph(S)\n    for n in N: g.add_edge(n, END)\n",
        "a>END",
    );
    check("g = StateGraph(S)\nif False:\n    g.add_edge('a', 'b')\ng.add_edge('c', 'd')\n", "c>d");
    check("g = StateGraph(S)\nadd = g.add_edge\nadd('a', 'b')\n", "a>b");
}

#[test]
fn helpers_modules_and_attributes_are_followed() {
    check(
        "def wire(b, to):\n    b.add_edge(START, to)\ndef f():\n    g = StateGraph(S)\n    wire(g, 'a')\n",
        "START>a",
    );
    check(
        "class B:\n    def __init__(self):\n        self.g = StateGraph(S)\n        self.names = ['a', 'b']\n        self.wire()\n\
         \x20   def wire(self):\n        for n in self.names:\n            self.g.add_edge(n, END)\n",
        "a>END b>END",
    );
    let graph = graph(&[
        ("src/names.py", "JUDGES = ('p', 'd')\nclass N:\n    AGG = 'agg'\n"),
        (
            "src/parts.py",
            "from .names import JUDGES, N\ndef judges(builder):\n    for j in JUDGES:\n        builder.add_edge(N.AGG, j)\n",
        ),
        (
            "src/graph.py",
            "import langgraph.graph as lg\nfrom src import parts\ndef build():\n    g = lg.StateGraph(dict)\n    parts.judges(g)\n    return g.compile()\n",
        ),
    ]);
    assert_eq!(edges(&graph), "agg>p agg>d");
    assert_eq!(graph.function.as_deref(), Some("build"));
}

#[test]
fn a_home_made_graph_is_none() {
    assert!(
        facts(&[("a.py", "class StateGraph: pass\ng = StateGraph()\ng.add_edge('a', 'b')\n")])
            .graphs
            .is_empty()
    );
    assert!(facts(&[("a.py", "TEXT = '''g = StateGraph(S)'''\n")]).graphs.is_empty());
}

/// Checks the engines as `class line constructed`.
#[track_caller]
fn check_engines(files: &[(&str, &str)], expected: &[&str]) {
    let engines = facts(files).engines;
    let told = engines.iter().map(|one| {
        format!("{} {} {} by {}", one.class, one.place, one.constructed, one.wires_by.join(" "))
    });
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

const ENGINE: &str = "class Node: pass\nclass StateGraph:\n    def add_node(self, node, start=False): ...\n\
                      \x20   def add_edge(self, a, b): ...\n";

#[test]
fn a_class_that_wires_nodes_and_runs_them_is_an_engine_of_its_own() {
    let main = "from src.graph import StateGraph, Node\ndef build():\n    b = StateGraph()\n\
                \x20   b.add_node(Node('a', f), start=True)\n    return b\n";
    let runs = format!("{ENGINE}    def run(self, state): ...\n");
    let told = "StateGraph src/graph.py:2 main.py:3 by add_node add_edge";
    check_engines(&[("main.py", main), ("src/graph.py", &runs)], &[told]);
    let routes = format!("{ENGINE}    def add_conditional_edge(self, a, route, to): ...\n");
    let told = format!("{told} add_conditional_edge");
    check_engines(&[("main.py", main), ("src/graph.py", &routes)], &[&told]);
    let derived = format!("{runs}class Flow(StateGraph):\n    pass\ng = Flow()\n");
    check_engines(&[("a.py", &derived)], &["Flow a.py:6 a.py:8 by add_node add_edge"]);
}

#[test]
fn what_only_holds_nodes_or_only_tests_use_is_no_engine() {
    let runs = format!("{ENGINE}    def run(self, state): ...\n");
    check_engines(&[("a.py", &format!("{ENGINE}g = StateGraph()\n"))], &[]);
    check_engines(&[("a.py", &runs)], &[]);
    let test = "from a import StateGraph\ng = StateGraph()\n";
    check_engines(&[("a.py", &runs), ("tests/test_a.py", test)], &[]);
    let real =
        format!("{runs}own = StateGraph()\nimport langgraph.graph as lg\ng = lg.StateGraph(S)\n");
    check_engines(&[("a.py", &real)], &[]);
    let stand_in =
        format!("try:\n    {HEAD}except ImportError:\n    StateGraph = None\ng = StateGraph(S)\n");
    check_engines(&[("a.py", &stand_in)], &[]);
}

#[test]
fn a_graph_that_tests_alone_build_beside_the_programs_own_does_not_run() {
    let main = "from graph import build\napp = build()\n";
    let test = "from graph import build_more\ndef test_it():\n    build_more()\n";
    let both = "def build():\n    g = StateGraph(S)\n    g.add_edge('a', 'b')\n    return g\n\
                def build_more():\n    g = StateGraph(S)\n    g.add_edge('c', 'd')\n    return g\n";
    let live = |main: &str, test: &str, rest: &str| {
        let graph = format!("{HEAD}{both}{rest}");
        let files = [("main.py", main), ("graph.py", &graph), ("tests/test_it.py", test)];
        facts(&files).graphs.iter().map(|graph| graph.live).collect::<Vec<_>>()
    };
    assert_eq!(live(main, test, ""), [true, false]);
    assert_eq!(live(main, test, "__all__ = ['build', 'build_more']\n"), [true, true]);
    assert_eq!(live(main, "", ""), [true, false]);
    // What may find it by a name that is made up, or takes it where it stands.
    let found = format!("{main}import graph\ngetattr(graph, 'build_' + kind)()\n");
    assert_eq!(live(&found, "", ""), [true, true]);
    assert_eq!(live(main, "", "BUILDERS = {'more': 'build_more'}\n"), [true, true]);
    // Whoever starts the program may name either of them.
    assert_eq!(live("", test, ""), [true, true]);
}

#[test]
fn routers_are_followed_to_their_targets() {
    let with = |router: &str, rest: &str| {
        format!("{router}\ng = StateGraph(S)\ng.add_conditional_edges('a', route{rest})\n")
    };
    check_router(
        &with("def route(s):\n    if s.get('error'):\n        return 'stop'\n    return 'go'", ""),
        "go stop",
        Some(true),
        false,
    );
    check_router(
        &with("def route(s):\n    return 'x' if s['n'] else END", ""),
        "END x",
        Some(false),
        false,
    );
    check_router(
        &with("def route(s): return s['k']", ", {'x': 'a', 'y': END}"),
        "END a",
        Some(false),
        false,
    );
    check_router(&with("def route(s):\n    return ['p', 'd']", ""), "d p", Some(false), true);
    check_router(
        &with(
            "from langgraph.types import Send\ndef route(s):\n    return [Send('w', {}) for i in s['x']]",
            "",
        ),
        "w",
        Some(false),
        true,
    );
    check_router(
        &with(
            "from typing import Literal\ndef route(s) -> Literal['m', 'n']:\n    return f(s)",
            "",
        ),
        "m n",
        Some(false),
        false,
    );
    check_router(
        "g = StateGraph(S)\ng.add_conditional_edges('a', lambda s: 'x' if s.ok else 'abort')\n",
        "abort x",
        Some(true),
        false,
    );
    check_router(
        "from other import route\ng = StateGraph(S)\ng.add_conditional_edges('a', route)\n",
        "",
        None,
        false,
    );
}

#[test]
fn what_cannot_be_followed_is_told() {
    let graph = graph(&[(
        "a.py",
        &format!(
            "{HEAD}def f(names):\n    g = StateGraph(S)\n    n = names[0]\n    g.add_edge(n, 'x')\n"
        ),
    )]);
    assert_eq!(graph.edges, []);
    assert_eq!(graph.unresolved.len(), 1);
    assert_eq!(graph.unresolved[0].about, GapAbout::Edge);
}

#[test]
fn arguments_of_callers_are_used() {
    check(
        "def f(names):\n    g = StateGraph(S)\n    for n in names:\n        g.add_edge(n, 'x')\nf(['a', 'b'])\n",
        "a>x b>x",
    );
}

#[test]
fn fans_entry_and_finish_follow_from_edges() {
    let graph = graph(&[(
        "a.py",
        &format!(
            "{HEAD}g = StateGraph(State)\ng.add_node('a', f)\ng.add_node(h)\ng.set_entry_point('a')\n\
         for n in 'x', 'y':\n    g.add_edge('a', n)\n    g.add_edge(n, 'z')\ng.add_edge('z', END)\ndef h(s): pass\n"
        ),
    )]);
    assert_eq!(graph.fan_out, ["a"]);
    assert_eq!(graph.fan_in, ["z"]);
    assert_eq!(graph.entry, ["a"]);
    assert_eq!(graph.finish, ["z"]);
    assert_eq!(graph.nodes.iter().map(|node| node.name.as_str()).collect::<Vec<_>>(), ["a", "h"]);
    assert_eq!(graph.state_class.as_deref(), Some("State"));
    assert_eq!(graph.variable.as_deref(), Some("g"));
}

#[test]
fn graphs_that_nothing_builds_are_dead() {
    let live = |text: &str| graph(&[("a.py", &format!("{HEAD}{text}"))]).live;
    assert!(live("def build():\n    return StateGraph(S)\n"));
    assert!(!live("def _old():\n    return StateGraph(S)\n"));
    assert!(live("def _old():\n    return StateGraph(S)\n_old()\n"));
    assert!(!live("if False:\n    g = StateGraph(S)\n"));
}

#[test]
fn the_router_that_langgraph_ships_is_known() {
    check_router(
        "from langgraph.prebuilt import tools_condition\n\
         g = StateGraph(S)\ng.add_conditional_edges('llm', tools_condition)\n",
        "END tools",
        Some(false),
        false,
    );
}

#[test]
fn a_graph_in_a_file_that_no_import_reaches_does_not_run() {
    let build = |name: &str| {
        format!(
            "from langgraph.graph import StateGraph, START\ndef {name}():\n    g = StateGraph(dict)\n    g.add_node('a', a)\n    g.add_edge(START, 'a')\n    return g.compile()\n"
        )
    };
    let graph = format!("{}graph = build()\nOTHER = 'create'\n", build("build"));
    let other = build("create");
    let live = |files: &[(&str, &str)]| {
        let graphs = facts(files).graphs;
        let told = graphs.iter().map(|graph| (graph.place.file.clone(), graph.live));
        told.filter(|(_, live)| *live).map(|(file, _)| file).collect::<Vec<_>>()
    };
    let both = [("src/graph.py", graph.as_str()), ("src/graph/builder.py", other.as_str())];
    assert_eq!(live(&both), ["src/graph.py"]);
    let package = [both[0], both[1], ("src/graph/__init__.py", "")];
    assert_eq!(live(&package), ["src/graph.py", "src/graph/builder.py"]);
}

#[test]
fn a_graph_that_a_library_builds_is_told_where_none_is_built_by_hand() {
    let ready = |text: &str| -> Vec<String> {
        let found = facts(&[("agent.py", text)]).ready_graphs;
        found.iter().map(|one| format!("{} {}", one.by, one.place)).collect()
    };
    let react = "from langgraph.prebuilt import create_react_agent\ndef run(llm):\n    return create_react_agent(llm, [])\n";
    assert_eq!(ready(react), ["create_react_agent agent.py:3"]);
    let agent = "from langchain import agents\nagent = agents.create_agent(llm)\n";
    assert_eq!(ready(agent), ["create_agent agent.py:2"]);
    // The older one of that name builds no graph.
    let chain = "from langchain.agents import create_react_agent\nagent = create_react_agent(llm, [], prompt)\n";
    assert_eq!(ready(chain), [""; 0]);
    let own = "def create_agent(llm):\n    return llm\nagent = create_agent(1)\n";
    assert_eq!(ready(own), [""; 0]);
    assert_eq!(ready(&format!("{react}{HEAD}g = StateGraph(S)\n")), [""; 0]);
}
