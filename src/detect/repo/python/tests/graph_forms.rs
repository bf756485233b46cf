//! Forms in which nodes, edges and states are written.

use super::{edges, facts, only_graph};
use crate::domain::facts::GraphFact;

const HEAD: &str = "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START, END\n\
    from langgraph.types import Command, Send\nclass State(TypedDict):\n    text: str\n";

#[track_caller]
fn one(text: &str) -> GraphFact {
    only_graph(&format!("{HEAD}{text}"))
}

fn names(graph: &GraphFact) -> Vec<&str> {
    graph.nodes.iter().map(|node| node.name.as_str()).collect()
}

/// Checks the fields of the state of a graph.
#[track_caller]
fn fields(text: &str, fields: &[&str]) {
    assert_eq!(one(text).state_fields, fields, "{text}");
}

#[test]
fn one_of_two_functions_of_a_name_is_called_so() {
    let both = "def build(x):\n    if x:\n        async def run(s):\n            return {'text': ''}\n    else:\n        \
        def run(s):\n            return {'text': ''}\n    b = StateGraph(State)\n    b.add_node(run)\n    \
        b.add_edge(START, 'run')\n";
    let graph = one(both);
    assert_eq!((names(&graph), graph.unresolved.len()), (vec!["run"], 0));
    let other = one(&both
        .replacen("async def run", "def walk", 1)
        .replace("    else:\n", "        run = walk\n    else:\n"));
    assert_eq!((names(&other), other.unresolved.len()), (vec![], 1));
}

#[test]
fn either_of_two_functions_says_where_a_node_goes() {
    let node = "def go(s):\n    return Command(goto='b')\ndef stay(s):\n    return Command(goto='c')\n\
        def build(x=True):\n    g = StateGraph(State)\n    g.add_node('a', go if x else stay)\n    g.add_edge(START, 'a')\n";
    let graph = one(node);
    let [edge] = graph.conditional.as_slice() else { panic!("{:?}", graph.conditional) };
    assert_eq!((edge.targets.clone(), edge.parallel), (vec!["b".to_owned(), "c".into()], false));
    assert!(graph.fan_out.is_empty());
}

#[test]
fn a_state_is_known_where_its_class_is() {
    let add = "    b.add_edge(START, 'n')\n";
    let either = "def f(s: State): ...\ndef g(s: State): ...\ndef build(x=True):\n    b = StateGraph(State)\n    \
        b.add_node('n', f if x else g)\n";
    fields(&format!("{either}{add}"), &["text"]);
    let lost = either.replace("f if x else g", "f if x else h()");
    fields(&format!("{lost}{add}"), &[]);
    let tools = "from langgraph.prebuilt import tools_condition\ndef f(s): ...\nb = StateGraph(State)\nb.add_node('n', f)\n\
        b.add_conditional_edges('n', tools_condition)\n";
    fields(tools, &["text"]);
    let given =
        "def build(schema=State):\n    b = StateGraph(schema)\n    b.add_node('n', lambda s: {})\n";
    fields(&format!("{given}{add}"), &["text"]);
    // Another state may be given than the usual one.
    let other = "class Other(TypedDict):\n    more: str\n";
    let called = format!("{other}{given}{add}    return b\nx = build(Other)\n");
    fields(&called, &["more"]);
    fields(&format!("{called}y = build(State)\n"), &[]);
}

#[test]
fn a_state_may_take_the_name_of_its_base() {
    let text = "from langgraph.graph import MessagesState\nclass MessagesState(MessagesState):\n    more: str\n\
        b = StateGraph(MessagesState)\nb.add_node('n', lambda s: {})\n";
    fields(text, &["messages", "more"]);
}

