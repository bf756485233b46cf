//! Graphs whose wiring depends on what a function is given, or on values that only the running program knows.

use super::{edges, facts, only_graph};
use crate::domain::facts::GraphFact;

const HEAD: &str = "from langgraph.graph import StateGraph, START, END\nfrom langgraph.types import Command, Send\nfrom typing import Literal\n";

fn graphs(text: &str) -> Vec<GraphFact> {
    facts(&[("src/graph.py", &format!("{HEAD}{text}"))]).graphs
}

#[track_caller]
fn one(text: &str) -> GraphFact {
    only_graph(&format!("{HEAD}{text}"))
}

const BUILD: &str = "def build(name):\n    b = StateGraph(dict)\n    b.add_node('first', f)\n    b.add_node(name, f)\n    \
    b.add_edge(START, 'first')\n    b.add_edge('first', name)\n    b.add_edge(name, END)\n    return b.compile()\n";

#[test]
fn a_function_that_is_given_other_names_builds_another_graph() {
    let two = graphs(&format!("{BUILD}x = build('left')\ny = build('right')\n"));
    let wired: Vec<_> = two.iter().map(edges).collect();
    assert_eq!(wired, ["START>first first>left left>END", "START>first first>right right>END"]);
    assert!(two.iter().all(|graph| graph.fan_out.is_empty() && graph.unresolved.is_empty()));
    // The same names give the same graph, wherever they are given.
    let same = one(&format!("{BUILD}x = build('left')\ndef main():\n    return build('left')\n"));
    assert_eq!(edges(&same), "START>first first>left left>END");
    // A caller that wires nothing itself says what the names are.
    let called = one(&format!("{BUILD}def main():\n    return build('left')\n"));
    assert_eq!(
        (edges(&called), called.unresolved),
        ("START>first first>left left>END".into(), vec![])
    );
    let without = one(BUILD);
    assert_eq!((edges(&without).as_str(), without.unresolved.len()), ("START>first", 3));
}

#[test]
fn graphs_that_tests_name_are_theirs() {
    let test = (
        "tests/test_graph.py",
        "from src.graph import build\ndef test_it():\n    assert build('odd')\n",
    );
    let ours = format!("{HEAD}{BUILD}x = build('left')\n");
    let both = facts(&[("src/graph.py", &ours), test]).graphs;
    let told: Vec<_> = both.iter().map(|graph| (edges(graph), graph.in_tests)).collect();
    assert_eq!(told[0], ("START>first first>left left>END".into(), false));
    assert_eq!(told[1], ("START>first first>odd odd>END".into(), true));
}

#[test]
fn what_a_flag_adds_is_part_of_one_graph() {
    let flag = "def build(full=True):\n    b = StateGraph(dict)\n    b.add_edge(START, 'a')\n    \
        if full:\n        b.add_edge('a', 'b')\n    else:\n        b.add_edge('a', END)\n    return b\n\
        x = build(True)\ny = build(False)\n";
    let graph = one(flag);
    assert_eq!((edges(&graph).as_str(), graph.fan_out.len()), ("START>a a>b a>END", 0));
}

const CHAIN: &str = "def chain(names):\n    b = StateGraph(dict)\n    prev = START\n    for name in names:\n        \
    b.add_node(name, f)\n        b.add_edge(prev, name)\n        prev = name\n    b.add_edge(prev, END)\n    return b\n";

#[test]
fn what_a_loop_over_unknown_values_leaves_behind_is_not_known() {
    let known = one(&format!("{CHAIN}x = chain(['p', 'q'])\n"));
    assert_eq!(edges(&known), "START>p p>q q>END");
    assert_eq!((known.fan_out.len(), known.unresolved.len()), (0, 0));
    let open = one(CHAIN);
    assert_eq!((edges(&open).as_str(), open.fan_out.len()), ("", 0));
    assert_eq!(open.unresolved.len(), 2, "{:?}", open.unresolved);
    // Two lists make two chains, and neither splits.
    let two = graphs(&format!("{CHAIN}x = chain(['p', 'q'])\ny = chain(['p', 'r', 'q'])\n"));
    let wired: Vec<_> = two.iter().map(|graph| (edges(graph), graph.fan_out.len())).collect();
    assert_eq!(wired, [("START>p p>r r>q q>END".into(), 0), ("START>p p>q q>END".into(), 0)]);
}

