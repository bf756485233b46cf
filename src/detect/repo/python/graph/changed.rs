//! What a node changes in the state that it is given.

use super::super::repository::{At, Repository};
use super::super::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use super::fields::put;
use super::handing::only_looks;
use super::runner::Runner;
use super::whole::READING;
use std::collections::BTreeSet;

/// The fields in which a function changes anything, however deep in them, and those that it returns beside the state.
pub(super) fn changed<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
    param: &str,
) -> BTreeSet<String> {
    let function = runner.function;
    let at = repository.inside(runner.at, function.id);
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == param);
    let mut fields = BTreeSet::new();
    // `notes = state["notes"]`: what is done to the variable is done to the field, so it is named, too.
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
            && targets.iter().any(|target| matches!(target.kind, ExprKind::Name(_)))
        {
            let mut held = BTreeSet::new();
            root(value, &is_it, &mut held);
            let is_changed = |name: &str| is_filled(repository, at, function, name);
            let mut names = targets.iter().filter_map(|target| match target.kind {
                ExprKind::Name(name) => Some(name),
                _ => None,
            });
            if names.any(is_changed) {
                fields.extend(held);
            }
        }
    });
    Stmt::each(&function.body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                for target in targets {
                    root(target, &is_it, &mut fields);
                }
            }
            StmtKind::Augment { target, .. } => root(target, &is_it, &mut fields),
            _ => {}
        }
        for value in stmt.expressions() {
            value.each(&mut |part| {
                if let ExprKind::Call(call) = &part.kind
                    && let ExprKind::Attribute(object, method) = &call.callee.kind
                    && !READING.contains(method)
                {
                    root(object, &is_it, &mut fields);
                }
            });
        }
        if let StmtKind::Return(Some(Expr { kind: ExprKind::Dict(pairs), .. })) = &stmt.kind {
            fields.extend(pairs.iter().filter_map(|(key, _)| key.as_ref()?.text()));
        }
    });
    fields
}

/// Whether a function puts something into what a variable holds, or hands it to somebody who may.
fn is_filled<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    name: &str,
) -> bool {
    let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(found) if found == name);
    let mut filled = false;
    Stmt::each(&function.body, &mut |stmt| {
        filled |= match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                targets.iter().any(|target| !is_it(target) && target.any(&is_it))
            }
            StmtKind::Augment { target, .. } => target.any(&is_it),
            _ => false,
        };
        for value in stmt.expressions() {
            value.each(&mut |part| {
                let ExprKind::Call(call) = &part.kind else { return };
                let is_given = call.args.iter().any(|arg| is_it(&arg.value));
                filled |= (is_given && !only_looks(repository, call, at, &is_it))
                    || matches!(&call.callee.kind, ExprKind::Attribute(object, method)
                        if is_it(object) && !READING.contains(method));
            });
        }
    });
    filled
}

/// Notes the field in which something is named, however deep in it.
fn root(value: &Expr<'_>, is_it: &impl Fn(&Expr<'_>) -> bool, fields: &mut BTreeSet<String>) {
    put(value, is_it, fields);
    match &value.kind {
        ExprKind::Subscript(inner, _) | ExprKind::Attribute(inner, _) => root(inner, is_it, fields),
        ExprKind::Call(call) => {
            // `state.get("notes", [])` and `state.setdefault("notes", [])`
            if matches!(&call.callee.kind, ExprKind::Attribute(object, _) if is_it(object)) {
                fields.extend(call.position(0).and_then(Expr::text));
            } else {
                root(&call.callee, is_it, fields);
            }
        }
        _ => {}
    }
}
