//! How the fields of a state are read and put into.

use crate::detect::repo::python::syntax::{Expr, ExprKind};
use std::collections::BTreeSet;

/// Whether a value is what the field holds, with something more: `state["notes"] + [note]`.
pub(in super::super) fn reads(
    value: &Expr<'_>,
    is_it: &impl Fn(&Expr<'_>) -> bool,
    field: &str,
) -> bool {
    match &value.kind {
        ExprKind::Binary("+" | "|", sides) => {
            reads(&sides.0, is_it, field) || reads(&sides.1, is_it, field)
        }
        ExprKind::Logic(_, sides) => reads(&sides.0, is_it, field),
        ExprKind::List(items) => items.iter().any(|item| match &item.kind {
            ExprKind::Starred(inner) => reads(inner, is_it, field),
            _ => false,
        }),
        _ => is_field(value, is_it, field),
    }
}

/// Whether a value is the field: `state["notes"]`, `state.get("notes")` or `state.notes`.
pub(in super::super) fn is_field(
    value: &Expr<'_>,
    is_it: &impl Fn(&Expr<'_>) -> bool,
    field: &str,
) -> bool {
    let same = |text: Option<String>| text.as_deref() == Some(field);
    match &value.kind {
        ExprKind::Subscript(object, indices) => {
            is_it(object) && same(indices.first().and_then(Expr::text))
        }
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "get") => {
                is_it(object) && same(call.position(0).and_then(Expr::text))
            }
            _ => false,
        },
        ExprKind::Attribute(object, name) => is_it(object) && *name == field,
        _ => false,
    }
}

/// Whether an assignment goes into a field whose name is not spelled out.
pub(in super::super) fn is_any_field(
    target: &Expr<'_>,
    is_it: &impl Fn(&Expr<'_>) -> bool,
) -> bool {
    matches!(&target.kind, ExprKind::Subscript(object, indices)
        if is_it(object) && indices.first().and_then(Expr::text).is_none())
}

/// Notes the field that an assignment puts something into.
pub(in super::super) fn put(
    target: &Expr<'_>,
    is_it: &impl Fn(&Expr<'_>) -> bool,
    replaced: &mut BTreeSet<String>,
) {
    match &target.kind {
        ExprKind::Subscript(object, indices) if is_it(object) => {
            replaced.extend(indices.first().and_then(Expr::text));
        }
        ExprKind::Attribute(object, name) if is_it(object) => {
            replaced.insert((*name).to_owned());
        }
        ExprKind::Tuple(parts) | ExprKind::List(parts) => {
            for part in parts {
                put(part, is_it, replaced);
            }
        }
        _ => {}
    }
}
