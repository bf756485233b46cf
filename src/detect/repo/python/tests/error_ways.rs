//! Routers for errors whose way for them does nothing, or is never taken.

use super::facts;
use crate::domain::facts::ConditionalEdge;

const HEAD: &str = "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START, END\n\
    class S(TypedDict):\n    evidences: dict\n    routing: dict\n    logs: list\n    failed: bool\nKEYS = ['repo', 'doc']\n";

/// The router behind `collect`, which leads to `fail` or to `judge`.
fn edge(nodes: &str, edges: &str) -> ConditionalEdge {
    let text = format!(
        "{HEAD}{nodes}\ndef judge(s):\n    return {{'evidences': {{}}}}\ng = StateGraph(S)\ng.add_node('collect', collect)\ng.add_node('fail', fail)\n\
         g.add_node('judge', judge)\ng.add_edge(START, 'collect')\ng.add_conditional_edges('collect', way, {{'fail': 'fail', 'judge': 'judge'}})\n\
         {edges}g.add_edge('judge', END)\n"
    );
    let mut graphs = facts(&[("src/graph.py", &text)]).graphs;
    assert_eq!(graphs.len(), 1, "{text}");
    graphs.remove(0).conditional.remove(0)
}

const WAY: &str = "def way(s):\n    missing = [key for key in KEYS if key not in s.get('evidences', {})]\n    if missing:\n        return 'fail'\n    return 'judge'\n";
const COLLECT: &str = "def collect(s):\n    return {'failed': False}\n";

/// Checks whether the way for errors only tells of them.
#[track_caller]
fn check_rejoins(fail: &str, edges: &str, expected: bool) {
    let edge = edge(&format!("{COLLECT}{WAY}def fail(s):\n    {fail}"), edges);
    let found = (edge.handles_errors, edge.rejoins.concat());
    let wanted = if expected { (Some(false), "fail") } else { (Some(true), "") };
    assert_eq!((found.0, found.1.as_str()), wanted, "{fail} {edges}");
}

#[test]
fn a_way_that_only_tells_of_an_error_and_rejoins_handles_none() {
    let on = "g.add_edge('fail', 'judge')\n";
    check_rejoins(
        "\"\"\"Notes.\"\"\"\n    print('missing')\n    return {'logs': [f'missing {s}']}",
        on,
        true,
    );
    check_rejoins("return {'logs': ['missing']}", "g.add_edge('fail', END)\n", false);
    check_rejoins("return {'logs': ['missing'], 'failed': True}", on, false);
    check_rejoins("return {'evidences': {'repo': 'none'}}", on, false);
    check_rejoins("repair(s)\n    return {'logs': ['missing']}", on, false);
    check_rejoins("raise ValueError('missing')", on, false);
}

/// Checks whether the way for errors is never taken, because `collect` raises first.
#[track_caller]
fn check_barred(collect: &str, way: &str, expected: bool) {
    let fail = "def fail(s):\n    return {'failed': True}";
    let edge = edge(&format!("{collect}{way}{fail}"), "g.add_edge('fail', END)\n");
    let found = (edge.handles_errors, edge.barred.is_some());
    assert_eq!(found, (Some(!expected), expected), "{collect} {way}");
}

#[test]
fn a_way_that_the_node_before_bars_by_raising_is_never_taken() {
    let raises = |test: &str, raise: &str| {
        format!(
            "def collect(s):\n    present = set(s.get('evidences', {{}}).keys())\n    lost = [one for one in KEYS if {test}]\n    if lost:\n        {raise}\n    return {{}}\n"
        )
    };
    check_barred(&raises("one not in present", "raise ValueError(lost)"), WAY, true);
    check_barred(&raises("one in present", "raise ValueError(lost)"), WAY, false);
    check_barred(&raises("one not in present", "print(lost)"), WAY, false);
    check_barred(&raises("one not in present", "return {'failed': True}"), WAY, false);
    let writes = raises("one not in present", "raise ValueError(lost)")
        .replace("return {}", "return {'evidences': {}}");
    check_barred(&writes, WAY, false);
    let other = WAY.replace("KEYS", "['repo']");
    check_barred(&raises("one not in present", "raise ValueError(lost)"), &other, false);
    let plain =
        "def way(s):\n    if not s['evidences']:\n        return 'fail'\n    return 'judge'\n";
    let same = "def collect(s):\n    found = s.get('evidences') or {}\n    if not found:\n        raise ValueError('none')\n    return {}\n";
    check_barred(same, plain, true);
    let more = plain.replace(
        "    return 'judge'",
        "    if s['failed']:\n        return 'fail'\n    return 'judge'",
    );
    check_barred(same, &more, false);
}

