//! Routers that ask for what is always there.

use super::facts;

const STATE: &str = "import operator\nfrom typing import Annotated, TypedDict\n\
                     class S(TypedDict):\n    evidences: Annotated[dict, operator.ior]\n    notes: Annotated[list, operator.add]\n    plain: list\n";

const WAY: &str = "def way(s):\n    evidences = s.get('evidences', {})\n    if sum(len(v) for v in evidences.values()) == 0:\n        return END\n    return 'judge'";

/// What ends in an entry whatever happens.
const SURE: &str = "def look(s):\n    found = []\n    if not s['url']:\n        found.append(Item('no url'))\n        return {'evidences': {'repo': found}}\n    \
                    try:\n        found.append(clone(s['url']))\n    except Exception as error:\n        found.append(Item(error))\n    return {'evidences': {'repo': found}}";

/// A graph in which the router `way` stands behind `look`, `more` and `join`.
fn wiring(nodes: &str, way: &str) -> String {
    format!(
        "from langgraph.graph import StateGraph, START, END\nfrom src.state import S\n{nodes}\n\
         def more(s):\n    return {{}}\ndef join(s):\n    return {{}}\ndef judge(s):\n    return {{}}\n{way}\n\
         g = StateGraph(S)\ng.add_node('look', look)\ng.add_node('more', more)\ng.add_node('join', join)\n\
         g.add_node('judge', judge)\ng.add_edge(START, 'look')\ng.add_edge('look', 'more')\ng.add_edge('more', 'join')\n\
         g.add_conditional_edges('join', way, {{'judge': 'judge', END: END}})\n"
    )
}

/// Checks by which fields the router is decided, and whether it handles errors.
#[track_caller]
fn check(state: &str, nodes: &str, way: &str, expected: &str) {
    check_graph(state, &wiring(nodes, way), expected);
}

#[track_caller]
fn check_graph(state: &str, wiring: &str, expected: &str) {
    let graphs = facts(&[("src/state.py", state), ("src/graph.py", wiring)]).graphs;
    let edge = &graphs[0].conditional[0];
    let mut told = edge.filled.join(" ");
    told.extend(edge.filled_by.iter().map(|node| format!(" by {node}")));
    told.push_str(if edge.handles_errors == Some(true) { "handles" } else { "" });
    assert_eq!(told, expected, "{wiring}");
}

#[test]
fn a_router_that_asks_for_what_is_always_there_handles_nothing() {
    check(STATE, SURE, WAY, "evidences by look");
    for way in [
        "def way(s):\n    has_evidence = any(one for one in s['evidences'].values())\n    return 'judge' if has_evidence else END",
        "def way(s):\n    if not s.get('evidences') or len(s['evidences']) == 0:\n        return END\n    return 'judge'",
        "def any_found(found):\n    return any(len(v) > 0 for v in found.values())\ndef way(s):\n    has_evidence = any_found(s.get('evidences') or {})\n    if not has_evidence:\n        return END\n    return 'judge'",
    ] {
        check(STATE, SURE, way, "evidences by look");
    }
    // Helpers that give something at each of their ends, and loops over what is spelled out.
    let helped = "def scan(url):\n    if not url:\n        return [Item('none')]\n    found = []\n    for goal in ('a', 'b'):\n        found.append(Item(goal))\n    return found\n\
                  def look(s):\n    update = {'notes': []}\n    update['evidences'] = {'repo': scan(s['url'])}\n    return update";
    check(STATE, helped, WAY, "evidences by look");
    let listed = "def look(s):\n    return {'notes': [first(s)]}";
    let notes = "def way(s):\n    evidence = s['notes']\n    if not evidence:\n        return END\n    return 'judge'";
    check(STATE, listed, notes, "notes by look");
}

#[test]
fn a_node_that_only_passes_the_state_on_takes_nothing_away() {
    let given = wiring(SURE, WAY);
    let passing = given.replace("add_node('more', more)", "add_node('more', lambda s: s)");
    check_graph(STATE, &passing, "evidences by look");
    let unknown = given.replace("add_node('more', more)", "add_node('more', lambda s: s.rest())");
    check_graph(STATE, &unknown, "handles");
}

