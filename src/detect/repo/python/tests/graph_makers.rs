//! Graphs whose constructor comes by a name that does not say so.

use super::facts;

const HEAD: &str =
    "import importlib\nfrom langgraph.graph import StateGraph, END\ndef one(s):\n    return {}\n";
const WIRED: &str = "w.add_node('c', one); w.set_entry_point('c'); w.add_edge('c', END)";

/// Checks how many nodes the one graph of a file has; none where no graph is seen, and then why that says little.
#[track_caller]
fn check(text: &str, nodes: usize, unmade: Option<&str>) {
    let text = format!("{HEAD}{}", text.replace("WIRED", WIRED));
    let facts = facts(&[("src/a.py", &text)]);
    let found: Vec<usize> = facts.graphs.iter().map(|graph| graph.nodes.len()).collect();
    let expected = if nodes == 0 { vec![] } else { vec![nodes] };
    assert_eq!(found, expected, "{text}");
    assert!(facts.graphs.iter().all(|graph| graph.live && graph.unresolved.is_empty()), "{text}");
    let told = facts.unmade_graph.map(|unmade| format!("{} {}", unmade.reason, unmade.place));
    assert_eq!(told.as_deref(), unmade, "{text}");
}

#[test]
fn the_constructor_is_followed_to_where_it_makes_a_graph() {
    for text in [
        "def b(cls):\n    w = cls(dict)\n    WIRED\n    return w.compile()\napp = b(StateGraph)\n",
        "def b(cls):\n    w = cls(dict)\n    WIRED\n    return w.compile()\ndef main():\n    return b(cls=StateGraph)\nmain()\n",
        "def l(): return StateGraph\ndef b():\n    sg = l()\n    w = sg(dict)\n    WIRED\n    return w.compile()\napp = b()\n",
        "def l(): return StateGraph, END\ndef b():\n    sg, end = l()\n    w = sg(dict)\n    WIRED\n    return w.compile()\napp = b()\n",
        "class A:\n    graph_class = StateGraph\n    def b(self):\n        w = self.graph_class(dict)\n        WIRED\n        return w.compile()\napp = A().b()\n",
        "class A:\n    def __init__(self):\n        self.maker = StateGraph\n    def b(self):\n        w = self.maker(dict)\n        WIRED\n        return w.compile()\napp = A().b()\n",
        "class A:\n    def __init__(self):\n        self.app = self._b()\n    def _b(self):\n        sg, end = self._l()\n        if sg is None:\n            raise RuntimeError('no')\n        w = sg(dict)\n        WIRED\n        return w.compile()\n    def _l(self):\n        if importlib is None:\n            return None, '__end__'\n        try:\n            m = importlib.import_module('langgraph.graph')\n            return m.StateGraph, m.END\n        except ImportError:\n            return None, '__end__'\napp = A()\n",
    ] {
        check(text, 1, None);
    }
}

#[test]
fn what_could_not_be_followed_to_a_graph_is_told() {
    let table = "MAKERS = load({'state': StateGraph})\n";
    check(table, 0, Some("what is made of `StateGraph` was not followed src/a.py:5"));
    let given = "def b(w):\n    WIRED\n    return w.compile()\n";
    check(given, 0, Some("`w.add_node` wires a graph, and what makes it was not found src/a.py:6"));
    check("def b(w: StateGraph) -> StateGraph:\n    return w\n", 0, None);
    check("HAS = StateGraph is not None\n", 0, None);
    check("def f(x):\n    return isinstance(x, StateGraph)\n", 0, None);
    let other = "def f(g):\n    g.add_node('a')\n    g.add_edge('a', 'b')\n    return g\n";
    check(other, 0, None);
    let tested = facts(&[("tests/test_a.py", &format!("{HEAD}{table}"))]);
    assert_eq!(tested.unmade_graph, None);
}

