//! Forms of wiring that are followed, and what is said of a graph where they are not.

use super::facts;
use crate::domain::facts::GraphFact;

const HEAD: &str = "from langgraph.graph import StateGraph, START, END\nfrom typing import TypedDict, Any\nclass S(TypedDict):\n    text: str\ndef f(state: S):\n    return {'text': ''}\n";

fn graphs(text: &str) -> Vec<GraphFact> {
    facts(&[("src/graph.py", &format!("{HEAD}{text}"))]).graphs
}

/// The nodes and edges of each graph: `a b a>b`, and what could not be followed.
fn told(text: &str) -> Vec<String> {
    let show = |graph: GraphFact| {
        let nodes = graph.nodes.into_iter().map(|node| node.name);
        let edges = graph.edges.into_iter().map(|edge| format!("{}>{}", edge.from, edge.to));
        let gaps = graph.unresolved.into_iter().map(|gap| format!("({})", gap.reason));
        nodes.chain(edges).chain(gaps).collect::<Vec<_>>().join(" ")
    };
    graphs(text).into_iter().map(show).collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(told(text), expected);
}

const TREE: &str = "def walk(n):\n    if 'a' in n:\n        return walk(n['a']) + walk(n['b'])\n    if 'c' in n:\n        return [walk(i) for i in n['c']]\n    return [walk(n['d']), walk(n['e']), walk(n['f'])]\n";

#[test]
fn what_calls_itself_takes_no_edges_from_the_graph_around_it() {
    let node = "from langgraph.types import Command\ndef plan(state):\n    if walk(state['text']):\n        return Command(goto='work')\n    return Command(goto=END)\n";
    let wiring = "g = StateGraph(S)\ng.add_node('plan', plan)\ng.add_node('work', work)\ng.add_edge(START, 'plan')\ng.add_edge('work', END)\n";
    check(&format!("{TREE}{node}{wiring}"), &["plan work START>plan work>END"]);
    // A function that wires may well call itself.
    let steps = "g = StateGraph(S)\ndef chain(n, to):\n    g.add_node(n, f)\n    g.add_edge(n, to)\n    if n == 'b':\n        chain('a', 'b')\nchain('b', END)\n";
    check(steps, &["b a b>END a>b"]);
}

#[test]
fn a_base_wires_with_the_methods_of_the_class_that_is_made() {
    let base = "class Base:\n    def __init__(self, name):\n        self.name = name\n        self.build()\n    def build(self):\n        self.flow = StateGraph(S)\n        self.steps()\n    def steps(self):\n        pass\n";
    let class = |name: &str, ask: &str, node: &str| {
        format!(
            "class {name}(Base):\n    def __init__(self):\n        {ask}\n    def steps(self):\n        self.flow.add_node('{node}', f)\n        self.flow.add_edge(START, '{node}')\n{name}()\n"
        )
    };
    for ask in
        ["super().__init__('one')", "Base.__init__(self, 'one')", "super().__init__(name='one')"]
    {
        let text = format!("{base}{}{}", class("One", ask, "detect"), class("Two", ask, "read"));
        let told = told(&text);
        assert!(told.iter().any(|one| one == "detect START>detect"), "{ask}: {told:?}");
        assert!(told.iter().any(|one| one == "read START>read"), "{ask}: {told:?}");
    }
}

#[test]
fn an_entry_of_two_is_one_of_them() {
    let wiring = |entry: &str| {
        format!(
            "def build(bypass):\n    g = StateGraph(S)\n    g.add_node('plan', f)\n    g.add_node('code', f)\n    {entry}\n    g.add_edge('plan', 'code')\n    g.add_edge('code', END)\n"
        )
    };
    for entry in [
        "g.set_entry_point('code' if bypass else 'plan')",
        "g.add_edge(START, 'code' if bypass else 'plan')",
    ] {
        let graph = graphs(&wiring(entry)).remove(0);
        assert_eq!((graph.fan_out.len(), graph.fan_in.len()), (0, 0), "{entry}: {graph:#?}");
    }
    let both =
        graphs(&wiring("g.set_entry_point('code')\n    g.add_edge(START, 'plan')")).remove(0);
    assert_eq!(both.fan_out, ["START"]);
}

#[test]
fn lists_and_dictionaries_change_as_they_do_in_python() {
    let chain = |names: &str| {
        format!(
            "g = StateGraph(S)\n{names}\nfor one, other in zip(names, names[1:]):\n    g.add_edge(one, other)\n"
        )
    };
    check(&chain("names = sorted(['b', 'c', 'a'])"), &["a>b b>c"]);
    check(&chain("names = sorted(['b', 'c', 'a'], reverse=True)"), &["c>b b>a"]);
    check(&chain("names = ['a', 'c']\nnames.insert(-1, 'b')"), &["a>b b>c"]);
    check(&chain("names = ['a', 'x', 'c']\nnames[1] = 'b'"), &["a>b b>c"]);
    check(&chain("names = ['a', 'x', 'c']\nnames[-1] = 'b'"), &["a>x x>b"]);
    check(&chain("names = ['a', 'x', 'c']\ndel names[1]"), &["a>c"]);
    let table = |change: &str| {
        format!(
            "g = StateGraph(S)\ntable = {{'a': f, 'b': f}}\n{change}\nfor name in table:\n    g.add_edge(name, END)\n"
        )
    };
    check(&table("del table['a']"), &["b>END"]);
    check(&table("table.pop('a')"), &["b>END"]);
    check(&table("table.pop('c', None)"), &["a>END b>END"]);
    check(&table("table['a'] = h"), &["a>END b>END"]);
    // What is put in order by something else is in no order that is known.
    let told = told(&chain("names = sorted(['b', 'c', 'a'], key=rank)"));
    assert!(!told[0].contains("b>c"), "{told:?}");
}