#[test]
fn what_leads_past_a_node_by_a_key_of_the_state_may_be_a_wish() {
    let skips = |way: &str| {
        let text = format!(
            "{HEAD}{COLLECT}def doc(s):\n    return {{}}\ndef doc_skipped(s):\n    return {{}}\ndef way(s):\n    {way}\n\
             g = StateGraph(S)\ng.add_node('collect', collect)\ng.add_node('doc', doc)\ng.add_node('doc_skipped', doc_skipped)\n\
             g.add_edge(START, 'collect')\ng.add_conditional_edges('collect', way, ['doc', 'doc_skipped'])\n"
        );
        facts(&[("src/graph.py", &text)]).graphs[0].conditional[0].handles_errors
    };
    assert_eq!(skips("return s.get('routing', {}).get('branch', 'doc_skipped')"), None);
    assert_eq!(skips("return 'doc_skipped' if s['failed'] else 'doc'"), Some(true));
}

/// Checks what a path map has in vain behind the router `way`, and whether it deals with errors.
#[track_caller]
fn check_unreturned(way: &str, map: &str, expected: (&str, Option<bool>)) {
    let text = format!(
        "{HEAD}from src.ways import further\n{COLLECT}def judge(s):\n    return {{}}\ndef error_handler(s):\n    return {{}}\n{way}\n\
         g = StateGraph(S)\ng.add_node('collect', collect)\ng.add_node('judge', judge)\ng.add_node('error_handler', error_handler)\n\
         g.add_edge(START, 'collect')\ng.add_conditional_edges('collect', way, {map})\n"
    );
    let ways =
        "def further(s):\n    if s.get('routing'):\n        return 'again'\n    return 'on'\n";
    let graphs = facts(&[("src/graph.py", &text), ("src/ways.py", ways)]).graphs;
    let edge = &graphs[0].conditional[0];
    assert_eq!((edge.unreturned.join(" ").as_str(), edge.handles_errors), expected, "{way} {map}");
}

#[test]
fn a_way_for_errors_whose_key_is_never_returned_handles_none() {
    let map = "{'again': 'collect', 'on': 'judge', 'error': 'error_handler'}";
    let vain = ("error_handler", Some(false));
    check_unreturned("def way(s):\n    return further(s)", map, vain);
    check_unreturned(
        "def way_with_errors(s):\n    return further(s)\nway = way_with_errors",
        map,
        vain,
    );
    check_unreturned("way = lambda s: 'again' if s['routing'] else 'on'", map, vain);
    let asks = "def way(s):\n    if s.get('failed'):\n        return 'again'\n    return 'on'";
    check_unreturned(asks, map, ("error_handler", Some(true)));
}

#[test]
fn a_key_that_may_be_returned_is_no_way_in_vain() {
    let map = "{'again': 'collect', 'on': 'judge', 'error': 'error_handler'}";
    let taken = ("", Some(true));
    for way in [
        "def way(s):\n    if s['failed']:\n        return 'error'\n    return further(s)",
        "def way(s):\n    return s['routing'] or further(s)",
        "def way(s):\n    return pick(s) or further(s)",
        "def way(s):\n    next = 'error'\n    for one in s['logs']:\n        next = further(s)\n    return next",
        "def way(s):\n    found = []\n    note(found, 'error')\n    return found[0] if found else further(s)",
        "@guarded\ndef way(s):\n    return further(s)",
    ] {
        check_unreturned(way, map, taken);
    }
    // Another key leads there as well.
    let twice = "{'again': 'error_handler', 'on': 'judge', 'error': 'error_handler'}";
    check_unreturned("def way(s):\n    return further(s)", twice, taken);
}

/// Checks what a router returns that its path map has no key for, and whether that is all.
#[track_caller]
fn check_unmapped(way: &str, map: &str, expected: (&str, bool)) {
    let text = format!(
        "{HEAD}{COLLECT}def judge(s):\n    return {{}}\n{way}\n\
         g = StateGraph(S)\ng.add_node('collect', collect)\ng.add_node('judge', judge)\n\
         g.add_edge(START, 'collect')\ng.add_conditional_edges('collect', way, {map})\n"
    );
    let graphs = facts(&[("src/graph.py", &text)]).graphs;
    let edge = &graphs[0].conditional[0];
    assert_eq!((edge.unmapped.join(" ").as_str(), edge.astray), expected, "{way} {map}");
    if edge.astray {
        assert_eq!(edge.handles_errors, Some(false), "{way}");
    }
}

