//! Caps that are written as a comparison: `if score > 2: score = 2` is `score = min(score, 2)`.

use super::guards::each_part;
use super::variables::terms::{any_stmt, each_target};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, StmtKind};

/// Whether a branch lowers a score to a number that its condition, or one inside, says that it lies above.
pub(super) fn lowers<'r>(test: &'r Expr<'r>, body: &'r Body<'r>) -> bool {
    is_one(test, body)
        || any_stmt(body, &|stmt| match &stmt.kind {
            StmtKind::If { branches, .. } => branches.iter().any(|(test, body)| is_one(test, body)),
            _ => false,
        })
}

fn is_one<'r>(test: &'r Expr<'r>, body: &'r Body<'r>) -> bool {
    let mut parts = Vec::new();
    each_part(test, &mut parts);
    parts.into_iter().filter_map(above).any(|(score, limit)| {
        body.iter().any(|stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                let is_it = |one: &&Expr<'_>| one.is_name(score);
                value.number::<f64>().is_some_and(|value| value > 0.0 && value <= limit)
                    && each_target(targets).iter().any(is_it)
            }
            _ => false,
        })
    })
}

/// The variable that a condition says to lie above a number, and that number.
fn above<'r>(test: &'r Expr<'r>) -> Option<(&'r str, f64)> {
    let ExprKind::Compare(sides, operators) = &test.kind else { return None };
    match (sides.as_slice(), operators.as_slice()) {
        ([Expr { kind: ExprKind::Name(score), .. }, limit], [">" | ">="]) => {
            Some((*score, limit.number()?))
        }
        _ => None,
    }
}