#[test]
fn nodes_that_are_known_stand_for_those_of_which_a_router_knows_a_part() {
    let text = "def route(s):\n    return [Send(f'judge_{one}', s) for one in s['all']]\ndef f(s): ...\n\
        g = StateGraph(State)\nfor n in ('judge_a', 'judge_b', 'end'):\n    g.add_node(n, f)\ng.add_edge(START, 'end')\n\
        g.add_conditional_edges('end', route)\n";
    let graph = one(text);
    assert_eq!(graph.conditional[0].targets, ["judge_a", "judge_b"]);
    assert_eq!(
        (graph.finish, graph.families),
        (vec!["judge_a".to_owned(), "judge_b".into()], vec![])
    );
    // Of what is known by nothing, any may be meant.
    let open = one(&text.replace("judge_{one}", "{one}"));
    assert_eq!((open.conditional[0].targets.len(), open.finish.len()), (1, 0));
    let node = one(&text.replace("('judge_a'", "(input(), 'judge_a'"));
    assert_eq!(node.conditional[0].targets, ["judge_a", "judge_b", "judge_{one}"]);
}

#[test]
fn the_keys_of_a_dictionary_are_those_that_a_loop_put_there() {
    let text = "def build(agents):\n    table = {}\n    names = []\n    for agent in agents:\n        \
        names.append(agent.name)\n        table[agent.name] = agent.run\n    g = StateGraph(State)\n    \
        for name, run in table.items():\n        g.add_node(name, run)\n    for name in names:\n        \
        g.add_edge(name, END)\n";
    let graph = one(text);
    assert_eq!((names(&graph), edges(&graph).as_str()), (vec!["{agent.name}"], "{agent.name}>END"));
}

#[test]
fn a_list_with_something_in_it_is_not_empty() {
    let text = "def build(memory):\n    all = []\n    if memory:\n        all += memory.tools()\n    all.append(print)\n    \
        g = StateGraph(State)\n    if all:\n        g.add_edge(START, 'a')\n    else:\n        g.add_edge(START, 'b')\n";
    assert_eq!(edges(&one(text)), "START>a");
    let open = text.replace("    all.append(print)\n", "");
    assert_eq!(edges(&one(&open)), "START>a START>b");
}

#[test]
fn what_a_node_returns_for_the_messages_of_a_library_is_merged() {
    let text = "from langgraph.graph import MessagesState\ndef f(s):\n    return {'messages': [1], 'more': 1}\n\
        class Own(MessagesState):\n    more: str\nb = StateGraph(MessagesState)\nb.add_node('n', f)\nb.add_edge(START, 'n')\n";
    assert_eq!(one(text).unmerged, None);
    let own = one(&text.replace("StateGraph(MessagesState)", "StateGraph(Own)")).unmerged;
    assert_eq!(own.map(|one| one.key), Some("more".into()));
}

#[test]
fn what_wraps_a_function_is_called_as_it_is_unless_it_is_given_a_name() {
    let text = "from langchain_core.runnables import RunnableLambda\ndef f(s): ...\nb = StateGraph(State)\n\
        b.add_node(RunnableLambda(f))\nb.add_edge(START, 'f')\n";
    let graph = one(text);
    assert_eq!((names(&graph), graph.nodes[0].runs.is_some()), (vec!["f"], true));
    let named = one(&text.replace("(f))", "(f, name='g'))"));
    assert_eq!((names(&named), named.unresolved.len()), (vec![], 1));
}

const AGENT: &str = "class Agent:\n    def __init__(self, name, run=None):\n        self.name = name\n        self.run = run\n\
    def build():\n    g = StateGraph(State)\n    for a in [Agent('x'), Agent('y')]:\n        g.add_node(a.name, a.work)\n        \
    g.add_edge(START, a.name)\n";

