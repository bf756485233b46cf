//! How it is that no graph can run.

use crate::detect::probes::Undecided;
use crate::detect::probes::sources::failing::{in_vain, shown, uncompiled};
use crate::domain::evidence::Finding;
use crate::domain::facts::{GraphFact, PythonFacts, Unresolved};

/// That none of the graphs is ever built, because `LangGraph` refuses them or importing their files fails, as a note and what shows it.
pub(super) fn never_built(
    graphs: &[&GraphFact],
    python: &PythonFacts,
) -> Option<(String, Finding)> {
    let refused: Option<Vec<_>> =
        graphs.iter().map(|graph| Some((*graph, graph.refused.as_ref()?))).collect();
    if let Some((graph, refusal)) = refused.as_ref().and_then(|all| all.first()) {
        let (place, why) = (&graph.place, uncompiled::why(refusal));
        let note = note!("the graph at `{place}` never runs: {why}");
        return Some((note, uncompiled::shown(refusal)));
    }
    let broken = graphs.iter().map(|graph| Some((*graph, in_vain(graph, python).next()?)));
    let broken: Vec<_> = broken.collect::<Option<_>>()?;
    let (graph, import) = *broken.first()?;
    let file = &graph.place.file;
    let fails = match &import.inside {
        Some(function) => format!("`{function}` fails whenever it runs"),
        None => format!("importing `{file}` fails"),
    };
    let note = note!("{fails} (`{}`), so that no node of it ever runs", import.place);
    Some((note, shown(import, file)))
}

/// The sentence where no graph of the program's own can run, or why nobody can tell.
pub(super) fn ungraphed(python: &PythonFacts) -> Result<String, Undecided> {
    if let Some(engine) = python.engines.first() {
        return Err(Undecided::new(engine.place.clone(), engine.why_unread()));
    }
    if let Some(unmade) = &python.unmade_graph {
        let Unresolved { place, reason, .. } = unmade;
        let reason =
            format!("no LangGraph `StateGraph` was seen to be built, but {reason} (`{place}`)");
        return Err(Undecided::new(place.clone(), reason));
    }
    if let Some(framework) = python.frameworks.first() {
        return Err(Undecided::new(framework.place.clone(), framework.why_unread()));
    }
    let mut built = python.graphs.iter().filter(|graph| !graph.in_tests);
    Ok(match built.next() {
        Some(dead) => {
            format!(
                "The LangGraph `StateGraph` at `{}` is built by code that never runs.",
                dead.place
            )
        }
        None => ready(python).unwrap_or_else(|| {
            let where_else = if python.graphs.is_empty() { "" } else { " outside the tests" };
            format!("No LangGraph `StateGraph` is built{where_else}.")
        }),
    })
}

/// What is said where a library builds graphs of its own for the program.
fn ready(python: &PythonFacts) -> Option<String> {
    let first = python.ready_graphs.first()?;
    let others = python.ready_graphs.len() - 1;
    let others = if others == 0 { String::new() } else { format!(", and at {others} more") };
    Some(format!(
        "No LangGraph `StateGraph` is built by hand; `{}` builds one at `{}`{others}.",
        first.by, first.place
    ))
}
