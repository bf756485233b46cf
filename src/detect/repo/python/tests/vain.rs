//! What only nodes come to that no way leads to.

use super::facts;

/// Whether the reading of PDFs is seen to run, where the node `doc` is wired so and `doc` and the tools are more than that.
fn reads(edges: &str, more: &str, tools: &str) -> Option<bool> {
    let graph = format!(
        "from langgraph.graph import StateGraph, START, END\nfrom src.tools import load\n\
         def repo(state):\n    return {{}}\n\
         def doc(state):\n    return {{'text': load(state['pdf'])}}\n{more}\
         g = StateGraph(dict)\ng.add_node('repo', repo)\ng.add_node('doc', doc)\ng.add_edge(START, 'repo')\ng.add_edge('repo', END)\n{edges}\nrun = g.compile()\n"
    );
    let tools = format!("import pypdf\ndef load(path):\n    return pypdf.PdfReader(path)\n{tools}");
    let found = facts(&[("src/graph.py", &graph), ("src/tools.py", &tools)]);
    found.practices.iter().find(|one| one.by.contains("PdfReader")).map(|one| one.live)
}

#[test]
fn what_only_a_node_uses_that_no_way_leads_to_does_not_run() {
    let on = "g.add_edge('doc', END)";
    assert_eq!(reads(on, "", ""), Some(false));
    assert_eq!(reads(on, "", "__all__ = ['load']\n"), Some(false));
    assert_eq!(reads(on, "doc.name = 'doc'\n", ""), Some(false));
    let traced = "from langsmith import traceable\n@traceable(name='other')\n";
    let decorated = format!("{traced}def other(state):\n    return load(state)\n");
    let swapped = "g.add_edge('doc', END)\ng.add_node('more', other)";
    assert_eq!(reads(swapped, &decorated, ""), Some(false));
    // A way leads there, or something else uses it.
    let led = "g.add_edge('repo', 'doc')\ng.add_edge('doc', END)";
    assert_eq!(reads(led, "", ""), Some(true));
    assert_eq!(reads("g.add_conditional_edges('repo', pick)", "", ""), Some(true));
    assert_eq!(reads(on, "print(doc({'pdf': 'a'}))\n", ""), Some(true));
    assert_eq!(reads("g.add_node('late', doc)\ng.add_edge('repo', 'late')", "", ""), Some(true));
    assert_eq!(reads(on, "", "print(load('a'))\n"), Some(true));
}

#[test]
fn what_a_router_leads_to_in_vain_alone_does_not_run() {
    let text = |key: &str| {
        format!(
            "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START, END\nimport pypdf\n\
             class State(TypedDict):\n    url: str\n    pdf: str\n\
             def check(state):\n    return {{}}\ndef repo(state):\n    return {{}}\n\
             def doc(state):\n    return {{'pdf': str(pypdf.PdfReader(state['pdf']))}}\n\
             def way(state):\n    to = ['repo']\n    if state.get('{key}'):\n        to.extend(['doc'])\n    return to\n\
             g = StateGraph(State)\ng.add_node('check', check)\ng.add_node('repo', repo)\ng.add_node('doc', doc)\n\
             g.add_edge(START, 'check')\ng.add_conditional_edges('check', way, {{'repo': 'repo', 'doc': 'doc'}})\ng.add_edge('repo', END)\ng.add_edge('doc', END)\nrun = g.compile()\n"
        )
    };
    let live = |key: &str| {
        let found = facts(&[("src/graph.py", &text(key))]);
        found.practices.iter().find(|one| one.by.contains("PdfReader")).map(|one| one.live)
    };
    assert_eq!(live("pdfs"), Some(false));
    assert_eq!(live("pdf"), Some(true));
}

#[test]
fn what_a_library_builds_is_used_by_whoever_imports_it() {
    let reads = |more: &str| {
        let graph = format!(
            "from langgraph.graph import StateGraph, START, END\nfrom src.tools import load, spare\n\
             def read_doc(state):\n    return {{'text': load(state['pdf'])}}\n\
             def build():\n    g = StateGraph(dict)\n    g.add_node('doc', read_doc)\n    g.add_edge(START, 'doc')\n    g.add_edge('doc', END)\n    return g.compile()\n\
             def run_all(state):\n    return tidy(build().invoke(state))\ndef tidy(state):\n    return state\ndef left(path):\n    return spare(path)\n{more}"
        );
        let tools = "import pypdf\ndef load(path):\n    return pypdf.PdfReader(path)\ndef spare(path):\n    return pypdf.PdfReader(path)\n";
        let found = facts(&[("src/graph.py", &graph), ("src/tools.py", tools)]);
        let all = found.practices.into_iter().filter(|one| one.by.contains("PdfReader"));
        all.map(|one| (one.place.line, one.live)).collect::<Vec<_>>()
    };
    assert_eq!(reads(""), [(3, true), (5, false)]);
    // What is built by what runs is the program, and the rest is not.
    let other = "def late(state):\n    return load(state['pdf'])\nh = StateGraph(dict)\nh.add_node('x', tidy)\nh.add_edge(START, 'x')\nrun = h.compile()\n";
    assert_eq!(reads(other), [(3, false), (5, false)]);
}
