//! Routers that go by the kind of what they are asked about.

use super::outcomes::WELL;
use crate::detect::repo::python::syntax::{Expr, ExprKind};

/// Words for nothing, which something is when it is missing.
const NOTHING: &[&str] = &["", "na", "n/a", "nil", "no", "none", "null", "false", "unknown"];

/// Whether there are conditions, and each of them compares something with words for kinds of it, which are no names of
/// nodes: who is told where to lead does not choose.
pub(super) fn goes_by_kinds(asked: &[&Expr<'_>], nodes: &[String]) -> bool {
    let is_node = |test: &Expr<'_>| {
        test.any(&|part| {
            matches!(part.kind, ExprKind::Str(_))
                && part.text().is_some_and(|it| nodes.contains(&it))
        })
    };
    !asked.is_empty() && asked.iter().all(|test| by_kind(test) && !is_node(test))
}

fn by_kind(test: &Expr<'_>) -> bool {
    match &test.kind {
        ExprKind::Not(inner) => by_kind(inner),
        ExprKind::Logic(_, sides) => by_kind(&sides.0) && by_kind(&sides.1),
        ExprKind::Compare(sides, operators) => {
            operators.iter().all(|operator| matches!(*operator, "==" | "!=" | "in" | "not in"))
                && matches!(sides.as_slice(), [_, kinds] if names_kinds(kinds))
        }
        _ => false,
    }
}

/// Whether a value is a word, or several, of which none says that there is nothing.
fn names_kinds(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Str(_) => value.text().is_some_and(|text| {
            let word = text.trim().to_ascii_lowercase();
            !NOTHING.contains(&word.as_str()) && !WELL.contains(&word.as_str())
        }),
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
            !items.is_empty() && items.iter().all(names_kinds)
        }
        _ => false,
    }
}