#[test]
fn a_graph_that_a_node_of_another_runs_is_part_of_it() {
    let told = |node: &str| {
        let text = format!(
            "from langgraph.graph import StateGraph, START, END\n\
             def look(s):\n    return {{}}\n\
             def build_inner():\n    g = StateGraph(dict)\n    g.add_node('look', look)\n    g.add_edge(START, 'look')\n    return g.compile()\n\
             {node}\n\
             def build():\n    h = StateGraph(dict)\n    h.add_node('layer', layer)\n    h.add_edge(START, 'layer')\n    return h.compile()\n\
             if __name__ == '__main__':\n    build().invoke({{}})\n    build_inner().invoke({{}})\n"
        );
        let graphs = facts(&[("src/graph.py", &text)]).graphs;
        let inner = graphs.into_iter().flat_map(|graph| graph.inner);
        inner.map(|one| format!("{} {}", one.node, one.place.line)).collect::<Vec<_>>()
    };
    for node in [
        "def layer(s):\n    app = build_inner()\n    found = app.invoke({'a': s['a']})\n    return {'b': found['b']}",
        "async def layer(s):\n    return await build_inner().ainvoke(s)",
        "APP = build_inner()\ndef layer(s):\n    return APP.invoke(s)",
        "layer = build_inner()",
    ] {
        assert_eq!(told(node), ["layer 5"], "{node}");
    }
    for node in [
        "def layer(s):\n    app = build_inner()\n    return llm.invoke(str(app))",
        "def layer(s):\n    return other().invoke(s)",
    ] {
        assert_eq!(told(node), Vec::<String>::new(), "{node}");
    }
}

#[test]
fn what_orchestrates_by_another_framework_is_told_once_where_it_may_run() {
    let told = |text: &str| -> Vec<String> {
        let found = facts(&[("src/agent.py", text)]).frameworks;
        found.iter().map(|one| format!("{} {} {}", one.framework, one.by, one.place)).collect()
    };
    let adk = "from google.adk.agents import LlmAgent, ParallelAgent as Side\na = LlmAgent(name='a')\nb = Side(sub_agents=[a])\nc = Side(sub_agents=[b])\n";
    assert_eq!(told(adk), ["Google ADK ParallelAgent src/agent.py:3"]);
    let led = "from google.adk.agents import LlmAgent\na = LlmAgent(sub_agents=[b])\n";
    assert_eq!(told(led), ["Google ADK LlmAgent src/agent.py:2"]);
    let flow = "from crewai.flow.flow import Flow\nclass Audit(Flow[S]):\n    pass\n";
    assert_eq!(told(flow), ["CrewAI Flow src/agent.py:2"]);
    let plain = "from prefect import flow\n@flow\ndef audit():\n    pass\n";
    assert_eq!(told(plain), ["Prefect flow src/agent.py:2"]);
    let called =
        "from langgraph.func import entrypoint\n@entrypoint(s)\ndef audit(x):\n    return x\n";
    assert_eq!(told(called), ["LangGraph's functional API entrypoint src/agent.py:2"]);
    let gathered =
        "from langgraph_supervisor import create_supervisor\na = create_supervisor([])\n";
    assert_eq!(told(gathered), ["langgraph-supervisor create_supervisor src/agent.py:2"]);
    // What is alone orchestrates nothing, and neither does what has the name by chance.
    let alone = "from google.adk.agents import LlmAgent\na = LlmAgent(name='a')\n";
    let own = "class Flow:\n    pass\nclass Audit(Flow):\n    pass\nCrew = Flow()\n";
    let other = "from crewaille import Crew\nc = Crew()\n";
    for text in [alone, own, other, "from crewai import Crew\n"] {
        assert_eq!(told(text), [""; 0], "{text}");
    }
    let tested = facts(&[("tests/test_crew.py", "from crewai import Crew\nc = Crew()\n")]);
    assert_eq!(tested.frameworks, []);
}
