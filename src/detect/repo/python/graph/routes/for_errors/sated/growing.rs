//! Fields from which no update takes anything away.

use crate::detect::repo::python::graph::state::updates::whole::of_state;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::{GraphFact, ReducerFact, ReducerKind};
use std::collections::{BTreeMap, BTreeSet};

/// The fields of the state from which no update takes anything away.
pub(super) fn growing(
    repository: &Repository<'_>,
    graph: &GraphFact,
    reducers: &[ReducerFact],
) -> BTreeSet<String> {
    let keeps = |fact: &&ReducerFact| match fact.kind {
        ReducerKind::OperatorAdd | ReducerKind::OperatorIor => true,
        ReducerKind::Function => {
            !fact.empties && (fact.sums || merges_all(repository, &fact.resolved))
        }
        ReducerKind::AddMessages | ReducerKind::Lambda | ReducerKind::Replacement => false,
    };
    let mut all: BTreeMap<&str, bool> = BTreeMap::new();
    for fact in of_state(graph, reducers) {
        *all.entry(&fact.field).or_insert(true) &= keeps(&fact);
    }
    let kept = all.into_iter().filter(|(_, keeps)| *keeps).map(|(field, _)| field.to_owned());
    kept.filter(|field| !is_emptied(repository, field)).collect()
}

/// Whether something of this name is emptied anywhere: `state["notes"].clear()`.
fn is_emptied(repository: &Repository<'_>, field: &str) -> bool {
    repository.program().any(|module| {
        module.text.match_indices(field).any(|(start, _)| {
            let rest = module.text.get(start + field.len()..).unwrap_or_default();
            let rest = rest.trim_start_matches(['"', '\'', ']', ')']);
            [".clear(", ".pop(", ".popitem("].iter().any(|taking| rest.starts_with(taking))
        })
    })
}

/// Whether a reducer of the sources puts all of its second value into what it gives.
fn merges_all(repository: &Repository<'_>, resolved: &str) -> bool {
    let Some((path, name)) = resolved.rsplit_once(':') else { return false };
    let mut found =
        repository.modules.iter().filter(|module| module.path == path).flat_map(|module| {
            module.syntax.body.iter().filter_map(|stmt| match &stmt.kind {
                StmtKind::Function(function) if function.name == name => Some(&**function),
                _ => None,
            })
        });
    let (Some(function), None) = (found.next(), found.next()) else { return false };
    takes_all(function).unwrap_or(false)
}

/// Whether a function copies its first value and goes through all of the second, each part of which it adds.
fn takes_all(function: &Function<'_>) -> Option<bool> {
    let [left, right] = function.params.as_slice() else { return None };
    let (last, before) = function.body.split_last()?;
    let StmtKind::Return(Some(Expr { kind: ExprKind::Name(merged), .. })) = last.kind else {
        return None;
    };
    let names = |value: &Expr<'_>, name: &str| value.any(&|part| part.is_name(name));
    let (mut copies, mut takes, mut is_plain) = (false, false, true);
    for stmt in before {
        match &stmt.kind {
            StmtKind::Expr(value) if value.text().is_some() => {}
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let binds = targets.iter().any(|target| names(target, merged));
                copies |= binds && names(value, left.name);
            }
            StmtKind::For { target, iterable, body, .. } if names(iterable, right.name) => {
                let ExprKind::Tuple(parts) = &target.kind else { return None };
                let [_, Expr { kind: ExprKind::Name(part), .. }] = parts.as_slice() else {
                    return None;
                };
                takes |= body.iter().any(|stmt| puts(stmt, merged, part));
            }
            _ => is_plain = false,
        }
    }
    Some(copies && takes && is_plain)
}

/// Whether a statement puts a value into a dictionary on each of its ways: `merged[key] = merged[key] + part`.
fn puts(stmt: &Stmt<'_>, merged: &str, part: &str) -> bool {
    let is_merged = |value: &Expr<'_>| value.is_name(merged);
    let is_part = |value: &Expr<'_>| value.is_name(part);
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let into = |target: &Expr<'_>| matches!(&target.kind, ExprKind::Subscript(object, _) if is_merged(object));
            let keeps = match &value.kind {
                ExprKind::Binary("+", sides) => is_part(&sides.0) || is_part(&sides.1),
                ExprKind::Call(call) => {
                    call.callee_name() == "list" && call.position(0).is_some_and(is_part)
                }
                _ => is_part(value),
            };
            targets.iter().any(into) && keeps
        }
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            let ExprKind::Attribute(object, "extend") = &call.callee.kind else { return false };
            object.any(&is_merged) && call.position(0).is_some_and(is_part)
        }
        StmtKind::If { branches, otherwise } => {
            let mut bodies = branches.iter().map(|(_, body)| body).chain([otherwise]);
            bodies.all(|body| body.iter().any(|stmt| puts(stmt, merged, part)))
        }
        _ => false,
    }
}
