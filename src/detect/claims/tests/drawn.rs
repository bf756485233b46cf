//! What a report shows or names of the code that is not so there.

use super::super::*;
use super::contradicted::check;
use super::sources::repository;
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::TreeEntry;

const GRAPH: &str = "
from langgraph.graph import StateGraph, START, END
def way(state):
    return 'failed' if state.get('error') else 'judge'
def build_graph():
    builder = StateGraph(dict)
    builder.add_node('fetch', print)
    builder.add_node('judge', print)
    builder.add_node('failed', print)
    builder.add_edge(START, 'fetch')
    builder.add_conditional_edges('fetch', way, {'failed': 'failed', 'judge': 'judge'})
    builder.add_edge('judge', END)
    builder.add_edge('failed', END)
    return builder.compile()
build_graph().invoke({})
";

fn facts() -> RepositoryFacts {
    let mut facts = repository(&[("src/graph.py", GRAPH)]);
    facts.tree.entries.push(TreeEntry { path: "src/graph.py".into(), ..TreeEntry::default() });
    facts
}

#[test]
fn an_edge_that_is_shown_as_a_plain_one_and_is_conditional_is_contradicted() {
    let told = |text: &str| {
        let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
        let all = claims(&[page], Some(&facts())).into_iter();
        let against = all.filter(|claim| claim.status == Contradicted);
        against.map(|claim| claim.fact).collect::<Vec<_>>()
    };
    let head = "3.2 Edge Wiring\n\ng.add_edge('failed', END)\n";
    assert_eq!(
        told(&format!("{head}g.add_edge(START, 'fetch')\ng.add_edge('fetch', 'judge')\n")),
        ["only a conditional edge leads from `fetch` to `judge`"]
    );
    assert!(
        told(&format!("{head}g.add_edge(START, 'fetch')\ng.add_edge('judge', END)\n")).is_empty()
    );
    // An example.
    assert!(told("Such as g.add_edge('fetch', 'judge') in the code.").is_empty());
    // Nodes that are not there, what is planned, and others' code.
    assert!(
        told(&format!("{head}g.add_edge('fetch', 'bench')\ng.add_edge('judge', END)\n")).is_empty()
    );
    let all =
        "g.add_edge(START, 'fetch')\ng.add_edge('fetch', 'judge')\ng.add_edge('judge', END)\n";
    assert!(told(&format!("3.2 Planned Edge Wiring\n\n{all}")).is_empty());
    assert!(told(&format!("The peer's edges\n\n{all}")).is_empty());
}

#[test]
fn a_function_that_a_file_is_said_to_have_and_no_source_names_is_contradicted() {
    check(
        &facts(),
        &["The graph is built in src/graph.py build_detective_graph() and runs there."],
        &[
            "The graph is built in src/graph.py build_graph() and runs there.",
            "The graph is built in src/other.py build_detective_graph() and runs there.",
            "The graph is built in build_detective_graph() and runs there.",
            "We will add src/graph.py build_detective_graph() and it runs there.",
        ],
    );
}

#[test]
fn a_provider_that_is_said_to_be_rejected_and_is_the_only_one_is_contradicted() {
    let client = |import: &str, class: &str| {
        repository(&[(
            "judges.py",
            &format!(
                "from {import} import {class}\ndef judge(state):\n    return {class}(model='m').invoke('x')\nRUNS = [judge]\n"
            ),
        )])
    };
    let said =
        "Open-source local models (Ollama): free of cost. Rejected because its output is loose.";
    let said = said.replace(". Rejected", ", and rejected");
    check(&client("langchain_ollama", "ChatOllama"), &[&said], &[]);
    check(&client("langchain_openai", "ChatOpenAI"), &[], &[&said]);
    let other = said.replace("rejected because", "taken because");
    check(&client("langchain_ollama", "ChatOllama"), &[], &[&other]);
}
