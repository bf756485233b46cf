//! Routers for errors whose way for them does nothing: what runs there only tells of it, and goes on where the run goes
//! anyway.

use crate::detect::repo::python::graph::follow::values::value::{END, Value};
use crate::detect::repo::python::graph::shape::runner::{Runner, runner};
use crate::detect::repo::python::graph::state::reads::reading::reads;
use crate::detect::repo::python::graph::state::updates::untaken::is_plain;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt, StmtKind};
use crate::domain::facts::{ConditionalEdge, GraphFact};

/// Parts of the names of fields that keep a record for people.
const RECORDS: &[&str] = &["log", "message", "trace", "history"];
/// Functions and methods that only tell something.
const TELLING: &[&str] = &["print", "debug", "info", "warning", "error", "exception", "log"];

/// Marks the routers for errors that lead to the same node on every way, through nodes at most that only tell of it; these
/// handle no errors.
pub(in crate::detect::repo::python::graph) fn mark<'r>(
    repository: &Repository<'r>,
    graph: &mut GraphFact,
    runs: &[(String, Value<'r>)],
) {
    // Where a node says itself what runs next, not all ways are edges.
    if repository.mentions_of("Command") > 0 || repository.mentions_of("Send") > 0 {
        return;
    }
    let runners =
        runs.iter().filter_map(|(node, runs)| Some((node.as_str(), runner(repository, runs)?)));
    let runners: Vec<(&str, Runner<'r>)> = runners.collect();
    let silent = |node: &str| {
        let mut ours = runners.iter().filter(|(name, _)| *name == node);
        match (ours.next(), ours.next()) {
            (Some((_, runner)), None) => only_tells(repository, &runners, runner),
            _ => false,
        }
    };
    for index in 0..graph.conditional.len() {
        let found = rejoining(graph, &graph.conditional[index], &silent);
        if let Some(found) = found {
            let edge = &mut graph.conditional[index];
            edge.handles_errors = Some(false);
            edge.rejoins = found;
        }
    }
}

/// The nodes through which alone a router leads otherwise than to one node, sorted.
fn rejoining(
    graph: &GraphFact,
    edge: &ConditionalEdge,
    silent: &dyn Fn(&str) -> bool,
) -> Option<Vec<String>> {
    if edge.handles_errors != Some(true) || edge.parallel || !edge.starved.is_empty() {
        return None;
    }
    let leads_only = |node: &str, to: &str| {
        let routed = graph.conditional.iter().any(|other| other.from == node);
        let mut onward = graph.onward(node).peekable();
        !routed && onward.peek().is_some() && onward.all(|next| next == to)
    };
    edge.targets.iter().find_map(|usual| {
        let others: Vec<&String> = edge.targets.iter().filter(|target| *target != usual).collect();
        let rejoins = |node: &&String| leads_only(node, usual) && silent(node);
        (usual != END && !others.is_empty() && others.iter().all(rejoins))
            .then(|| others.into_iter().cloned().collect())
    })
}

/// Whether what runs at a node does nothing but tell, in a text for people that no other node reads.
fn only_tells<'r>(
    repository: &Repository<'r>,
    runners: &[(&str, Runner<'r>)],
    runner: &Runner<'r>,
) -> bool {
    let is_record = |key: &str| {
        let small = key.to_ascii_lowercase();
        let read = || {
            let mut all = runners.iter().flat_map(|(_, runner)| reads(repository, runner));
            all.any(|read| read.key == key)
        };
        RECORDS.iter().any(|record| small.contains(record)) && !read()
    };
    is_plain(runner.function)
        && runner.function.body.iter().all(|stmt| match &stmt.kind {
            StmtKind::Expr(value) => is_text(value) || tells(value),
            StmtKind::Return(Some(Expr { kind: ExprKind::Dict(pairs), .. })) => {
                pairs.iter().all(|(key, value)| {
                    let key = key.as_ref().and_then(Expr::text);
                    key.is_some_and(|key| is_record(&key)) && is_text(value)
                })
            }
            StmtKind::Return(None) => true,
            _ => false,
        })
        && ends_in_return(&runner.function.body)
}

fn ends_in_return(body: &[Stmt<'_>]) -> bool {
    body.last().is_some_and(|stmt| matches!(stmt.kind, StmtKind::Return(_)))
}

/// Whether a value is a text or a list of texts, whatever is filled in.
fn is_text(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Str(_) => true,
        ExprKind::List(items) => items.iter().all(is_text),
        _ => false,
    }
}

fn tells(value: &Expr<'_>) -> bool {
    value.called().is_some_and(|name| TELLING.contains(&name))
}
