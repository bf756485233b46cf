//! Nodes that make something of each item of a field and return it under the field's own key, and who is sent to beside them.

use super::facts;
use super::handing::graph;

/// The nodes that return a field with what is made of what it held.
fn anew(reducer: &str, node: &str) -> String {
    let text = format!(
        "import operator\nfrom typing import Annotated, TypedDict\nfrom langgraph.graph import StateGraph, START\n\
         def join(left, right):\n    merged = (left or {{}}).copy()\n    for key, value in right.items():\n        if key in merged:\n            merged[key].extend(value)\n        else:\n            merged[key] = value\n    return merged\n\
         class State(TypedDict):\n    found: Annotated[object, {reducer}]\n\
         def first(s):\n    return {{'found': seen(s)}}\n{node}\
         g = StateGraph(State)\ng.add_node('first', first)\ng.add_node('node', node)\ng.add_edge(START, 'first')\ng.add_edge('first', 'node')\n"
    );
    let graphs = facts(&[("src/graph.py", &text)]).graphs;
    let told = graphs[0].whole_returns.iter().map(|one| {
        assert!(one.anew && one.partly, "{text}");
        format!("{} {}", one.node, one.fields.join(","))
    });
    told.collect::<Vec<_>>().join("; ")
}

/// A node that goes through what was found under each key.
fn by_key(body: &str) -> String {
    format!(
        "def node(s):\n    found = s.get('found', {{}})\n    ledger = {{}}\n    for agent in ['repo', 'doc']:\n{body}    return {{'found': ledger}}\n"
    )
}

#[test]
fn what_is_made_of_each_item_stands_beside_it_afterwards() {
    let whole = "        raw = found.get(agent, [])\n        items = raw if isinstance(raw, list) else [raw]\n        items = [one for one in items if one]\n        if not items:\n            ledger[agent] = []\n            continue\n        \
                 made = []\n        for item in items:\n            if not isinstance(item, dict): continue\n            if item['ok']:\n                count(1)\n            made.append({'why': item.get('why')})\n        ledger[agent] = made\n";
    assert_eq!(anew("join", &by_key(whole)), "node found");
    let short = "        ledger[agent] = [show(one) for one in found.get(agent, [])]\n";
    assert_eq!(anew("join", &by_key(short)), "node found");
    let at_once = "def node(s):\n    return {'found': {key: [show(one) for one in all] for key, all in s['found'].items()}}\n";
    assert_eq!(anew("join", at_once), "node found");
    let flat = "def node(s):\n    made = []\n    for one in s['found']:\n        made.append(show(one))\n    return {'found': made}\n";
    assert_eq!(anew("operator.add", flat), "node found");
    let listed = "def node(s):\n    notes = s.get('found', [])\n    return {'found': [show(one) for one in notes]}\n";
    assert_eq!(anew("operator.add", listed), "node found");
}

#[test]
fn what_passes_over_an_item_or_makes_something_else_is_not_told() {
    for body in [
        // It chooses among them, or puts them under another key.
        "        ledger[agent] = [show(one) for one in found.get(agent, []) if one.found]\n",
        "        made = []\n        for one in found.get(agent, []):\n            if one.new:\n                made.append(show(one))\n        ledger[agent] = made\n",
        "        made = []\n        for one in found.get(agent, []):\n            if one.old:\n                continue\n            made.append(show(one))\n        ledger[agent] = made\n",
        "        ledger['all'] = [show(one) for one in found.get(agent, [])]\n",
        "        if agent == s['agent']:\n            ledger[agent] = [show(one) for one in found.get(agent, [])]\n",
        "        if agent == s['agent']:\n            continue\n        ledger[agent] = [show(one) for one in found.get(agent, [])]\n",
        // Nothing of them is in it, or something was taken out before.
        "        ledger[agent] = [1 for one in found.get(agent, [])]\n",
        "        ledger[agent] = [show(one) for one in other.get(agent, [])]\n",
        "        ledger[agent] = [show(one) for one in found.get(agent, [])]\n        found.pop(agent)\n",
    ] {
        assert_eq!(anew("join", &by_key(body)), "", "{body}");
    }
    // A count is no list of them, and a reducer that replaces doubles nothing.
    let flat = "def node(s):\n    notes = s.get('found', [])\n    return {'found': [show(one) for one in notes]}\n";
    assert_eq!(anew("lambda left, right: right", flat), "");
    let count = "def node(s):\n    return {'found': [len(s['found'])]}\n";
    assert_eq!(anew("operator.add", count), "");
}

#[test]
fn a_node_that_nothing_is_sent_to_is_given_the_state() {
    let doubled = |node: &str, to: &str, router: &str| {
        let graph = graph(&format!(
            "from langgraph.types import Send\ndef first(s):\n    return {{'notes': [0]}}\ndef node(s):\n    notes = s.get('notes', [])\n    return {{'notes': notes}}\ndef look(s):\n    return {{'x': 1}}\n\
             def inner(s):\n    return [Send({to}, s) for one in s['x']]\ndef way(s):\n    '''Sends on, whatever notes say.'''\n    # notes\n{router}    return inner(s)\n\
             g = StateGraph(S)\ng.add_node('first', first)\ng.add_node('look', look)\ng.add_node('{node}', node)\ng.add_edge(START, 'first')\n\
             g.add_conditional_edges('first', way, ['look', '{node}'])\ng.add_edge('look', '{node}')\n"
        ));
        let told = graph.whole_returns.iter();
        told.map(|one| format!("{} {}", one.node, one.fields.join(",")))
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert_eq!(doubled("end", "'look'", ""), "end notes");
    // It is sent to itself, or nobody knows who is.
    assert_eq!(doubled("end", "'end'", ""), "");
    assert_eq!(doubled("end", "s['next']", ""), "");
    // The router asks for the field.
    assert_eq!(doubled("end", "'look'", "    if s['notes']:\n        return []\n"), "");
}