#[test]
fn objects_have_the_names_that_they_are_given() {
    let graph = one(AGENT);
    assert_eq!((edges(&graph).as_str(), graph.unresolved.len()), ("START>x START>y", 0));
    let base = AGENT.replace("def build", "class Judge(Agent):\n    def __init__(self, name):\n        super().__init__('judge_' + name)\ndef build");
    let inherited = base.replace("[Agent('x'), Agent('y')]", "[Judge('x'), Judge('y')]");
    assert_eq!(edges(&one(&inherited)), "START>judge_x START>judge_y");
    // What may be another name later is not known.
    let renamed = AGENT
        .replace("def build", "    def rename(self, name):\n        self.name = name\ndef build");
    let graph = one(&renamed);
    assert_eq!((edges(&graph).as_str(), graph.unresolved.is_empty()), ("", false));
    let kept = AGENT
        .replace("        self.name = name\n", "        if run:\n            self.name = name\n");
    assert_eq!(edges(&one(&kept)), "");
    // What the class says holds where no object says otherwise.
    let class = "class Agent:\n    name = 'usual'\n    def __init__(self, name):\n        if name:\n            self.name = name\n\
        def build(x):\n    g = StateGraph(State)\n    g.add_edge(START, Agent(x).name)\n";
    assert_eq!((edges(&one(class)).as_str(), one(class).unresolved.len()), ("", 1));
}

#[test]
fn a_parameter_takes_an_object_of_the_class_that_it_is_announced_with() {
    let text = "class Agent:\n    def work(self, s: State): ...\nclass Flow:\n    def __init__(self, agent: Agent):\n        \
        self.agent = agent\n        g = StateGraph(State)\n        g.add_node('n', self.agent.work)\n        g.add_edge(START, 'n')\n";
    let graph = one(text);
    assert_eq!((graph.nodes[0].runs.is_some(), graph.state_fields.len()), (true, 1));
    // Another class may stand in for it.
    let other = one(&text.replace("class Flow", "class Other(Agent): ...\nclass Flow"));
    assert_eq!((other.nodes[0].runs.is_some(), other.state_fields.len()), (false, 0));
    let state = "class Mode:\n    kind: str = 'a'\ndef route(mode: Mode):\n    return mode.kind\ng = StateGraph(State)\n\
        g.add_conditional_edges(START, route)\n";
    assert_eq!(one(state).conditional[0].targets.len(), 0);
}

#[test]
fn who_hands_nodes_to_a_method_that_wires_them_says_what_they_are() {
    let text = "class Agent:\n    def work(self, s: State): ...\nclass Flow:\n    def agents(self):\n        return {'a': Agent()}\n    \
        def wire(self, agents):\n        g = StateGraph(State)\n        g.add_node('n', agents['a'].work)\n        \
        g.add_edge(START, 'n')\n        return g\n    def start(self):\n        return self.wire(self.agents()).compile()\n";
    let graph = one(text);
    assert_eq!((graph.nodes[0].runs.is_some(), graph.state_fields.len()), (true, 1));
    let unknown = one(&text.replace("self.agents()", "self.other()"));
    assert_eq!((unknown.nodes[0].runs.is_some(), unknown.state_fields.len()), (false, 0));
}

#[test]
fn a_graph_leads_out_of_itself_where_its_nodes_may() {
    let inner = "def leave(s): ...\ni = StateGraph(State)\ni.add_node('leave', leave)\ni.add_edge(START, 'leave')\n\
        g = StateGraph(State)\ng.add_node('inner', i.compile())\ng.add_edge(START, 'inner')\n";
    let ours = format!("{HEAD}{inner}");
    let other = (
        "src/other.py",
        "from langgraph.types import Command\ndef go(s):\n    return Command(goto='x', graph=Command.PARENT)\n",
    );
    let gaps = |ours: &str| {
        let graphs = facts(&[("src/graph.py", ours), other]).graphs;
        graphs.iter().map(|graph| graph.unresolved.len()).sum::<usize>()
    };
    assert_eq!(gaps(&ours), 0);
    let named = ours
        .replace("def leave(s): ...", "from src.other import go\ndef leave(s):\n    return go(s)");
    // Where its node goes is not known in either.
    assert_eq!(gaps(&named), 2);
    assert_eq!(gaps(&ours.replace("i.compile()", "make()")), 0);
}

