//! Routers that start one node for each name of a written list.

use super::facts;

/// What a router sends, by node.
fn sent(router: &str) -> String {
    let text = format!(
        "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START\nfrom langgraph.types import Send\n\
         JUDGES = ['Prosecutor', 'Defense', 'TechLead']\nclass S(TypedDict):\n    dims: list\ndef judge(s):\n    return {{}}\ndef fan(s):\n{router}\
         g = StateGraph(S)\ng.add_node('a', judge)\ng.add_node('judge', judge)\ng.add_edge(START, 'a')\ng.add_conditional_edges('a', fan, ['judge'])\n"
    );
    let graphs = facts(&[("src/graph.py", &text)]).graphs;
    let sent = graphs[0].conditional.iter().flat_map(|edge| &edge.sent);
    sent.map(|one| format!("{}: {}", one.node, one.names.join(" "))).collect::<Vec<_>>().join("; ")
}

#[test]
fn a_node_that_is_sent_each_name_of_a_list_is_as_many_as_there_are_names() {
    let all = "judge: Prosecutor Defense TechLead";
    assert_eq!(sent("    return [Send('judge', {'who': name}) for name in JUDGES]\n"), all);
    let loops = "    sends = []\n    for dim in s['dims']:\n        if not dim:\n            continue\n        for name in ['Prosecutor', 'Defense', 'TechLead']:\n            task = dict(judge=name, dim=dim)\n            sends.append(Send('judge', task))\n    return sends\n";
    assert_eq!(sent(loops), all);
    let nested = "    return [Send('judge', {**s, 'who': name, 'dim': dim}) for dim in s['dims'] for name in JUDGES]\n";
    assert_eq!(sent(nested), all);
    let table = "    judges = {'Prosecutor': 1, 'Defense': 2}\n    return [Send('judge', {'who': name, 'prompt': prompt}) for name, prompt in judges.items()]\n";
    assert_eq!(sent(table), "judge: Prosecutor Defense");
    let elsewhere = "    if not s['dims']:\n        return 'a'\n    return inner(s)\ndef inner(s):\n    return [Send('judge', {'who': name}) for name in JUDGES]\n";
    assert_eq!(sent(elsewhere), all);
}

#[test]
fn what_may_be_one_alone_or_no_name_at_all_is_not_several() {
    for router in [
        "    return [Send('judge', {'dim': dim}) for dim in s['dims']]\n",
        "    return [Send('judge', {'dim': dim, 'who': 'Defense'}) for dim in s['dims']]\n",
        "    return [Send('judge', s) for name in JUDGES]\n",
        "    return [Send('judge', {'who': name}) for name in JUDGES if name in s['dims']]\n",
        "    return [Send('judge', {'who': name}) for name in ['Defense']]\n",
        "    return [Send('judge', {'who': name}) for name in s['dims']]\n",
        "    sends = []\n    for name in JUDGES:\n        if name in s['dims']:\n            sends.append(Send('judge', {'who': name}))\n    return sends\n",
        "    sends = []\n    for name in JUDGES:\n        sends.append(Send('judge', {'who': name}))\n        break\n    return sends\n",
        "    sends = [Send('judge', {'who': name}) for name in JUDGES]\n    if s['dims']:\n        sends = [Send('judge', s)]\n    return sends\n",
    ] {
        assert_eq!(sent(router), "", "{router}");
    }
}
