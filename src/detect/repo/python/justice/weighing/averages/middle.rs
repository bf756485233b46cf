//! Medians written by hand: the half of the two values in the middle of a list is no average of all.

use crate::detect::repo::python::justice::caps::alone::assigned;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function, Stmt};

/// Whether something in a value is half of what two places of one list hold: `(s[n // 2 - 1] + s[n // 2]) / 2`.
pub(super) fn is_middle(value: &Expr<'_>) -> bool {
    value.any(&|part| halved(part).is_some_and(|sum| is_pair(sum, &|side| side)))
}

/// Whether a statement takes that, be it of variables that hold the two.
pub(in crate::detect::repo::python::justice) fn takes_middle<'r>(
    function: &'r Function<'r>,
    stmt: &'r Stmt<'r>,
) -> bool {
    let held = |side: &'r Expr<'r>| match side.kind {
        ExprKind::Name(name) => match assigned(function, name).as_slice() {
            [only] => only,
            _ => side,
        },
        _ => side,
    };
    let mut found = false;
    stmt.walk(&mut |part| found |= halved(part).is_some_and(|sum| is_pair(sum, &held)));
    found
}

/// What is divided by two.
fn halved<'e, 'r>(value: &'e Expr<'r>) -> Option<&'e Expr<'r>> {
    match &value.kind {
        ExprKind::Binary("/" | "//", sides) => {
            matches!(sides.1.kind, ExprKind::Literal("2" | "2.0")).then_some(&sides.0)
        }
        _ => None,
    }
}

/// Whether a sum is of two places of one list, or of a slice of one.
fn is_pair<'e, 'r>(sum: &'e Expr<'r>, held: &dyn Fn(&'e Expr<'r>) -> &'e Expr<'r>) -> bool {
    match &sum.kind {
        ExprKind::Binary("+", sides) => {
            let (one, other) = (list_of(held(&sides.0)), list_of(held(&sides.1)));
            one.is_some() && one == other
        }
        ExprKind::Call(call) => call.callee_name() == "sum" && is_of_slice(call),
        _ => false,
    }
}

fn is_of_slice(call: &Call<'_>) -> bool {
    call.position(0).is_some_and(|part| match &part.kind {
        ExprKind::Subscript(_, keys) => {
            matches!(keys.first().map(|key| &key.kind), Some(ExprKind::Slice(_)))
        }
        _ => false,
    })
}

/// The list that a value is one place of, sorted on the spot or not; what is looked up by a name stands in no list.
fn list_of<'r>(value: &Expr<'r>) -> Option<&'r str> {
    let ExprKind::Subscript(list, keys) = &value.kind else { return None };
    let is_place = !matches!(
        keys.first()?.kind,
        ExprKind::Slice(_) | ExprKind::Str(_) | ExprKind::Attribute(..)
    );
    let list = match &list.kind {
        ExprKind::Call(call) if call.callee_name() == "sorted" => call.position(0)?,
        _ => list,
    };
    list.last_name().filter(|_| is_place)
}
