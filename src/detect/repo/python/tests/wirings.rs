//! What wired graphs do: routers that decide nothing, families of nodes, uneven joins.

use super::{edges, facts};
use crate::domain::facts::GraphFact;

fn graph(text: &str) -> GraphFact {
    let text = format!("from langgraph.graph import StateGraph, START, END\nimport os\n{text}");
    let mut graphs = facts(&[("src/graph.py", &text)]).graphs;
    assert_eq!(graphs.len(), 1, "{graphs:#?}");
    graphs.remove(0)
}

/// Checks the one conditional edge of a graph with a router and its wiring.
#[track_caller]
fn check(router: &str, wiring: &str, errors: bool, always: Option<&str>, bypassed: bool) {
    let graph = graph(&format!("{router}\ng = StateGraph(S)\n{wiring}\n"));
    let edge = &graph.conditional[0];
    assert_eq!(edge.handles_errors, Some(errors), "{edge:#?}");
    assert_eq!(edge.always.as_deref(), always);
    assert_eq!(!edge.bypasses.is_empty(), bypassed);
}

const CHOICE: &str = "def route(s):\n    return 'bad' if s.get('error') else 'good'";

#[test]
fn a_router_with_one_way_decides_nothing() {
    let same = "g.add_conditional_edges('a', route, {'good': 'b', 'bad': 'b'})";
    check(CHOICE, same, false, Some("b"), false);
    let two = "g.add_conditional_edges('a', route, {'good': 'b', 'bad': 'error_handler'})";
    check(CHOICE, two, true, None, false);
    check("def route(s):\n    return 'good'", two, false, Some("b"), false);
    check("def route(s):\n    return s['next']", two, true, None, false);
    let or_nothing = "def route(s):\n    if s.get('error'):\n        return []\n    return 'b'";
    check(or_nothing, "g.add_conditional_edges('a', route)", true, None, false);
}

#[test]
fn a_branch_that_stops_nothing_handles_no_error() {
    let guard = "g.add_conditional_edges('a', route, {'good': 'b', 'bad': END})\n";
    check(CHOICE, guard, true, None, false);
    check(CHOICE, &format!("{guard}g.add_edge('a', 'b')"), false, None, true);
    // Beside the branch that is left out, another one goes on, as it should.
    check(CHOICE, &format!("{guard}g.add_edge('a', 'c')"), true, None, false);
    let abort = "g.add_conditional_edges('a', route, {'good': 'b', 'bad': 'abort'})\n\
                 g.add_edge('abort', END)\n";
    check(CHOICE, abort, true, None, false);
    // What comes after the other node has nothing to do with what is stopped.
    check(CHOICE, &format!("{abort}g.add_edge('a', 'c')"), true, None, false);
    let on = format!("{abort}g.add_edge('a', 'b')\ng.add_edge('b', 'd')\n");
    check(CHOICE, &on, false, None, true);
    // A node for errors that runs as well deals with them.
    let beside = "g.add_conditional_edges('a', route, {'good': 'b', 'bad': 'on_error'})\n\
                  g.add_edge('a', 'b')\ng.add_edge('on_error', END)";
    check(CHOICE, beside, true, None, false);
    // One that leads on where the plain edge leads keeps nothing back.
    let rejoins = beside.replace("'on_error', END", "'on_error', 'b'");
    check(CHOICE, &rejoins, true, None, true);
    check(CHOICE, &rejoins.replace("'a', 'b'", "'a', 'c'"), true, None, false);
    check(CHOICE, &format!("{rejoins}\ng.add_edge('on_error', 'c')"), true, None, false);
    // Nobody knows which branch is the one for errors.
    let names = "g.add_conditional_edges('a', route, {'good': 'b', 'bad': 'c'})\n\
                 g.add_edge('a', 'b')";
    check(CHOICE, names, true, None, false);
}

/// Checks which nodes a router for errors stops although plain edges go on beside it.
#[track_caller]
fn check_stops(wiring: &str, places: usize, stops: &[&str]) {
    let abort = "g.add_edge(START, 'a')\ng.add_edge('abort', END)\n\
                 g.add_conditional_edges('a', route, {'good': 'b', 'bad': 'abort'})";
    let graph = graph(&format!("{CHOICE}\ng = StateGraph(S)\n{abort}\n{wiring}\n"));
    let edge = &graph.conditional[0];
    assert_eq!((edge.bypasses.len(), edge.handles_errors), (places, Some(true)), "{edge:#?}");
    assert_eq!(edge.stops, stops, "{wiring}");
}

