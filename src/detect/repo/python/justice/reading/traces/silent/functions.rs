//! What functions read and give.

use super::super::texts;
use crate::detect::repo::python::justice::reading::effects::{changed, is_text};
use crate::detect::repo::python::justice::reading::variables::terms::{
    any_expr, any_stmt, each_target, statements,
};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// How a model is asked.
const ASKS: &[&str] = &["invoke", "ainvoke", "batch", "abatch", "stream", "create", "generate"];

/// The names that are read in a block.
pub(super) fn read<'r>(body: &'r Body<'r>) -> BTreeSet<&'r str> {
    let mut found = BTreeSet::new();
    Stmt::each(body, &mut |stmt| {
        let targets = match &stmt.kind {
            StmtKind::Assign { targets, .. } => each_target(targets),
            StmtKind::Augment { target, .. } => vec![target],
            _ => Vec::new(),
        };
        stmt.walk(&mut |part| {
            if targets.iter().all(|target| target.span.start != part.span.start) {
                found.extend(part.name());
            }
        });
    });
    found
}

/// How many values a function gives at once, if it always gives as many.
pub(super) fn given_together(function: &Function<'_>) -> Option<usize> {
    let mut counts = BTreeSet::new();
    statements(&function.body, &mut |stmt| {
        if let StmtKind::Return(value) = &stmt.kind {
            counts.insert(match value.as_ref().map(|value| &value.kind) {
                Some(ExprKind::Tuple(items)) => items.len(),
                _ => 0,
            });
        }
    });
    let all = counts.pop_first()?;
    (counts.is_empty() && all > 1).then_some(all)
}

/// Whether all that a function gives is text, and it does nothing else that could matter.
pub(super) fn gives_words(function: &Function<'_>) -> bool {
    let held = texts(&function.body);
    let worded = |value: &Expr<'_>| match &value.kind {
        ExprKind::None => true,
        ExprKind::Name(name) => held.contains(*name),
        _ => is_text(value),
    };
    let acts = |stmt: &Stmt<'_>| match &stmt.kind {
        StmtKind::Return(Some(value)) => !worded(value),
        StmtKind::Assign { targets, .. } => {
            changed(stmt) || each_target(targets).into_iter().any(|one| one.name().is_none())
        }
        StmtKind::Function(_) | StmtKind::Class(_) => true,
        _ => changed(stmt),
    };
    let gives =
        |stmt: &Stmt<'_>| matches!(&stmt.kind, StmtKind::Return(Some(value)) if is_text(value));
    any_stmt(&function.body, &gives) && !any_stmt(&function.body, &acts) && !asks(&function.body)
}

/// Whether a model is asked in a block.
pub(super) fn asks(body: &Body<'_>) -> bool {
    any_expr(body, &|part| part.called().is_some_and(|name| ASKS.contains(&name)))
}

/// Whether a function names one of these anywhere.
pub(super) fn names_any(function: &Function<'_>, names: &BTreeSet<&str>) -> bool {
    any_expr(&function.body, &|part| part.last_name().is_some_and(|name| names.contains(name)))
}
