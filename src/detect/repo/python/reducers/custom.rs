//! Reducers that are no plain functions: objects that can be called, methods, and entries of tables.

use super::super::names::scope::Binding;
use super::super::repository::{At, Origin, Repository};
use super::super::syntax::{Class, Expr, ExprKind, Function, Passing};
use super::replacement;
use super::understood::{two, understood};
use crate::domain::facts::ReducerKind;

/// The reducer's full name and kind; `None` for what is none, or cannot be told.
pub(super) fn custom<'r>(
    repository: &Repository<'r>,
    at: At,
    value: &'r Expr<'r>,
    steps: usize,
) -> Option<(String, ReducerKind)> {
    let steps = steps.checked_sub(1)?;
    match &value.kind {
        ExprKind::Call(call) => match repository.origins(&call.callee, at).as_slice() {
            [Origin::Class(at, class)] => member(repository, *at, class, ("__call__", true), steps),
            [Origin::External(name)] if name == "builtins.staticmethod" => {
                understood(repository, at, call.position(0)?, steps)
            }
            [Origin::External(name)] if name == "builtins.getattr" => {
                let name = call.position(1).and_then(Expr::text)?;
                of_object(repository, at, call.position(0)?, &name, steps)
            }
            _ => None,
        },
        ExprKind::Subscript(table, keys) => {
            let key = keys.first().and_then(Expr::text)?;
            let tables = repository.origins(table, at);
            let [Origin::Value(at, Expr { kind: ExprKind::Dict(pairs), .. })] = tables.as_slice()
            else {
                return None;
            };
            let is_it = |pair: &&(Option<Expr<'r>>, Expr<'r>)| {
                pair.0.as_ref().and_then(Expr::text).as_ref() == Some(&key)
            };
            understood(repository, *at, &pairs.iter().rfind(is_it)?.1, steps)
        }
        ExprKind::Attribute(object, name) => of_object(repository, at, object, name, steps),
        ExprKind::Name(_) => match repository.origins(value, at).as_slice() {
            [Origin::Value(at, held)] if !std::ptr::eq(*held, value) => {
                custom(repository, *at, held, steps)
            }
            _ => None,
        },
        _ => None,
    }
}

/// A method of a class or of one of its objects.
fn of_object<'r>(
    repository: &Repository<'r>,
    at: At,
    object: &'r Expr<'r>,
    name: &str,
    steps: usize,
) -> Option<(String, ReducerKind)> {
    match repository.origins(object, at).as_slice() {
        [Origin::Class(at, class)] => member(repository, *at, class, (name, false), steps),
        [Origin::Value(at, Expr { kind: ExprKind::Call(call), .. })] => {
            match repository.origins(&call.callee, *at).as_slice() {
                [Origin::Class(at, class)] => member(repository, *at, class, (name, true), steps),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What a class, or one of its objects, has by a name.
fn member<'r>(
    repository: &Repository<'r>,
    at: At,
    class: &'r Class<'r>,
    (name, is_object): (&str, bool),
    steps: usize,
) -> Option<(String, ReducerKind)> {
    let steps = steps.checked_sub(1)?;
    let inside = repository.inside(at, class.id);
    let bindings = repository.scope(inside).bindings.get(name);
    match bindings.and_then(|bindings| bindings.last()) {
        Some(Binding::Function(function)) => {
            let path = repository.modules[at.module].path;
            let kept = if name == "__call__" { String::new() } else { format!(".{name}") };
            merges(function, is_object).then(|| {
                (format!("{path}:{}{kept}", class.name), replacement::of_function(function))
            })
        }
        Some(Binding::Value(value)) => understood(repository, inside, value, steps),
        Some(_) => None,
        None => {
            let bases = class.bases.iter().filter(|base| base.passing == Passing::Position);
            let mut found =
                bases.filter_map(|base| match repository.origins(&base.value, at).as_slice() {
                    [Origin::Class(at, base)] if !std::ptr::eq(*base, class) => {
                        member(repository, *at, base, (name, is_object), steps)
                    }
                    _ => None,
                });
            found.next()
        }
    }
}

/// Whether a method is called with two values besides what it belongs to.
fn merges(function: &Function<'_>, is_object: bool) -> bool {
    let is = |name: &str| {
        let mut decorators = function.decorators.iter();
        decorators.any(|one| one.is_name(name))
    };
    let is_bound = is("classmethod") || (is_object && !is("staticmethod"));
    two(function.params.get(usize::from(is_bound)..).unwrap_or_default())
}