#[test]
fn an_edge_that_a_condition_gives_to_one_of_many_is_not_given_to_all() {
    let text = "b = StateGraph(dict)\nfor i, k in enumerate(load()):\n    b.add_node(k.name, f)\n    \
        if i + 1 < size:\n        b.add_edge(k.name, after(i))\n    else:\n        b.add_edge(k.name, 'join')\n";
    let graph = one(text);
    assert_eq!((graph.fan_in.len(), graph.edges.len()), (0, 0), "{:?}", graph.edges);
    assert_eq!(graph.unresolved.len(), 2);
    // A condition around the loop tells nothing of its passes.
    let around = "b = StateGraph(dict)\nif wide:\n    for k in load():\n        b.add_node(k.name, f)\n        \
        b.add_edge(START, k.name)\n        b.add_edge(k.name, 'join')\n";
    assert_eq!(one(around).fan_in, ["join"]);
}

#[test]
fn one_of_two_ends_is_one_edge() {
    let text = "b = StateGraph(dict)\nb.add_edge(START, 'a' if quick else 'b')\nb.add_edge('a', 'c')\nb.add_edge('b', 'c')\n";
    let graph = one(text);
    assert_eq!((graph.fan_out.len(), graph.fan_in.len()), (0, 0), "{graph:?}");
    assert_eq!(edges(&graph), "START>a START>b a>c b>c");
}

#[test]
fn commands_that_go_to_several_nodes_split() {
    let wired = |plan: &str| {
        let text = format!(
            "{plan}\nb = StateGraph(dict)\nb.add_node('plan', plan)\nb.add_node('a', f)\nb.add_node('b', f)\nb.add_node('join', f)\n\
             b.add_edge(START, 'plan')\nb.add_edge('a', 'join')\nb.add_edge('b', 'join')\n"
        );
        one(&text)
    };
    for plan in [
        "def plan(s) -> Command[Literal['a', 'b']]:\n    return Command(goto=['a', 'b'])",
        "def plan(s):\n    return Command(goto=['a', 'b'])",
        "def plan(s) -> Command[Literal['a', 'b']]:\n    return Command(goto=[Send('a', x) for x in s['xs']] + [Send('b', s)])",
    ] {
        let graph = wired(plan);
        assert!(graph.conditional[0].parallel, "{plan}");
        assert_eq!(
            (graph.fan_out, graph.fan_in),
            (vec!["plan".to_owned()], vec!["join".to_owned()]),
            "{plan}"
        );
    }
    let single = wired(
        "def plan(s) -> Command[Literal['a', 'b']]:\n    return Command(goto='a' if s['x'] else 'b')",
    );
    assert!(!single.conditional[0].parallel && single.fan_out.is_empty());
    let always = wired("def plan(s) -> Command[Literal['a']]:\n    return Command(goto='a')");
    assert_eq!(always.conditional[0].always.as_deref(), Some("a"));
    let sometimes =
        wired("def plan(s):\n    if s:\n        return {}\n    return Command(goto='a')");
    assert_eq!(sometimes.conditional[0].always, None);
    let open = wired("def plan(s):\n    return Command(goto=pick(s))");
    assert_eq!((open.conditional.len(), open.unresolved.len()), (0, 1));
}

