//! What those who run a graph give to fields that hold nothing of what nodes found.

use super::super::writes::{Constant, constants};
use super::read;
use crate::detect::repo::python::graph::follow::built::begun::runs_graph;
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Passing, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Whether whoever runs a graph may give it something for these fields to begin with; so may others, where nobody in the
/// sources runs it.
pub(super) fn is_begun<'r>(
    repository: &Repository<'r>,
    sites: &[Site<'r>],
    state: Option<&str>,
    fields: &BTreeSet<&String>,
) -> bool {
    let runs = sites.iter().filter(|site| runs_graph(site.call));
    let mut runs = runs.filter(|site| !repository.modules[site.at.module].in_tests).peekable();
    runs.peek().is_none()
        || runs.any(|site| {
            let Some(input) = site.call.argument(0, "input") else { return true };
            let given = made(repository, site, undumped(input));
            let is_empty = given.is_some_and(|given| gives_nothing(given, state, fields));
            !is_empty || is_changed(site, undumped(input), fields)
        })
}

/// The object of which a call gives all that it holds: `state.model_dump()`.
fn undumped<'r>(value: &'r Expr<'r>) -> &'r Expr<'r> {
    if let Some((object, "model_dump" | "dict", _)) = value.method_call() {
        return object;
    }
    value
}

/// What makes a value.
fn made<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
    value: &'r Expr<'r>,
) -> Option<&'r Expr<'r>> {
    let ExprKind::Name(_) = value.kind else { return Some(value) };
    match repository.origins(value, site.at).as_slice() {
        [Origin::Value(_, value)] => Some(value),
        _ => None,
    }
}

/// Whether an input is spelled out and has nothing for these fields.
fn gives_nothing(value: &Expr<'_>, state: Option<&str>, fields: &BTreeSet<&String>) -> bool {
    let is_nothing = |value: &Expr<'_>| {
        constants(value).is_some_and(|all| all.iter().all(|one| *one == Constant::Nothing))
    };
    let is_other = |key: &str| fields.iter().all(|field| *field != key);
    match &value.kind {
        ExprKind::Dict(pairs) => pairs.iter().all(|(key, value)| {
            let key = key.as_ref().and_then(Expr::text);
            key.is_some_and(|key| is_other(&key) || is_nothing(value))
        }),
        ExprKind::Call(call) => {
            let name = call.callee_name();
            let is_state = !name.is_empty()
                && state.is_some_and(|state| state.rsplit('.').next() == Some(name));
            is_state
                && call.args.iter().all(|arg| match arg.passing {
                    Passing::Keyword(key) => is_other(key) || is_nothing(&arg.value),
                    Passing::Position | Passing::Rest | Passing::Named => false,
                })
        }
        _ => false,
    }
}

/// Whether the function that runs a graph puts something into what it gives it.
fn is_changed(site: &Site<'_>, input: &Expr<'_>, fields: &BTreeSet<&String>) -> bool {
    let ExprKind::Name(name) = input.kind else { return false };
    let Some(function) = site.function() else { return true };
    let is_one = |value: &Expr<'_>| {
        value.any(&|part| read(part, name).is_some_and(|key| fields.contains(&key)))
    };
    let mut is_changed = false;
    Stmt::each(&function.body, &mut |stmt| {
        is_changed |= match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().any(is_one),
            StmtKind::Augment { target, .. } => is_one(target),
            _ => false,
        };
        is_changed |= stmt.any(&|part| match &part.kind {
            ExprKind::Call(call) => {
                let ExprKind::Attribute(object, method) = &call.callee.kind else {
                    return false;
                };
                is_one(object) || (*method == "update" && object.any(&|it| it.is_name(name)))
            }
            _ => false,
        });
    });
    is_changed
}
