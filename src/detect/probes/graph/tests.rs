use super::*;
use crate::domain::facts::{ConditionalEdge, Edge, EngineFact, GraphNode, Lines};

/// A graph from `a>b` for plain edges and `a?b|c` for conditional ones.
fn graph(wiring: &[&str]) -> GraphFact {
    let place = Lines::new("g.py", "b", 1, 1);
    let mut graph = GraphFact { place: place.clone(), live: true, ..GraphFact::default() };
    for wire in wiring {
        if let Some((from, to)) = wire.split_once('>') {
            let place = place.clone();
            let (waits, only_in) = (false, Vec::new());
            graph.edges.push(Edge { from: from.into(), to: to.into(), waits, only_in, place });
        } else if let Some((from, targets)) = wire.split_once('?') {
            graph.conditional.push(ConditionalEdge {
                from: from.into(),
                router: "route".into(),
                targets: targets.split('|').map(str::to_owned).collect(),
                handles_errors: None,
                parallel: false,
                alone: Vec::new(),
                always: None,
                together: false,
                starved: Vec::new(),
                bypassed_by: None,
                only_in: Vec::new(),
                place: place.clone(),
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
fn a_plain_edge_to_a_target_of_the_router_beside_it_is_no_second_branch() {
    check(&["s>a", "s?a|error", "error>a"], &[], &[]);
    check(&["s>a", "s?a|error", "s>b"], &["s"], &[]);
}

#[test]
fn plain_edges_that_bypass_routers_are_to_be_deleted() {
    let mut graph = graph(&["a?join|error", "b?join|error"]);
    let all = |graph: &GraphFact| {
        let edges: Vec<_> = graph.conditional.iter().collect();
        (told(&edges, 0), bypassing(&edges))
    };
    assert_eq!(all(&graph).1, None);
    for (edge, line) in graph.conditional.iter_mut().zip(7..) {
        edge.bypassed_by = Some(Lines::new("g.py", "b", line, line));
    }
    let (statement, missing) = all(&graph);
    let lines = "the plain edges at `g.py:7`, `g.py:8`";
    assert!(statement.ends_with(&format!("{lines} go on whatever the routers say.")));
    assert!(missing.unwrap().ends_with(&format!("nothing bypasses: delete {lines}")));
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
}

#[test]
fn nodes_that_no_way_leads_to_are_named_where_all_ways_are_known() {
    let node = |name: &str| GraphNode {
        name: name.into(),
        action: None,
        place: Lines::new("g.py", "b", 2, 2),
        deferred: false,
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
