//! Judges that are written, and that no graph runs.

use super::super::{Answer, Record, Undecided, listed};
use crate::detect::repo::python::speaks_to_models;
use crate::detect::seats;
use crate::domain::facts::{
    Binding, GraphFact, GraphNode, ImportFact, Practice, PromptFact, PythonFacts,
    StructuredOutputFact, Unfollowed,
};
use crate::domain::reading::Outcome;
use std::collections::BTreeSet;

/// What is in the name of a node at which judges may be heard.
const HEARD: &[&str] =
    &["judg", "judic", "opinion", "verdict", "court", "bench", "panel", "deliberat", "debate"];

/// What is said of graphs that run no judge.
pub(in super::super) const NO_JUDGE: &str = "no node of the graph is named for a judge";

/// The files in which judges are written, where surely no judge runs: all that is there for them is used by nothing that
/// runs, the graphs were wholly resolved, and no node is named for one.
///
/// Where a model is asked in any other way, a judge may ask it.
pub(in super::super) fn unwired(python: &PythonFacts) -> Option<BTreeSet<&str>> {
    let prompts: Vec<&PromptFact> = python.prompts.iter().filter(|one| !one.in_tests).collect();
    let calls = python.structured_output.iter().chain(&python.bound_tools);
    let calls: Vec<&StructuredOutputFact> = calls.filter(|call| !call.in_tests).collect();
    let is_idle = prompts.iter().all(|one| one.live == Some(false))
        && calls.iter().all(|one| one.live == Some(false))
        && python.open_templates.iter().all(|one| one.live == Some(false))
        && python.unfollowed_binders.is_empty()
        && !asks(python);
    if !is_idle || !is_whole(python) {
        return None;
    }
    let of_prompts = prompts.iter().map(|one| one.place.file.as_str());
    let judging = calls.iter().filter(|one| one.binding != Binding::Tools && is_a_judges(one));
    let files: BTreeSet<&str> =
        of_prompts.chain(judging.map(|one| one.place.file.as_str())).collect();
    let is_elsewhere = |import: &ImportFact| {
        !import.in_tests && !import.idle && !files.contains(import.place.file.as_str())
    };
    let mut imports = python.imports.iter().filter(|import| is_elsewhere(import));
    let may_ask = imports.any(|import| speaks_to_models(&import.module));
    (!files.is_empty() && !may_ask).then_some(files)
}

/// What is said of judges at the same time as others, where none runs at all.
pub(in super::super) fn unheard(
    record: &Record<'_>,
    python: &PythonFacts,
    missing: &[String],
) -> Result<Option<Answer>, Undecided> {
    let Some(files) = unwired(python) else { return Ok(None) };
    let files = listed(files.into_iter().take(3));
    let found = record.absent_from_python("node of a graph that is named for a judge", &[])?;
    Ok(Some(Answer {
        outcome: Outcome::Fails,
        statement: format!(
            "No judge is heard, at the same time as others or not: {NO_JUDGE}, and what is written for the judges in {files} is used by nothing that runs."
        ),
        missing: missing.to_vec(),
        findings: vec![found],
    }))
}

fn is_a_judges(call: &StructuredOutputFact) -> bool {
    let schema = call.schema.as_deref().unwrap_or_default().to_lowercase();
    ["opinion", "verdict", "judg"].iter().any(|word| schema.contains(word))
}

/// Whether something that runs asks a model by a text alone.
fn asks(python: &PythonFacts) -> bool {
    let mut all = python.practices.iter();
    all.any(|fact| fact.practice == Practice::AsksUnbound && fact.live && !fact.in_tests)
}

/// Whether a judge may be heard at a node, by its name or by what runs there.
pub(in super::super) fn hears(node: &GraphNode) -> bool {
    let is_heard = |name: &str| {
        let name = name.to_lowercase();
        seats::judge(&name).is_some() || HEARD.iter().any(|word| name.contains(word))
    };
    is_heard(&node.name) || node.action.as_deref().is_some_and(is_heard)
}

/// Whether the graphs of the program are known to their last node, and none of these may hear judges.
fn is_whole(python: &PythonFacts) -> bool {
    let graphs = || python.graphs.iter().filter(|graph| graph.is_in_use());
    let is_resolved = |graph: &GraphFact| {
        graph.unresolved.is_empty()
            && graph.families.is_empty()
            && !graph.nodes.is_empty()
            && !graph.unfollowed.iter().any(|one| matches!(one, Unfollowed::Node(_)))
    };
    let may_hear =
        |graph: &GraphFact| graph.nodes.iter().any(|node| hears(node) || node.runs.is_none());
    graphs().next().is_some()
        && graphs().all(|graph| is_resolved(graph) && !may_hear(graph))
        && python.engines.is_empty()
        && python.ready_graphs.is_empty()
        && python.frameworks.is_empty()
        && python.unmade_graph.is_none()
        && python.unreadable.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::repo::python::examine;
    use crate::domain::exhibit::repository::Source;
    use crate::domain::limits::Limits;

    const JUDGES: &str = "from pydantic import BaseModel\nfrom langchain_openai import ChatOpenAI\nclass JudicialOpinion(BaseModel):\n    score: int\n\
        def prosecutor(state):\n    llm = ChatOpenAI().with_structured_output(JudicialOpinion)\n    return llm.invoke(f'You are the Prosecutor. Trust no one and look for every gap in {state}')\n";

    /// Checks in which files judges are told to be written that nothing runs.
    #[track_caller]
    fn check(graph: &str, expected: Option<&[&str]>) {
        let graph = format!(
            "from langgraph.graph import StateGraph, START, END\ndef look(state):\n    return {{'evidences': state['url']}}\n\
             g = StateGraph(dict)\ng.add_node('look', look)\ng.add_edge(START, 'look')\ng.add_edge('look', END)\n{graph}app = g.compile()\n"
        );
        let files = [("src/judges.py", JUDGES), ("src/graph.py", graph.as_str())];
        let sources = files.map(|(path, text)| Source {
            path: path.into(),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        });
        let python = examine(&sources, &Limits::default());
        let found = unwired(&python).map(|files| files.into_iter().collect::<Vec<_>>());
        assert_eq!(found.as_deref(), expected, "{graph}");
    }

    #[test]
    fn judges_that_a_known_graph_does_not_run_are_told_by_their_file() {
        check("", Some(&["src/judges.py"]));
        for graph in [
            "from src.judges import prosecutor\ng.add_node('prosecutor', prosecutor)\ng.add_edge('look', 'prosecutor')\n",
            "g.add_node('judges', look)\n",
            "for name in names():\n    g.add_node(name, find(name))\n",
            "from other import chain\ng.add_node('rest', chain)\n",
            "from langchain_openai import ChatOpenAI\nprint(ChatOpenAI().invoke('You are a judge'))\n",
        ] {
            check(graph, None);
        }
    }
}