#[test]
fn a_method_of_the_state_is_followed_and_a_reducer_of_the_sources_that_keeps_all() {
    let state = "from typing import Annotated\nfrom pydantic import BaseModel\n\
                 def merge(left, right):\n    merged = left.copy() if left else {}\n    for key, items in (right or {}).items():\n        if key in merged:\n            merged[key] = merged[key] + items\n        else:\n            merged[key] = items\n    return merged\n\
                 class S(BaseModel):\n    evidences: Annotated[dict, merge] = {}\n    def evidence_count(self):\n        return sum(len(one) for one in self.evidences.values())\n    def evidence_found(self):\n        return sum(1 for all in self.evidences.values() for one in all if one.found)\n";
    let way = "def way(s: S):\n    if s.evidence_count() > 0:\n        return ['judge']\n    return [END]";
    check(state, SURE, way, "evidences by look");
    check(state, SURE, &way.replace("evidence_count", "evidence_found"), "handles");
    let dropping = state.replace("merged[key] + items", "merged[key]");
    check(&dropping, SURE, way, "handles");
}

#[test]
fn what_may_be_nothing_is_asked_for_in_earnest() {
    for (old, new) in [
        // An end that gives nothing.
        (
            "        found.append(Item('no url'))\n        return {'evidences': {'repo': found}}",
            "        return {}",
        ),
        (
            "        found.append(Item('no url'))\n        return {'evidences': {'repo': found}}",
            "        return {'evidences': {'repo': []}}",
        ),
        ("        found.append(Item(error))", "        pass"),
        ("        found.append(Item(error))", "        found = []"),
        // A helper that nobody knows may give nothing.
        ("found.append(clone(s['url']))", "found.extend(clone(s['url']))"),
        ("    return {'evidences': {'repo': found}}\n", "    return update(found)\n"),
        ("found.append(Item(error))\n", "found.append(Item(error))\n    found.clear()\n"),
        ("found.append(Item(error))\n", "found.append(Item(error))\n    trim(found)\n"),
        (
            "found.append(Item(error))\n",
            "found.append(Item(error))\n    found = [one for one in found if one.good]\n",
        ),
    ] {
        let nodes = format!("{SURE}\n").replace(old, new);
        assert_ne!(nodes, format!("{SURE}\n"), "{old}");
        check(STATE, &nodes, WAY, "handles");
    }
    // What is asked is more than whether anything is there.
    for way in [
        "def way(s):\n    if len(s['evidences']) <= 1:\n        return END\n    return 'judge'",
        "def way(s):\n    if not any(e.found for v in s['evidences'].values() for e in v):\n        return END\n    return 'judge'",
        "def way(s):\n    if s.get('plain') or not s['evidences']:\n        return END\n    return 'judge'",
        "def way(s):\n    if not s['evidences'].get('pdf'):\n        return END\n    return 'judge'",
        "def way(s):\n    if not s['evidences']:\n        return END\n    return pick(s)",
    ] {
        check(STATE, SURE, way, "handles");
    }
    // Without a reducer another node may put nothing in its place.
    let plain = "def look(s):\n    return {'plain': [1]}";
    let other = "def way(s):\n    evidence = s['plain']\n    if not evidence:\n        return END\n    return 'judge'";
    check(STATE, plain, other, "handles");
}

#[test]
fn only_what_stands_on_every_way_before_counts() {
    let wiring = |edges: &str| {
        let text = format!(
            "from langgraph.graph import StateGraph, START, END\nfrom src.state import S\n{SURE}\n\
             def other(s):\n    return {{'evidences': {{KEY: []}}}}\ndef judge(s):\n    return {{}}\n{WAY}\n\
             g = StateGraph(S)\ng.add_node('look', look)\ng.add_node('other', other)\ng.add_node('judge', judge)\n{edges}\n\
             g.add_conditional_edges('other', way, {{'judge': 'judge', END: END}})\n"
        );
        text
    };
    let told = |text: &str| {
        let graphs = facts(&[("src/state.py", STATE), ("src/graph.py", text)]).graphs;
        graphs[0].conditional[0].handles_errors
    };
    let behind = wiring("g.add_edge(START, 'look')\ng.add_edge('look', 'other')");
    assert_eq!(told(&behind.replace("KEY", "'doc'")), Some(false));
    // The same key is put anew, or any is.
    assert_eq!(told(&behind.replace("KEY", "'repo'")), Some(true));
    assert_eq!(told(&behind.replace("KEY", "s['key']")), Some(true));
    let beside = wiring("g.add_edge(START, 'look')\ng.add_edge(START, 'other')");
    assert_eq!(told(&beside.replace("KEY", "'doc'")), Some(true));
}

