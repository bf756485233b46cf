//! What the sources hold in tables and give back from functions, as written.

use super::super::super::repository::{At, Origin, Repository};
use super::super::super::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::detect::repo::python::running::ending::ends;

/// The table that a value is, where it is one that is written in the sources.
fn table<'r>(
    repository: &Repository<'r>,
    value: &'r Expr<'r>,
    at: At,
) -> Option<(At, &'r Expr<'r>)> {
    match repository.origins(value, at).as_slice() {
        [Origin::Value(at, table)] => Some((*at, *table)),
        _ => None,
    }
}

/// The one entry of a written table under a key that is written too.
pub(super) fn entry<'r>(
    repository: &Repository<'r>,
    held: &'r Expr<'r>,
    key: &'r Expr<'r>,
    at: At,
) -> Option<(At, &'r Expr<'r>)> {
    let (at, held) = table(repository, held, at)?;
    let value = match (&held.kind, &key.kind) {
        (ExprKind::Dict(pairs), ExprKind::Str(_)) => {
            let wanted = key.text()?;
            let mut found = None;
            for (key, value) in pairs {
                let key = key.as_ref()?.text()?;
                found = if key == wanted { Some(value) } else { found };
            }
            found?
        }
        (ExprKind::List(items) | ExprKind::Tuple(items), ExprKind::Literal(number)) => {
            let index: usize = number.parse().ok()?;
            let is_open =
                items.iter().take(index + 1).any(|item| matches!(item.kind, ExprKind::Starred(_)));
            items.get(index).filter(|_| !is_open)?
        }
        _ => return None,
    };
    Some((at, value))
}

/// The parts that a name of a target is given where a written table of rows is gone through: `for name, command in STEPS`.
pub(super) fn columns<'r>(
    repository: &Repository<'r>,
    iterable: &'r Expr<'r>,
    target: &'r Expr<'r>,
    name: &str,
    at: At,
) -> Option<(At, Vec<&'r Expr<'r>>)> {
    let ExprKind::Tuple(targets) = &target.kind else { return None };
    let is_it = |target: &Expr<'_>| target.is_name(name);
    let column = targets.iter().position(is_it)?;
    if let Some((object, "items", _)) = iterable.method_call() {
        let (at, held) = table(repository, object, at)?;
        let ExprKind::Dict(pairs) = &held.kind else { return None };
        let parts = pairs.iter().map(|(key, value)| {
            let key = key.as_ref()?;
            Some(if column == 0 { key } else { value })
        });
        return Some((at, parts.collect::<Option<_>>()?));
    }
    if let ExprKind::Call(call) = &iterable.kind
        && call.callee_name() == "enumerate"
    {
        let value = call.position(0).filter(|_| column == 1)?;
        return Some((at, vec![value]));
    }
    let (at, held) = table(repository, iterable, at)?;
    let (ExprKind::List(rows) | ExprKind::Tuple(rows)) = &held.kind else { return None };
    let parts = rows.iter().map(|row| match &row.kind {
        ExprKind::Tuple(parts) | ExprKind::List(parts) if parts.len() == targets.len() => {
            parts.get(column)
        }
        _ => None,
    });
    Some((at, parts.collect::<Option<_>>()?))
}

/// Everything that a function gives back, where it surely gives something and does nothing else with a call of it.
pub(super) fn returned<'r>(function: &'r Function<'r>) -> Option<Vec<&'r Expr<'r>>> {
    let is_plain = function.decorators.is_empty() && function.body.iter().any(ends);
    let mut found = Some(Vec::new()).filter(|_| is_plain);
    Stmt::each_own(&function.body, &mut |stmt| {
        if let StmtKind::Return(given) = &stmt.kind {
            found = found.take().zip(given.as_ref()).map(|(mut found, given)| {
                found.push(given);
                found
            });
        }
    });
    found
}
