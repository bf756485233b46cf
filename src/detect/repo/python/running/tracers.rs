//! Decorators of the sources' own that trace a function and change nothing of what it is given or gives back.

use super::super::sources::parse::Module;
use super::super::syntax::{Call, Expr, ExprKind, Function, Passing, Stmt, StmtKind, Taking};
use std::collections::{BTreeMap, BTreeSet};

/// Functions that make decorators, inside each other.
const MAKERS: usize = 2;

/// Methods that change what they belong to.
const CHANGING: &[&str] =
    &["append", "extend", "insert", "clear", "pop", "remove", "update", "setdefault", "popitem"];

/// The names that are bound to such decorators wherever a module binds them.
pub(in super::super) fn tracers<'r>(modules: &'r [Module<'r>]) -> BTreeSet<&'r str> {
    let mut all: BTreeMap<&str, bool> = BTreeMap::new();
    for stmt in modules.iter().filter(|it| !it.in_tests).flat_map(|it| &it.syntax.body) {
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                for target in targets {
                    if let ExprKind::Name(name) = target.kind {
                        *all.entry(name).or_insert(true) &= is_traceable(value);
                    }
                }
            }
            StmtKind::Function(function) => {
                *all.entry(function.name).or_insert(true) &= traces(function, MAKERS);
            }
            _ => {}
        }
    }
    all.into_iter().filter_map(|(name, traces)| traces.then_some(name)).collect()
}

/// `LangSmith`'s own decorator, be it with settings: `traceable(name="judge")`.
fn is_traceable(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => *name == "traceable",
        ExprKind::Call(call) => {
            is_traceable(&call.callee)
                && call.args.iter().all(|arg| matches!(arg.passing, Passing::Keyword(_)))
        }
        _ => false,
    }
}

/// Whether a function gives back what it is given, or a function that does what that one does, or makes one that does so.
fn traces(function: &Function<'_>, makers: usize) -> bool {
    let Some(makers) = makers.checked_sub(1) else { return false };
    let inner: Vec<&Function<'_>> = function
        .body
        .iter()
        .filter_map(|stmt| match &stmt.kind {
            StmtKind::Function(inner) => Some(&**inner),
            _ => None,
        })
        .collect();
    let given = match function.params.as_slice() {
        [only] if only.taking == Taking::One => Some(only.name),
        _ => None,
    };
    let is_given =
        |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if Some(name) == given);
    let hands_on = |value: &Expr<'_>| match &value.kind {
        ExprKind::Name(name) => {
            is_given(value)
                || inner.iter().filter(|one| one.name == *name).count() == 1
                    && inner.iter().any(|one| {
                        one.name == *name
                            && (given.is_some_and(|given| wraps(one, given)) || traces(one, makers))
                    })
        }
        ExprKind::Call(call) => {
            is_traceable(&call.callee)
                && matches!(call.args.as_slice(), [only] if is_given(&only.value))
        }
        _ => false,
    };
    let (mut returns, mut all) = (0, true);
    Stmt::each_own(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Return(value) => {
            returns += 1;
            all &= value.as_ref().is_some_and(hands_on);
        }
        StmtKind::Assign { targets, .. } => all &= !targets.iter().any(is_given),
        _ => {}
    });
    returns > 0 && all && ends(&function.body)
}

/// Whether a function does nothing with what it is given but to call `inner` with it, and gives back what that gives.
pub(in super::super) fn wraps(function: &Function<'_>, inner: &str) -> bool {
    let is_inner_call = |value: &Expr<'_>| match &value.kind {
        ExprKind::Call(call) => calls_with_all(call, function, inner),
        _ => false,
    };
    let gives = |value: &Expr<'_>| match &value.kind {
        ExprKind::Await(awaited) => is_inner_call(awaited),
        _ => is_inner_call(value),
    };
    let mut bound: BTreeMap<&str, bool> = BTreeMap::new();
    Stmt::each_own(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
            for target in targets {
                if let ExprKind::Name(name) = target.kind {
                    *bound.entry(name).or_insert(true) &= gives(value);
                }
            }
        }
    });
    let is_ours = |value: &Expr<'_>| {
        matches!(value.kind, ExprKind::Name(name)
            if name == inner || bound.get(name) == Some(&true) || function.param(name).is_some())
    };
    let (mut returns, mut all) = (0, true);
    Stmt::each(&function.body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Return(value) => {
                returns += 1;
                all &= value.as_ref().is_some_and(|value| {
                    gives(value)
                        || matches!(value.kind, ExprKind::Name(name) if bound.get(name) == Some(&true))
                });
            }
            StmtKind::Assign { targets, .. } => {
                all &= targets.iter().all(|target| match target.kind {
                    ExprKind::Name(name) => name != inner && function.param(name).is_none(),
                    _ => !target.any(&is_ours),
                });
            }
            StmtKind::Augment { target, .. } => all &= !target.any(&is_ours),
            StmtKind::Function(_) | StmtKind::Class(_) => all = false,
            _ => {}
        }
        all &= !stmt.any(&|part| {
            matches!(&part.kind, ExprKind::Call(call)
                    if matches!(&call.callee.kind, ExprKind::Attribute(object, method)
                        if CHANGING.contains(method) && object.any(&is_ours)))
        });
    });
    returns > 0 && all && ends(&function.body)
}

/// Whether a call hands on all that a function is given, in its order: `inner(*args, **kwargs)`, `inner(state)`.
fn calls_with_all(call: &Call<'_>, function: &Function<'_>, inner: &str) -> bool {
    call.callee.is_name(inner)
        && call.args.len() == function.params.len()
        && call.args.iter().zip(&function.params).all(|(arg, param)| {
            let is_same = arg.value.is_name(param.name);
            is_same
                && matches!(
                    (arg.passing, param.taking),
                    (Passing::Position, Taking::One)
                        | (Passing::Rest, Taking::Rest)
                        | (Passing::Named, Taking::Named)
                )
        })
}

/// Whether a block surely ends with a return or an error.
pub(in super::super) fn ends(body: &[Stmt<'_>]) -> bool {
    body.last().is_some_and(|last| match &last.kind {
        StmtKind::Return(_) | StmtKind::Raise(_) => true,
        StmtKind::With { body, .. } => ends(body),
        StmtKind::If { branches, otherwise } => {
            branches.iter().all(|(_, body)| ends(body)) && ends(otherwise)
        }
        StmtKind::Try { body, handlers, .. } => {
            ends(body) && handlers.iter().all(|handler| ends(&handler.body))
        }
        _ => false,
    })
}
