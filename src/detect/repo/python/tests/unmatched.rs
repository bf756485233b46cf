//! Judges that look for evidence under keys that no node puts anything under.

use super::facts;

/// The keys that nodes put into the field that the judge looks up under the ids of criteria.
#[track_caller]
fn check(look: &str, judge: &str, expected: &str) {
    let text = format!(
        "import operator\nfrom typing import Annotated, TypedDict\nfrom langgraph.graph import StateGraph, START\n\
         class S(TypedDict):\n    evidences: Annotated[dict, operator.ior]\n    opinions: Annotated[list, operator.add]\n    dims: list\n\
         {look}\ndef prosecutor(s):\n    opinions = []\n    for dim in s['dims']:\n        dim_id = dim['id']\n        {judge}\n        opinions.append(model.invoke(str(found)))\n    return {{'opinions': opinions}}\n\
         g = StateGraph(S)\ng.add_node('look', look)\ng.add_node('prosecutor', prosecutor)\ng.add_edge(START, 'look')\ng.add_edge('look', 'prosecutor')\n"
    );
    let graphs = facts(&[("src/graph.py", &text)]).graphs;
    let told = graphs[0].unmatched.iter();
    let told = told.map(|one| format!("{} {} {}", one.node, one.field, one.written.join(",")));
    assert_eq!(told.collect::<Vec<_>>().join("; "), expected, "{text}");
}

#[test]
fn a_judge_that_looks_under_ids_finds_nothing_that_is_put_under_other_names() {
    let look = "def look(s):\n    return {'evidences': {'repo': [1], 'doc': []}}";
    let told = "prosecutor evidences doc,repo";
    check(look, "found = s['evidences'].get(dim_id, [])", told);
    check(look, "found = s.get('evidences', {}).get(dim['id'], [])", told);
    check(look, "held = s['evidences']\n        found = held.get(dim_id)", told);
    // It looks at more than that, or the ids may be the keys.
    check(look, "found = s['evidences'].get(dim_id) or s['evidences'].values()", "");
    check(look, "found = s['evidences'].get('repo')", "");
    check(look, "found = helper(s) or s['evidences'].get(dim_id)", "");
    check(look, "found = s['evidences'].get(NAMES[dim_id])", "");
    let by_id = "def look(s):\n    return {'evidences': {dim['id']: [1] for dim in s['dims']}}";
    check(by_id, "found = s['evidences'].get(dim_id, [])", "");
    let open = "def look(s):\n    found = {'repo': [1]}\n    return {'evidences': found}";
    check(open, "found = s['evidences'].get(dim_id, [])", "");
}