#[test]
fn what_is_spread_beside_a_field_takes_its_place_only_where_it_may_hold_it() {
    let look = |result: &str| {
        format!(
            "def look(s):\n    found = [Item('one')]\n    {result}\n    return {{'evidences': {{'repo': found}}, **result}}"
        )
    };
    check(STATE, &look("result = {'plain': []}"), WAY, "evidences by look");
    check(STATE, &look("result = {}\n    result['plain'] = [1]"), WAY, "evidences by look");
    check(STATE, &look("result = {'evidences': {}}"), WAY, "handles");
    check(STATE, &look("result = {}\n    result[name()] = {}"), WAY, "handles");
    check(STATE, &look("result = {}\n    fill(result)"), WAY, "handles");
    check(STATE, &look("result = scan()"), WAY, "handles");
}

/// Puts something there for each of the dimensions that nobody has said anything of.
const FILLING: &str = "def join(s):\n    given = s.get('evidences') or {}\n    out: dict = {}\n    for dim in s['dims']:\n        out[dim] = list(given.get(dim) or [])\n    \
                       for dim in s['dims']:\n        if dim in out and out[dim]:\n            continue\n        out[dim] = [Item('nothing found')]\n    update = {'evidences': out}\n    return update";

/// Checks which node is told to fill what a router asks for, and whether it handles errors.
#[track_caller]
fn check_filled(join: &str, way: &str, expected: (&str, Option<bool>)) {
    let state = STATE.replace("    plain: list\n", "    plain: list\n    dims: list\n");
    let look = "def look(s):\n    return {'evidences': {'repo': scan(s)}}";
    let wiring = wiring(look, way).replace("def join(s):\n    return {}", join);
    let graphs = facts(&[("src/state.py", &state), ("src/graph.py", &wiring)]).graphs;
    let edge = &graphs[0].conditional[0];
    let told =
        edge.placeholders.as_ref().map(|one| format!("{}: {}", one.node, one.fields.join(" ")));
    assert_eq!((told.unwrap_or_default().as_str(), edge.handles_errors), expected, "{wiring}");
}

#[test]
fn whether_anything_is_missing_is_open_where_a_node_before_fills_what_is() {
    let any = "def way(s):\n    evidences = s.get('evidences') or {}\n    has_any = bool(evidences and any(evidences.values()))\n    return 'judge' if has_any else END";
    let told = ("join: evidences", None);
    check_filled(FILLING, any, told);
    check_filled(FILLING, WAY, told);
    let judged = |judge: &str| {
        let state = STATE.replace("    plain: list\n", "    plain: list\n    dims: list\n");
        let wiring = wiring("def look(s):\n    return {'evidences': {'repo': scan(s)}}", any);
        let wiring = wiring.replace("def join(s):\n    return {}", FILLING);
        let wiring = wiring.replace("def judge(s):\n    return {}", judge);
        let graphs = facts(&[("src/state.py", &state), ("src/graph.py", &wiring)]).graphs;
        graphs[0].conditional[0].placeholders.is_some()
    };
    // What comes later puts nothing there, be it through a function that it calls.
    assert!(judged("def hear(s):\n    return {'notes': []}\ndef judge(s):\n    return hear(s)"));
    assert!(judged("def judge(s):\n    return s"));
    assert!(!judged("def judge(s):\n    return heard(s)"));
    assert!(!judged(
        "def hear(s):\n    return {'evidences': {}}\ndef judge(s):\n    return hear(s)"
    ));
    let handles = ("", Some(true));
    // What it goes through may be what is asked for, it may end before, or put nothing there.
    check_filled(&FILLING.replace("s['dims']", "given"), any, handles);
    check_filled(&FILLING.replace("s['dims']", "dims(s)"), any, handles);
    check_filled(&FILLING.replace("            continue", "            break"), any, handles);
    check_filled(&FILLING.replace("[Item('nothing found')]", "[]"), any, handles);
    let inner = "def join(s):\n    out = {}\n    for dim in s['dims']:\n        for item in dim:\n            out[dim] = [item]\n    return {'evidences': out}";
    check_filled(inner, any, handles);
    // The router asks for more than whether anything is there.
    check_filled(FILLING, &any.replace("any(evidences.values())", "evidences['repo']"), handles);
}

