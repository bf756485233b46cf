use super::notes::to_feed;
use super::*;
use crate::domain::facts::{
    Choice, ConditionalEdge, Dictated, Edge, EngineFact, FrameworkFact, GraphNode, Lines, Passed,
    ReadyGraph,
};

/// A graph from `a>b` for plain edges and `a?b|c` for conditional ones.
fn graph(wiring: &[&str]) -> GraphFact {
    let place = Lines::new("g.py", "b", 1, 1);
    let mut graph = GraphFact { place: place.clone(), live: true, ..GraphFact::default() };
    for wire in wiring {
        if let Some((from, to)) = wire.split_once('>') {
            let place = place.clone();
            let (waits, only_in, each_in) = (false, Vec::new(), Vec::new());
            let (from, to) = (from.into(), to.into());
            graph.edges.push(Edge { from, to, waits, only_in, each_in, place });
        } else if let Some((from, targets)) = wire.split_once('?') {
            graph.conditional.push(ConditionalEdge {
                from: from.into(),
                router: "route".into(),
                targets: targets.split('|').map(str::to_owned).collect(),
                handles_errors: Some(false),
                place: place.clone(),
                ..ConditionalEdge::default()
            });
        }
    }
    graph
}

#[track_caller]
fn check(wiring: &[&str], out: &[&str], meet: &[&str]) {
    let graph = graph(wiring);
    assert_eq!(splits(&graph), out, "splits of {wiring:?}");
    assert_eq!(meetings(&graph), meet, "meetings of {wiring:?}");
}

#[test]
fn branches_split_and_meet_through_routers_too() {
    check(&["START>a", "a>b", "b>END"], &[], &[]);
    check(&["s>a", "s>b", "a?join|error", "b?join|error"], &["s"], &["join"]);
    check(&["s>a", "s?b|skip_b", "a>join", "b>join"], &["s"], &["join"]);
    check(&["s?a|b", "a>join", "b>join"], &[], &[]);
    check(&["s>a", "s?END"], &[], &[]);
    check(&["s?a|error", "s?b|error"], &["s"], &[]);
}

#[test]
fn a_node_that_waits_for_two_lists_of_branches_is_two_meetings() {
    let at = |lines: [u32; 5]| {
        let mut graph = graph(&["a>m", "b>m", "c>m", "d>m", "e>m"]);
        for (edge, line) in graph.edges.iter_mut().zip(lines) {
            (edge.waits, edge.place) = (true, Lines::new("g.py", "b", line, line));
        }
        graph
    };
    assert_eq!(times(&at([1, 1, 2, 2, 2]), "m"), 2);
    assert_eq!(times(&at([1, 1, 1, 1, 1]), "m"), 1);
    // Each for one alone is a plain edge.
    assert_eq!(times(&at([1, 2, 3, 4, 5]), "m"), 1);
    assert_eq!(times(&at([1, 1, 2, 2, 2]), "other"), 1);
    // A branch of both lists makes one meeting of them.
    let mut shared = at([1, 1, 2, 2, 2]);
    shared.edges[2].from = "a".into();
    assert_eq!(times(&shared, "m"), 1);
}

#[test]
fn a_plain_edge_to_a_target_of_the_router_beside_it_is_no_second_branch() {
    check(&["s>a", "s?a|error", "error>a"], &[], &[]);
    check(&["s>a", "s?a|error", "s>b"], &["s"], &[]);
}

/// Checks what is told of a router for errors that plain edges at these lines bypass, and what is advised.
#[track_caller]
fn check_bypass(wiring: &[&str], plain: &[&str], stops: &[&str], told_last: &str, advice: &str) {
    let mut graph = graph(wiring);
    for edge in &mut graph.edges {
        let line = plain.iter().zip(7..).find(|(to, _)| edge.from == "a" && edge.to == **to);
        edge.place = line.map_or(edge.place.clone(), |(_, at)| Lines::new("g.py", "b", at, at));
    }
    let edge = &mut graph.conditional[0];
    edge.bypasses = (7..).take(plain.len()).map(|at| Lines::new("g.py", "b", at, at)).collect();
    edge.stops = stops.iter().map(|node| (*node).to_owned()).collect();
    let statement = told(&[&graph.conditional[0]], 0);
    assert!(statement.ends_with(told_last), "{statement}");
    let missing = going_on(&[&graph]).expect("there is a bypass");
    assert!(missing.ends_with(advice), "{missing}");
}

