//! What values are called by the names and texts in them.

use super::words::{EVIDENCE_WORDS, OUTPUT_WORDS};
use crate::detect::repo::python::syntax::{Expr, ExprKind};

/// Whether a name in `value` is called after what must be there before judges can work. What the graph writes in the end
/// tells whether it is done.
pub(super) fn names_evidence(value: &Expr<'_>) -> bool {
    is_named(value, &|name| has(name, EVIDENCE_WORDS) && !has(name, OUTPUT_WORDS))
}

/// Whether one of these words stands in a name, an attribute or a text in `value`.
pub(super) fn names(value: &Expr<'_>, words: &[&str]) -> bool {
    is_named(value, &|name| has(name, words))
}

fn has(name: &str, words: &[&str]) -> bool {
    words.iter().any(|word| name.contains(word))
}

/// Whether a name, an attribute or a text in `value` is so, in small letters.
fn is_named(value: &Expr<'_>, is_so: &impl Fn(&str) -> bool) -> bool {
    value.any(&|part| match &part.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => is_so(&name.to_ascii_lowercase()),
        ExprKind::Str(_) => part.text().is_some_and(|text| is_so(&text.to_ascii_lowercase())),
        _ => false,
    })
}