#[test]
fn what_a_router_returns_is_looked_up_in_its_path_map() {
    let map = "{'ok': 'judge', 'fail': END}";
    let guard = |one: &str, other: &str| {
        format!(
            "def way(s):\n    '''Gives 'ok' or 'fail'.'''\n    if s.get('error'):\n        return {one}\n    return {other}"
        )
    };
    check_unmapped(&guard("'end'", "'continue'"), map, ("continue end", true));
    check_unmapped(&guard("END", "'ok'"), map, ("END", false));
    check_unmapped(&guard("['stop']", "['ok', 'fail']"), map, ("stop", false));
    check_unmapped(
        "way = lambda s: 'end' if s['error'] else 'go'",
        "['judge', END]",
        ("end go", true),
    );
    for (way, map) in [
        (guard("'fail'", "'ok'"), map),
        (guard("'end'", "'go'"), "{'end': END, **MORE}"),
        (guard("'end'", "'go'"), "{pick(): END}"),
        (guard("'end'", "s['next']"), map),
        (guard("Send('judge', s)", "[Send('judge', s)]"), map),
        (guard("'end'", "'go'").replace("def", "@mapped\ndef"), map),
        (guard("'end'", "'go'"), "None"),
        (guard("END", "'judge'"), "{END: END, 'judge': 'judge'}"),
    ] {
        check_unmapped(&way, map, ("", false));
    }
}

#[test]
fn what_a_router_returns_after_another_node_is_left_to_that_one() {
    let unmapped = |more: &str, maps: [&str; 2]| {
        let text = format!(
            "{HEAD}{COLLECT}def judge(s):\n    return {{}}\ndef way(s):\n    if s['failed']:\n        return 'judge'\n    return {more}\n\
             g = StateGraph(S)\ng.add_node('collect', collect)\ng.add_node('judge', judge)\ng.add_edge(START, 'collect')\n\
             g.add_conditional_edges('collect', way, {})\ng.add_conditional_edges('judge', way, {})\n",
            maps[0], maps[1]
        );
        let edges = facts(&[("src/graph.py", &text)]).graphs.remove(0).conditional;
        edges.iter().map(|edge| edge.unmapped.join(" ")).collect::<Vec<_>>().join(",")
    };
    let (one, other) = ("{'judge': 'judge', 'end': END}", "{'collect': 'collect', 'end': END}");
    let three = "'collect' if s['logs'] else 'end'";
    assert_eq!(unmapped(three, [one, other]), ",");
    assert_eq!(unmapped(three, [one, one]), "collect,collect");
    // Nothing that it returns has a way there, whatever ran before.
    assert_eq!(unmapped("'collect'", ["{'a': END}", one]), "collect judge,collect");
}

const LOOK: &str =
    "def collect(s):\n    return {'routing': look(s), 'failed': look(s), 'logs': look(s)}\n";

/// Whether the router behind `collect` deals with errors.
fn handles(router: &str, way: &str) -> Option<bool> {
    let text = format!(
        "{HEAD}{LOOK}def judge(s):\n    return {{}}\n{router}\n\
         class W:\n    def pick(self, s, on):\n        return END if s.get('failed') else on\n    def plain(self, s, on):\n        return END if s.get('logs') else on\n\
         \x20   def build(self):\n        g = StateGraph(S)\n        g.add_node('collect', collect)\n        g.add_node('judge', judge)\n\
         \x20       g.add_edge(START, 'collect')\n        g.add_conditional_edges('collect', {way}, ['judge', END])\n        return g.compile()\nW().build()\n"
    );
    facts(&[("src/graph.py", &text)]).graphs[0].conditional[0].handles_errors
}

#[test]
fn who_asks_for_success_asks_for_failure() {
    let way = |test: &str| {
        let router = format!("def way(s):\n    if {test}:\n        return END\n    return 'judge'");
        handles(&router, "way")
    };
    assert_eq!(way("s['routing'].get('search_status') != 'success'"), Some(true));
    assert_eq!(way("not s.get('routing', {}).get('success', False)"), Some(true));
    assert_eq!(way("s['routing'].get('successor')"), Some(false));
    // What else a status may be may be a failure, and may be none.
    assert_eq!(way("s['routing'].get('git_status') == 'prepared'"), None);
    assert_eq!(way("s['routing'].get('kind') == 'prepared'"), Some(false));
}

#[test]
fn a_handler_that_sets_where_to_go_on_deals_with_errors() {
    let way = |tried: &str, caught: &str| {
        let router = format!(
            "def way(s):\n    to = 'judge'\n    try:\n        {tried}\n    except Exception as e:\n        {caught}\n    return to"
        );
        handles(&router, "way")
    };
    assert_eq!(way("look(s)", "to = END"), Some(true));
    assert_eq!(way("look(s)", "to = 'judge'"), Some(false));
    assert_eq!(way("look(s)", "other = END"), Some(false));
}