#[test]
fn a_plain_edge_that_bypasses_a_router_is_to_be_deleted_only_where_its_target_keeps_another_way_in()
{
    assert_eq!(going_on(&[&graph(&["a?join|error"])]), None);
    check_bypass(
        &["START>a", "a?b|END", "a>b"],
        &["b"],
        &[],
        "stops nothing: the plain edge at `g.py:7` goes on whatever the router says.",
        "nothing bypasses: delete the plain edge at `g.py:7`",
    );
    // What else leaves the node goes on as well.
    check_bypass(
        &["START>a", "a?b|END", "a>b", "a>c", "b>j", "c>j"],
        &["b"],
        &[],
        "stops nothing: the plain edge at `g.py:7` goes on whatever the router says.",
        "let the router `route` return the list of all nodes that are to run, `b`, `c` among them, and drop the plain edges at `g.py:1`, `g.py:7`",
    );
    check_bypass(
        &["START>a", "a?b|abort", "a>c", "a>d", "b>j", "c>j", "d>j", "abort>END"],
        &["c", "d"],
        &["b"],
        "stops only `b`: the plain edges at `g.py:7`, `g.py:8` go on whatever the router says.",
        "let the router `route` return the list of all nodes that are to run, `c`, `d` among them, and drop the plain edges at `g.py:7`, `g.py:8`",
    );
}

#[test]
fn what_waits_for_what_a_router_stops_is_told_of_with_it() {
    let mut graph = graph(&["START>a", "a?b|END", "a>c", "b>j", "c>j"]);
    let edge = &mut graph.conditional[0];
    edge.handles_errors = Some(true);
    edge.bypasses = vec![Lines::new("g.py", "b", 7, 7)];
    (edge.stops, edge.unmet) = (vec!["b".to_owned()], vec!["j".to_owned()]);
    let ends = "stops `b`, and with it `j`, which waits for it, but not what runs beside it: the plain edge at `g.py:7` goes on whatever the router says.";
    let statement = told(&[&graph.conditional[0]], 1);
    assert!(statement.ends_with(ends), "{statement}");
    graph.conditional[0].stops = ["b", "c", "d", "e", "f"].map(str::to_owned).into();
    let statement = told(&[&graph.conditional[0]], 1);
    let many = "stops `b`, `c`, `d`, `e` and 1 more, and with them `j`, which waits for them, but not what runs beside them";
    assert!(statement.contains(many), "{statement}");
}

#[test]
fn a_branch_for_errors_past_which_others_lead_is_told_of_with_what_would_keep_them_back() {
    let mut graph = graph(&["START>a", "START>b", "a?agg|END", "b?agg|END"]);
    for (edge, other) in graph.conditional.iter_mut().zip(["b", "a"]) {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let (dead_ends, nodes, to) = (names(&["END"]), names(&[other]), names(&["agg"]));
        edge.handles_errors = Some(true);
        edge.passed = Some(Passed { dead_ends, nodes, to, certain: false });
    }
    let all: Vec<&ConditionalEdge> = graph.conditional.iter().collect();
    let ends = "Note: the conditional edge at `g.py:1` ends for errors only its own branch, and `b` beside it leads to `agg` all the same, unless it fails too, and 1 more is like it.";
    let statement = told(&all, 2);
    assert!(statement.ends_with(ends), "{statement}");
    let missing = going_on(&[&graph]).expect("others lead past it");
    assert_eq!(
        missing,
        "a conditional edge for errors that nothing leads past: let `agg` wait for `a` and those beside it, and let a router behind `agg` ask for their errors"
    );
    let passed = graph.conditional[0].passed.as_mut().expect("it is passed");
    (passed.dead_ends, passed.certain) = (vec!["on_error".to_owned()], true);
    let statement = told(&[&graph.conditional[0]], 1);
    let ends = "leads for errors to `on_error`, after which nothing comes, and `b` beside it leads to `agg` all the same.";
    assert!(statement.ends_with(ends), "{statement}");
}

