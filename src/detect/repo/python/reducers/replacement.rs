//! Whether a reducer gives back one of its two values as it is, so that the other one is lost, or adds both up.

use super::super::syntax::{Body, Expr, ExprKind, Function, Lambda, Param, Stmt, StmtKind};
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

/// Whether a function gives back the sum of its two values wherever both hold something.
pub(super) fn sums(function: &Function<'_>) -> bool {
    let params = &function.params;
    let gives_sum = |stmt: &Stmt<'_>| matches!(&stmt.kind, StmtKind::Return(Some(value)) if is_sum(value, params));
    let asks_for_empty = |test: &Expr<'_>| match &test.kind {
        ExprKind::Not(inner) => is_param(inner, params),
        ExprKind::Compare(sides, operators) => {
            let is_nothing = match operators.as_slice() {
                ["is"] => matches!(sides[1].kind, ExprKind::None),
                ["=="] => sides[1].is_empty(),
                _ => false,
            };
            is_nothing && is_param(&sides[0], params)
        }
        _ => false,
    };
    let is_quiet = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::Expr(value) => matches!(value.kind, ExprKind::Str(_)),
        StmtKind::If { branches, otherwise } => {
            otherwise.is_empty() && branches.iter().all(|(test, _)| asks_for_empty(test))
        }
        _ => false,
    };
    function
        .body
        .split_last()
        .is_some_and(|(last, before)| gives_sum(last) && before.iter().all(is_quiet))
}

/// Whether a value is the sum of the two parameters: `left + right`, `(left or []) + (right or [])`, `[*left, *right]`.
pub(super) fn is_sum(value: &Expr<'_>, params: &[Param<'_>]) -> bool {
    let name = |value: &Expr<'_>| match bare(value).kind {
        ExprKind::Name(name) => params.iter().position(|param| param.name == name),
        _ => None,
    };
    let both = |one: &Expr<'_>, other: &Expr<'_>| match (name(one), name(other)) {
        (Some(one), Some(other)) => one != other,
        _ => false,
    };
    match &value.kind {
        ExprKind::Binary("+", sides) => both(&sides.0, &sides.1),
        ExprKind::List(items) => match items.as_slice() {
            [
                Expr { kind: ExprKind::Starred(one), .. },
                Expr { kind: ExprKind::Starred(other), .. },
            ] => both(one, other),
            _ => false,
        },
        _ => false,
    }
}

/// The value before `or []`, or in `list(…)`.
fn bare<'e, 'a>(value: &'e Expr<'a>) -> &'e Expr<'a> {
    match &value.kind {
        ExprKind::Logic("or", sides) => &sides.0,
        ExprKind::Call(call) if call.callee.is_name("list") => call.position(0).map_or(value, bare),
        _ => value,
    }
}

fn is_param(value: &Expr<'_>, params: &[Param<'_>]) -> bool {
    matches!(value.kind, ExprKind::Name(name) if params.iter().any(|param| param.name == name))
}
