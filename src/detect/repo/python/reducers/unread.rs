//! Fields of which it is not known whether a reducer merges them.

use super::super::classes::each;
use super::super::repository::{At, Origin, Repository};
use super::super::sources::parse::Module;
use super::super::syntax::{Call, Class, Expr, ExprKind, Span, StmtKind};
use super::understood::understood;
use super::{Chosen, STEPS, annotated, chosen, fact};
use crate::domain::facts::{ReducerFact, ReducerKind};

/// What an annotation may merge its field by, where that could not be read.
pub(super) fn unread<'r>(
    repository: &Repository<'r>,
    module: &Module<'r>,
    at: At,
    annotation: &'r Expr<'r>,
    owner: (&str, &str, Span),
) -> Option<ReducerFact> {
    let written = if let Some(metadata) = annotated(repository, at, annotation, STEPS) {
        let (at, value) = match chosen(repository, &metadata)? {
            Chosen::Channel(..) => return None,
            Chosen::Last(at, value) => (at, value),
        };
        let is_open =
            understood(repository, at, value, STEPS).is_none() && may_merge(repository, at, value);
        repository.modules[at.module].written(is_open.then_some(value.span)?, 120)
    } else {
        let ExprKind::Call(call) = &annotation.kind else { return None };
        let is_open = may_be_annotated(repository, at, call);
        module.written(is_open.then_some(annotation.span)?, 120)
    };
    let found = (written, (String::new(), ReducerKind::Function));
    Some(fact(module, owner, found))
}

/// Whether what stands where a reducer does may be one: it may be something that can be called.
pub(super) fn may_merge<'r>(repository: &Repository<'r>, at: At, value: &'r Expr<'r>) -> bool {
    repository.origins(value, at).into_iter().any(|origin| match origin {
        Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) => {
            repository.origins(&call.callee, at).into_iter().any(|made| match made {
                // What a library makes by a class of its own describes the field.
                Origin::External(name) | Origin::Perhaps(name) => {
                    let last = name.rsplit('.').next().unwrap_or_default();
                    last.starts_with(|letter: char| letter.is_ascii_lowercase())
                        && (!name.starts_with("builtins.") || last == "getattr")
                }
                Origin::Class(at, class) => may_be_called(repository, at, class),
                Origin::Function(..)
                | Origin::Value(..)
                | Origin::With(..)
                | Origin::Part(..)
                | Origin::Param(..)
                | Origin::Unknown => true,
                Origin::Module(_) => false,
            })
        }
        Origin::Value(_, value) => matches!(
            value.kind,
            ExprKind::Subscript(..) | ExprKind::Attribute(..) | ExprKind::Logic(..)
        ),
        Origin::With(..) | Origin::Part(..) | Origin::Param(..) | Origin::Unknown => true,
        Origin::External(_)
        | Origin::Perhaps(_)
        | Origin::Module(_)
        | Origin::Function(..)
        | Origin::Class(..) => false,
    })
}

/// Whether objects of a class may be called: it, or what it is derived from, has the method, or is not known.
fn may_be_called<'r>(repository: &Repository<'r>, at: At, class: &'r Class<'r>) -> bool {
    let inside = repository.inside(at, class.id);
    repository.scope(inside).bindings.contains_key("__call__")
        || class.bases.iter().any(|base| {
            repository.origins(&base.value, at).into_iter().any(|origin| match origin {
                Origin::Class(at, base) => {
                    !std::ptr::eq(base, class) && {
                        let inside = repository.inside(at, base.id);
                        repository.scope(inside).bindings.contains_key("__call__")
                            || !base.bases.is_empty()
                    }
                }
                Origin::External(_) | Origin::Perhaps(_) | Origin::Module(_) => false,
                _ => true,
            })
        })
}

/// Whether a call that stands where an annotation does may give one with a reducer.
fn may_be_annotated<'r>(repository: &Repository<'r>, at: At, call: &'r Call<'r>) -> bool {
    repository.origins(&call.callee, at).into_iter().any(|origin| match origin {
        Origin::Function(at, maker) => {
            let text = repository.modules[at.module].text;
            text.get(maker.span.start..maker.span.end).is_some_and(|it| it.contains("Annotated"))
        }
        Origin::External(_) | Origin::Perhaps(_) | Origin::Module(_) | Origin::Class(..) => false,
        _ => true,
    })
}

/// The classes whose annotations are changed after they are made: `State.__annotations__["log"] = …`.
pub(super) fn changed(repository: &Repository<'_>) -> Vec<ReducerFact> {
    let mut found = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        if !module.text.contains(".__annotations__") {
            continue;
        }
        each(repository, &module.syntax.body, At::top(index), &mut |_, stmt| {
            let mut note = |value: &Expr<'_>| {
                let (ExprKind::Subscript(object, _) | ExprKind::Attribute(object, _)) = &value.kind
                else {
                    return;
                };
                if let ExprKind::Attribute(class, "__annotations__") = &object.kind
                    && let ExprKind::Name(class) = class.kind
                {
                    let written = module.written(stmt.span, 120);
                    let nothing = (written, (String::new(), ReducerKind::Function));
                    found.push(fact(module, (class, "", stmt.span), nothing));
                }
            };
            match &stmt.kind {
                StmtKind::Assign { targets, .. } => targets.iter().for_each(&mut note),
                StmtKind::Augment { target, .. } => note(target),
                StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => note(&call.callee),
                _ => {}
            }
        });
    }
    found
}
