//! Nodes that return something empty to a reducer that keeps what is there, in a loop in which it was filled before.

use super::super::reads::handing::filled;
use super::untaken::updates;
use super::whole::{before, of_state};
use crate::detect::repo::python::graph::shape::runner::Runner;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{ExprKind, Function, Span, Stmt};
use crate::domain::facts::{GraphFact, ReducerFact, ReducerKind, UntakenKey};
use std::collections::BTreeSet;

/// Lists what nodes of a loop return that is always empty for a field that another node of the loop fills, and whose
/// reducer keeps what is there.
pub(in crate::detect::repo::python::graph) fn resets<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    runners: &[(&str, Runner<'r>, &str)],
    reducers: &[ReducerFact],
) -> Vec<UntakenKey> {
    let keeps = |fact: &&ReducerFact| {
        !fact.empties && (fact.adds_up() || fact.kind == ReducerKind::OperatorIor)
    };
    let kept: BTreeSet<&str> =
        of_state(graph, reducers).filter(keeps).map(|fact| fact.field.as_str()).collect();
    let mut found = Vec::new();
    for (node, runner, _) in runners {
        let empty = empty(runner.function);
        let updates = updates(repository, runner);
        let is_empty =
            |(key, span): &(String, Span)| empty.contains(span) && kept.contains(key.as_str());
        if !updates.iter().any(is_empty) {
            continue;
        }
        // Those in the loop come before the node and after it.
        let (earlier, later) = (before(graph, node), graph.behind(node));
        if !earlier.contains(node) {
            continue;
        }
        let is_around =
            |other: &str| other != *node && earlier.contains(other) && later.contains(other);
        let around = runners.iter().filter(|(other, ..)| is_around(other));
        let full: BTreeSet<String> =
            around.flat_map(|(_, runner, _)| filled(repository, runner, true)).collect();
        let own = filled(repository, runner, true);
        let mut told = BTreeSet::new();
        for (key, span) in updates.into_iter().filter(is_empty) {
            let is_reset = full.contains(&key) && !own.contains(&key);
            if is_reset && told.insert(key.clone()) {
                let place = repository.modules[runner.at.module].place(span);
                found.push(UntakenKey {
                    node: (*node).to_owned(),
                    key,
                    by_attribute: false,
                    under: None,
                    wanted: None,
                    place,
                });
            }
        }
    }
    found
}

/// Where the keys stand under which a function returns a list or a dictionary with nothing in it.
fn empty(function: &Function<'_>) -> BTreeSet<Span> {
    let mut spans = BTreeSet::new();
    Stmt::each_own(&function.body, &mut |stmt| {
        stmt.walk(&mut |part| {
            let ExprKind::Dict(pairs) = &part.kind else { return };
            let empty = pairs.iter().filter(|(_, value)| value.is_empty());
            spans.extend(empty.filter_map(|(key, _)| Some(key.as_ref()?.span)));
        });
    });
    spans
}
