//! Nodes that are coroutines, in graphs that no event loop runs.

use super::facts;

/// Checks which nodes are told to need an event loop that nothing gives them, of `a` and `b`, where `start` runs them.
#[track_caller]
fn check(a: &str, start: &str, expected: Option<&str>) {
    let graph = format!(
        "from langgraph.graph import StateGraph, START\n{a}\ndef b(s):\n    return {{}}\n\
         def build():\n    g = StateGraph(dict)\n    g.add_node('a', a)\n    g.add_node('b', b)\n    g.add_edge(START, 'a')\n    g.add_edge('a', 'b')\n    return g\n\
         def ready():\n    return build().compile()\n"
    );
    let start = format!("from src.graph import build, ready\n{start}\n");
    let found = facts(&[("src/graph.py", &graph), ("main.py", &start)]);
    let told = found.graphs[0].unawaited.as_ref();
    let told = told.map(|one| format!("{} {} {}", one.nodes.join(","), one.method, one.place));
    assert_eq!(told.as_deref(), expected, "{graph}{start}");
}

const A: &str = "async def a(s):\n    return {}";

#[test]
fn a_coroutine_in_a_graph_that_is_only_run_without_an_event_loop_is_told() {
    check(A, "print(ready().invoke({}))", Some("a invoke main.py:2"));
    check(
        A,
        "graph = ready()\nfor step in graph.stream({}):\n    print(step)",
        Some("a stream main.py:3"),
    );
    check(A, "app = build().compile()\napp.invoke({})", Some("a invoke main.py:3"));
    // A model may be asked in whatever way.
    let asks = "async def a(s):\n    return {'x': await llm.ainvoke('x')}";
    check(asks, "ready().invoke({})", Some("a invoke main.py:2"));
    check(A, "ready().invoke({})", Some("a invoke main.py:2"));
}

#[test]
fn a_graph_that_an_event_loop_may_run_is_told_of_nothing() {
    let run = "ready().invoke({})";
    check("def a(s):\n    return {}", run, None);
    check("@awaited\nasync def a(s):\n    return {}", run, None);
    check("async def a_(s):\n    return {}\na = lambda s: run_all(a_(s))", run, None);
    check(A, "import asyncio\nasyncio.run(ready().ainvoke({}))", None);
    check(A, &format!("{run}\nasync def later(app):\n    return await app.ainvoke({{}})"), None);
    check(A, &format!("{run}\nrunner = ready().ainvoke"), None);
    check(A, &format!("import langserve\n{run}"), None);
    check(A, &format!("HOW = 'ainvoke'\n{run}"), None);
    // Nobody is seen to run it, or something else is run.
    check(A, "graph = ready()", None);
    check(A, "from other import tool\ntool.invoke({})", None);
}
