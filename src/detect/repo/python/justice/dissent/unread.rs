//! A dissent that is put together and that nothing reads.

use super::super::Hearing;
use super::super::reading::functions::court::Key;
use super::super::reading::signs::composes;
use super::super::reading::variables::terms::{
    any_expr, any_stmt, each_target, has, statements, target_name,
};
use super::super::reading::variables::told::{dropped, only_told};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Passing, StmtKind};
use crate::domain::facts::Lines;

/// What a dissent is called.
const DISSENT: &[&str] = &["dissent"];

impl Hearing<'_, '_> {
    /// Where a function gives a dissent to a variable that nothing reads, if nothing in the synthesis passes one on.
    pub(in super::super) fn unread(&self, key: Key) -> Option<Lines> {
        let function = self.function(key);
        let dropped = dropped(function);
        let mut found = None;
        statements(&function.body, &mut |stmt| {
            let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
            let is_named = targets.iter().any(|target| has(&target_name(target), DISSENT));
            if is_named && only_told(stmt, &dropped) && is_dissent(value) {
                found = found.or(Some(stmt.span));
            }
        });
        let found = found.filter(|_| !self.reached.iter().any(|one| self.passes_on(*one)))?;
        Some(self.court.module(key).place(found))
    }

    /// Whether a function gives something that is called a dissent to an argument, a key, a field or a list.
    fn passes_on(&self, key: Key) -> bool {
        let body = &self.function(key).body;
        let is_kept = |target: &Expr<'_>| {
            !matches!(target.kind, ExprKind::Name(_)) && has(&target_name(target), DISSENT)
        };
        let keeps = any_stmt(body, &|stmt| match &stmt.kind {
            StmtKind::Assign { targets, .. } => each_target(targets).into_iter().any(is_kept),
            StmtKind::Augment { target, .. } => is_kept(target),
            _ => false,
        });
        let passes = |part: &Expr<'_>| match &part.kind {
            ExprKind::Call(call) => {
                let by_name = call.args.iter().any(|arg| match arg.passing {
                    Passing::Keyword(name) => has(name, DISSENT) && is_something(&arg.value),
                    Passing::Position | Passing::Named | Passing::Rest => false,
                });
                let adds = match &call.callee.kind {
                    ExprKind::Attribute(list, "append" | "extend" | "insert" | "update") => {
                        has(&target_name(list), DISSENT)
                    }
                    _ => false,
                };
                by_name || adds
            }
            ExprKind::Dict(pairs) => pairs.iter().any(|(key, value)| {
                let key = key.as_ref().and_then(Expr::text).unwrap_or_default();
                has(&key, DISSENT) && is_something(value)
            }),
            _ => false,
        };
        keeps || any_expr(body, &passes)
    }
}

/// Whether a value is put together, or comes from a function that is called so.
fn is_dissent(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Call(call) => composes(value) || has(call.callee_name(), DISSENT),
        _ => composes(value),
    }
}

fn is_something(value: &Expr<'_>) -> bool {
    let is_empty = value.text().is_some_and(|text| text.is_empty());
    !is_empty && !matches!(value.kind, ExprKind::None | ExprKind::Bool(_))
}
