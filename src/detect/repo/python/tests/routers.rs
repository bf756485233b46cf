//! Routers and commands in the forms that they are written in.

use super::only_graph;

const HEAD: &str = "from functools import partial\nfrom typing import Literal, Optional, Union\nfrom langgraph.graph import StateGraph, START, END\nfrom langgraph.types import Command, Send\n";

/// Checks where the one conditional edge leads, or that it is said that this could not be followed.
#[track_caller]
fn check(defined: &str, wired: &str, targets: Option<&str>) {
    let graph = only_graph(&format!("{HEAD}{defined}\ng = StateGraph(dict)\n{wired}\n"));
    let led: Vec<String> = graph.conditional.iter().map(|edge| edge.targets.join(" ")).collect();
    match targets {
        Some(targets) => {
            assert_eq!((led.join("|").as_str(), graph.unresolved.len()), (targets, 0), "{wired}");
        }
        None => assert_eq!(graph.unresolved.len(), 1, "{wired}: {led:?}"),
    }
}

#[test]
fn routers_are_followed_whatever_they_are() {
    let routed = |defined: &str, router: &str, targets: Option<&str>| {
        check(defined, &format!("g.add_conditional_edges('s', {router})"), targets);
    };
    let two = "def route(state, yes, no='n'):\n    return yes if state['x'] else no";
    routed(two, "partial(route, yes='y')", Some("n y"));
    routed(two, "partial(route, yes='y', no='z')", Some("y z"));
    routed(two, "lambda s: route(s, 'y')", Some("n y"));
    routed(two, "partial(route, yes=load())", None);
    let object = "class R:\n    def __init__(self, to):\n        self.to = to\n    def pick(self, state):\n        return self.to if state['x'] else END\n    def __call__(self, state):\n        return self.to if state['x'] else 'z'\nr = R('t')";
    routed(object, "r.pick", Some("END t"));
    routed(object, "R('u').pick", Some("END u"));
    routed(object, "R('u')", Some("u z"));
    routed(object, "partial(R('u').pick)", Some("END u"));
    routed("", "lambda s: ('no', 'yes')[s['x']]", Some("no yes"));
    routed("", "lambda s: next((n for n in ['p', 'q'] if s[n]), END)", Some("END p q"));
    routed("", "lambda s: s['next']", None);
    routed("", "unknown", None);
    let sends = "WORKERS = {'r': 'repo', 'd': 'docs'}\ndef route(state):\n    return [Send(node, state) for node in WORKERS.values()]";
    routed(sends, "route", Some("docs repo"));
    routed(sends, "route, {n: n + '_node' for n in WORKERS}", Some("d_node r_node"));
}

#[test]
fn a_path_map_leads_where_its_values_say_however_it_is_extended() {
    let mapped = |extended: &str, targets: Option<&str>| {
        let wired = format!(
            "ways = {{'one': 'a'}}\n{extended}\ng.add_conditional_edges('s', lambda s: s['x'], ways)"
        );
        check(
            "def more(ways):\n    ways['two'] = 'b'\ndef show(ways):\n    return ways['one']",
            &wired,
            targets,
        );
    };
    mapped("ways['two'] = 'b'", Some("a b"));
    mapped("if load():\n    ways['two'] = 'b'", Some("a b"));
    mapped("if load():\n    ways['two'] = 'b'\nways['three'] = 'c'", Some("a b c"));
    mapped("if load():\n    ways.update({'two': 'b'})", Some("a b"));
    mapped(
        "if load():\n    ways.update(two='b')\nways.update({'three': 'c'}, four='d')",
        Some("a b c d"),
    );
    mapped("if load():\n    ways |= {'two': 'b'}\nways = {**ways, 'three': 'c'}", Some("a b c"));
    mapped(
        "if load():\n    ways.setdefault('two', 'b')\nways = ways | {'three': 'c'}",
        Some("a b c"),
    );
    mapped("more_ways = {'two': 'b'} if load() else {}\nways.update(more_ways)", Some("a b"));
    mapped("for n in ('p', 'q'):\n    ways[f'x_{n}'] = f'{n}_node'", Some("a p_node q_node"));
    mapped("if load():\n    ways = ['b', 'c']", Some("a b c"));
    mapped("show(ways)", Some("a"));
    // What was not followed may lead anywhere, and never to a key.
    mapped("ways.update(load())", None);
    mapped("if load():\n    ways.update(load())", None);
    mapped("more(ways)", None);
    let of_many =
        "if load():\n    ways['two'] = 'b'\nfor n in load():\n    ways[f'x_{n}'] = f'y_{n}'";
    let wired = format!(
        "g = StateGraph(dict)\nways = {{'one': 'a'}}\n{of_many}\ng.add_conditional_edges('s', lambda s: s['x'], ways)\n"
    );
    let graph = only_graph(&format!("{HEAD}{wired}"));
    assert_eq!(graph.conditional[0].targets, ["a", "b", "y_{n}"]);
}