#[test]
fn the_line_before_what_would_set_what_a_router_asks_for_is_told_of() {
    let mut graph = graph(&["a?b|END"]);
    let edge = &mut graph.conditional[0];
    edge.settled = vec!["error".to_owned()];
    edge.behind = vec![Lines::new("g.py", "b", 7, 7)];
    let ends = "by which it would lead elsewhere, as what would set it stands behind `g.py:7`, which fails whenever it runs: it always goes the same way.";
    let statement = told(&[&graph.conditional[0]], 0);
    assert!(statement.ends_with(ends), "{statement}");
}

#[test]
fn routers_that_look_at_inputs_alone_and_routers_that_keep_nothing_back_are_told_of() {
    let mut graph = graph(&["a?b|skip", "c?d|skip", "e?f|bad", "g?h|bad"]);
    graph.conditional[0].inputs = vec!["url".to_owned()];
    graph.conditional[1].inputs = vec!["path".to_owned(), "url".to_owned()];
    for (edge, line) in graph.conditional[2..].iter_mut().zip(7..) {
        edge.handles_errors = Some(true);
        edge.bypasses = vec![Lines::new("g.py", "b", line, line)];
    }
    let all: Vec<&ConditionalEdge> = graph.conditional.iter().collect();
    assert_eq!(
        told(&all[..1], 0),
        "1 conditional edge, which handles no errors and no missing evidence. Note: the conditional edge at `g.py:1` looks only at `url`, an input that no node writes: no failure of a node changes where it leads."
    );
    assert!(told(&all[1..2], 0).contains("looks only at `path`, `url`, inputs that no node"));
    assert!(told(&all, 2).ends_with(
        "and the one at `g.py:1` looks only at `path`, `url`, inputs that no node writes: no failure of a node changes where they lead. Note: the conditional edges at `g.py:1`, `g.py:1` lead to a node for errors and keep nothing from running: the plain edges at `g.py:7`, `g.py:8` go on whatever the router says."
    ));
    assert!(told(&all[2..3], 1).ends_with(
        "Note: the conditional edge at `g.py:1` leads to a node for errors and keeps nothing from running: the plain edge at `g.py:7` goes on whatever the router says."
    ));
}

#[test]
fn a_router_that_asks_for_what_is_always_there_is_told_with_those_who_put_it_there() {
    let mut graph = graph(&["a?b|skip", "c?d|skip"]);
    graph.conditional[0].filled = vec!["evidences".to_owned()];
    graph.conditional[0].filled_by = vec!["look".to_owned()];
    let all: Vec<&ConditionalEdge> = graph.conditional.iter().collect();
    assert_eq!(
        told(&all[..1], 0),
        "1 conditional edge, which handles no errors and no missing evidence. Note: the conditional edge at `g.py:1` asks only whether anything is in `evidences`, and `look` puts something there on every path: it always goes the same way."
    );
    assert!(!told(&all[1..], 0).contains("asks only"));
}

/// Checks what is told of a program without a graph that runs; `Err` holds why it is undecided.
#[track_caller]
fn check_ungraphed(python: &PythonFacts, expected: Result<&str, &str>) {
    let told = ungraphed(python).map_err(|undecided| undecided.reason);
    assert_eq!(told.as_deref().map_err(String::as_str), expected);
}

