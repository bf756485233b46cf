//! Whether a reducer gives up what a field holds where an update is empty.

use super::super::syntax::{Body, Expr, ExprKind, Function, StmtKind};

/// Which empty updates a condition holds for.
#[derive(PartialEq, Eq)]
enum Empty {
    /// All of them: `not right`.
    Any,
    /// Some: `right == []`, `right is None`.
    Some,
}

/// Whether a function has a branch for an empty second value that gives nothing of the first.
pub(super) fn empties(function: &Function<'_>) -> bool {
    let Some(right) = function.params.get(1).map(|param| param.name) else { return false };
    for stmt in &function.body {
        match &stmt.kind {
            StmtKind::Expr(value) if matches!(value.kind, ExprKind::Str(_)) => {}
            StmtKind::If { branches, .. } => {
                for (test, body) in branches {
                    match asks(test, right) {
                        Some(_) if gives_up(body, right) => return true,
                        Some(Empty::Any) => return false,
                        Some(Empty::Some) | None => {}
                    }
                }
            }
            // What stands behind a sum or a loop was not followed.
            _ => return false,
        }
    }
    false
}

/// Whether a condition asks only whether the second value is empty.
fn asks(test: &Expr<'_>, right: &str) -> Option<Empty> {
    let is_right = |value: &Expr<'_>| value.is_name(right);
    match &test.kind {
        ExprKind::Not(inner) if is_right(inner) => Some(Empty::Any),
        ExprKind::Compare(sides, operators) => {
            let ([one, other], [operator]) = (sides.as_slice(), operators.as_slice()) else {
                return None;
            };
            let counts = || match &one.kind {
                ExprKind::Call(call) => {
                    call.callee.is_name("len")
                        && call.position(0).is_some_and(is_right)
                        && matches!(other.kind, ExprKind::Literal("0"))
                }
                _ => false,
            };
            let is_some = match *operator {
                "==" => (is_right(one) && other.is_empty()) || counts(),
                "is" => is_right(one) && matches!(other.kind, ExprKind::None),
                _ => false,
            };
            is_some.then_some(Empty::Some)
        }
        _ => None,
    }
}

/// Whether a block returns at once what has nothing of the first value in it.
fn gives_up(body: &Body<'_>, right: &str) -> bool {
    let [only] = body.as_slice() else { return false };
    match &only.kind {
        StmtKind::Return(Some(value)) => is_given_up(value, right),
        _ => false,
    }
}

fn is_given_up(value: &Expr<'_>, right: &str) -> bool {
    match &value.kind {
        ExprKind::Name(name) => *name == right,
        ExprKind::Logic("or", sides) => {
            is_given_up(&sides.0, right) && is_given_up(&sides.1, right)
        }
        _ => value.is_empty(),
    }
}
