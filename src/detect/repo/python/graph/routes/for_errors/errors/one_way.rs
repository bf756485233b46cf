//! Routers that lead one way, whatever they ask.

use super::known::Known;
use super::mentions;
use super::naming::names;
use super::words::SPREAD_WORDS;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};

/// Whether a router leads where it always leads, whatever is missing, and elsewhere only where scores lie far apart.
pub(super) fn leads_one_way(body: &Body<'_>, known: &Known<'_>) -> bool {
    let Some((Stmt { kind: StmtKind::Return(Some(last)), .. }, before)) = body.split_last() else {
        return false;
    };
    // What is written as a choice is one.
    let is_one = same_way(last, last);
    is_one && before.iter().all(|stmt| match &stmt.kind {
        StmtKind::Expr(_) | StmtKind::Assign { .. } => true,
        StmtKind::If { branches, otherwise } => {
            otherwise.is_empty()
                && branches.iter().all(|(test, body)| {
                    let of_spread = names(test, SPREAD_WORDS) && !mentions(test, known);
                    matches!(body.split_last(), Some((Stmt { kind: StmtKind::Return(Some(way)), .. }, rest))
                        if (of_spread || same_way(way, last)) && rest.iter().all(|stmt| {
                            matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Assign { .. })
                        }))
                })
        }
        _ => false,
    })
}

/// Whether two values that a router returns are written as the same name or text.
fn same_way(one: &Expr<'_>, other: &Expr<'_>) -> bool {
    match (&one.kind, &other.kind) {
        // A variable may hold anything.
        (ExprKind::Name(one), ExprKind::Name(other)) => {
            one == other && !one.contains(char::is_lowercase)
        }
        _ => one.text().is_some_and(|text| other.text() == Some(text)),
    }
}
