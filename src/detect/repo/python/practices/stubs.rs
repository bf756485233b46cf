//! Functions that only say that another has to be written in their place.

use super::super::syntax::{Body, Expr, ExprKind, StmtKind};

/// Whether a body does nothing: a docstring, `pass`, `...`, or the error of what is not written.
pub(super) fn is_stub(body: &Body<'_>) -> bool {
    body.iter().all(|stmt| match &stmt.kind {
        StmtKind::Expr(value) => is_text(value),
        StmtKind::Other(values) => values.is_empty(),
        StmtKind::Raise(values) => values.first().is_some_and(is_unwritten),
        _ => false,
    })
}

fn is_text(value: &Expr<'_>) -> bool {
    matches!(value.kind, ExprKind::Str(_) | ExprKind::Literal(_))
}

fn is_unwritten(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Name(name) => *name == "NotImplementedError",
        ExprKind::Call(call) => is_unwritten(&call.callee),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::examine;
    use crate::domain::exhibit::repository::Source;
    use crate::domain::limits::Limits;

    #[test]
    fn a_function_without_a_body_is_told_from_one_that_does_something() {
        let stub = |body: &str| {
            let text = format!("class A:\n    def step(self):\n        {body}\n");
            let source = Source { path: "a.py".into(), blob: "b".into(), bytes: text.into_bytes() };
            examine(&[source], &Limits::default()).functions[0].stub
        };
        for body in [
            "pass",
            "...",
            "'''Does it.'''",
            "'''Does it.'''\n        raise NotImplementedError",
            "raise NotImplementedError('later')",
        ] {
            assert!(stub(body), "{body}");
        }
        for body in ["return None", "self.n = 1", "raise ValueError('no')", "assert self", "f()"] {
            assert!(!stub(body), "{body}");
        }
    }
}
