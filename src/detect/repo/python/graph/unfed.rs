//! What nodes and routers read of the state that the state has no field for.

use super::super::repository::Repository;
use super::super::syntax::{Expr, ExprKind, Function, Span, Stmt, StmtKind};
use super::runner::{Runner, runner};
use super::untaken::{in_order, is_plain, lacking};
use super::value::{Built, Value};
use crate::domain::facts::UntakenKey;
use std::collections::BTreeSet;

/// Lists what is read in vain, by node or router and key; nothing where the fields are not known.
pub(super) fn keys<'r>(
    repository: &Repository<'r>,
    built: &Built<'r>,
    taken: &BTreeSet<String>,
) -> Vec<UntakenKey> {
    if taken.is_empty() || is_indirect(repository) {
        return Vec::new();
    }
    // Whoever is sent to is given what is sent, and not the state.
    let sent = repository.mentions_of("Send") > 0;
    let nodes = built.runs.iter().filter(|_| !sent);
    let mut found = Vec::new();
    for (node, runs) in nodes.chain(&built.routers) {
        if let Some((module, read)) = read_by(repository, runs) {
            found.extend(lacking(node, &repository.modules[module], read, taken));
        }
    }
    in_order(found)
}

/// Whether what is read in vain could be given by other means: what is partly applied is given something else first,
/// and an object may have accessors of its own.
pub(super) fn is_indirect(repository: &Repository<'_>) -> bool {
    repository.mentions_of("partial") > 0
        || repository.modules.iter().any(|module| module.text.contains("def __getitem__"))
}

/// The keys that what runs at a node or as a router reads, with the module in which it does.
pub(super) fn read_by<'r>(
    repository: &Repository<'r>,
    runs: &Value<'r>,
) -> Option<(usize, Vec<(String, Span)>)> {
    let runner = runner(repository, runs);
    if let (Value::Lambda(at, lambda), None) = (runs, &runner) {
        let param = lambda.params.first()?;
        let mut read = Vec::new();
        lambda.body.each(&mut |part| read.extend(key(part, param.name)));
        return Some((at.module, read));
    }
    let runner = runner?;
    Some((runner.at.module, reads(&runner)))
}

/// The keys that a function reads of what it is given, where it does nothing else with that: a helper may put
/// something there, and whoever asks first knows that it may be missing.
fn reads<'r>(runner: &Runner<'r>) -> Vec<(String, Span)> {
    let function: &Function<'r> = runner.function;
    let is_self = |name: &str| runner.is_method && matches!(name, "self" | "cls");
    let param = function.params.iter().map(|param| param.name).find(|name| !is_self(name));
    let Some(param) = param.filter(|_| is_plain(function)) else { return Vec::new() };
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == param);
    let (mut found, mut is_other) = (Vec::new(), false);
    let (mut seen, mut reading) = (0_usize, 0_usize);
    Stmt::each(&function.body, &mut |stmt| {
        is_other |= match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().any(|target| target.any(&is_it)),
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => target.any(&is_it),
            StmtKind::With { items, .. } => {
                items.iter().any(|(_, name)| name.as_ref().is_some_and(|name| name.any(&is_it)))
            }
            StmtKind::Match { cases, .. } => cases.iter().any(|case| case.pattern.contains(param)),
            StmtKind::Function(inner) => inner.params.iter().any(|one| one.name == param),
            _ => false,
        };
        for value in stmt.expressions() {
            value.each(&mut |part| {
                seen += usize::from(is_it(part));
                reading += match &part.kind {
                    ExprKind::Subscript(object, _) => usize::from(is_it(object)),
                    ExprKind::Attribute(object, "get" | "keys" | "items" | "values" | "copy") => {
                        usize::from(is_it(object))
                    }
                    ExprKind::Lambda(lambda) => {
                        is_other |= lambda.params.iter().any(|one| one.name == param);
                        0
                    }
                    ExprKind::Named(name, _) => {
                        is_other |= *name == param;
                        0
                    }
                    _ => 0,
                };
                found.extend(key(part, param));
            });
        }
    });
    if is_other || seen != reading { Vec::new() } else { found }
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
