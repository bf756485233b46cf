//! Judges that look for evidence under keys that no node puts anything under.

use super::facts;
use crate::domain::facts::GraphFact;

/// The graph of a detective and of a judge, beside another file.
fn graph(look: &str, judge: &str, other: (&str, &str)) -> GraphFact {
    let text = format!(
        "import operator\nfrom typing import Annotated, TypedDict\nfrom langgraph.graph import StateGraph, START\n\
         class S(TypedDict):\n    evidences: Annotated[dict, operator.ior]\n    opinions: Annotated[list, operator.add]\n    dims: list\n\
         {look}\ndef prosecutor(s):\n    opinions = []\n    for dim in s['dims']:\n        dim_id = dim['id']\n        {judge}\n        opinions.append(model.invoke(str(found)))\n    return {{'opinions': opinions}}\n\
         g = StateGraph(S)\ng.add_node('look', look)\ng.add_node('prosecutor', prosecutor)\ng.add_edge(START, 'look')\ng.add_edge('look', 'prosecutor')\n"
    );
    facts(&[("src/graph.py", &text), other]).graphs.remove(0)
}

/// The keys that nodes put into the field that the judge looks up under the ids of criteria.
#[track_caller]
fn check(look: &str, judge: &str, expected: &str) {
    let graph = graph(look, judge, ("README.md", ""));
    let told = graph.unmatched.iter();
    let told = told.map(|one| format!("{} {} {}", one.node, one.field, one.written.join(",")));
    assert_eq!(told.collect::<Vec<_>>().join("; "), expected, "{look} {judge}");
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
    let open =
        "def look(s):\n    found = {'repo': [1]}\n    fill(found)\n    return {'evidences': found}";
    check(open, "found = s['evidences'].get(dim_id, [])", "");
}

#[test]
fn what_a_dictionary_is_given_key_by_key_is_known() {
    let judge = "found = s['evidences'].get(dim_id, [])";
    let look = |body: &str| {
        format!("def look(s):\n    found = {{}}\n    {body}\n    return {{'evidences': found}}")
    };
    check(&look("found['repo'] = [1]"), judge, "prosecutor evidences repo");
    let both = "found['repo'] = [len(found)]\n    found.setdefault('doc', []).append(1)";
    check(&look(both), judge, "prosecutor evidences doc,repo");
    for open in ["found[s['x']] = [1]", "found.update(s['y'])", "found |= more()", "found = more()"]
    {
        check(&look(&format!("found['repo'] = [1]\n    {open}")), judge, "");
    }
}

#[test]
fn the_criteria_of_a_rubric_that_no_node_writes_of_are_named() {
    let judge = "found = s['evidences'].get(dim_id, [])";
    let look = "def look(s):\n    return {'evidences': {'a': [1], 'b': []}}";
    let rubric = |ids: &[&str]| {
        let all: Vec<String> = ids.iter().map(|id| format!("{{\"id\": \"{id}\"}}")).collect();
        format!("{{\"dimensions\": [{}]}}", all.join(","))
    };
    let told = |path: &str, text: &str| {
        let unmatched = graph(look, judge, (path, text)).unmatched;
        unmatched.into_iter().map(|one| (one.unwritten.join(","), one.rubric)).next()
    };
    let path = "src/rubric.json";
    let some = rubric(&["a", "c", "b", "d"]);
    assert_eq!(told(path, &some), Some(("c,d".to_owned(), Some(path.to_owned()))));
    // All criteria have a key, or nobody knows which they are.
    assert_eq!(told(path, &rubric(&["a", "b"])), None);
    let open = Some((String::new(), None));
    assert_eq!(told("other.json", &some), open);
    assert_eq!(told(path, "{\"dimensions\": [{\"name\": \"a\"}]}"), open);
}

#[test]
fn the_keys_under_which_each_node_puts_evidence_are_told() {
    let keyed = |look: &str, rubric: &str| {
        let graph = graph(look, "found = s['evidences']", ("src/rubric.json", rubric));
        let told = graph.keyed.into_iter().map(|one| {
            let nodes =
                one.nodes.iter().map(|node| format!("{} {}", node.node, node.keys.join(",")));
            format!(
                "{} | {} | {}",
                nodes.collect::<Vec<_>>().join("; "),
                one.open.join(","),
                one.criteria.join(",")
            )
        });
        told.collect::<Vec<_>>().join("\n")
    };
    let spelled = "def look(s):\n    return {'evidences': {'repo': [1], 'doc': []}}";
    let rubric = "{\"dimensions\": [{\"id\": \"doc\"}, {\"id\": \"a\"}]}";
    assert_eq!(keyed(spelled, "{}"), "look doc,repo |  | ");
    assert_eq!(keyed(spelled, rubric), "look doc,repo |  | doc");
    let near = "{\"dimensions\": [{\"id\": \"doc\"}, {\"id\": \"repo_state\"}]}";
    assert_eq!(keyed(spelled, near), "look doc,repo |  | ");
    assert_eq!(keyed("look = lambda s: {'dims': []}", rubric), "");
    assert_eq!(keyed("def look(s):\n    return {'evidences': {s['x']: [1]}}", rubric), "");
}

#[test]
fn a_judge_that_asks_a_model_whatever_it_found_is_told() {
    let rubric = ("src/rubric.json", "{\"dimensions\": [{\"id\": \"a\"}, {\"id\": \"c\"}]}");
    let asked = |judge: &str| {
        let look = "from langchain_openai import ChatOpenAI\nmodel = ChatOpenAI()\n\
                    def look(s):\n    return {'evidences': {'repo': [1], 'a': []}}";
        let told = graph(look, judge, rubric).unmatched.into_iter().next();
        told.and_then(|one| Some((one.unwritten, one.criteria, one.asked?.line)))
    };
    let look = "found = s['evidences'].get(dim_id, [])";
    let told = asked(look);
    assert_eq!(told.map(|one| (one.0, one.1)), Some((vec!["c".to_owned()], 2)));
    let worded = "\n        if not found:\n            found = 'none'";
    assert!(asked(&format!("{look}{worded}")).is_some());
    for left in [
        "\n        if not found:\n            continue",
        "\n        text = str(found)\n        if len(text) < 3:\n            continue",
        "\n        if not found:\n            return {'opinions': []}",
    ] {
        assert!(asked(&format!("{look}{left}")).is_none(), "{left}");
    }
}
