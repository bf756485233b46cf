//! Branches that only leave: where there is nothing to go by, or where the scores lie close together.

use super::super::syntax::{Body, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use super::terms::statements;

/// Whether a branch leaves because something is missing, and gives nothing but a text that is written there.
pub(super) fn is_guard(test: &Expr<'_>, body: &Body<'_>) -> bool {
    is_missing(test) && matches!(body.as_slice(), [only] if gives_text(only))
}

fn gives_text(stmt: &Stmt<'_>) -> bool {
    match &stmt.kind {
        StmtKind::Return(Some(value)) => value.text().is_some(),
        _ => false,
    }
}

/// Whether a condition asks that something is not there: `not opinions`, `len(opinions) < 2`, `opinion is None`.
pub(super) fn is_missing(test: &Expr<'_>) -> bool {
    match &test.kind {
        ExprKind::Not(inner) => {
            matches!(inner.kind, ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Call(_))
        }
        ExprKind::Logic(_, sides) => is_missing(&sides.0) && is_missing(&sides.1),
        ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
            ([_, Expr { kind: ExprKind::None, .. }], ["is" | "=="]) => true,
            ([Expr { kind: ExprKind::Call(call), .. }, _], ["<" | "<=" | "=="]) => {
                call.callee_name() == "len"
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether a condition asks that something is small: `spread <= 2`.
pub(super) fn asks_less(test: &Expr<'_>) -> bool {
    match &test.kind {
        ExprKind::Compare(_, operators) => matches!(operators.as_slice(), ["<" | "<="]),
        ExprKind::Logic(_, sides) => asks_less(&sides.0) || asks_less(&sides.1),
        _ => false,
    }
}

/// What is behind a branch that leaves its function, to the end of the function.
pub(super) fn behind(function: &Function<'_>, guard: &Stmt<'_>) -> Option<Span> {
    let StmtKind::If { branches, otherwise } = &guard.kind else { return None };
    let [(_, body)] = branches.as_slice() else { return None };
    let leaves = matches!(body.last()?.kind, StmtKind::Return(_)) && otherwise.is_empty();
    let mut rest = function.body.iter().filter(|stmt| stmt.span.start > guard.span.start);
    let is_own = function.body.iter().any(|stmt| stmt.span.start == guard.span.start);
    let first = rest.next().filter(|_| leaves && is_own)?;
    let last = rest.next_back().unwrap_or(first);
    Some(Span { end: last.span.end, last: last.span.last, ..first.span })
}

/// The last statement of a function that gives a text which is put together there, behind a branch that only leaves.
pub(super) fn told(function: &Function<'_>) -> Option<Span> {
    let guarded = function.body.iter().any(|stmt| match &stmt.kind {
        StmtKind::If { branches, .. } => branches.iter().any(|(test, body)| is_guard(test, body)),
        _ => false,
    });
    let mut found = None;
    statements(&function.body, &mut |stmt| {
        if let StmtKind::Return(Some(value)) = &stmt.kind
            && !matches!(value.kind, ExprKind::None | ExprKind::Bool(_) | ExprKind::Compare(..))
            && value.text().is_none()
        {
            found = Some(stmt.span);
        }
    });
    found.filter(|_| guarded)
}