#[test]
fn a_router_stops_what_only_its_other_branch_leads_to() {
    let beside = "g.add_edge('a', 'c')\ng.add_edge('a', 'd')\n";
    let join = "g.add_edge('b', 'x')\ng.add_edge('x', 'j')\n";
    check_stops(
        &format!("{beside}{join}g.add_edge('c', 'j')\ng.add_edge('d', 'j')"),
        2,
        &["b", "x"],
    );
    // A plain edge to what ends by itself does not go on with what is stopped.
    check_stops(&format!("{beside}{join}g.add_edge('c', END)\ng.add_edge('d', END)"), 0, &[]);
    let unknown = format!("{beside}{join}g.add_edge('c', 'j')\ng.add_edge('c', unknown())");
    check_stops(&unknown, 0, &[]);
}

/// Checks what a router from `a` to `b` or to a target for errors stops where `c` and `d` run beside `b`: how many plain
/// edges go on, the nodes that it stops, and those that wait for these.
#[track_caller]
fn check_unmet(target: &str, wiring: &str, expected: (usize, &str, &str)) {
    let routed = format!(
        "g.add_edge(START, 'a')\ng.add_conditional_edges('a', route, {{'good': 'b', 'bad': {target}}})\n\
         g.add_edge('a', 'c')\ng.add_edge('a', 'd')\ng.add_edge('abort', END)\ng.add_edge('j', 'k')"
    );
    let graph = graph(&format!("{CHOICE}\ng = StateGraph(S)\n{routed}\n{wiring}\n"));
    let edge = &graph.conditional[0];
    assert_eq!(edge.handles_errors, Some(true), "{edge:#?}");
    let (places, stops, unmet) = expected;
    let told = (edge.bypasses.len(), edge.stops.join(" "), edge.unmet.join(" "));
    assert_eq!(told, (places, stops.to_owned(), unmet.to_owned()), "{wiring}");
}

#[test]
fn a_router_that_ends_the_run_ends_it_for_no_sibling_that_only_shares_a_join_with_what_it_keeps_back()
 {
    let all = "g.add_edge(['b', 'c', 'd'], 'j')";
    check_unmet("END", all, (2, "b", "j"));
    check_unmet("'abort'", all, (2, "b", "j"));
    // What comes later waits as well.
    check_unmet("END", "g.add_edge('c', 'x')\ng.add_edge(['b', 'x'], 'j')", (1, "b", "j"));
    check_unmet("END", "g.add_edge('b', 'x')\ng.add_edge(['x', 'd'], 'j')", (1, "b x", "j"));
    // A node for errors deals with them.
    check_unmet("'on_error'", all, (0, "", ""));
    // Without a node that waits, one branch is left out and the others go on, as they should.
    check_unmet("END", "for n in ['b', 'c', 'd']:\n    g.add_edge(n, 'j')", (0, "", ""));
    check_unmet("END", "g.add_edge(['c', 'd'], 'j')\ng.add_edge('b', 'k')", (0, "", ""));
    // The join is reached all the same, or nobody knows.
    check_unmet("END", &format!("{all}\ng.add_edge('c', 'j')"), (0, "", ""));
    check_unmet("END", &format!("{all}\ng.add_edge('c', unknown())"), (0, "", ""));
}

#[test]
fn a_router_that_holds_one_of_several_side_by_side_stops_that_one_alone() {
    let held = |wiring: &str| {
        let errors = "g.add_edge(START, 'a')\ng.add_edge('on_error', 'save')\n\
                      g.add_conditional_edges('a', route, {'good': 'b', 'bad': 'on_error'})";
        let graph = graph(&format!("{CHOICE}\ng = StateGraph(S)\n{errors}\n{wiring}\n"));
        let edge = &graph.conditional[0];
        assert_eq!(edge.handles_errors, Some(true), "{wiring}");
        (edge.bypasses.len(), edge.stops.join(" "))
    };
    let on = "g.add_edge('b', 'end')\ng.add_edge('end', 'save')\ng.add_edge('save', END)\n";
    let beside = "g.add_edge('a', 'c')\ng.add_edge('a', 'd')\ng.add_edge('c', 'end')\ng.add_edge('d', 'end')\n";
    assert_eq!(held(&format!("{on}{beside}")), (2, "b".to_owned()));
    // What waits for all of them is kept back, and so is nothing where the way for errors comes there as well.
    let waits = "g.add_edge('a', 'c')\ng.add_edge(['b', 'c'], 'end')\ng.add_edge('end', 'save')\n";
    assert_eq!(held(waits), (0, String::new()));
    let saves = format!("{on}g.add_edge('a', 'c')\ng.add_edge('c', 'save')\n");
    assert_eq!(held(&saves), (0, String::new()));
    assert_eq!(held(on), (0, String::new()));
}