/// Checks whether the way for `error` is told to be never taken.
#[track_caller]
fn check_unset(look: &str, join: &str, way: &str, expected: &str) {
    let state = STATE.replace("    plain: list\n", "    plain: list\n    error: str\n");
    let wiring = wiring(look, way).replace("def join(s):\n    return {}", join);
    let graphs = facts(&[("src/state.py", &state), ("src/graph.py", &wiring)]).graphs;
    let edge = &graphs[0].conditional[0];
    let told = edge.never_set.as_ref().map(|never| {
        let (fields, nodes) = (never.fields.join(" "), never.filled_by.join(" "));
        format!("{}@{} by {}: {fields} by {nodes}", never.key, never.place.line, never.node)
    });
    assert_eq!(told.unwrap_or_default(), expected, "{wiring}");
    assert_eq!(edge.handles_errors, Some(expected.is_empty()), "{wiring}");
}

#[test]
fn a_key_that_is_set_only_where_fields_are_empty_that_always_hold_something_is_never_set() {
    let join = "def join(s):\n    evidences = s.get('evidences', {})\n    total = sum(len(one) for one in evidences.values())\n    \
                if total == 0:\n        return {'error': 'no evidence'}\n    notes = []\n    for one in evidences:\n        notes.append(one)\n    return {'notes': notes}";
    let way = "def way(s):\n    if s.get('error'):\n        return END\n    return 'judge'";
    check_unset(SURE, join, way, "error@18 by join: evidences by look");
    // Another node sets it, its condition may hold, or nobody knows what another gives.
    let failing =
        SURE.replace("'repo': found}}\n    try", "'repo': found}, 'error': 'no url'}\n    try");
    check_unset(&failing, join, way, "");
    check_unset(SURE, &join.replace("total == 0", "total < 5"), way, "");
    check_unset(SURE, &join.replace("{'notes': notes}", "finish(notes)"), way, "");
    check_unset("def look(s):\n    return {'evidences': {'repo': scan(s)}}", join, way, "");
    // The router reads more than that.
    let more = way.replace("s.get('error')", "s.get('error') or s.get('plain')");
    check_unset(SURE, join, &more, "");
}

#[test]
fn what_runs_side_by_side_has_run_where_the_branches_meet() {
    let nodes = |more: &str| {
        format!(
            "{SURE}\ndef more(s):\n    {more}\ndef start(s):\n    return {{}}\ndef join(s):\n    return {{}}\ndef judge(s):\n    return write(s)\n{WAY}\n\
             from langgraph.graph import StateGraph, START, END\nfrom src.state import S\n\
             g = StateGraph(S)\ng.add_node('look', look)\ng.add_node('more', more)\ng.add_node('start', start)\ng.add_node('join', join)\ng.add_node('judge', judge)\n\
             g.add_edge(START, 'start')\ng.add_edge('start', 'more')\ng.add_edge('more', 'join')\ng.add_conditional_edges('join', way, {{'judge': 'judge', END: END}})\n"
        )
    };
    let wired = |more: &str, edges: &str| nodes(more) + edges;
    let beside = "g.add_edge('start', 'look')\ng.add_edge('look', 'join')\n";
    let few = "return {'evidences': {'doc': []}}";
    check_graph(STATE, &wired(few, beside), "evidences by look");
    check_graph(STATE, &wired("return {}", beside), "evidences by look");
    // What the other gives may take its place.
    check_graph(STATE, &wired("return {'evidences': {'repo': []}}", beside), "handles");
    check_graph(STATE, &wired("return write(s)", beside), "handles");
    // It runs in the same step as the router, or only where a router leads to it.
    let late = "g.add_node('wait', start)\ng.add_edge('start', 'wait')\ng.add_edge('wait', 'look')\ng.add_edge('look', 'join')\n";
    check_graph(STATE, &wired(few, late), "handles");
    let routed = "g.add_conditional_edges('start', lambda s: 'look' if s['url'] else 'more', {'look': 'look', 'more': 'more'})\ng.add_edge('look', 'join')\n";
    check_graph(STATE, &wired(few, routed), "handles");
    // What leads back may write anything.
    let back = format!("{beside}g.add_edge('judge', 'start')\n");
    check_graph(STATE, &wired(few, &back), "handles");
}