#[test]
fn numbers_are_counted_on_and_back() {
    let steps =
        "b = StateGraph(dict)\nfor i in range(3 - 1):\n    b.add_edge(f's{i}', f's{i + 1}')\n";
    assert_eq!(edges(&one(steps)), "s0>s1 s1>s2");
    let listed = "b = StateGraph(dict)\nN = ['a', 'b', 'c']\nfor i in range(len(N) - 1):\n    b.add_edge(N[i], N[i + 1])\n";
    assert_eq!(edges(&one(listed)), "a>b b>c");
}

#[test]
fn a_node_that_leads_nowhere_ends_the_run() {
    let nodes = "b = StateGraph(dict)\nb.add_node('a', f)\nb.add_node('c', f)\n";
    let text = format!("{nodes}b.add_edge(START, 'a')\nb.add_edge('a', 'c')\n");
    assert_eq!(one(&text).finish, ["c"]);
    // Where an edge could not be followed it may lead on.
    assert!(one(&format!("{text}b.add_edge(pick(), 'd')\n")).finish.is_empty());
}

#[test]
fn what_langgraph_runs_itself_brings_the_state_no_field() {
    let text = "from typing import TypedDict\nfrom langgraph.prebuilt import ToolNode\nclass S(TypedDict):\n    a: int\n\
        inner = StateGraph(S)\ninner.add_node('x', lambda s: {'a': 1})\n\
        outer = StateGraph(S)\nouter.add_node('sub', inner.compile())\nouter.add_node('tools', ToolNode([f]))\n\
        outer.add_node('n', lambda s: {'a': 1, 'lost': 2})\n";
    let all = graphs(text);
    let outer = all.iter().find(|graph| graph.nodes.len() == 3).unwrap();
    assert_eq!(outer.state_fields, ["a"]);
    let lost: Vec<_> = outer.untaken.iter().map(|one| one.key.as_str()).collect();
    assert_eq!(lost, ["lost"]);
}

/// The nodes that return the whole state, with the fields that are added to themselves.
fn whole(node: &str) -> String {
    let text = format!(
        "import operator\nfrom typing import Annotated, TypedDict\nclass S(TypedDict):\n    notes: Annotated[list, operator.add]\n    \
         kept: Annotated[dict, operator.ior]\n    x: int\n{node}\ng = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', node)\n\
         g.add_edge(START, 'first')\ng.add_edge('first', 'node')\ndef first(s):\n    return {{'notes': [0]}}\n"
    );
    let graph = one(&text);
    let told =
        graph.whole_returns.iter().map(|one| format!("{} {}", one.node, one.fields.join(",")));
    told.collect::<Vec<_>>().join("; ")
}

#[test]
fn a_node_that_returns_the_whole_state_doubles_what_is_added_up() {
    for node in [
        "def node(state):\n    state['x'] = 2\n    return state\n",
        "async def node(state: S):\n    state['notes'].append(1)\n    return state\n",
        "def node(state):\n    return {**state, 'x': 1}\n",
        "def node(state):\n    state['notes'] = state['notes'] + [1]\n    return state\n",
        "def node(state):\n    if not state.get('x'):\n        return state\n    return {'notes': [1]}\n",
        "node = lambda state: state\n",
    ] {
        assert_eq!(whole(node), "node notes", "{node}");
    }
    for node in [
        "node = lambda state: {'x': 1}\n",
        "def node(state):\n    return {'notes': [1]}\n",
        "def node(state):\n    state['notes'] = [1]\n    return state\n",
        "def node(state):\n    return {**state, 'notes': []}\n",
        "def node(state):\n    state = {'notes': [1]}\n    return state\n",
        "def node(state):\n    clear(state)\n    return state\n",
        "def node(state):\n    state.pop('notes')\n    return state\n",
        "def node(state):\n    def inner(state):\n        return state\n    return {}\n",
        "@wrap\ndef node(state):\n    return state\n",
    ] {
        assert_eq!(whole(node), "", "{node}");
    }
    // Where nothing was put in before, there is nothing to double.
    let empty = "def node(state):\n    return state\ndef first(s):\n    return {'x': 1}\n";
    let text = |node: &str| {
        format!(
            "import operator\nfrom typing import Annotated, TypedDict\nclass S(TypedDict):\n    notes: Annotated[list, operator.add]\n    x: int\n\
             {node}g = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', node)\ng.add_edge(START, 'first')\ng.add_edge('first', 'node')\n"
        )
    };
    assert!(one(&text(empty)).whole_returns.is_empty());
    let passes = "node = lambda state: state\ndef first(s):\n    return {'x': 1}\n";
    assert!(one(&text(passes)).whole_returns.is_empty());
    // What a node appends itself is there twice from the first node on.
    let own =
        "def node(state):\n    return {}\ndef first(s):\n    s['notes'].append(1)\n    return s\n";
    assert_eq!(one(&text(own)).whole_returns[0].node, "first");
}

