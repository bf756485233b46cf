//! Functions of the sources by whose results a router goes.

use super::deciding::decisive;
use super::known::{Known, derived};
use super::outcomes;
use super::outcomes::Failing;
use super::{asks_for_evidence, mentions};
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::routes::starved::Starved;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function, Stmt, StmtKind};

/// Functions that are followed inside each other.
pub(super) const DEPTH: usize = 3;

/// Methods that anything may have.
const COMMON: &[&str] = &[
    "append",
    "copy",
    "count",
    "endswith",
    "format",
    "get",
    "index",
    "invoke",
    "items",
    "join",
    "keys",
    "lower",
    "pop",
    "replace",
    "run",
    "split",
    "startswith",
    "strip",
    "update",
    "upper",
    "values",
];

/// What the functions ask for that are called in `values`.
pub(super) fn failing<'r>(
    repository: &Repository<'r>,
    values: &[&'r Expr<'r>],
    at: At,
    (starved, depth): (&Starved, usize),
) -> Failing {
    let mut calls: Vec<&'r Call<'r>> = Vec::new();
    for value in values {
        value.each(&mut |part| {
            if let ExprKind::Call(call) = &part.kind {
                calls.push(call);
            }
        });
    }
    let called = calls.into_iter().filter_map(|call| function(repository, call, at));
    let each = called.map(|(at, function)| match depth.checked_sub(1) {
        Some(depth) => of(repository, at, function, (starved, depth)),
        None => Failing::Perhaps,
    });
    each.max().unwrap_or(Failing::Not)
}

/// What a function asks for, from which it makes what it gives.
fn of<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    (starved, depth): (&Starved, usize),
) -> Failing {
    let mut known = Known::of(starved, at.module, function.span);
    derived(&function.body, &mut known);
    let mut asked = decisive(&function.body);
    let mut given = Vec::new();
    Stmt::each_returned(&function.body, &mut |value| {
        given.push(value);
    });
    let tells = !given.is_empty() && given.iter().all(|value| is_truth(value));
    if tells {
        asked.extend(&given);
    }
    asked.retain(|test| !known.starves(test));
    let own = asked.iter().map(|test| match outcomes::failing(test, &known) {
        _ if mentions(test, &known) => Failing::Surely,
        // What gives a number asks as well whether there is anything to count.
        _ if asks_for_evidence(test, &known) && tells => Failing::Surely,
        known => known,
    });
    let own = own.max().unwrap_or(Failing::Not);
    own.max(failing(repository, &asked, repository.inside(at, function.id), (starved, depth)))
}

/// Whether a value says yes or no.
fn is_truth(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Bool(_) | ExprKind::Not(_) | ExprKind::Compare(..) => true,
        ExprKind::Logic(_, sides) => is_truth(&sides.1),
        ExprKind::Call(call) => {
            matches!(call.callee.kind, ExprKind::Name("all" | "any" | "bool" | "isinstance"))
        }
        _ => false,
    }
}

/// The functions of the sources whose results a router returns as they are.
pub(in crate::detect::repo::python::graph::routes) fn deferred<'r>(
    repository: &Repository<'r>,
    path: &Value<'r>,
) -> Vec<(At, &'r Function<'r>)> {
    let mut found = Vec::new();
    let mut take = |value: &'r Expr<'r>, at: At| {
        let value = if let ExprKind::Await(inner) = &value.kind { inner } else { value };
        if let ExprKind::Call(call) = &value.kind {
            found.extend(function(repository, call, at));
        }
    };
    for router in path.alternatives() {
        match router {
            Value::Function(closure) => {
                let at = repository.inside(closure.at, closure.function.id);
                Stmt::each_returned(&closure.function.body, &mut |value| {
                    take(value, at);
                });
            }
            Value::Lambda(at, lambda) => take(&lambda.body, *at),
            _ => {}
        }
    }
    found
}

/// The function of the sources that a call runs: by its name, or as the only method that is called so.
fn function<'r>(
    repository: &Repository<'r>,
    call: &'r Call<'r>,
    at: At,
) -> Option<(At, &'r Function<'r>)> {
    let origins = repository.origins(&call.callee, at);
    if let [Origin::Function(at, function)] = origins.as_slice() {
        return Some((*at, function));
    }
    let is_open = origins.iter().all(|origin| matches!(origin, Origin::Unknown));
    let ExprKind::Attribute(_, name) = call.callee.kind else { return None };
    (is_open && !COMMON.contains(&name)).then(|| method(repository, name))?
}

/// The only method of the sources, outside the tests, that is called so.
fn method<'r>(repository: &Repository<'r>, name: &str) -> Option<(At, &'r Function<'r>)> {
    let defined = format!("def {name}(");
    let mut found = Vec::new();
    let modules = repository.modules.iter().enumerate();
    for (module, it) in modules.filter(|(_, it)| !it.in_tests && it.text.contains(&defined)) {
        Stmt::each(&it.syntax.body, &mut |stmt| {
            let StmtKind::Class(class) = &stmt.kind else { return };
            for stmt in &class.body {
                if let StmtKind::Function(function) = &stmt.kind
                    && function.name == name
                {
                    let at = repository.inside(At::top(module), class.id);
                    found.push((at, &**function));
                }
            }
        });
    }
    (found.len() == 1).then(|| found[0])
}
