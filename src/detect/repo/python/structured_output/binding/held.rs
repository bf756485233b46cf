//! What binds a model somewhere else than where it is asked: methods that are held in a variable or handed on before they
//! are called, and schemas that are put into a request.

use super::super::{BINDERS, FINDERS};
use crate::detect::repo::python::names::scope::Binding;
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::running::sites::Sites;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt, StmtKind};
use crate::domain::facts::Lines;
use std::collections::BTreeSet;

/// Keys of what a model is asked with under which its schema stands.
const KEYS: [&str; 3] = ["response_format", "response_schema", "text_format"];

/// Places at most that are told.
const PLACES: usize = 8;

/// The method that a variable holds: `with_structured_output` for `bind` after `bind = model.with_structured_output`.
pub(in super::super) fn binder(
    repository: &Repository<'_>,
    name: &str,
    at: At,
) -> Option<&'static str> {
    let may = BINDERS.iter().any(|binder| repository.is_mentioned(binder))
        || FINDERS.iter().any(|finder| repository.is_mentioned(finder));
    let value = given(repository, name, at).filter(|_| may)?;
    match value.kind {
        ExprKind::Attribute(_, method) => known(method),
        _ => found(value),
    }
}

/// What a name is given in the scope where it is bound, if it is given that and nothing else.
fn given<'r>(repository: &Repository<'r>, name: &str, at: At) -> Option<&'r Expr<'r>> {
    let mut here = Some(at.scope);
    while let Some(index) = here {
        let scope = repository.scope(At { scope: index, ..at });
        match scope.bindings.get(name).map(Vec::as_slice) {
            Some([Binding::Value(value)]) => return Some(value),
            Some(_) => return None,
            None => here = scope.parent,
        }
    }
    None
}

/// The method that is found by a text: `getattr(model, "with_structured_output")`.
pub(in super::super) fn found(value: &Expr<'_>) -> Option<&'static str> {
    let ExprKind::Call(call) = &value.kind else { return None };
    let is_found = call.callee.is_name("getattr");
    known(&call.position(1).filter(|_| is_found)?.text()?)
}

/// Whether something is put under the key of a schema: `request["response_format"] = …`.
fn puts_schema(stmt: &Stmt<'_>) -> bool {
    let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return false };
    let is_it = |target: &Expr<'_>| match &target.kind {
        ExprKind::Subscript(_, keys) => match keys.as_slice() {
            [key] => key.text().is_some_and(|key| KEYS.contains(&key.as_str())),
            _ => false,
        },
        _ => false,
    };
    !matches!(value.kind, ExprKind::None) && targets.iter().any(is_it)
}

fn known(method: &str) -> Option<&'static str> {
    BINDERS.into_iter().find(|binder| *binder == method)
}

/// Where such a method is named outside the tests and not called there, or a schema is put under its key into what a model
/// may be asked with: what asks it, if anything does, was not followed.
pub(in crate::detect::repo::python) fn unfollowed(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
) -> Vec<Lines> {
    let called: BTreeSet<(usize, usize)> = BINDERS
        .iter()
        .flat_map(|binder| sites.named(binder))
        .map(|site| (site.at.module, site.call.callee.span.start))
        .collect();
    let mut found = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        let names = BINDERS.iter().any(|binder| module.syntax.mentions.contains_key(binder))
            || KEYS.iter().any(|key| module.text.contains(key));
        if module.in_tests || !names {
            continue;
        }
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if puts_schema(stmt) {
                found.push(module.place(stmt.span));
            }
            stmt.walk(&mut |part| {
                let is_named =
                    matches!(part.kind, ExprKind::Attribute(_, name) if known(name).is_some());
                if is_named && !called.contains(&(index, part.span.start)) {
                    found.push(module.place(part.span));
                }
            });
        });
    }
    found.truncate(PLACES);
    found
}