#[test]
fn what_may_end_without_a_return_does_not_always_go_on() {
    let wired = |plan: &str| {
        one(&format!(
            "{plan}b = StateGraph(dict)\nb.add_node('plan', plan)\nb.add_node('a', f)\nb.add_edge(START, 'plan')\n"
        ))
    };
    let falls = wired(
        "def plan(s):\n    if s['x']:\n        return Command(goto='a')\n    print('nothing')\n",
    );
    assert_eq!(falls.conditional[0].always, None);
    let routed = one(
        "def route(s):\n    if s['x']:\n        return 'a'\nb = StateGraph(dict)\nb.add_conditional_edges('p', route, {'a': 'a', None: END})\n",
    );
    assert_eq!(routed.conditional[0].always, None);
    // Where a command goes in a graph around this one is not this one's edge.
    let parent = wired("def plan(s):\n    return Command(goto='a', graph=Command.PARENT)\n");
    assert_eq!((parent.conditional.len(), parent.unresolved.len()), (0, 1));
}

#[test]
fn builders_that_share_a_constructor_are_graphs_of_their_own() {
    let text = "def new():\n    return StateGraph(dict)\n\
        def one_way():\n    b = new()\n    b.add_edge(START, 'a')\n    b.add_edge('a', END)\n    return b\n\
        def other():\n    b = new()\n    b.add_edge(START, 'c')\n    b.add_edge('c', END)\n    return b\none_way()\nother()\n";
    let two = graphs(text);
    let wired: Vec<_> = two.iter().map(|graph| (edges(graph), graph.fan_out.len())).collect();
    assert_eq!(wired, [("START>a a>END".into(), 0), ("START>c c>END".into(), 0)]);
}

#[test]
fn what_is_not_surely_there_is_not_told_as_doubled() {
    let given = |node: &str| whole(node);
    for node in [
        // Only some fields are given.
        "class Q(TypedDict):\n    x: int\ndef node(state: Q):\n    return state\n",
        // Where it is empty the state is returned, else not.
        "def node(state):\n    if not state['notes']:\n        return state\n    return {'x': 1}\n",
        "def node(state):\n    more = {'notes': [1]}\n    return {**state, **more}\n",
        "def node(state):\n    for key in ('notes', 'x'):\n        state[key] = []\n    return state\n",
        "def node(state):\n    state['notes'] = [len(state['notes'])]\n    return state\n",
    ] {
        assert_eq!(given(node), "", "{node}");
    }
    assert_eq!(
        given(
            "def node(state):\n    if 'x' not in state:\n        state['x'] = 1\n    return state\n"
        ),
        "node notes"
    );
}