#[test]
fn a_graph_of_a_class_that_nothing_makes_does_not_run() {
    let class = |name: &str| {
        format!(
            "class {name}:\n    def __init__(self):\n        g = StateGraph(State)\n        g.add_edge(START, 'a')\n"
        )
    };
    let live = |text: &str| {
        let graphs = facts(&[("src/graph.py", &format!("{HEAD}{text}"))]).graphs;
        graphs.iter().map(|graph| graph.live).collect::<Vec<_>>()
    };
    let both = format!("{}{}", class("Used"), class("Idle"));
    assert_eq!(live(&format!("{both}Used()\n")), [true, false]);
    assert_eq!(live(&format!("{both}Used()\n__all__ = ['Idle']\n")), [true, true]);
    assert_eq!(live(&format!("{both}Used()\nfor c in Used.__subclasses__(): c()\n")), [true, true]);
    // Where nothing else is made, whoever uses the sources makes it.
    assert_eq!(live(&class("Idle")), [true]);
}

#[test]
fn what_is_gone_through_is_known_however_it_is_written() {
    let each = |all: &str| {
        let head = "import itertools\nfrom collections import OrderedDict\nfrom enum import Enum, StrEnum, auto\n\
            class N(Enum):\n    A = 'a'\n    B = 'b'\nclass S(StrEnum):\n    A = auto()\n    B = auto()\n";
        let text =
            format!("{head}g = StateGraph(State)\nfor n in {all}:\n    g.add_edge(START, n)\n");
        let graph = one(&text);
        (edges(&graph), graph.unresolved.len())
    };
    let both = || ("START>a START>b".to_owned(), 0);
    for all in [
        "filter(lambda n: n != 'c', ['a', 'c', 'b'])",
        "itertools.chain.from_iterable([['a'], ['b']])",
        "OrderedDict([('a', 1), ('b', 2)])",
        "dict.fromkeys(['a', 'b'])",
        "['b', 'a'][::-1]",
        "['a', 'c', 'b'][::2]",
        "['c', 'a', 'b'][-2:]",
        "[m.value for m in N]",
        "S",
        "[N['A'].value, N('b').value]",
        "[min(['b', 'a']), max('a', 'b')]",
        "[next(iter(['a', 'b'])), 'b']",
    ] {
        assert_eq!(each(all), both(), "{all}");
    }
    let counted = "['w' + str(i) for i in range(3, 0, -2)]";
    assert_eq!(each(counted).0, "START>w3 START>w1");
    // What is not known is not left out.
    assert_eq!(each("filter(lambda n: input(), ['a'])").0.matches('{').count(), 1);
    assert_eq!(each("[N[input()].value]").1, 1);
}

#[test]
fn a_field_of_a_record_holds_what_is_usual() {
    let text = "from dataclasses import dataclass, field\n@dataclass\nclass Spec:\n    name: str\n    next: list = field(default_factory=list)\n\
        g = StateGraph(State)\nfor s in [Spec('a', ['b']), Spec('b')]:\n    for n in s.next:\n        g.add_edge(s.name, n)\n    \
        g.add_edge(START, s.name)\n";
    let graph = one(text);
    assert_eq!((edges(&graph).as_str(), graph.unresolved.len()), ("a>b START>a START>b", 0));
}

#[test]
fn a_node_that_is_called_start_is_not_the_entry() {
    let graph = one(
        "g = StateGraph(State)\ng.add_node('START', f)\ng.add_node('one', f)\ng.set_entry_point('START')\ng.add_edge('START', 'one')\ng.add_edge('one', END)\n",
    );
    assert_eq!(names(&graph), ["\"START\"", "one"]);
    assert_eq!(graph.entry, ["\"START\""]);
    assert_eq!(edges(&graph), "START>\"START\" \"START\">one one>END");
}
