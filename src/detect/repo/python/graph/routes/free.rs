//! Targets that a router puts into what it returns each by a condition of its own.

use super::super::follow::values::value::Value;
use super::super::shape::runner::{Runner, runner};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function, Stmt, StmtKind};

/// The names that a router puts into the list that it returns, where conditions that can all hold at once alone stand
/// before that: `if state.get("url"): to.append("repo")`, then `if state.get("pdf"): to.append("doc")`.
pub(super) fn free<'r>(repository: &Repository<'r>, path: &Value<'r>) -> Vec<String> {
    let Some(runner) = runner(repository, path) else { return Vec::new() };
    let own = of(runner.function);
    own.or_else(|| of(handed(repository, &runner)?)).unwrap_or_default()
}

/// The function whose list a router hands on: `to = others(state)`, and `return to` in the end.
fn handed<'r>(repository: &Repository<'r>, router: &Runner<'r>) -> Option<&'r Function<'r>> {
    let StmtKind::Return(Some(value)) = &router.function.body.last()?.kind else { return None };
    let mut given = vec![value];
    if let ExprKind::Name(list) = value.kind {
        given.clear();
        Stmt::each_own(&router.function.body, &mut |stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. }
                if targets.iter().any(|target| is_it(target, list)) =>
            {
                given.push(value);
            }
            StmtKind::Expr(_) | StmtKind::Augment { .. } if mentions(stmt, list) => {
                given.extend([value, value]);
            }
            _ => {}
        });
    }
    let [Expr { kind: ExprKind::Call(call), .. }] = given.as_slice() else { return None };
    let inside = repository.inside(router.at, router.function.id);
    repository.function(&call.callee, inside).map(|(_, function)| function)
}

fn of(function: &Function<'_>) -> Option<Vec<String>> {
    let StmtKind::Return(Some(Expr { kind: ExprKind::Name(list), .. })) =
        function.body.last()?.kind
    else {
        return None;
    };
    let mut names = Vec::new();
    for stmt in &function.body {
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. }
                if targets.iter().any(|target| is_it(target, list)) =>
            {
                let ExprKind::List(items) = &value.kind else { return None };
                // To make it anew takes away what was put there.
                if targets.len() > 1 || !names.is_empty() {
                    return None;
                }
                names.extend(items.iter().map(name).collect::<Option<Vec<_>>>()?);
            }
            StmtKind::If { branches, otherwise } => match branches.as_slice() {
                // What leaves before is another way.
                [(_, body)] if otherwise.is_empty() && leaves(body) => {}
                [(test, body)] if otherwise.is_empty() && asks_for_something(test) => {
                    for stmt in body {
                        names.extend(put(stmt, list)?);
                    }
                }
                _ if mentions(stmt, list) => return None,
                _ => {}
            },
            StmtKind::Return(_) => {}
            _ => names.extend(put(stmt, list)?),
        }
    }
    names.sort();
    names.dedup();
    Some(names)
}

/// What a statement puts into the list; `None` where it does anything else with it.
fn put(stmt: &Stmt<'_>, list: &str) -> Option<Vec<String>> {
    if !mentions(stmt, list) {
        return Some(Vec::new());
    }
    match &stmt.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
            let ExprKind::Attribute(object, how) = &call.callee.kind else { return None };
            let given = call.position(0).filter(|_| is_it(object, list))?;
            match (*how, &given.kind) {
                ("append", _) => Some(vec![name(given)?]),
                ("extend", ExprKind::List(items) | ExprKind::Tuple(items)) => {
                    items.iter().map(name).collect()
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// The node that is named or sent to.
fn name(value: &Expr<'_>) -> Option<String> {
    let of_call =
        |call: &Call<'_>| (call.callee_name() == "Send").then(|| call.position(0)?.text())?;
    match &value.kind {
        ExprKind::Call(call) => of_call(call),
        _ => value.text(),
    }
}

/// Whether a condition asks only that values are there, so that nothing speaks against it beside others of the kind.
fn asks_for_something(test: &Expr<'_>) -> bool {
    match &test.kind {
        ExprKind::Logic("and", sides) => {
            asks_for_something(&sides.0) && asks_for_something(&sides.1)
        }
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "get") => {
                matches!(object.kind, ExprKind::Name(_))
                    && call.args.len() == 1
                    && call.position(0).and_then(Expr::text).is_some()
            }
            _ => false,
        },
        ExprKind::Subscript(object, keys) => {
            matches!(object.kind, ExprKind::Name(_)) && keys.iter().all(|key| key.text().is_some())
        }
        _ => false,
    }
}

fn leaves(body: &[Stmt<'_>]) -> bool {
    body.last().is_some_and(Stmt::ends_function)
}

fn mentions(stmt: &Stmt<'_>, list: &str) -> bool {
    let mut found = false;
    Stmt::each(std::slice::from_ref(stmt), &mut |inner| {
        let is_there = |value: &Expr<'_>| value.any(&|part| is_it(part, list));
        found |= inner.expressions().into_iter().any(is_there);
    });
    found
}

fn is_it(value: &Expr<'_>, list: &str) -> bool {
    value.is_name(list)
}
