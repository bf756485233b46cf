//! Names that nodes are given by what runs there: by objects, factories and decorators.

use super::{edges, facts, only_graph};
use crate::domain::facts::GraphFact;

const HEAD: &str = "from functools import wraps\nfrom langgraph.graph import StateGraph, START, END\n\
    def run(s):\n    return {}\n";

/// Checks the nodes and plain edges of the one graph, and that it is not refused.
#[track_caller]
fn check(text: &str, nodes: &[&str], wired: &[&str]) {
    let graph = only_graph(&format!("{HEAD}{text}"));
    let names: Vec<&str> = graph.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, nodes, "{text}");
    assert_eq!(edges(&graph), wired.join(" "), "{text}");
    assert_eq!(graph.refused, None, "{text}");
}

/// Checks that the names of the nodes are open, and that the graph is not refused.
#[track_caller]
fn open(text: &str) {
    let graph = only_graph(&format!("{HEAD}{text}"));
    assert!(!graph.unresolved.is_empty() || !graph.families.is_empty(), "{text}: {graph:?}");
    assert_eq!(graph.refused, None, "{text}");
}

#[test]
fn a_function_is_called_what_its_maker_calls_it() {
    let maker = "def make(p):\n    def node(s):\n        return {}\n    node.__name__ = f'{p}_node'\n    return node\n\
        ALL = [make(p) for p in ('a', 'b')]\ng = StateGraph(dict)\n";
    let by_name = "for j in ALL:\n    g.add_node(j.__name__, j)\n    g.add_edge(START, j.__name__)\napp = g.compile()\n";
    let edges = ["START>a_node", "START>b_node"];
    check(&format!("{maker}{by_name}"), &["a_node", "b_node"], &edges);
    let alone = by_name.replace("j.__name__, j)", "j)");
    check(&format!("{maker}{alone}"), &["a_node", "b_node"], &edges);
    let unknown = maker.replace("f'{p}_node'", "name_of(p)");
    open(&format!("{unknown}{alone}"));
    let renamed = "def other(s):\n    return {}\nother.__name__ = 'pretty'\ng = StateGraph(dict)\n\
        g.add_node(other)\ng.add_edge(START, 'pretty')\napp = g.compile()\n";
    check(renamed, &["pretty"], &["START>pretty"]);
}

#[test]
fn a_function_is_called_what_its_decorator_puts_in_its_place() {
    let wrapped = |head: &str, inner: &str| {
        format!(
            "def deco(fn):\n{head}    def wrapper(*a):\n        return fn(*a)\n{inner}    return wrapper\n\
             @deco\ndef load(s):\n    return {{}}\ng = StateGraph(dict)\ng.add_node(load)\n"
        )
    };
    let edge = |to: &str| format!("g.add_edge(START, '{to}')\napp = g.compile()\n");
    check(&(wrapped("", "") + &edge("wrapper")), &["wrapper"], &["START>wrapper"]);
    check(&(wrapped("    @wraps(fn)\n", "") + &edge("load")), &["load"], &["START>load"]);
    let updated = wrapped("", "    update_wrapper(wrapper, fn)\n");
    check(&(updated + &edge("load")), &["load"], &["START>load"]);
    let named = wrapped("    @wraps(fn)\n", "    wrapper.__name__ = 'first'\n");
    check(&(named + &edge("first")), &["first"], &["START>first"]);
    open(&(wrapped("    @traced\n", "") + &edge("load")));
    // What notes a function down gives it back as it is.
    let noted = "def deco(fn):\n    NOTED.append(fn)\n    return fn\n@deco\ndef load(s):\n    return {}\n\
        g = StateGraph(dict)\ng.add_node(load)\ng.add_edge(START, 'load')\napp = g.compile()\n";
    check(noted, &["load"], &["START>load"]);
}

#[test]
fn objects_of_one_class_have_names_of_their_own() {
    let class = "class Judge:\n    id: str = ''\n    def __init__(self, name, after):\n        self.id, self.after = f'j_{name}', after\n\
        \x20   def __call__(self, s):\n        return {}\n    def add_to(self, g):\n        g.add_node(self.id, self)\n        g.add_edge(self.after, self.id)\n";
    let wired = "ALL = [Judge('a', START), Judge('b', 'j_a')]\ng = StateGraph(dict)\nfor j in ALL:\n    j.add_to(g)\napp = g.compile()\n";
    check(&format!("{class}{wired}"), &["j_a", "j_b"], &["START>j_a", "j_a>j_b"]);
    let outside = class.replace("    def add_to(self, g):\n        g.add_node(self.id, self)\n        g.add_edge(self.after, self.id)\n", "");
    let here = "g = StateGraph(dict)\nfor j in [Judge('a', START)]:\n    g.add_node(j.id, j)\n    g.add_edge(START, j.id)\napp = g.compile()\n";
    check(&format!("{outside}{here}"), &["j_a"], &["START>j_a"]);
    // What changes itself is one for all, and whether it is refused is not told.
    let changed = class.replace(
        "        g.add_node",
        "        self.after = self.after or START\n        g.add_node",
    );
    let graph = only_graph(&format!("{HEAD}{changed}{wired}"));
    assert_eq!(graph.refused, None);
}

