//! Variables of a function that hold a copy of the state, so that they hold all that it holds.

use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// The variables that are bound once, to a copy of the parameter: `new = dict(state)`.
pub(in super::super) fn copies<'r>(function: &'r Function<'r>, param: &str) -> BTreeSet<&'r str> {
    let is_param = |value: &Expr<'_>| value.is_name(param);
    bound_once(function, &|value| is_copy(value, &is_param))
}

/// The variables that are bound once, to what `holds` finds.
pub(in crate::detect::repo::python::graph) fn bound_once<'r>(
    function: &'r Function<'r>,
    holds: &dyn Fn(&'r Expr<'r>) -> bool,
) -> BTreeSet<&'r str> {
    let (mut found, mut bound) = (BTreeSet::new(), Vec::new());
    Stmt::each(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value, .. } => {
            bound.extend(targets.iter().flat_map(names));
            if let ([Expr { kind: ExprKind::Name(name), .. }], Some(value)) =
                (targets.as_slice(), value)
                && holds(value)
            {
                found.insert(*name);
            }
        }
        StmtKind::For { target, .. } | StmtKind::Augment { target, .. } => {
            bound.extend(names(target));
        }
        StmtKind::With { items, .. } => {
            bound.extend(items.iter().filter_map(|(_, name)| name.as_ref()).flat_map(names));
        }
        _ => {}
    });
    let is_param = |name: &str| function.param(name).is_some();
    found.retain(|name| bound.iter().filter(|one| *one == name).count() == 1 && !is_param(name));
    found
}

/// Whether a value is a copy of the state, be it with some fields put anew.
pub(in super::super) fn is_copy(value: &Expr<'_>, is_state: &impl Fn(&Expr<'_>) -> bool) -> bool {
    match &value.kind {
        ExprKind::Dict(pairs) => {
            let spread = pairs.iter().filter(|(key, _)| key.is_none());
            matches!(pairs.first(), Some((None, value)) if is_state(value)) && spread.count() == 1
        }
        ExprKind::Call(call) => match (&call.callee.kind, call.args.as_slice()) {
            (ExprKind::Attribute(object, "copy"), []) => is_state(object),
            (
                ExprKind::Name("dict" | "copy" | "deepcopy")
                | ExprKind::Attribute(_, "copy" | "deepcopy"),
                [only],
            ) => is_state(&only.value),
            _ => false,
        },
        _ => false,
    }
}

/// The fields that such a copy puts anew.
pub(in super::super) fn anew(value: &Expr<'_>) -> impl Iterator<Item = String> {
    let pairs = match &value.kind {
        ExprKind::Dict(pairs) => pairs.as_slice(),
        _ => &[],
    };
    pairs.iter().filter_map(|(key, _)| key.as_ref()?.text())
}

fn names<'r>(target: &Expr<'r>) -> Vec<&'r str> {
    match &target.kind {
        ExprKind::Name(name) => vec![name],
        ExprKind::Tuple(parts) | ExprKind::List(parts) => parts.iter().flat_map(names).collect(),
        ExprKind::Starred(inner) => names(inner),
        _ => Vec::new(),
    }
}