#[test]
fn one_way_at_a_time_to_one_of_many_nodes_makes_no_meeting() {
    let meets = |wired: &str| {
        let text = format!(
            "{HEAD}def f(s):\n    return {{}}\ng = StateGraph(dict)\nways = {{'one': 'a'}}\nfor n in load():\n    ways[f'x_{{n}}'] = f'y_{{n}}'\n\
             for n in ['s', 'a', 'z']:\n    g.add_node(n, f)\ng.add_edge(START, 's')\ng.add_edge('a', 'z')\ng.add_edge('z', END)\n\
             for n in load():\n    g.add_node(f'y_{{n}}', f)\n    g.add_edge(f'y_{{n}}', 'z')\n{wired}\n"
        );
        only_graph(&text).fan_in.join(" ")
    };
    assert_eq!(meets("g.add_conditional_edges('s', lambda s: s['x'], ways)"), "");
    assert_eq!(meets("for n in load():\n    g.add_edge('s', f'y_{n}')"), "z");
}

#[test]
fn a_path_map_that_an_object_keeps_may_be_filled_by_its_other_methods() {
    let built = |more: &str| {
        format!(
            "{HEAD}class W:\n    def __init__(self):\n        self.ways = {{'one': 'a'}}\n    def build(self):\n        g = StateGraph(dict)\n        g.add_conditional_edges('s', lambda s: s['x'], self.ways)\n        return g.compile()\n{more}"
        )
    };
    assert_eq!(only_graph(&built("")).unresolved, []);
    let more = "    def register(self, key, node):\n        self.ways[key] = node\n";
    let graph = only_graph(&built(more));
    assert_eq!(graph.unresolved[0].reason, "a path map is extended by what was not followed");
}

#[test]
fn one_of_many_names_is_not_always_the_same() {
    let map = "g = StateGraph(dict)\ng.add_conditional_edges('s', lambda s: s['x'], {n: n for n in load()})\n";
    let graph = only_graph(&format!("{HEAD}{map}"));
    let edge = &graph.conditional[0];
    assert_eq!((edge.targets.len(), edge.always.as_ref()), (1, None));
}

#[test]
fn commands_are_followed_whatever_returns_them() {
    let told = |defined: &str, action: &str, targets: Option<&str>| {
        check(defined, &format!("g.add_node('s', {action})"), targets);
    };
    let pick =
        |hint: &str| format!("def n(state) -> {hint}:\n    return Command(goto=pick(state))");
    for hint in [
        "Command[Literal['b', 'c']]",
        "'Command[Literal[\"b\", \"c\"]]'",
        "Command[Literal['b', 'c']] | dict",
        "Union[dict, Command[Literal['b', 'c']]]",
        "Optional[Command[Literal['b', 'c']]]",
    ] {
        told(&pick(hint), "n", Some("b c"));
    }
    told(&pick("dict"), "n", None);
    told(
        "def to(name):\n    return Command(goto=name)\ndef n(state):\n    return to('b')",
        "n",
        Some("b"),
    );
    told("", "lambda s: Command(goto='b' if s['x'] else END)", Some("END b"));
    let object = "class N:\n    def __call__(self, state):\n        return Command(goto='b')\n    def run(self, state):\n        return self._to('c')\n    def _to(self, name):\n        return Command(goto=name)";
    told(object, "N()", Some("b"));
    told(object, "N().run", Some("c"));
    let given = "def n(state, to):\n    return Command(goto=to)";
    told(given, "partial(n, to='b')", Some("b"));
    told(given, "n", None);
    told(given, "n, destinations=('b', END)", Some("END b"));
    told(given, "n, destinations={'b': 'on'}", Some("b"));
    told("", "unknown, destinations=('b',)", Some("b"));
    let silent = "def n(state):\n    if state:\n        return Command(goto='b')\n    return Command(update={})";
    told(silent, "n", Some("b"));
    told(silent, "n, destinations=('b', END)", Some("END b"));
    told("def n(state):\n    return Command(goto='b')", "n, destinations=('b', END)", Some("b"));
    let several = "def n(state):\n    return [Command(goto='b'), Command(goto='c')]";
    told(several, "n", Some("b c"));
    // What a node does not do is not what it says of itself.
    told("def n(state):\n    return {}", "n, destinations=('b',)", Some(""));
}

