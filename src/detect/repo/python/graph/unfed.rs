//! What nodes and routers read of the state that the state has no field for.

use super::super::repository::Repository;
use super::super::syntax::{Expr, ExprKind, Function, Span, Stmt, StmtKind};
use super::untaken::{Runner, in_order, runner};
use super::value::{Built, Value};
use crate::domain::facts::UntakenKey;
use std::collections::BTreeSet;

/// Lists what is read in vain, by node or router and key; nothing where the fields are not known.
pub(super) fn keys<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    taken: &BTreeSet<String>,
) -> Vec<UntakenKey> {
    if taken.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (node, runs) in built.runs.iter().chain(&built.routers) {
        let (at, read) = match (runs, runner(repository, runs)) {
            (Value::Lambda(at, lambda), _) => {
                let Some(param) = lambda.params.first() else { continue };
                let mut read = Vec::new();
                lambda.body.each(&mut |part| read.extend(key(part, param.name)));
                (*at, read)
            }
            (_, Some(runner)) => (runner.at, reads(&runner)),
            (_, None) => continue,
        };
        let module = &repository.modules[at.module];
        let in_vain = read.into_iter().filter(|(key, _)| !taken.contains(key));
        found.extend(
            in_vain.filter(|(key, _)| !key.starts_with("__")).map(|(key, span)| UntakenKey {
                node: node.clone(),
                key,
                place: module.place(span),
            }),
        );
    }
    in_order(found)
}

/// The keys that a function reads of what it is given, where nothing puts anything into that first.
fn reads<'r>(runner: &Runner<'r>) -> Vec<(String, Span)> {
    let function: &Function<'r> = runner.function;
    let is_self = |name: &str| runner.is_method && matches!(name, "self" | "cls");
    let Some(param) = function.params.iter().map(|param| param.name).find(|name| !is_self(name))
    else {
        return Vec::new();
    };
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == param);
    let (mut found, mut is_changed) = (Vec::new(), false);
    Stmt::each(&function.body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                is_changed |= targets.iter().any(|target| target.any(&is_it));
            }
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
                is_changed |= target.any(&is_it);
            }
            StmtKind::Function(inner) => {
                is_changed |= inner.params.iter().any(|one| one.name == param);
            }
            _ => {}
        }
        for value in stmt.expressions() {
            value.each(&mut |part| {
                is_changed |= matches!(&part.kind, ExprKind::Attribute(object, method)
                    if is_it(object) && matches!(*method, "update" | "setdefault" | "pop"));
                is_changed |= matches!(part.kind, ExprKind::Named(name, _) if name == param);
                found.extend(key(part, param));
            });
        }
    });
    if is_changed { Vec::new() } else { found }
}

/// The key that `state.get("key")` or `state["key"]` reads.
fn key(value: &Expr<'_>, param: &str) -> Option<(String, Span)> {
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == param);
    match &value.kind {
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "get") if is_it(object) => {
                Some((call.position(0)?.text()?, value.span))
            }
            _ => None,
        },
        ExprKind::Subscript(object, indices) if is_it(object) => match indices.as_slice() {
            [index] => Some((index.text()?, value.span)),
            _ => None,
        },
        _ => None,
    }
}