/// A router that asks for errors and for evidence, and a caller that gives the graph an empty list of them.
const ERRORS: &str = "def way(s):\n    if s.get('lost'):\n        return END\n    count = len(s.get('errors', []))\n    if count > 3:\n        return END\n    elif count > 0:\n        print(count)\n    if not s.get('evidences'):\n        s['errors'] = ['none']\n        return END\n    missing = [n for n in s['notes'] if n]\n    if missing:\n        s['warnings'] = missing\n    return 'judge'";

const CALLER: &str = "def start(url):\n    initial = {'url': url, 'evidences': {}, 'notes': [], 'errors': []}\n    try:\n        return g.compile().invoke(initial)\n    except ValueError as error:\n        return {**initial, 'errors': [str(error)]}\n";

/// Checks which fields decide a router that nothing sets to what it asks for.
#[track_caller]
fn check_settled(wiring: &str, expected: &str) {
    let state =
        STATE.replace("plain: list", "errors: Annotated[list, operator.add]\n    status: str");
    let wiring = format!("from tools import Item, clone, find, scan\n{wiring}");
    let graphs = facts(&[("src/state.py", &state), ("src/graph.py", &wiring)]).graphs;
    let edge = &graphs[0].conditional[0];
    let told = format!("{}:{}", edge.filled.join(" "), edge.settled.join(" "));
    assert_eq!(
        (told.as_str(), edge.handles_errors == Some(true)),
        (expected, expected == ":"),
        "{wiring}"
    );
}

#[test]
fn a_router_that_asks_for_what_nothing_sets_handles_nothing() {
    let wired = |nodes: &str, way: &str, caller: &str| wiring(nodes, way) + caller;
    check_settled(&wired(SURE, ERRORS, CALLER), "evidences:errors notes");
    // A node, or the caller, may tell of an error.
    let telling = SURE.replace(
        "'evidences': {'repo': found}}\n    try",
        "'evidences': {'repo': found}, 'errors': found}\n    try",
    );
    check_settled(&wired(&telling, ERRORS, CALLER), ":");
    check_settled(&wired(SURE, ERRORS, &CALLER.replace("'errors': []", "'errors': given")), ":");
    check_settled(
        &wired(SURE, ERRORS, &CALLER.replace("    try", "    initial['errors'] = [url]\n    try")),
        ":",
    );
    let put = SURE.replace("    found = []", "    found = []\n    s['errors'].append(s['url'])");
    check_settled(&wired(&put, ERRORS, CALLER), ":");
}