#[test]
fn an_engine_of_its_own_leaves_the_wiring_undecided() {
    let nothing = PythonFacts::default();
    check_ungraphed(&nothing, Ok("No LangGraph `StateGraph` is built."));
    let by =
        || ReadyGraph { by: "create_react_agent".into(), place: Lines::new("agent.py", "b", 7, 7) };
    let ready = PythonFacts { ready_graphs: vec![by()], ..PythonFacts::default() };
    let told = "No LangGraph `StateGraph` is built by hand; `create_react_agent` builds one at `agent.py:7`";
    check_ungraphed(&ready, Ok(&format!("{told}.")));
    let ready = PythonFacts { ready_graphs: vec![by(), by()], ..PythonFacts::default() };
    check_ungraphed(&ready, Ok(&format!("{told}, and at 1 more.")));
    let built = |in_tests: bool| {
        let graphs = vec![GraphFact { in_tests, live: in_tests, ..graph(&[]) }];
        PythonFacts { graphs, ..PythonFacts::default() }
    };
    let tests = "No LangGraph `StateGraph` is built outside the tests.";
    check_ungraphed(&built(true), Ok(tests));
    let dead = "The LangGraph `StateGraph` at `g.py:1` is built by code that never runs.";
    check_ungraphed(&built(false), Ok(dead));
    let engine = EngineFact {
        class: "Flow".into(),
        wires_by: vec!["add_node".into(), "add_edge".into()],
        constructed: Lines::new("main.py", "b", 19, 19),
        place: Lines::new("flow.py", "b", 9, 9),
    };
    let python = PythonFacts { engines: vec![engine], ..nothing };
    let why = "no LangGraph `StateGraph` is built; `Flow` at `flow.py:9`, constructed at \
               `main.py:19`, is a class of its own with `add_node`, `add_edge`, and its wiring \
               is not read";
    check_ungraphed(&python, Err(why));
    let crew = FrameworkFact {
        framework: "CrewAI".into(),
        by: "Crew".into(),
        place: Lines::new("crew.py", "b", 3, 3),
    };
    let python = PythonFacts { frameworks: vec![crew], ..built(false) };
    let why = "no LangGraph `StateGraph` is built by hand, and `Crew` at `crew.py:3` belongs to CrewAI, whose wiring is not read";
    check_ungraphed(&python, Err(why));
}

#[test]
fn nodes_that_no_way_leads_to_are_named_where_all_ways_are_known() {
    let node = |name: &str| GraphNode {
        name: name.into(),
        place: Lines::new("g.py", "b", 2, 2),
        ..GraphNode::default()
    };
    let mut graph = graph(&["START>a", "a?b|END", "lost>b"]);
    graph.nodes = ["a", "b", "lost"].map(node).into();
    let told = |graph: &GraphFact| {
        let notes = hindrances(graph, &PythonFacts::default());
        notes.into_iter().map(|(note, _)| note).collect::<String>()
    };
    assert_eq!(told(&graph), " Note: no edge leads to `lost`, so that it never runs.");
    graph.families.push("judge_{}".into());
    assert_eq!(told(&graph), "");
}

#[test]
fn what_lets_a_node_run_is_named_beside_what_is_missing() {
    let mut graph = graph(&["START>a", "a?b|END"]);
    graph.nodes = ["a", "b", "lost"]
        .map(|name: &str| GraphNode {
            name: name.into(),
            place: Lines::new("g.py", "b", 2, 2),
            ..GraphNode::default()
        })
        .into();
    assert_eq!(to_feed(&graph), "");
    graph.conditional[0].starved = vec!["lost".into()];
    let place = Lines::new("g.py", "b", 4, 4);
    graph.unfed = vec![UntakenKey {
        node: "route".into(),
        key: "pdfs".into(),
        by_attribute: false,
        under: None,
        wanted: None,
        place,
    }];
    let told = "; `lost` would run if the state had `pdfs`, by which `route` decides, and somebody filled it";
    assert_eq!(to_feed(&graph), told);
    // A field that is called nearly so is there already.
    graph.unfed[0].key = "pdf_paths".into();
    graph.state_fields = vec!["pdf_path".into(), "url".into()];
    let near = "; `lost` could run if `route` read `pdf_path` in place of `pdf_paths` (`g.py:4`), which is a field of the state";
    assert_eq!(to_feed(&graph), near);
}

