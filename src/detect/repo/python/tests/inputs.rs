//! Routers that look at nothing but what the caller gives.

use super::facts;

/// Checks which inputs alone the router `way` of the node `gate` looks at, and whether it handles errors; `node` is what
/// runs at another node.
#[track_caller]
fn check(way: &str, node: &str, inputs: &str, handles: bool) {
    let wiring = format!(
        "from langgraph.graph import StateGraph, START, END\nfrom src.tools import fetch, clean\n{way}\n\
         def work(state):\n    {node}\n\
         g = StateGraph(AgentState)\ng.add_node('gate', lambda s: {{}})\ng.add_node('work', work)\n\
         g.add_node('skip', lambda s: {{'evidences': []}})\ng.add_edge(START, 'gate')\n\
         g.add_conditional_edges('gate', way, {{'run': 'work', 'skip': 'skip'}})\n\
         def main(url):\n    return g.compile().invoke({{'url': url, 'pdf': ''}})\n"
    );
    let tools = "def fetch(url, state=None):\n    note(state)\n    return read(url=url)\n\
                 def note(state):\n    log({'when': 1})\n\
                 def clean(state):\n    state['url'] = state['url'].strip()\n";
    let graphs = facts(&[("src/tools.py", tools), ("src/graph.py", &wiring)]).graphs;
    let edge = &graphs[0].conditional[0];
    assert_eq!(
        (edge.inputs.join(" ").as_str(), edge.handles_errors),
        (inputs, Some(handles)),
        "{way} {node}"
    );
}

const WAY: &str = "def way(state):\n    url = (state.get('url') or '').strip()\n    return 'run' if url else 'skip'";
const WORK: &str = "return {'evidences': fetch(state['url'])}";

#[test]
fn a_router_of_inputs_alone_handles_no_error_of_a_node() {
    check(WAY, WORK, "url", false);
    check("way = lambda s: 'run' if s.get('url') and s['pdf'] else 'skip'", WORK, "pdf url", false);
    let guarded = "def way(state):\n    if not state.get('url', ''):\n        logger.warning('no url')\n        return 'skip'\n    return 'run'";
    check(guarded, WORK, "url", false);
    // What is handed on under its own name stays what it was.
    check(WAY, "ask({'url': state['url'], 'pdf': state.get('pdf')})\n    return {}", "url", false);
    check(WAY, "return {'url': state['url']}", "url", false);
    // An object in the update is no field of the state.
    check(WAY, "return {'report': Report(url=state['url'])}", "url", false);
}

#[test]
fn what_a_node_may_write_is_no_input() {
    // By itself, by a helper, in place, by an object, by keys that nobody knows.
    check(WAY, "return {'url': ''}", "", true);
    check(WAY, "return {'url': state['pdf']}", "", true);
    let inside = "held = state['url']\n    held.update(pdf='')\n    return {'url': state['url']}";
    check(WAY, inside, "", true);
    check(WAY, "return {'url': state.get('url', 'none')}", "", true);
    check(WAY, "clean(state)\n    return {}", "", true);
    check(WAY, "state['url'] = ''\n    return state", "", true);
    check(WAY, "return Update(url='')", "", true);
    check(WAY, "found = Update(url='')\n    return found", "", true);
    check(WAY, "return {key: '' for key in state}", "", true);
    check(WAY, "return dict(url='')", "", true);
    check(WAY, "state.setdefault('url', '')\n    return state", "", true);
}

#[test]
fn a_router_that_may_learn_of_a_failure_is_left_alone() {
    let more = |test: &str| format!("def way(state):\n    return 'run' if {test} else 'skip'");
    check(&more("state.get('last_error')"), WORK, "", true);
    // What else it asks, the disk, another function, the whole state.
    check(&more("state['url'] and not state.get('errors')"), "return {'errors': ['x']}", "", true);
    check(&more("os.path.exists(state['url'])"), WORK, "", true);
    check(&more("state['url'] and healthy(state)"), WORK, "", true);
    check(&more("state['url'] and not any(one for one in FAILED)"), WORK, "", true);
    let caught = "def way(state):\n    try:\n        return 'run' if state['url'] else 'skip'\n    except KeyError:\n        return 'skip'";
    check(caught, WORK, "", true);
}

#[test]
fn before_any_node_has_run_there_are_inputs_alone() {
    let wired = |from: &str| {
        let wiring = format!(
            "from langgraph.graph import StateGraph, START, END\n{WAY}\ndef work(state):\n    return {{'url': ''}}\n\
             g = StateGraph(AgentState)\ng.add_node('gate', lambda s: {{}})\ng.add_node('work', work)\n\
             g.add_node('skip', lambda s: {{}})\ng.add_edge(START, 'gate')\n\
             g.add_conditional_edges({from}, way, {{'run': 'work', 'skip': 'skip'}})\n\
             def main(url):\n    return g.compile().invoke({{'url': url}})\n"
        );
        let edge = facts(&[("src/graph.py", &wiring)]).graphs[0].conditional[0].clone();
        (edge.inputs.join(" "), edge.handles_errors)
    };
    assert_eq!(wired("START"), ("url".to_owned(), Some(false)));
    assert_eq!(wired("'gate'"), (String::new(), Some(true)));
}

#[test]
fn what_a_node_returns_that_was_not_followed_may_be_any_key() {
    // A closure, a decorated one, an object, a helper that is given the key, a name that is put together.
    let wrapped = |body: &str| {
        format!("{WAY}\ndef wrap(fn):\n    def inner(s):\n        {body}\n    return inner")
    };
    let node = "return {}\nwork = wrap(work)";
    check(&wrapped("return {**fn(s), 'done': 1}"), node, "", true);
    check(WAY, "return Update(s=1).model_dump()", "", true);
    check(
        &format!("{WAY}\ndef put(k, v):\n    return {{k: v}}"),
        "return put('url', '')",
        "",
        true,
    );
    check(WAY, "return {f'{prefix}rl': ''}", "", true);
    check(WAY, "found = {}\n    found[name] = ''\n    return found", "", true);
    check(WAY, "return dict(found)", "", true);
    // What is followed says what it returns, and so does a closure that gives back what another function does.
    check(&wrapped("return fn(s)"), node, "url", false);
    check(&wrapped("found = fn(s)\n        return found"), node, "url", false);
    check(&wrapped("return {'evidences': 1}"), node, "url", false);
    check(&format!("{WAY}\ndef put(v):\n    return {{'n': v}}"), "return put('url')", "url", false);
    check(WAY, "found = {}\n    found['n'] = name\n    return found", "url", false);
    check(WAY, "return {**state, 'n': 1} if state else None", "url", false);
}