#[test]
fn a_loop_through_what_others_may_fill_leaves_the_graph_open() {
    let registry = "TABLE = {}\ndef register(name, node):\n    TABLE[name] = node\ndef build():\n    g = StateGraph(S)\n    for name, node in TABLE.items():\n        g.add_node(name, node)\n    g.add_edge(START, 'a')\n    return g\n";
    let told = told(registry);
    assert!(
        told[0].starts_with("START>a (a loop that wires goes through what is empty"),
        "{told:?}"
    );
    check(
        "g = StateGraph(S)\nfor name in []:\n    g.add_edge(name, END)\ng.add_edge('a', END)\n",
        &["a>END"],
    );
}

#[test]
fn a_router_sees_what_the_node_before_it_returned() {
    let wiring = |param: &str, read: &str| {
        format!(
            "def check(state: S):\n    return {{'text': '', 'verdict': 'bad'}}\ndef way({param}):\n    if state.{read} == 'bad':\n        return 'repair'\n    return END\ng = StateGraph(S)\ng.add_node('check', check)\ng.add_node('repair', f)\ng.add_edge(START, 'check')\ng.add_conditional_edges('check', way, {{'repair': 'repair', END: END}})\n"
        )
    };
    let vain = |param: &str, read: &str| {
        let graph = graphs(&wiring(param, read)).remove(0);
        let keys = graph.untaken.iter().chain(&graph.unfed).map(|one| one.key.clone());
        let keys: Vec<_> = keys.collect();
        (keys.join(" "), graph.conditional[0].targets.len())
    };
    for param in ["state", "state: dict", "state: dict[str, Any]"] {
        assert_eq!(vain(param, "get('verdict')"), (String::new(), 2), "{param}");
    }
    assert_eq!(vain("state: S", "get('verdict')").0, "verdict verdict");
    // What another node returns is not in the reply of the node before.
    let other = wiring("state", "get('verdict')")
        .replace("'text': '', 'verdict': 'bad'", "'text': ''")
        .replace("repair', f)", "repair', g)")
        .replace("def check", "def g(state: S):\n    return {'verdict': 'good'}\ndef check");
    let graph = graphs(&other).remove(0);
    let keys: Vec<_> =
        graph.untaken.iter().chain(&graph.unfed).map(|one| one.key.as_str()).collect();
    assert_eq!(keys, ["verdict"]);
    // Nobody returns that.
    assert_eq!(vain("state", "get('other')").0, "verdict other");
}

#[test]
fn a_strategy_binds_the_schema_that_it_is_given() {
    let text = "from langchain.agents import create_agent\nfrom langchain.agents.structured_output import ToolStrategy, ProviderStrategy\nfrom pydantic import BaseModel\nclass Opinion(BaseModel):\n    score: int\nagent = create_agent(model, [], response_format=FORMAT)\n";
    for format in ["Opinion", "ToolStrategy(Opinion)", "ProviderStrategy(schema=Opinion)"] {
        let found = facts(&[("a.py", &text.replace("FORMAT", format))]).structured_output;
        let schemas: Vec<_> = found.iter().map(|one| one.schema.as_deref()).collect();
        assert_eq!(schemas, [Some("Opinion")], "{format}");
    }
    let other = text.replace("FORMAT", "make(Opinion)");
    assert!(facts(&[("a.py", &other)]).structured_output.is_empty());
}

#[test]
fn a_node_of_tools_is_called_as_it_says() {
    let named = |tools: &str| {
        format!(
            "from langgraph.prebuilt import ToolNode\ng = StateGraph(S)\ng.add_node('agent', f)\nt = {tools}\ng.add_node(t)\ng.add_edge('agent', t.name)\n"
        )
    };
    check(&named("ToolNode([search])"), &["agent tools agent>tools"]);
    check(&named("ToolNode([search], name='hands')"), &["agent hands agent>hands"]);
    let agent = "create_react_agent(llm, [], name='helper')";
    let text = named(agent).replace("import ToolNode", "import create_react_agent");
    check(&text, &["agent helper agent>helper"]);
    let open = told(&named("ToolNode([search], **more)"));
    assert!(open[0].contains("could not be followed"), "{open:?}");
}

#[test]
fn a_method_that_a_graph_is_handed_and_no_class_has_fails() {
    let text = |more: &str| {
        format!(
            "class Editor:\n    def build(self):\n        g = StateGraph(S)\n        g.add_node('review', self.review)\n        g.add_conditional_edges('review', self._route, {{'a': END}})\n        return g\n    def review(self, state):\n        return {{}}\nEditor().build()\n{more}"
        )
    };
    let lacking = |more: &str| {
        let found = facts(&[("src/graph.py", &format!("{HEAD}{}", text(more)))]).lacking_methods;
        found.into_iter().map(|one| one.method).collect::<Vec<_>>()
    };
    assert_eq!(lacking(""), ["_route"]);
    // A class below may have it, and so may whoever sets it.
    let below = "class Other(Editor):\n    def _route(self, state):\n        return 'a'\n";
    assert!(lacking(below).is_empty());
    assert!(lacking("Editor._route = lambda self, state: 'a'\n").is_empty());
}

#[test]
fn what_is_added_to_a_dictionary_by_name_is_there() {
    check(
        "nodes = {'a': f}\nnodes.update(b=f)\nnodes |= {'c': f}\ng = StateGraph(S)\nfor name in nodes:\n    g.add_node(name, f)\n    g.add_edge(name, END)\n",
        &["a b c a>END b>END c>END"],
    );
}