#[test]
fn a_guard_that_leads_where_everything_else_does_handles_no_error() {
    let wired = "g.add_conditional_edges('a', route, {'debate': 'd', END: END})";
    let guard =
        "def route(s):\n    opinions = s['opinions']\n    if not opinions:\n        return END\n";
    let spread = "    variance = max(opinions) - min(opinions) if opinions else 0\n    if variance > 2:\n        return 'debate'\n";
    check(&format!("{guard}{spread}    return END"), wired, false, None, false);
    let held = "def route(s):\n    way = 'debate' if s['errors'] else END\n    if not s['opinions']:\n        return way\n    return way";
    check(held, wired, true, None, false);
    // The way with something missing is another one, or may be.
    check(&format!("{guard}{spread}    return 'debate'"), wired, true, None, false);
    for more in [
        "    if len(opinions) > 2:\n        return 'debate'\n",
        "    if s.get('errors') or s.get('variance'):\n        return 'debate'\n",
        "    for one in opinions:\n        return 'debate'\n",
        "    try:\n        s['x']\n    except KeyError:\n        return 'debate'\n",
        "    if s['variance'] > 2:\n        return 'debate'\n    else:\n        return 'x'\n",
    ] {
        check(&format!("{guard}{more}    return END"), wired, true, None, false);
    }
}

#[test]
fn what_a_router_returns_alone_runs_beside_nothing_else() {
    let met = |returned: &str, wired: &str| {
        let router = format!(
            "def route(s):\n    if s.get('late'):\n        return {returned}\n    return ['p', 'd']"
        );
        let wiring = format!(
            "g.add_edge(START, 'a')\ng.add_conditional_edges('a', route{wired})\ng.add_edge('q', 'end')\ng.add_edge('p', 'end')"
        );
        graph(&format!("{router}\ng = StateGraph(S)\n{wiring}\n")).fan_in
    };
    assert!(met("'q'", "").is_empty());
    assert!(met("['q']", "").is_empty());
    assert_eq!(met("['q', 'p']", ""), ["end"]);
    assert!(met("'q'", ", {'q': 'q', 'p': 'p', 'd': 'd'}").is_empty());
    assert_eq!(met("'q'", ", {'q': 'q', 'p': 'p', 'd': 'q'}"), ["end"]);
    assert_eq!(met("s['next']", ", ['q', 'p', 'd']"), ["end"]);
}

#[test]
fn a_switch_is_no_error() {
    let wiring = "g.add_conditional_edges('a', route)";
    let env = "def route(s):\n    if os.environ.get('SKIP_X', '').strip() != '1':\n        return 'c'\n    return 'b'";
    check(env, wiring, false, None, false);
    let named = "def route(s):\n    off = os.getenv('NO_X')\n    return 'skip_x' if off else 'x'";
    check(named, wiring, false, None, false);
    let both = "def route(s):\n    if os.getenv('X') or s.get('errors'):\n        return 'c'\n    return 'b'";
    check(both, wiring, true, None, false);
    let malformed = "def route(s):\n    return 'malformed_handler' if s['bad'] else 'b'";
    check(malformed, wiring, true, None, false);
}

#[test]
fn commands_of_nodes_are_followed() {
    let graph = graph(
        "from langgraph.types import Command\n\
         def n(s):\n    if s['x']:\n        return Command(goto='b')\n    return Command(goto='c')\n\
         g = StateGraph(S)\ng.add_node('n', n)\n",
    );
    assert_eq!(graph.conditional[0].targets, ["b", "c"]);
}

#[test]
fn loops_over_unknown_values_make_families() {
    let graph = graph(
        "def build(rubric):\n    g = StateGraph(S)\n\
         \x20   for dim in rubric['dims']:\n        g.add_node(dim['id'], make(dim))\n        g.add_edge('entry', dim['id'])\n\
         \x20   for d in rubric['dims']:\n        pid = d.get('id')\n        g.add_edge(d['id'], 'join')\n\
         \x20       g.add_edge('join', f'judge_{pid}')\n        g.add_edge('judge_' + pid, 'chief')\n",
    );
    assert_eq!(
        edges(&graph),
        "entry>{dim[\"id\"]} {dim[\"id\"]}>join join>judge_{dim[\"id\"]} judge_{dim[\"id\"]}>chief"
    );
    assert_eq!(graph.families, ["judge_{dim[\"id\"]}", "{dim[\"id\"]}"]);
    assert_eq!(graph.fan_out, ["entry", "join"]);
    assert_eq!(graph.fan_in, ["chief", "join"]);
    assert_eq!(graph.unresolved, []);
    assert_eq!(graph.nodes[0].name, "{dim[\"id\"]}");
}

