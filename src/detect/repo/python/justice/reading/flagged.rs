//! Flags that a condition asks: each stands for the conditions under which it is raised.

use super::super::caps::alone::{assigned, earlier};
use super::terms::statements;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, StmtKind};

/// The ways in which a flag that begins lowered is raised, each with all that is asked for it and what it is given; nothing
/// for what is no such flag.
pub(in super::super) fn ways<'r>(
    function: &'r Function<'r>,
    value: &Expr<'_>,
) -> Option<Vec<Vec<&'r Expr<'r>>>> {
    let ExprKind::Name(flag) = value.kind else { return None };
    let given = assigned(function, flag);
    let is_lowered = |value: &&Expr<'_>| matches!(value.kind, ExprKind::Bool(false));
    if !given.iter().any(&is_lowered) || is_added_to(function, flag) {
        return None;
    }
    let raised = given.into_iter().filter(|value| !is_lowered(value));
    let way = |value: &'r Expr<'r>| {
        let (before, around) = earlier(function, value);
        let own = (!matches!(value.kind, ExprKind::Bool(true))).then_some(value);
        around.into_iter().chain(before).chain(own).collect::<Vec<_>>()
    };
    let ways: Vec<Vec<&Expr<'r>>> = raised.map(way).collect();
    (!ways.is_empty()).then_some(ways)
}

/// The conditions on which a condition hangs: for a flag those under which it is raised.
pub(in super::super) fn behind<'r>(
    function: &'r Function<'r>,
    test: &'r Expr<'r>,
) -> Vec<&'r Expr<'r>> {
    let mut all = Vec::new();
    let mut seen = Vec::new();
    test.each(&mut |part| {
        if let ExprKind::Name(name) = part.kind
            && !seen.contains(&name)
        {
            seen.push(name);
            all.extend(ways(function, part).into_iter().flatten().flatten());
        }
    });
    all
}

fn is_added_to(function: &Function<'_>, flag: &str) -> bool {
    let mut added = false;
    statements(&function.body, &mut |stmt| {
        if let StmtKind::Augment { target, .. } = &stmt.kind {
            added |= matches!(target.kind, ExprKind::Name(name) if name == flag);
        }
    });
    added
}
