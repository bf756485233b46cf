//! What nodes read before any node has given it anything.

use super::facts;

const STATE: &str = "import operator\nfrom typing import Annotated, TypedDict\n\
                     class S(TypedDict):\n    url: str\n    path: str\n    opinions: Annotated[list, operator.add]\n";

const GRAPH: &str = "from langgraph.graph import StateGraph, START, END\nfrom src.state import S\n\
                     def clone(s):\n    return {'path': fetch(s['url'])}\n\
                     def read(s):\n    path = s.get('path')\n    found = []\n    if path:\n        found.append(compare(path))\n    return {'opinions': found}\n\
                     def late(s):\n    if s.get('path'):\n        look(s['path'])\n    return {}\n\
                     g = StateGraph(S)\ng.add_node('clone', clone)\ng.add_node('read', read)\ng.add_node('late', late)\n\
                     g.add_edge(START, 'clone')\ng.add_edge(START, 'read')\ng.add_edge('clone', 'late')\ng.add_edge('read', 'late')\n\
                     app = g.compile()\ndef main(url):\n    return app.invoke({'url': url, 'path': None, 'opinions': []})\n";

/// Checks what is read too early, with the lines that never run for that.
#[track_caller]
fn check(graph: &str, expected: &str) {
    let graphs = facts(&[("src/state.py", STATE), ("src/graph.py", graph)]).graphs;
    let told = graphs[0].early.iter().map(|read| {
        format!("{} {} by {}: {}", read.node, read.key, read.later.join(" "), read.dead)
    });
    assert_eq!(told.collect::<Vec<_>>().join("; "), expected, "{graph}");
}

const READ: &str = "read path by clone: src/graph.py:9";

#[test]
fn what_a_node_of_the_same_step_gives_is_not_there() {
    check(GRAPH, READ);
    let built = GRAPH
        .replace("g = StateGraph(S)", "def build():\n  g = StateGraph(S)")
        .replace("\ng.add", "\n  g.add")
        .replace(
            "app = g.compile()",
            "  return g.compile()\ndef other(url):\n    return build().invoke({'url': url})",
        )
        .replace("return app", "app = build()\n    return app");
    check(&built, READ);
    // Nor what one gives that comes later, and what is made of it.
    let later = GRAPH.replace("g.add_edge(START, 'clone')", "g.add_edge('read', 'clone')");
    check(&later, READ);
    let derived = GRAPH.replace(
        "    path = s.get('path')\n",
        "    paths = [one for one in (s.get('path') or []) if one.ok]\n    path = bool(paths)\n",
    );
    check(&derived, "read path by clone: src/graph.py:10");
    let own = "def read(s):\n    known = [op for op in s.get('opinions', []) if op.ok]\n    if not known:\n        return {'opinions': [1]}\n    else:\n        note(known[0])\n    return {'opinions': [2]}\n";
    let begin = GRAPH.find("def read").unwrap();
    let end = GRAPH.find("def late").unwrap();
    let own = format!("{}{own}{}", &GRAPH[..begin], &GRAPH[end..]);
    check(&own, "");
    let both = own.replace("return {'path': fetch", "return {'opinions': [1], 'path': fetch");
    check(&both, "read opinions by clone read: src/graph.py:10");
}

#[test]
fn what_may_have_been_given_by_then_is_left_alone() {
    // By a node that runs before, on a shorter way, in a loop, or by the caller.
    check(&GRAPH.replace("g.add_edge(START, 'read')", "g.add_edge('clone', 'read')"), "");
    let longer = "def wait(s):\n    return {}\ng = StateGraph(S)\ng.add_node('wait', wait)\ng.add_edge('wait', 'read')\n";
    let longer = GRAPH.replace("g = StateGraph(S)\n", longer);
    check(&longer.replace("g.add_edge(START, 'read')", "g.add_edge(START, 'wait')"), "");
    check(&GRAPH.replace("app = g", "g.add_edge('late', 'read')\napp = g"), "");
    check(&GRAPH.replace("'path': None", "'path': url"), "");
    check(&GRAPH.replace("'path': None", "'path': DEFAULT"), "");
    let saved = GRAPH.replace("g.compile()", "g.compile(checkpointer=MemorySaver())");
    check(&saved, "");
    let named = |id: &str| {
        saved.replace(
            "'opinions': []}",
            &format!("'opinions': []}}, {{'configurable': {{'thread_id': {id}}}}}"),
        )
    };
    check(&named("'audit'"), "");
    check(&named("str(uuid4())"), READ);
    check(&GRAPH.replace("def main(url):", "def main(url, checkpointer=None):"), READ);
    // Put there in place, or by what was not followed.
    check(&GRAPH.replace("def late(s):\n", "def late(s):\n    s['path'].append(1)\n"), "");
    check(&GRAPH.replace("g.add_node('late', late)", "g.add_node('late', other)"), "");
}

#[test]
fn what_nothing_hangs_on_is_left_alone() {
    check(&GRAPH.replace("    if path:\n        found.append", "    found.append"), "");
    check(&GRAPH.replace("if path:", "if path or s['url']:"), "");
    check(&GRAPH.replace("    if path:", "    fill(path)\n    if path:"), "");
    // What is filled by then.
    check(&GRAPH.replace("    if path:", "    path = path or s['url']\n    if path:"), "");
}
