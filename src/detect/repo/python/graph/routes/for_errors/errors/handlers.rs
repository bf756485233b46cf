//! Handlers that set where to go on, which is said behind them.

use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Whether what catches a failure in `body` gives a variable by which the way is said another name of a node than it has
/// otherwise.
pub(super) fn set_a_way(body: &Body<'_>) -> bool {
    let mut ways: BTreeSet<&str> = BTreeSet::new();
    Stmt::each_returned(body, &mut |value| {
        ways.extend(way(value));
    });
    let mut caught: Vec<(&str, String)> = Vec::new();
    Stmt::each_own(body, &mut |stmt| {
        if let StmtKind::Try { handlers, .. } = &stmt.kind {
            for handler in handlers {
                Stmt::each_own(&handler.body, &mut |stmt| caught.extend(given(stmt)));
            }
        }
    });
    caught.retain(|(name, _)| ways.contains(name));
    let mut all: Vec<(&str, String)> = Vec::new();
    Stmt::each_own(body, &mut |stmt| all.extend(given(stmt)));
    caught.iter().any(|(name, to)| all.iter().any(|(other, node)| other == name && node != to))
}

/// The variable that says where to go on: what is returned, or the `goto` of a command.
fn way<'r>(value: &Expr<'r>) -> Option<&'r str> {
    match &value.kind {
        ExprKind::Name(name) => Some(*name),
        ExprKind::Call(call) if call.callee_name() == "Command" => way(call.keyword("goto")?),
        _ => None,
    }
}

/// What a statement gives a variable, where that is written there: a text, or `END`.
fn given<'r>(stmt: &Stmt<'r>) -> Option<(&'r str, String)> {
    let (name, value) = stmt.assigned()?;
    match value.kind {
        ExprKind::Name("END") => Some((name, "END".to_owned())),
        _ => Some((name, value.text()?)),
    }
}