#[test]
fn to_skip_what_is_of_one_kind_is_no_way_for_errors() {
    let skips = |test: &str| {
        let text = format!(
            "{HEAD}{LOOK}def judge(s):\n    return {{}}\ndef skip_other(s):\n    return {{}}\ndef way(s):\n    kind = s['routing']\n    if {test}:\n        return 'skip_other'\n    return 'judge'\n\
             g = StateGraph(S)\ng.add_node('collect', collect)\ng.add_node('judge', judge)\ng.add_node('skip_other', skip_other)\n\
             g.add_edge(START, 'collect')\ng.add_conditional_edges('collect', way, ['judge', 'skip_other'])\n"
        );
        facts(&[("src/graph.py", &text)]).graphs[0].conditional[0].handles_errors
    };
    assert_eq!(skips("kind == 'unrelated'"), Some(false));
    assert_eq!(skips("kind in ('a', 'b') or not kind == 'c'"), Some(false));
    // A router that is told where to lead may be told so for an error.
    assert_eq!(skips("kind != 'judge'"), Some(true));
    assert_eq!(skips("kind == 'failed'"), Some(true));
    assert_eq!(skips("kind != 'ok'"), Some(true));
    assert_eq!(skips("kind == ''"), Some(true));
    assert_eq!(skips("not kind"), Some(true));
}

#[test]
fn a_way_that_is_never_taken_makes_no_join_uneven() {
    let joins = |look: &str| {
        let state = "import operator\nfrom typing import Annotated, TypedDict\nclass S(TypedDict):\n    evidences: Annotated[dict, operator.ior]\n    url: str\n";
        let wiring = format!(
            "from langgraph.graph import StateGraph, START, END\nfrom src.state import S\n\
             def look(s):\n    return {{'evidences': {{'repo': {look}}}}}\ndef join(s):\n    return {{}}\ndef failed(s):\n    return {{'evidences': {{'error': []}}}}\n\
             def way(s):\n    found = any(len(v) > 0 for v in s['evidences'].values() if v)\n    return 'go' if found else 'error'\n\
             g = StateGraph(S)\nfor n in ['a', 'b']:\n    g.add_node(n, look)\n    g.add_edge(START, n)\n    g.add_edge(n, 'join')\n    \
             g.add_conditional_edges(n, way, {{'go': 'join', 'error': 'failed'}})\n\
             g.add_node('join', join)\ng.add_node('failed', failed)\ng.add_edge('failed', 'join')\ng.add_edge('join', END)\n"
        );
        let graph = facts(&[("src/state.py", state), ("src/graph.py", &wiring)]).graphs.remove(0);
        (graph.conditional[0].only_way.clone(), graph.uneven_joins.len())
    };
    assert_eq!(joins("[Item(1)]"), (Some("join".to_owned()), 0));
    assert_eq!(joins("search(s['url'])"), (None, 1));
}

#[test]
fn whether_an_entry_is_a_list_is_no_question_where_lists_are_declared() {
    let filled = |declared: &str, asked: &str| {
        let state = format!(
            "import operator\nfrom typing import Annotated, TypedDict\nclass Item:\n    pass\nclass S(TypedDict):\n    evidences: Annotated[{declared}, operator.ior]\n    url: str\n    error: str\n"
        );
        let wiring = format!(
            "from langgraph.graph import StateGraph, START, END\nfrom src.state import S, Item\n\
             def look(s):\n    return {{'evidences': {{'repo': [Item(s['url'])]}}}}\ndef judge(s):\n    return {{}}\n\
             def way(s):\n    if s.get('error', 'none') == 'lost':\n        return 'error_exit'\n    total = sum(len(v) for v in s['evidences'].values() if {asked})\n    if total == 0:\n        return 'error_exit'\n    return 'go'\n\
             g = StateGraph(S)\ng.add_node('look', look)\ng.add_node('judge', judge)\ng.add_edge(START, 'look')\n\
             g.add_conditional_edges('look', way, {{'go': 'judge', 'error_exit': END}})\ng.add_edge('judge', END)\n\
             def main(url):\n    return g.compile().invoke({{'url': url, 'error': 'none'}})\n"
        );
        let graphs = facts(&[("src/state.py", &state), ("src/graph.py", &wiring)]).graphs;
        let edge = &graphs[0].conditional[0];
        edge.filled.join(" ")
    };
    assert_eq!(filled("dict[str, list[Item]]", "isinstance(v, list)"), "evidences");
    assert_eq!(filled("Dict[str, List[Item]]", "isinstance(v, list)"), "evidences");
    assert_eq!(filled("dict", "isinstance(v, list)"), "");
    assert_eq!(filled("dict[str, list[Item]]", "isinstance(v, tuple)"), "");
    assert_eq!(filled("dict[str, list[Item]]", "isinstance(s, list)"), "");
}

