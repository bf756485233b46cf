//! What the making of a list shows by its form.

use crate::detect::repo::python::syntax::{Body, Clause, Expr, ExprKind, Stmt, StmtKind};

/// What a key is, as written: a variable, or a text.
pub(super) type Key = Option<String>;

/// The list to which each round of a loop puts something made of its item.
pub(super) fn filled<'r>(body: &'r Body<'r>, item: &str) -> Option<&'r str> {
    for stmt in body {
        if let StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) = &stmt.kind
            && let ExprKind::Attribute(list, "append") = &call.callee.kind
            && call.position(0).is_some_and(|given| names(given, item))
        {
            return list.name();
        }
        let is_guard = match &stmt.kind {
            StmtKind::If { branches, otherwise } => match branches.as_slice() {
                [(test, _)] if otherwise.is_empty() => {
                    matches!(&test.kind, ExprKind::Not(inner) if asks_kind(inner, item))
                }
                _ => false,
            },
            _ => false,
        };
        if leaves(stmt) && !is_guard {
            return None;
        }
    }
    None
}

/// Whether a clause asks only whether there is an item, or what kind of value it is.
pub(super) fn is_guard(clause: &Clause<'_>, item: &str) -> bool {
    matches!(clause, Clause::If(test) if asks_kind(test, item))
}

fn asks_kind(test: &Expr<'_>, item: &str) -> bool {
    match &test.kind {
        ExprKind::Name(name) => *name == item,
        ExprKind::Call(call) => {
            call.callee_name() == "isinstance"
                && call.position(0).and_then(Expr::name) == Some(item)
        }
        _ => false,
    }
}

pub(super) fn is_empty(value: &Expr<'_>) -> bool {
    matches!(&value.kind, ExprKind::List(items) if items.is_empty())
}

pub(super) fn names(value: &Expr<'_>, name: &str) -> bool {
    value.any(&|part| part.is_name(name))
}

/// A key as written.
pub(super) fn written(value: &Expr<'_>) -> Key {
    value.name().map(str::to_owned).or_else(|| value.text().map(|text| format!("'{text}'")))
}

/// Whether a statement may leave the function or the loop around it.
pub(super) fn leaves(stmt: &Stmt<'_>) -> bool {
    let mut found = false;
    Stmt::each(std::slice::from_ref(stmt), &mut |stmt| found |= ends_here(stmt) || ends_loop(stmt));
    found
}

/// Whether a statement of an inner loop may leave more than that.
pub(super) fn ends(stmt: &Stmt<'_>) -> bool {
    let mut found = false;
    Stmt::each(std::slice::from_ref(stmt), &mut |stmt| found |= ends_here(stmt));
    found
}

fn ends_here(stmt: &Stmt<'_>) -> bool {
    stmt.ends_function()
}

fn ends_loop(stmt: &Stmt<'_>) -> bool {
    matches!(stmt.kind, StmtKind::Break | StmtKind::Continue)
}
