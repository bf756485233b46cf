//! The statements on the way to a call.

use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Span, Stmt};

/// The statements around a call in its function, outermost first.
pub(in super::super) fn way<'r>(site: &Site<'r>) -> Vec<&'r Stmt<'r>> {
    let mut path = Vec::new();
    if let Some(function) = site.function() {
        enclosing(&function.body, site.expr.span, 0, &mut path);
    }
    path
}

/// The statements around `span`, outermost first.
pub(in super::super) fn enclosing<'r>(
    body: &'r [Stmt<'r>],
    span: Span,
    depth: usize,
    path: &mut Vec<&'r Stmt<'r>>,
) {
    let Some(stmt) = body.iter().find(|stmt| stmt.span.holds(span)) else { return };
    path.push(stmt);
    if depth < 64 {
        for block in stmt.blocks() {
            enclosing(block, span, depth + 1, path);
        }
    }
}
