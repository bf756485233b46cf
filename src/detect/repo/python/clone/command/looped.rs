//! Commands in a list that is looped over: `for command in attempts: subprocess.run(command)`.

use super::added::appended;
use super::{At, Origin, Repository, Room, Site};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt, StmtKind};

/// What the variable `name` is in turn at a call, if a loop around it gives it one element of a list after another.
pub(super) fn looped<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
    body: &'r [Stmt<'r>],
    name: &str,
) -> Vec<(At, &'r Expr<'r>)> {
    let mut found = Vec::new();
    Stmt::each(body, &mut |stmt| {
        if let StmtKind::For { target, iterable, .. } = &stmt.kind
            && stmt.span.holds(site.expr.span)
            && let Some(list) = gone_through(target, iterable, name)
        {
            // The innermost loop gives the variable last.
            found = elements(repository, site.at, body, list);
        }
    });
    found
}

/// The list of which a loop gives `name` one element after another.
fn gone_through<'r>(target: &Expr<'r>, iterable: &'r Expr<'r>, name: &str) -> Option<&'r Expr<'r>> {
    let is_it = |part: &Expr<'_>| part.is_name(name);
    let call = match &iterable.kind {
        ExprKind::Call(call) => Some(call),
        _ => None,
    };
    match (&target.kind, call) {
        (ExprKind::Name(_), None) if is_it(target) => Some(iterable),
        (ExprKind::Name(_), Some(call)) if is_it(target) => {
            let passes = matches!(call.callee_name(), "list" | "tuple" | "reversed" | "iter");
            call.position(0).filter(|_| passes)
        }
        (ExprKind::Tuple(parts), Some(call)) if parts.get(1).is_some_and(is_it) => {
            call.position(0).filter(|_| call.callee_name() == "enumerate")
        }
        _ => None,
    }
}

/// The elements of a list, with what is put behind them.
fn elements<'r>(
    repository: &Repository<'r>,
    at: At,
    body: &'r [Stmt<'r>],
    list: &'r Expr<'r>,
) -> Vec<(At, &'r Expr<'r>)> {
    let items = |at: At, list: &'r Expr<'r>| match &list.kind {
        ExprKind::List(items) | ExprKind::Tuple(items) => {
            items.iter().map(|item| (at, item)).collect()
        }
        _ => Vec::new(),
    };
    let ExprKind::Name(name) = &list.kind else { return items(at, list) };
    let origins = repository.origins(list, at);
    let mut found: Vec<_> = origins
        .iter()
        .flat_map(|origin| match origin {
            Origin::Value(at, held) => items(*at, held),
            _ => Vec::new(),
        })
        .collect();
    appended(body, name, (0, false), &mut |more| match (more.room, &more.value.kind) {
        (Some(Room::One), _) => found.push((at, more.value)),
        (Some(_), ExprKind::List(more) | ExprKind::Tuple(more)) => {
            found.extend(more.iter().map(|item| (at, item)));
        }
        _ => {}
    });
    found
}