#[test]
fn a_graph_of_a_class_body_is_one() {
    let text = "class Flow:\n    builder = StateGraph(dict)\n    @classmethod\n    def add(cls, name):\n        cls.builder.add_node(name, run)\n        return cls\n\
        \x20   def link(self, a, b):\n        self.builder.add_edge(a, b)\n        return self\n\
        Flow.add('a').add('b')\nFlow().link(START, 'a').link('a', 'b')\napp = Flow.builder.compile()\n";
    check(text, &["a", "b"], &["START>a", "a>b"]);
}

#[test]
fn a_property_gives_what_its_function_returns() {
    let text = "from dataclasses import dataclass, field\n@dataclass\nclass Spec:\n    name: str\n    next: list = field(default_factory=list)\n\
        \x20   @property\n    def targets(self):\n        return self.next or [END]\n\
        SPECS = [Spec('a', ['b']), Spec('b')]\ng = StateGraph(dict)\n\
        for s in SPECS:\n    g.add_node(s.name, run)\nfor s in SPECS:\n    for t in s.targets:\n        g.add_edge(s.name, t)\n\
        g.add_edge(START, 'a')\napp = g.compile()\n";
    check(text, &["a", "b"], &["a>b", "b>END", "START>a"]);
    // What each pass goes through is not one family.
    let unknown = text.replace("return self.next or [END]", "return looked_up(self)");
    let graph = only_graph(&format!("{HEAD}{unknown}"));
    assert_eq!((graph.fan_out, graph.fan_in), (vec![], vec![]));
    assert!(!graph.unresolved.is_empty());
}

#[test]
fn what_is_defined_within_a_method_is_no_method() {
    let text = "class Flow:\n    def __init__(self):\n        self.g = StateGraph(dict)\n        self.pending = []\n\
        \x20   def node(self, after):\n        def wrap(fn):\n            self.g.add_node(fn.__name__, fn)\n            self.g.add_edge(after, fn.__name__)\n            return fn\n        return wrap\n\
        flow = Flow()\n@flow.node(after=START)\ndef first(s):\n    return {}\n@flow.node('first')\ndef second(s):\n    return {}\napp = flow.g.compile()\n";
    check(text, &["first", "second"], &["START>first", "first>second"]);
}

#[test]
fn super_means_what_comes_next_among_the_bases_of_the_object() {
    let text = "class Load:\n    def setup(self, g):\n        g.add_node('load', run)\n        self.tail = 'load'\n\
        class Cache:\n    def setup(self, g):\n        super().setup(g)\n        g.add_node('cache', run)\n        g.add_edge(self.tail, 'cache')\n\
        class App(Cache, Load):\n    def build(self):\n        g = StateGraph(dict)\n        self.setup(g)\n        g.add_edge(START, 'load')\n        return g.compile()\n\
        app = App().build()\n";
    check(text, &["load", "cache"], &["load>cache", "START>load"]);
}

#[test]
fn what_a_function_within_changes_is_not_known() {
    let text = "def build():\n    names = ['q']\n    def inner():\n        nonlocal names\n        names = ['r', 's']\n    inner()\n    g = StateGraph(dict)\n\
        \x20   for n in names:\n        g.add_node(n, run)\n    g.add_edge(START, 'r')\n    g.add_edge('r', 's')\n    return g.compile()\napp = build()\n";
    open(text);
}

#[test]
fn what_comes_where_a_loop_is_not_left_early_is_wired_where_it_is_not() {
    let text = "table = {'a': run, 'b': run}\ng = StateGraph(dict)\ng.add_edge(START, 'a')\n\
        for n in table:\n    if n == 'b':\n        break\n    g.add_node(n, run)\nelse:\n    g.add_node('never', run)\napp = g.compile()\n";
    check(text, &["a"], &["START>a"]);
    let whole = text.replace("n == 'b'", "n == 'c'");
    check(&whole, &["a", "b", "never"], &["START>a"]);
    open(&text.replace("in table:", "in others():"));
}

/// The graph that these files build.
fn of_files(files: &[(&str, &str)]) -> GraphFact {
    let mut graphs = facts(files).graphs;
    assert_eq!(graphs.len(), 1);
    graphs.remove(0)
}

#[test]
fn files_wire_in_the_order_in_which_they_are_imported() {
    let builder = "from langgraph.graph import StateGraph\ngraph = StateGraph(dict)\n";
    let alpha =
        "from builder import graph\ndef alpha(s):\n    return {}\ngraph.add_node('alpha', alpha)\n";
    let wired =
        "graph.add_edge(START, 'alpha')\ngraph.add_edge('alpha', END)\napp = graph.compile()\n";
    let head = "from langgraph.graph import START, END\nfrom builder import graph\n";
    for import in ["import plugins.alpha\n", "from plugins import alpha\n", ""] {
        let main = format!("{head}{import}{wired}");
        let files = [
            ("builder.py", builder),
            ("main.py", &main),
            ("plugins/__init__.py", ""),
            ("plugins/alpha.py", alpha),
        ];
        let graph = of_files(&files);
        assert_eq!(graph.nodes.len(), 1, "{import}");
        assert_eq!(graph.refused, None, "{import}");
        let idle = facts(&files).functions.into_iter().filter(|one| one.idle);
        // What nothing imports is not run by the file that wires.
        assert_eq!(idle.map(|one| one.name).collect::<Vec<_>>(), [""; 0], "{import}");
    }
}