#[test]
fn what_is_set_only_behind_a_line_that_surely_fails_is_never_set() {
    let way =
        "def way(s):\n    if s.get('status') == 'failed':\n        return END\n    return 'judge'";
    let caller = CALLER.replace("'errors': []", "'errors': [], 'status': 'ok'");
    let look = |handler: &str| {
        let look = "def look(s):\n    try:\n        return {'evidences': {'repo': [scan(s['url'])]}, 'status': 'ok'}\n    except Exception as error:\n        ";
        let failed = "return {'evidences': {'repo': [error]}, 'status': 'failed'}";
        wiring(&format!("{look}{}", handler.replace("FAILED", failed)), way) + &caller
    };
    check_settled(
        &look("message = str(error)\n        logger.error(message)\n        FAILED"),
        ":status",
    );
    check_settled(&look("if logger.on:\n            pass\n        FAILED"), ":status");
    check_settled(&look("FAILED"), ":");
    // The name is there, or the line need not come to it.
    let bound = look("logger.error(error)\n        FAILED") + "logger = logging.getLogger()\n";
    check_settled(&bound, ":");
    check_settled(&look("if s['url']:\n            logger.error(error)\n        FAILED"), ":");
    check_settled(&look("error and logger.error(error)\n        FAILED"), ":");
    check_settled(&look("[logger.error(one) for one in s['notes']]\n        FAILED"), ":");
    check_settled(
        &look(
            "try:\n            logger.error(error)\n        except NameError:\n            pass\n        FAILED",
        ),
        ":",
    );
    // Another end of it sets the same.
    let both = look("logger.error(error)\n        FAILED").replace(
        "    try:\n        return",
        "    if not s['url']:\n        return {'status': 'failed'}\n    try:\n        return",
    );
    check_settled(&both, ":");
}

#[test]
fn what_only_the_way_for_errors_sets_leads_nowhere_else() {
    let looped = |more: &str| {
        format!(
            "{}g.add_node('failed', failed)\ng.add_edge('failed', 'join')\n{CALLER}",
            wiring(SURE, &format!("def failed(s):\n    return {{'errors': s['errors'] + ['x']}}\ndef way(s):\n    if s.get('errors'):\n        return 'failed'\n    return 'judge'{more}"))
                .replace("END: END}", "'failed': 'failed'}")
        )
    };
    check_settled(&looped(""), ":errors");
    check_settled(&looped("\ndef more(s):\n    return {'errors': find(s['url'])}"), ":");
    let led = looped("").replace(
        "g.add_edge('more', 'join')",
        "g.add_edge('more', 'join')\ng.add_edge('more', 'failed')",
    );
    check_settled(&led, ":");
}

#[test]
fn a_router_that_asks_for_what_the_node_before_it_always_gives_handles_nothing() {
    let report = "def write(s):\n    text = f'# Report {s}'\n    text += s['url']\n    return text\ndef join(s):\n    if not s['notes']:\n        return {'report_text': 'none'}\n    return {'report_text': write(s)}";
    let way = "def way(s):\n    if s.get('report_text'):\n        return 'judge'\n    return END";
    let given = wiring(SURE, way).replace("def join(s):\n    return {}", report);
    let state = STATE.replace("plain: list", "report_text: str");
    check_graph(&state, &given, "report_text by join");
    let open = given.replace("'report_text': 'none'", "'report_text': s['url']");
    let told = facts(&[("src/state.py", state.as_str()), ("src/graph.py", open.as_str())]).graphs;
    assert!(told[0].conditional[0].filled.is_empty());
}

#[test]
fn what_the_node_before_puts_into_a_field_without_a_reducer_is_there() {
    let text = "from typing import TypedDict\nfrom langgraph.graph import StateGraph, END\nclass S(TypedDict):\n    url: str\n    evidences: list\n\
                def work(state):\n    return {'url': 'x'}\ndef writer(state):\n    return {'evidences': ['x']}\n\
                def check_completion(state) -> str:\n    if not state.get('evidences'):\n        return 'continue'\n    return 'end'\n\
                def build():\n    g = StateGraph(S)\n    g.add_node('work', work)\n    g.add_node('writer', writer)\n    g.set_entry_point('work')\n    g.add_edge('work', 'writer')\n    \
                g.add_conditional_edges('writer', check_completion, {'end': 'last', 'continue': END})\n    g.add_node('last', work)\n    g.add_edge('last', END)\n    return g.compile()\n\
                build().invoke({'url': 'u'})\n";
    let graphs = facts(&[("src/graph.py", text)]).graphs;
    let edge = &graphs[0].conditional[0];
    assert_eq!(
        (edge.filled.as_slice(), edge.handles_errors),
        (&["evidences".to_owned()][..], Some(false))
    );
}