#[test]
fn a_node_that_returns_a_field_with_what_it_held_doubles_it() {
    for node in [
        "def node(state):\n    return {'notes': state['notes']}\n",
        "def node(state):\n    return {'x': 1, 'notes': state.get('notes', []) + [1]}\n",
        "def node(state):\n    notes = state.get('notes') or []\n    if notes:\n        log.warning(f'{len(notes)}', notes)\n    return {'notes': notes}\n",
        "def node(state: S):\n    notes = list(state['notes'])\n    notes.append(1)\n    return {'notes': notes}\n",
        "def node(state):\n    notes = state['notes'][:]\n    notes += [1]\n    notes = notes + [2]\n    return dict(notes=notes)\n",
        "async def node(state):\n    notes = state['notes'].copy()\n    out = {}\n    out['notes'] = [*notes, 1]\n    return out\n",
        "class N:\n    def __call__(self, state):\n        return Command(update={'notes': state['notes']}, goto='x')\nnode = N()\n",
    ] {
        assert_eq!(whole(node), "node notes", "{node}");
    }
}

#[test]
fn what_may_be_returned_without_what_the_field_held_doubles_nothing() {
    for node in [
        // Only the new part, or another field's.
        "def node(state):\n    notes = list(state['notes'])\n    notes.append(1)\n    return {'notes': notes[len(state['notes']):]}\n",
        "def node(state):\n    new = [one for one in state['notes'] if one > 1]\n    return {'notes': new}\n",
        "def node(state):\n    return {'notes': state['more']}\n",
        "def node(state):\n    return {'kept': state['kept']}\n",
        "def node(state):\n    return {'x': state['notes']}\n",
        "def node(state):\n    return {'notes': [state['notes'][-1]]}\n",
        "def node(state):\n    return {'notes': Overwrite(state['notes'])}\n",
        // It may hold less by then.
        "def node(state):\n    notes = state['notes']\n    notes.clear()\n    return {'notes': notes}\n",
        "def node(state):\n    notes = state['notes']\n    tidy(notes)\n    return {'notes': notes}\n",
        "def node(state):\n    tidy(state)\n    return {'notes': state['notes']}\n",
        "def node(state):\n    state['notes'] = []\n    return {'notes': state['notes']}\n",
        "def node(state):\n    notes = state['notes']\n    notes = notes[-3:]\n    return {'notes': notes}\n",
        "def node(state):\n    notes = state['notes']\n    for notes in state['x']:\n        print(notes)\n    return {'notes': notes}\n",
        "def node(state):\n    notes = state['notes']\n    notes[:] = []\n    return {'notes': notes}\n",
        "def node(state):\n    notes = state['notes']\n    del notes[:]\n    return {'notes': notes}\n",
        "def node(state):\n    out = {'notes': state['notes']}\n    out['notes'].clear()\n    return out\n",
        "def node(state):\n    return {'notes': state['notes'], **more(1)}\n",
        "def node(state, notes=[]):\n    return {'notes': notes}\n",
        // What is there decides whether it is returned.
        "def node(state):\n    if state['notes']:\n        return {'x': 1}\n    return {'notes': state['notes']}\n",
        "def node(state):\n    notes = state['notes']\n    any_yet = bool(notes)\n    if any_yet:\n        raise ValueError\n    return {'notes': notes}\n",
        "@wrap\ndef node(state):\n    return {'notes': state['notes']}\n",
        "class Q(TypedDict):\n    x: int\ndef node(state: Q):\n    return {'notes': state['notes']}\n",
        "def node(state):\n    return {'notes': state['notes']}\ndef way(state):\n    return [Send('node', {'notes': []})]\n",
        "from functools import partial\ndef run(conf, state):\n    return {'notes': conf['notes']}\nnode = partial(run, {'notes': [1]})\n",
    ] {
        assert_eq!(whole(node), "", "{node}");
    }
    let passed_on = |first: &str, back: &str| {
        let text = format!(
            "import operator\nfrom typing import Annotated, TypedDict\nclass S(TypedDict):\n    notes: Annotated[list, operator.add]\n\
             def first(state):\n    {first}\ndef node(state):\n    return {{'notes': state['notes'] + [1]}}\n\
             g = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', node)\ng.add_edge(START, 'first')\ng.add_edge('first', 'node')\n{back}"
        );
        one(&text).whole_returns.len()
    };
    // Where nothing is put in before, there is nothing to double; in a loop the node itself puts something in.
    assert_eq!(passed_on("return {'notes': []}", ""), 0);
    assert_eq!(passed_on("return {'notes': state['notes']}", ""), 0);
    assert_eq!(passed_on("out = {}\n    out['notes'] = [1]\n    return out", ""), 1);
    assert_eq!(passed_on("return {}", "g.add_edge('node', 'first')\n"), 1);
}