#[test]
fn ways_for_errors_that_do_nothing_are_told_with_why() {
    let edge = |change: &dyn Fn(&mut ConditionalEdge)| {
        let mut edge = graph(&["collect?fail|judge"]).conditional.remove(0);
        change(&mut edge);
        edge
    };
    let rejoins = edge(&|edge| edge.rejoins = vec!["fail".to_owned()]);
    assert_eq!(
        told(&[&rejoins], 0),
        "1 conditional edge, which handles no errors and no missing evidence. Note: the conditional edge at `g.py:1` leads for errors to `fail`, which only tells of it and leads on to `judge`, where it leads anyway: nothing is done about the error."
    );
    let barred = edge(&|edge| edge.barred = Some(Lines::new("n.py", "b", 9, 9)));
    assert_eq!(
        told(&[&barred], 0),
        "1 conditional edge, which handles no errors and no missing evidence. Note: the conditional edge at `g.py:1` never takes its way for errors: `collect` raises at `n.py:9` under the same condition, and the run ends there."
    );
    let dictated = edge(&|edge| {
        edge.inputs = vec!["pdf".to_owned()];
        let (node, field) = ("gate".to_owned(), "routing".to_owned());
        edge.dictated = Some(Dictated { node, field, by_reply: true });
    });
    assert!(told(&[&dictated], 0).ends_with(
        " Note: the conditional edge at `g.py:1` leads where `gate` writes into `routing` that it leads, which goes by `pdf`, an input that no node writes, or by what a model replies that is shown inputs alone: no failure of another node changes where it leads."
    ));
    let blind = |key: &str| edge(&|edge| edge.inputs = vec![key.to_owned()]);
    assert_eq!(
        told(&[&blind("pdf"), &blind("deep")], 0),
        "2 conditional edges, none of which was seen to handle errors or missing evidence. Note: the conditional edge at `g.py:1` looks only at `pdf`, an input that no node writes, and the one at `g.py:1` looks only at `deep`, an input that no node writes: no failure of a node changes where they lead."
    );
}

#[test]
fn edges_of_different_branches_are_not_counted_together() {
    let mut graph = graph(&["START>a", "a>b", "a>c", "b>c"]);
    let only = |branch| vec![Choice { at: "g.py:3".into(), branch }];
    (graph.edges[2].only_in, graph.edges[3].only_in) = (only(0), only(1));
    let finding = overview(&graph);
    assert!(finding.rationale.contains("3 or 3 edges by the branch taken at `g.py:3`"));
    assert!(
        finding
            .content
            .unwrap_or_default()
            .ends_with("a → c (branch 1 of g.py:3)\nb → c (branch 2 of g.py:3)")
    );
    // At a node its edges are told apart as well.
    let (leaving, arriving) = (leaving(&graph, "a").0, arriving(&graph, "c").0);
    assert_eq!(leaving, ["→ b", "→ c (branch 1 of g.py:3)"]);
    assert_eq!(arriving, ["← a (branch 1 of g.py:3)", "← b (branch 2)"]);
    // What a flag adds is one graph with it.
    graph.edges[3].only_in = only(0);
    assert!(overview(&graph).rationale.contains(" 4 edges,"));
}

#[test]
fn a_way_that_is_never_taken_is_told_by_its_node() {
    let mut graph = graph(&["a?b|error"]);
    graph.conditional[0].handles_errors = None;
    let open = "1 conditional edge, which was not seen to handle errors or missing evidence.";
    assert_eq!(told(&[&graph.conditional[0]], 0), open);
    graph.conditional[0].handles_errors = Some(false);
    graph.conditional[0].unreturned = vec!["error".into()];
    assert_eq!(
        told(&[&graph.conditional[0]], 0),
        "1 conditional edge, which handles no errors and no missing evidence. Note: the conditional edge at `g.py:1` never leads to `error`: its path map has a way there, but its router returns no key for it."
    );
}

#[test]
fn a_statement_about_judges_cites_the_graph_that_has_them() {
    let graph_of = |file: &str, nodes: &[&str]| {
        let place = Lines::new(file, "b", 1, 1);
        let node = |name: &&str| GraphNode {
            name: (*name).to_owned(),
            place: place.clone(),
            ..GraphNode::default()
        };
        GraphFact {
            place: place.clone(),
            live: true,
            nodes: nodes.iter().map(node).collect(),
            ..GraphFact::default()
        }
    };
    let few = graph_of("main.py", &["look", "read", "see", "collect"]);
    let court = graph_of("graph.py", &["prosecutor", "defense", "end"]);
    let cited = |judges: bool| spoken_of(&[&few, &court], judges).map(|it| it.place.file.clone());
    assert_eq!(cited(true).as_deref(), Some("graph.py"));
    assert_eq!(cited(false).as_deref(), Some("main.py"));
    assert!(spoken_of(&[], true).is_none());
}
