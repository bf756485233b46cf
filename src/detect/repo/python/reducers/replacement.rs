//! Whether a reducer gives back one of its two values as it is, so that the other one is lost.

use super::super::syntax::{Body, Expr, ExprKind, Function, Lambda, Param, StmtKind};
use crate::domain::facts::ReducerKind;

/// What a function does as a reducer.
pub(super) fn of_function(function: &Function<'_>) -> ReducerKind {
    let mut given = false;
    if replaces(&function.body, &function.params, &mut given, 0) && given {
        ReducerKind::Replacement
    } else {
        ReducerKind::Function
    }
}

/// What a lambda does as a reducer.
pub(super) fn of_lambda(lambda: &Lambda<'_>) -> ReducerKind {
    let mut given = false;
    if unchanged(&lambda.body, &lambda.params, &mut given) && given {
        ReducerKind::Replacement
    } else {
        ReducerKind::Lambda
    }
}

/// Whether a body does nothing but choose what to return; `given` becomes true where it returns a
/// parameter.
fn replaces(body: &Body<'_>, params: &[Param<'_>], given: &mut bool, depth: usize) -> bool {
    depth < 16
        && body.iter().all(|stmt| match &stmt.kind {
            StmtKind::Return(Some(value)) => unchanged(value, params, given),
            StmtKind::Return(None) => true,
            // A text alone is the docstring, and `pass` holds nothing.
            StmtKind::Expr(value) => matches!(value.kind, ExprKind::Str(_) | ExprKind::Literal(_)),
            StmtKind::Other(values) => values.is_empty(),
            StmtKind::If { branches, otherwise } => {
                let mut inside = branches.iter().map(|(_, body)| body);
                inside.all(|body| replaces(body, params, given, depth + 1))
                    && replaces(otherwise, params, given, depth + 1)
            }
            _ => false,
        })
}

/// Whether `value` is one of the parameters or nothing at all.
fn unchanged(value: &Expr<'_>, params: &[Param<'_>], given: &mut bool) -> bool {
    match &value.kind {
        ExprKind::Name(name) => {
            let is_param = params.iter().any(|param| param.name == *name);
            *given |= is_param;
            is_param
        }
        ExprKind::Conditional(choice) => {
            unchanged(&choice.then, params, given) && unchanged(&choice.otherwise, params, given)
        }
        ExprKind::Logic("or", sides) => {
            unchanged(&sides.0, params, given) && unchanged(&sides.1, params, given)
        }
        ExprKind::None => true,
        ExprKind::List(items) | ExprKind::Set(items) | ExprKind::Tuple(items) => items.is_empty(),
        ExprKind::Dict(pairs) => pairs.is_empty(),
        _ => false,
    }
}