#[test]
fn how_something_came_out_is_asked_in_many_ways() {
    let way = |body: &str| handles(&format!("def way(s):\n    {body}\n    return 'judge'"), "way");
    // By a variable that is computed from it, and by numbers that tell of errors.
    assert_eq!(
        way("k = s['routing'].get('error_count', 0)\n    if k > 3:\n        return END"),
        Some(true)
    );
    assert_eq!(way("if s['routing']['exit_code'] != 0:\n        return END"), Some(true));
    assert_eq!(
        way("rc = s['routing']['exit_code']\n    if rc != 0:\n        return END"),
        Some(true)
    );
    assert_eq!(
        way("found = s['routing']['results']\n    if len(found) > 2:\n        return END"),
        Some(false)
    );
    // By what is no success, whatever it is.
    let status = "st = s['routing']['status']\n    if st != 'ok':\n        return END";
    assert_eq!(way(status), Some(true));
    assert_eq!(way(&status.replace("!= 'ok'", "not in (Status.VALID, 'done')")), Some(true));
    assert_eq!(way(&status.replace("!= 'ok'", "== 'busy'")), Some(false));
    // By a mark that says that it is as it has to be.
    assert_eq!(way("if not s['routing']['is_valid']:\n        return END"), Some(true));
    assert_eq!(way("if s['routing'].get('ok') is False:\n        return END"), Some(true));
    assert_eq!(way("if not s['routing'].get('clone_ok'):\n        return END"), None);
    assert_eq!(way("if s['routing']['retry_count'] >= 3:\n        return END"), None);
    assert_eq!(way("if s['routing']['approved']:\n        return END"), Some(false));
    // That an answer is not good enough is no error.
    assert_eq!(way("if s['routing']['is_answer_sufficient']:\n        return END"), None);
    assert_eq!(way("if s['routing']['insufficient_quality']:\n        return END"), Some(false));
    assert_eq!(way("if s['routing']['evidence_sufficient']:\n        return END"), Some(true));
}

#[test]
fn functions_by_whose_results_a_router_goes_are_looked_at() {
    let helped = |helper: &str, test: &str| {
        handles(
            &format!(
                "{helper}\ndef way(s):\n    if {test}:\n        return END\n    return 'judge'"
            ),
            "way",
        )
    };
    let usable = "def usable(s):\n    return s['routing'] and s['routing']['state'] != 'failed'";
    assert_eq!(helped(usable, "not usable(s)"), Some(true));
    let there = "def there(s):\n    return bool(s.get('evidences'))";
    assert_eq!(helped(there, "not there(s)"), Some(true));
    // What counts something asks first whether there is anything.
    let spread = "def spread(s):\n    if not s.get('evidences'):\n        return 0\n    return max(s['logs'])";
    assert_eq!(helped(spread, "spread(s) > 2"), Some(false));
    let method =
        "class Look:\n    def good(self, s):\n        return not s.get('failed')\nLOOK = Look()";
    assert_eq!(helped(method, "LOOK.good(s)"), Some(true));
    assert_eq!(helped("def far(s):\n    return s['logs'][0] > 2", "far(s)"), Some(false));
}

#[test]
fn short_routers_ask_as_long_ones_do() {
    let asks = "def ask(s):\n    return END if s.get('failed') else 'judge'\ndef plain(s):\n    return END if s.get('logs') else 'judge'";
    assert_eq!(handles(asks, "lambda s: ask(s)"), Some(true));
    assert_eq!(handles(asks, "lambda s: plain(s)"), Some(false));
    assert_eq!(
        handles(asks, "lambda s: {True: 'judge', False: END}[s['routing'] == 'failed']"),
        Some(true)
    );
    assert_eq!(handles(asks, "lambda s: END if not s['routing']['ok'] else 'judge'"), Some(true));
    assert_eq!(handles(asks, "lambda s: ['judge', END][s['logs'] > 2]"), Some(false));
    assert_eq!(handles(asks, "lambda s: self.pick(s, 'judge')"), Some(true));
    assert_eq!(handles(asks, "lambda s: self.plain(s, 'judge')"), Some(false));
    // What nobody can look at may ask for anything.
    assert_eq!(handles(asks, "made_elsewhere('x')"), None);
}