/// How many nodes double what they were given, where a router behind the first one asks for it.
#[track_caller]
fn check_routed(router: &str, map: &str, more: &str, expected: usize) {
    let text = format!(
        "import operator\nfrom typing import Annotated, TypedDict\nclass S(TypedDict):\n    notes: Annotated[list, operator.add]\n\
         def first(state):\n    return {{'notes': more()}}\ndef other(state): return {{}}\n\
         def node(state):\n    return {{'notes': state.get('notes', []) + ['end']}}\n{router}\n\
         g = StateGraph(S)\ng.add_node('first', first)\ng.add_node('node', node)\ng.add_node('other', other)\n\
         g.add_edge(START, 'first')\n{more}g.add_conditional_edges('first', route{map})\n"
    );
    assert_eq!(one(&text).whole_returns.len(), expected, "{router} {map} {more}");
}

#[test]
fn a_node_that_is_led_to_where_a_field_holds_something_doubles_it() {
    let map = ", {'bad': 'node', 'good': 'other'}";
    let asks = "def route(state: S):\n    return 'bad' if state.get('notes') else 'good'";
    check_routed(asks, map, "", 1);
    for router in [
        "def route(state):\n    \"\"\"Asks.\"\"\"\n    if state['notes']:\n        print('bad')\n        return 'bad'\n    return 'good'",
        "def route(state):\n    notes = state.get('notes') or []\n    return 'good' if not notes else 'bad'",
    ] {
        check_routed(router, map, "", 1);
    }
    check_routed("def route(state):\n    return 'node' if state['notes'] else 'other'", "", "", 1);
}

#[test]
fn a_node_that_may_be_led_to_where_a_field_is_empty_doubles_nothing() {
    let map = ", {'bad': 'node', 'good': 'other'}";
    for router in [
        "def route(state):\n    return 'good' if state.get('notes') else 'bad'",
        "def route(state):\n    return 'bad' if not state['notes'] else 'good'",
        "def route(state):\n    if state['fatal']:\n        return 'good'\n    return 'bad' if state['notes'] else 'good'",
        "def route(state):\n    return 'bad' if len(state['notes']) == 0 else 'good'",
        "def route(state):\n    return 'bad' if 'x' in state['notes'] else 'good'",
        "def route(state):\n    notes = [one for one in state['notes'] if one]\n    return 'bad' if notes else 'good'",
        "def route(state):\n    clean(state)\n    return 'bad' if state['notes'] else 'good'",
        "def route(state):\n    if state['notes']:\n        if state['x']:\n            return 'bad'\n    return 'good'",
        "def route(state):\n    return pick(state['notes'])",
        "@wrap\ndef route(state):\n    return 'bad' if state['notes'] else 'good'",
    ] {
        check_routed(router, map, "", 0);
    }
    let asks = "def route(state):\n    return 'bad' if state['notes'] else 'good'";
    check_routed(asks, ", {'bad': 'other', 'good': 'node'}", "", 0);
    check_routed(asks, ", ways", "", 0);
    // What was put in before another router asked for it may have led elsewhere.
    let later = "g.add_edge('first', 'other')\ng.add_conditional_edges('other', way, {'bad': 'node', 'good': END})\n";
    let two = "def route(state):\n    return 'good' if state['notes'] else 'bad'\ndef way(state):\n    return 'bad' if state['notes'] else 'good'";
    check_routed(two, ", {'bad': 'other', 'good': END}", later, 0);
}