#[test]
fn different_unknown_values_stay_apart_and_neighbours_stay_unknown() {
    let two = graph(
        "def build(a, b):\n    g = StateGraph(S)\n    for n in a:\n        g.add_edge(START, n)\n\
         \x20   for n in b:\n        g.add_edge(n, END)\n    for k, v in a.items():\n        g.add_edge(k, v)\n",
    );
    assert_eq!(edges(&two), "START>{n} {n of b}>END {n}>{v}");
    assert_eq!(two.fan_in, Vec::<String>::new());
    let chained = graph(
        "def build(a):\n    g = StateGraph(S)\n    names = [n for n in a]\n\
         \x20   for x, y in zip(names, names[1:]):\n        g.add_edge(x, y)\n    g.add_edge(START, names[0])\n",
    );
    assert_eq!(chained.fan_out, Vec::<String>::new());
    assert_eq!(chained.unresolved.len(), 1);
}

/// Checks the uneven joins of plain edges `a>b`, each as `shorter|longer|always`.
#[track_caller]
fn check_uneven(wiring: &str, expected: &[&str]) {
    let graph = graph(&format!("g = StateGraph(S)\n{wiring}\n"));
    let told = graph.uneven_joins.iter().map(|join| {
        format!("{}|{}|{}", join.shorter.join(">"), join.longer.join(">"), join.always)
    });
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[test]
fn a_node_that_does_not_wait_runs_once_per_arrival() {
    let wire = |edges: &str| {
        let lines = edges.split(' ').map(|edge| {
            let (from, to) = edge.split_once('>').expect("an edge has an arrow");
            format!("g.add_edge('{}', '{to}')", from.replace("START", "__start__"))
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let uneven = wire("START>a START>b b>c a>j c>j j>p j>q p>k q>k");
    check_uneven(&uneven, &["START>a>j|START>b>c>j|true"]);
    check_uneven(&format!("g.add_node('j', f, defer=True)\n{uneven}"), &[]);
    check_uneven(&wire("START>a START>b a>j b>j"), &[]);
    check_uneven(&format!("{}\ng.add_edge(['a', 'c'], 'j')", wire("START>a START>b b>c")), &[]);
    let router =
        "def route(s): return 'x' if s['k'] else 'y'\ng.add_conditional_edges('b', route)\n";
    let both = format!("{}\n{router}", wire("START>a START>b a>j x>j y>j"));
    check_uneven(&both, &["START>a>j|START>b>x>j|true"]);
    let one = format!("{}\n{router}", wire("START>a START>b a>y x>y y>j"));
    check_uneven(&one, &["START>a>y|START>b>x>y|false"]);
    let either = "def many(s): return ['a', 'b'] if s['k'] else 'j'\n\
                  g.add_conditional_edges('s', many)\n";
    check_uneven(&format!("{}\n{either}", wire("START>s a>j b>j")), &[]);
}

#[test]
fn exclusive_branches_do_not_meet() {
    let graph = graph(
        "def route(s): return 'x' if s['k'] else 'y'\ng = StateGraph(S)\ng.add_edge(START, 'a')\n\
         g.add_conditional_edges('a', route)\ng.add_edge('x', 'j')\ng.add_edge('y', 'j')\n\
         g.add_edge('j', 'p')\ng.add_edge('j', 'q')\ng.add_edge('p', 'k')\ng.add_edge('q', 'k')\n",
    );
    assert_eq!(graph.fan_in, ["k"]);
}

/// Checks what follows from the two branches of a function that wires one graph or the other.
#[track_caller]
fn check_alternatives(wired: &str) {
    let graph = graph(&format!("{CHOICE}\n{wired}"));
    let told = (&graph.fan_out, &graph.fan_in, graph.uneven_joins.len());
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(told, (&names(&["START"]), &names(&["join"]), 0), "{wired}");
    let router = graph.conditional.first().and_then(|edge| edge.bypasses.first());
    assert_eq!((graph.edges.len(), router), (7, None), "{wired}");
}

#[test]
fn what_is_wired_in_one_branch_never_meets_what_is_wired_in_the_other() {
    let parallel = "g.add_edge(START, 'a')\ng.add_edge(START, 'b')\ng.add_edge(['a', 'b'], 'join')\n\
                    g.add_conditional_edges('join', route, {'good': 'c', 'bad': 'bad'})\n";
    let serial = "g.add_edge('a', 'b')\ng.add_edge('b', 'c')\ng.add_edge('join', 'c')\n";
    let indented = |text: &str, by: usize| {
        let lines = text.lines().map(|line| format!("{}{line}", " ".repeat(by)));
        lines.collect::<Vec<_>>().join("\n") + "\n"
    };
    let both = |call: &str| {
        format!(
            "def build(parallel=True):\n    g = StateGraph(S)\n    if parallel:\n{}    else:\n{}    return g.compile()\n{call}",
            indented(parallel, 8),
            indented(serial, 8)
        )
    };
    check_alternatives(&both(""));
    check_alternatives(&both("one = build()\nother = build(parallel=False)\n"));
    check_alternatives(&format!(
        "def build(parallel):\n    g = StateGraph(S)\n    if not parallel:\n{}        return g.compile()\n{}    return g.compile()\n",
        indented(serial, 8),
        indented(parallel, 4)
    ));
}

#[test]
fn branches_meet_where_a_router_of_each_leads() {
    let graph = graph(
        "def route(s): return 'join' if s['k'] else 'failed'\ng = StateGraph(S)\n\
         for n in ['a', 'b']:\n    g.add_edge(START, n)\n    g.add_conditional_edges(n, route)\n\
         g.add_edge('failed', END)\n",
    );
    assert_eq!(graph.fan_in, ["join"]);
}

/// Checks the points of fan-out of plain edges and one router from `a` to `b` or `bad`.
#[track_caller]
fn check_splits(plain: &str, expected: &[&str]) {
    let routed = "g.add_conditional_edges('a', route, {'good': 'b', 'bad': 'bad'})";
    assert_eq!(
        graph(&format!("{CHOICE}\ng = StateGraph(S)\n{routed}\n{plain}\n")).fan_out,
        expected
    );
}

#[test]
fn a_router_beside_a_plain_edge_to_another_node_splits() {
    check_splits("g.add_edge('a', 'c')", &["a"]);
    check_splits("g.add_edge('a', 'b')", &[]);
    check_splits("g.add_edge('a', END)", &[]);
    check_splits("g.add_edge('b', 'c')\ng.add_edge('bad', 'c')", &[]);
}

#[test]
fn what_an_unknown_method_adds_is_a_gap() {
    use crate::domain::facts::GapAbout;
    let gaps = |wiring: &str| {
        let graph = graph(&format!("g = StateGraph(S)\n{wiring}\n"));
        graph.unresolved.into_iter().map(|gap| gap.about).collect::<Vec<_>>()
    };
    assert_eq!(gaps("g.add_nodes([a, b])"), [GapAbout::Node]);
    assert_eq!(gaps("g.add_edges([('a', 'b')])"), [GapAbout::Edge]);
    assert_eq!(gaps("g.add_conditional('a', way)"), [GapAbout::Conditional]);
    assert_eq!(gaps("g.add_group(all)"), [GapAbout::Anything]);
    // Nothing is wired by these, and one that the class has itself is followed.
    assert_eq!(
        gaps(
            "g.add_node('a', f)\ng.set_node_defaults(retry_policy=p)\ng.validate()\ng.get_graph()"
        ),
        []
    );
    let own = "class G(StateGraph):\n    def add_nodes(self, all):\n        for name in all:\n            self.add_node(name, f)\n\
               g = G(S)\ng.add_nodes(['a', 'b'])\n";
    let own = graph(own);
    assert_eq!((own.nodes.len(), own.unresolved.len()), (2, 0), "{:?}", own.unresolved);
}

#[test]
fn one_branch_that_leads_there_once_with_a_step_between_meets_nothing() {
    let found = |more: &str| {
        let text = format!(
            "g = StateGraph(S)\nfor n in ('starter', 'first', 'second', 'join'):\n    g.add_node(n, run)\n\
             g.add_edge(START, 'starter')\ng.add_edge('starter', 'first')\n{more}g.add_edge('join', END)\napp = g.compile()\n"
        );
        graph(&text).fan_in
    };
    // What runs once from the start and once after the starter has no other branch to wait for.
    let twice = "g.add_edge(START, 'first')\ng.add_edge('first', 'join')\n";
    assert!(found(twice).is_empty(), "{:?}", found(twice));
    let both = "g.add_edge('starter', 'second')\ng.add_edge('first', 'join')\ng.add_edge('second', 'join')\n";
    assert_eq!(found(both), ["join"]);
}
