//! Flags that a condition asks: each stands for the conditions under which it is raised.

use super::super::caps::alone::{assigned, earlier};
use super::super::caps::words::around;
use super::variables::terms::statements;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, StmtKind};

/// The ways in which a flag that begins lowered is raised, each with all that is asked for it and what it is given; nothing
/// for what is no such flag.
pub(in super::super) fn ways<'r>(
    function: &'r Function<'r>,
    value: &Expr<'_>,
) -> Option<Vec<Vec<&'r Expr<'r>>>> {
    let way = |value: &'r Expr<'r>| {
        let (before, around) = earlier(function, value);
        around.into_iter().chain(before).chain(own(value)).collect::<Vec<_>>()
    };
    Some(raised(function, value)?.into_iter().map(way).collect())
}

/// What a flag that begins lowered is given where it is raised; nothing for what is no such flag.
fn raised<'r>(function: &'r Function<'r>, value: &Expr<'_>) -> Option<Vec<&'r Expr<'r>>> {
    let ExprKind::Name(flag) = value.kind else { return None };
    let mut given = assigned(function, flag);
    let before = given.len();
    given.retain(|value| !matches!(value.kind, ExprKind::Bool(false)));
    let is_flag = given.len() < before && !given.is_empty() && !is_added_to(function, flag);
    is_flag.then_some(given)
}

/// What a flag asks by what it is given.
fn own<'r>(value: &'r Expr<'r>) -> Option<&'r Expr<'r>> {
    (!matches!(value.kind, ExprKind::Bool(true))).then_some(value)
}

/// The conditions on which a condition hangs, each with whether it has to hold or to fail: for a flag those under which
/// it is raised.
pub(in super::super) fn behind<'r>(
    function: &'r Function<'r>,
    test: &'r Expr<'r>,
) -> Vec<(&'r Expr<'r>, bool)> {
    let mut all = Vec::new();
    let mut seen = Vec::new();
    test.each(&mut |part| {
        if let ExprKind::Name(name) = part.kind
            && !seen.contains(&name)
        {
            seen.push(name);
            for value in raised(function, part).into_iter().flatten() {
                all.extend(on_the_way(function, value));
                all.extend(own(value).map(|value| (value, true)));
            }
        }
    });
    all
}

/// The conditions that are asked on the way to a value, each with whether it has to hold there or to fail: what leaves
/// before, and the branches of the same `if` that are asked first, have failed.
pub(in super::super) fn on_the_way<'r>(
    function: &'r Function<'r>,
    value: &'r Expr<'r>,
) -> Vec<(&'r Expr<'r>, bool)> {
    let held = around(function, value);
    let (before, outer) = earlier(function, value);
    let holds = |test: &Expr<'_>| held.iter().any(|one| one.span == test.span);
    let outer = outer.into_iter().map(|test| (test, holds(test)));
    outer.chain(before.into_iter().map(|test| (test, false))).collect()
}

fn is_added_to(function: &Function<'_>, flag: &str) -> bool {
    let mut added = false;
    statements(&function.body, &mut |stmt| {
        if let StmtKind::Augment { target, .. } = &stmt.kind {
            added |= target.is_name(flag);
        }
    });
    added
}
