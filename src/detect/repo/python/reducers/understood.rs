//! What stands where a reducer does, followed to what it is.

use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{
    Call, Expr, ExprKind, Function, Lambda, Param, Passing, StmtKind, Taking,
};
use super::known::external;
use super::{custom, replacement};
use crate::domain::facts::ReducerKind;

/// The reducer's full name and kind; `None` for metadata that is no reducer.
pub(super) fn understood<'r>(
    repository: &Repository<'r>,
    at: At,
    value: &'r Expr<'r>,
    steps: usize,
) -> Option<(String, ReducerKind)> {
    let steps = steps.checked_sub(1)?;
    plain(repository, at, value, steps).or_else(|| custom::custom(repository, at, value, steps))
}

/// The same of functions, and of what makes such.
fn plain<'r>(
    repository: &Repository<'r>,
    at: At,
    value: &'r Expr<'r>,
    steps: usize,
) -> Option<(String, ReducerKind)> {
    repository.origins(value, at).into_iter().find_map(|origin| match origin {
        Origin::External(name) | Origin::Perhaps(name) => external(name),
        Origin::Function(at, function) => takes_two(function)
            .then(|| (named(repository, at, function), replacement::of_function(function))),
        Origin::Value(at, Expr { kind: ExprKind::Lambda(lambda), span }) => {
            let written = repository.modules[at.module].written(*span, 120);
            merges(lambda).then(|| (written, replacement::of_lambda(lambda)))
        }
        Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
            if let Some((at, maker)) = repository.function(&call.callee, at) {
                return made(repository, at, maker);
            }
            let made = repository.external(&call.callee, at)?;
            match made.rsplit('.').next() {
                Some("partial") => partly_applied(repository, at, call)
                    .or_else(|| understood(repository, at, call.position(0)?, steps)),
                _ => understood(repository, at, operator(&made, call)?, steps),
            }
        }
        Origin::Value(..)
        | Origin::Module(_)
        | Origin::Class(..)
        | Origin::With(..)
        | Origin::Part(..)
        | Origin::Param(..)
        | Origin::Unknown => None,
    })
}

/// A function by its file and its name, with that of the function that makes it.
fn named(repository: &Repository<'_>, at: At, function: &Function<'_>) -> String {
    let module = &repository.modules[at.module];
    let maker = module.syntax.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Function(outer) => {
            let makes = outer.id != function.id && outer.span.holds(function.span);
            makes.then(|| format!("{}.", outer.name))
        }
        _ => None,
    });
    format!("{}:{}{}", module.path, maker.unwrap_or_default(), function.name)
}

/// A function of the repository's own that is handed all but the two values: `partial(latest, 500)`.
fn partly_applied<'r>(
    repository: &Repository<'r>,
    at: At,
    call: &'r Call<'r>,
) -> Option<(String, ReducerKind)> {
    let given = call.args.iter().filter(|arg| arg.passing == Passing::Position).count();
    let is_plain = given == call.args.len() && given > 1;
    match repository.origins(call.position(0).filter(|_| is_plain)?, at).as_slice() {
        [Origin::Function(at, function)] if two(function.params.get(given - 1..)?) => {
            let path = repository.modules[at.module].path;
            Some((format!("{path}:{}", function.name), ReducerKind::Function))
        }
        _ => None,
    }
}

/// What a function of the repository's own makes, where it gives back a function that it defines.
fn made<'r>(
    repository: &Repository<'r>,
    at: At,
    maker: &'r Function<'r>,
) -> Option<(String, ReducerKind)> {
    let inside = repository.inside(at, maker.id);
    let path = repository.modules[at.module].path;
    match repository.origins(returned(maker)?, inside).as_slice() {
        [Origin::Function(at, inner)] if takes_two(inner) => {
            Some((named(repository, *at, inner), replacement::of_function(inner)))
        }
        [Origin::Value(_, Expr { kind: ExprKind::Lambda(lambda), .. })] if merges(lambda) => {
            Some((format!("{path}:{}", maker.name), replacement::of_lambda(lambda)))
        }
        _ => None,
    }
}

/// What a function gives back at its own level.
pub(super) fn returned<'r>(maker: &'r Function<'r>) -> Option<&'r Expr<'r>> {
    maker.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Return(value) => value.as_ref(),
        _ => None,
    })
}

/// The operator of `LangGraph`'s own channel that stands in metadata, spelled out.
pub(super) fn channel<'r>(
    repository: &Repository<'r>,
    at: At,
    value: &'r Expr<'r>,
) -> Option<&'r Expr<'r>> {
    repository.origins(value, at).into_iter().find_map(|origin| match origin {
        Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
            operator(&repository.external(&call.callee, at)?, call)
        }
        _ => None,
    })
}

fn operator<'r>(made: &str, call: &'r Call<'r>) -> Option<&'r Expr<'r>> {
    match made.rsplit('.').next() {
        Some("BinaryOperatorAggregate") => call.argument(1, "operator"),
        Some("DeltaChannel") => call.argument(0, "reducer"),
        _ => None,
    }
}

fn takes_two(function: &Function<'_>) -> bool {
    two(&function.params)
}

fn merges(lambda: &Lambda<'_>) -> bool {
    two(&lambda.params)
}

/// Whether two arguments fit: a reducer is called with the old and the new value.
pub(super) fn two(params: &[Param<'_>]) -> bool {
    let rest = params.iter().any(|param| param.taking == Taking::Rest);
    let one: Vec<_> = params.iter().filter(|param| param.taking == Taking::One).collect();
    let needed = one.iter().filter(|param| param.default.is_none()).count();
    needed <= 2 && (one.len() >= 2 || rest)
}
