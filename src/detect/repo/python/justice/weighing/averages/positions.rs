//! Averages that a function gives among other values, taken apart by their order: `low, high, mean = stats(scores)`.

use super::plain::averages;
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::justice::reading::effects::is_score;
use crate::detect::repo::python::justice::reading::functions::court::Key;
use crate::detect::repo::python::justice::reading::variables::terms::{
    has, statements, target_name,
};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// What an average over more than one case is called.
const OVERALL: &[&str] = &["overall", "aggregate", "total"];

/// What a value is held to and rounded by.
const BOUNDS: &[&str] = &["round", "int", "float", "min", "max"];

impl<'r> Hearing<'r, '_> {
    /// Where the statements begin by which the function at `key` takes a plain average of scores out of what another gives,
    /// if it gives that as a score.
    pub(in crate::detect::repo::python::justice) fn taken_apart(
        &self,
        key: Key,
    ) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let function = self.function(key);
        statements(&function.body, &mut |stmt: &'r Stmt<'r>| {
            let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
            let ([Expr { kind: ExprKind::Tuple(names), .. }], ExprKind::Call(call)) =
                (targets.as_slice(), &value.kind)
            else {
                return;
            };
            let run = self
                .helpers
                .get(&key)
                .and_then(|helpers| helpers.get(&(call.callee.span.start, call.callee.span.end)));
            let Some([run]) = run.map(Vec::as_slice) else { return };
            let Some(part) = self.court.parts.get(run) else { return };
            let takes = |(index, target): (usize, &Expr<'_>)| match target.kind {
                ExprKind::Name(name) => {
                    gives_average(part.function, names.len(), index) && is_given(function, name)
                }
                _ => false,
            };
            if names.iter().enumerate().any(takes) {
                found.insert(stmt.span.start);
            }
        });
        found
    }
}

/// Whether what stands at `index` of what a function gives is an average, or a constant where there is nothing to average.
fn gives_average(function: &Function<'_>, length: usize, index: usize) -> bool {
    let (mut found, mut is_all) = (false, true);
    Stmt::each_own(&function.body, &mut |stmt| {
        let StmtKind::Return(value) = &stmt.kind else { return };
        let items = match value.as_ref().map(|value| &value.kind) {
            Some(ExprKind::Tuple(items)) if items.len() == length => items,
            _ => return is_all = false,
        };
        match &items[index] {
            item if averages(item) => found = true,
            item => is_all &= matches!(item.kind, ExprKind::Literal(_) | ExprKind::None),
        }
    });
    found && is_all
}

/// Whether a function gives the variable as a score, held to bounds or not.
fn is_given(function: &Function<'_>, variable: &str) -> bool {
    if has(variable, OVERALL) {
        return false;
    }
    let (mut found, mut sets) = (has(variable, &["final"]), 0_usize);
    statements(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value, .. } => {
            let is_it = |target: &Expr<'_>| target.any(&|part| part.is_name(variable));
            sets += usize::from(targets.iter().any(is_it));
            found |= targets
                .iter()
                .any(|target| is_score(target) && !has(&target_name(target), OVERALL))
                && value.as_ref().is_some_and(|value| holds(value, variable));
        }
        StmtKind::Return(Some(value)) => found |= holds(value, variable),
        _ => {}
    });
    found && sets == 1
}

/// Whether a value is the variable, rounded or held to bounds.
fn holds(value: &Expr<'_>, variable: &str) -> bool {
    match &value.kind {
        ExprKind::Name(name) => *name == variable,
        ExprKind::Call(call) if BOUNDS.contains(&call.callee_name()) => {
            call.args.iter().any(|arg| holds(&arg.value, variable))
        }
        ExprKind::Conditional(choice) => {
            holds(&choice.then, variable) || holds(&choice.otherwise, variable)
        }
        _ => false,
    }
}