#[test]
fn a_graph_is_found_however_its_class_is_imported() {
    let wired =
        "g.add_edge(lg.START, 'a')\n    g.add_edge('a', lg.END)\n    return g\nx = build()\n";
    let plain = "import importlib\nlg = importlib.import_module('langgraph.graph')\n";
    for (before, made) in [
        (plain, "lg.StateGraph(dict)"),
        (plain, "getattr(lg, 'StateGraph')(dict)"),
        ("import langgraph.graph as lg\nGraph = getattr(lg, 'StateGraph')\n", "Graph(dict)"),
        (
            "from importlib import import_module\nimport langgraph.graph as lg\n",
            "import_module('langgraph.graph').StateGraph(dict)",
        ),
        (
            "import langgraph.graph as lg\n",
            "__import__('langgraph.graph', fromlist=['x']).StateGraph(dict)",
        ),
        (
            "import langgraph.graph as lg\ndef graphs():\n    import langgraph.graph as found\n    return found\n",
            "graphs().StateGraph(dict)",
        ),
        (
            "import langgraph.graph as lg\ndef lazy():\n    from langgraph.graph import StateGraph\n    return StateGraph\n",
            "lazy()(dict)",
        ),
    ] {
        let graph = only_graph(&format!("{before}def build():\n    g = {made}\n    {wired}"));
        assert_eq!(super::edges(&graph), "START>a a>END", "{made}");
    }
}

#[test]
fn an_annotation_names_where_a_router_leads_that_was_not_followed() {
    let wired = |returns: &str, router: &str| {
        let text = format!(
            "{HEAD}from typing import Literal, Optional, Union\nfrom langgraph.types import Send\nfrom lost import decide\n\
             Way = Literal['a', 'b'] | None\ndef route(s) -> {returns}:\n    return decide(s)\n\
             class Router:\n    def __call__(self, s) -> {returns}:\n        return decide(s)\n\
             g = StateGraph(dict)\ng.add_edge(START, 'a')\ng.add_conditional_edges('a', {router})\n"
        );
        let graph = only_graph(&text);
        (graph.conditional[0].targets.join(","), graph.unresolved.len())
    };
    for returns in [
        "Literal['a', 'b']",
        "list[Literal['a', 'b']]",
        "Literal['a'] | Literal['b']",
        "Union[Literal['a'], Literal['b'], None]",
        "Union[Literal['a'], list[Literal['b']]]",
        "Optional[Literal['a', 'b']]",
        "\"Literal['a', 'b']\"",
        "Way",
    ] {
        for router in ["route", "Router()"] {
            assert_eq!(wired(returns, router), ("a,b".to_owned(), 0), "{returns} of {router}");
        }
    }
    // What is sent besides may go anywhere.
    assert_eq!(wired("Literal['a', 'b'] | list[Send]", "route"), ("a,b".to_owned(), 1));
    assert_eq!(wired("str", "route"), (String::new(), 1));
    assert_eq!(wired("\"Literal[FIRST, 'b']\"", "route"), (String::new(), 1));
}

#[test]
fn where_following_gives_up_it_is_said() {
    let gaps = |text: &str| {
        let graph =
            only_graph(&format!("{HEAD}g = StateGraph(dict)\ng.add_edge(START, 'a')\n{text}\n"));
        graph.unresolved.into_iter().map(|gap| gap.reason).collect::<Vec<_>>()
    };
    let branch = |n: u32| format!("    if s['x'] == {n}:\n        return 'n{n}'\n");
    let branches = (0..200).map(branch).collect::<Vec<_>>().concat();
    let many =
        format!("def route(s):\n{branches}    return END\ng.add_conditional_edges('a', route)");
    assert_eq!(
        gaps(&many),
        [
            "what the router `route` returns could not be followed, and nothing else names all that it can lead to"
        ]
    );
    let long = "for i in range(300):\n    g.add_edge('a', f'n{i}')";
    assert_eq!(gaps(long), ["a loop that wires has more passes than were followed"]);
    assert!(gaps(&long.replace("300", "100")).is_empty());
    // Of more names than are told apart it is said that there are many.
    let map = "g.add_conditional_edges('a', lambda s: s['x'], {n: n for n in [f'n{i}' for i in range(600)]})";
    let many = only_graph(&format!("{HEAD}g = StateGraph(dict)\n{map}\n"));
    assert_eq!((many.families.len(), many.conditional[0].targets.len()), (1, 1));
    let call = |n: u32| format!("def f{n}(g):\n    f{}(g)\n", n + 1);
    let chain = (0..20).map(call).collect::<Vec<_>>().concat();
    let deep = format!("{chain}def f20(g):\n    g.add_edge('a', 'b')\nf0(g)");
    assert_eq!(gaps(&deep), ["what wires it is called too deep to be followed"]);
    // What is not there to be read may wire it.
    assert_eq!(
        gaps("from lost import add_judges\nadd_judges(g)"),
        ["what `add_judges` adds to it was not found"]
    );
    assert_eq!(
        gaps("plugin = load()\nplugin.register(g)"),
        ["what `register` adds to it was not found"]
    );
    assert_eq!(gaps("show(g)"), ["what `show` adds to it was not found"]);
    assert_eq!(gaps("getattr(g, name)(a)"), ["what `getattr` adds to it was not found"]);
    assert!(gaps("print(g)\nrepr(g)\nlen([g])\ngetattr(g, 'add_edge')('a', 'b')").is_empty());
}
