//! Routers that ask for what is missing and then lead where they lead anyway: what they decide is another round alone.

use super::errors::{asks_in, speaks};
use crate::detect::repo::python::graph::follow::values::value::{END, Value};
use crate::detect::repo::python::graph::shape::runner::runner;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, StmtKind};
use crate::domain::facts::{ConditionalEdge, GraphFact};
use std::collections::BTreeSet;

/// Marks the routers for errors that lead on the same way where something is missing as where nothing is, and that lead
/// elsewhere only for another round; these handle no errors.
pub(in crate::detect::repo::python::graph) fn mark<'r>(
    repository: &Repository<'r>,
    graph: &mut GraphFact,
    routers: &[(String, Value<'r>)],
) {
    // Where a node says itself what runs next, not all ways are edges.
    if repository.mentions_of("Command") > 0 || repository.mentions_of("Send") > 0 {
        return;
    }
    for index in 0..graph.conditional.len() {
        let edge = &graph.conditional[index];
        let mut ours = routers.iter().filter(|(name, _)| *name == edge.router);
        let (Some((_, value)), None) = (ours.next(), ours.next()) else { continue };
        let Some(router) = runner(repository, value) else { continue };
        let usual = usual(router.function);
        if usual.is_some_and(|usual| turns_back(graph, edge, &usual)) {
            graph.conditional[index].handles_errors = Some(false);
        }
    }
}

/// Where a router leads at its end, if that is where each of its branches for errors leads as well.
fn usual(router: &Function<'_>) -> Option<String> {
    let (last, rest) = router.body.split_last()?;
    let StmtKind::Return(Some(last)) = &last.kind else { return None };
    let usual = way(last)?;
    let mut asked = false;
    for stmt in rest {
        let (branches, otherwise) = match &stmt.kind {
            StmtKind::If { branches, otherwise } => (branches, otherwise),
            StmtKind::Expr(_) | StmtKind::Assign { .. } => continue,
            _ => return None,
        };
        for (test, body) in branches {
            let [only] = body.as_slice() else { return None };
            let StmtKind::Return(Some(value)) = &only.kind else { return None };
            let asks = asks_in(router, test);
            asked |= asks;
            if asks && way(value)? != usual {
                return None;
            }
        }
        if !otherwise.is_empty() {
            return None;
        }
    }
    (asked && !speaks(router.name)).then_some(usual)
}

/// The name of a way, as it is returned.
fn way(value: &Expr<'_>) -> Option<String> {
    match &value.kind {
        ExprKind::Name("END") | ExprKind::Attribute(_, "END") => Some(END.to_owned()),
        _ => value.text(),
    }
}

/// Whether a router for errors leads to this node, and to others only to come back.
fn turns_back(graph: &GraphFact, edge: &ConditionalEdge, usual: &str) -> bool {
    let leads_back = |target: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![target]);
        while let Some(node) = open.pop() {
            if node == usual || node == END {
                return false;
            }
            if node != edge.from && seen.insert(node) {
                let before = open.len();
                open.extend(graph.onward(node));
                if open.len() == before {
                    return false;
                }
            }
        }
        true
    };
    let mut others = edge.targets.iter().filter(|target| *target != usual).peekable();
    edge.handles_errors == Some(true)
        && !edge.parallel
        && edge.starved.is_empty()
        && edge.targets.iter().any(|target| target == usual)
        && !edge.targets.iter().any(|target| speaks(target))
        && others.peek().is_some()
        && others.all(|target| leads_back(target))
}
