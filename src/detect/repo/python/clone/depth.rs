//! How many commits a clone fetches.

use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{
    Expr, ExprKind, Function, Passing, Piece, Stmt, StmtKind, Taking,
};

/// What says how many.
#[derive(Clone, Copy)]
pub(super) enum Depth<'r> {
    Number(u32),
    Value(&'r Expr<'r>),
}

/// The number of commits; `None` where that is not known, or where a caller may say otherwise.
pub(super) fn number<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    at: At,
    depth: Depth<'r>,
) -> Option<u32> {
    match depth {
        Depth::Number(number) => Some(number),
        Depth::Value(value) => value_of(repository, sites, at, value, 4),
    }
}

fn value_of<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    at: At,
    value: &'r Expr<'r>,
    steps: usize,
) -> Option<u32> {
    let steps = steps.checked_sub(1)?;
    match &value.kind {
        ExprKind::Literal(number) => number.parse().ok(),
        ExprKind::Str(pieces) => match pieces.as_slice() {
            [Piece::Literal(text)] => text.parse().ok(),
            [Piece::Hole(hole)] => value_of(repository, sites, at, hole, steps),
            [Piece::Literal(option), Piece::Hole(hole)] if option == "--depth=" => {
                value_of(repository, sites, at, hole, steps)
            }
            _ => None,
        },
        ExprKind::Call(call) if matches!(call.callee.kind, ExprKind::Name("str" | "int")) => {
            value_of(repository, sites, at, call.position(0)?, steps)
        }
        ExprKind::Name(_) => match repository.origins(value, at).as_slice() {
            [Origin::Value(at, inner)] => value_of(repository, sites, *at, inner, steps),
            [Origin::Param(at, function, index)] => {
                given(repository, sites, *at, function, *index, steps)
            }
            _ => None,
        },
        _ => None,
    }
}

/// What a parameter holds in every call, where all calls are known.
fn given<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    at: At,
    function: &'r Function<'r>,
    index: usize,
    steps: usize,
) -> Option<u32> {
    let param = function.params.get(index).filter(|param| param.taking == Taking::One)?;
    let default = || {
        let inner = At { scope: 0, ..at };
        value_of(repository, sites, inner, param.default.as_ref()?, steps)
    };
    if !function.decorators.is_empty() || !is_only_called(repository, sites, at.module, function) {
        return None;
    }
    let ours = |site: &&Site<'r>| !repository.modules[site.at.module].in_tests;
    let mut numbers = sites.callers(at.module, function).into_iter().filter(ours).map(|site| {
        let spread = |passing: Passing<'_>| matches!(passing, Passing::Rest | Passing::Named);
        if site.call.args.iter().any(|arg| spread(arg.passing)) {
            return None;
        }
        match site.call.argument(index, param.name) {
            Some(passed) => value_of(repository, sites, site.at, passed, steps),
            None => default(),
        }
    });
    let first = numbers.next()??;
    numbers.all(|number| number == Some(first)).then_some(first)
}

/// Whether a function is named where it is called and imported, and nowhere else: nobody passes it on.
fn is_only_called(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    module: usize,
    function: &Function<'_>,
) -> bool {
    let called = sites.callers(module, function).len();
    let mut imported = 0;
    for module in repository.modules {
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Import(imports) = &stmt.kind {
                let names = imports
                    .iter()
                    .filter(|import| import.name == Some(function.name) && import.alias.is_none());
                imported += names.count();
            }
        });
    }
    usize::try_from(repository.mentions_of(function.name)) == Ok(called + imported)
}
