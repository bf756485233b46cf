//! What code changes in a judge's reply before anybody reads it: the score, and what is cited.

use super::super::repository::{At, Origin, Repository};
use super::super::sites::{Site, Sites};
use super::super::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use super::reply;
use crate::domain::facts::Lines;
use std::collections::BTreeSet;

/// Where a reply is changed.
#[derive(Default)]
pub(super) struct Changed {
    pub scores: Vec<Lines>,
    pub citations: Vec<Lines>,
}

/// What the function that asks at `asked`, and those that it hands the reply to, change in it.
pub(super) fn changed<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    asked: &Site<'r>,
) -> Changed {
    let mut found = Changed::default();
    let Some(function) = asked.around.functions.last() else { return found };
    let names = reply::names(function, asked);
    found.read(repository, asked.at, function, &names);
    for other in sites.inside(asked.at.module, function) {
        for origin in repository.origins(&other.call.callee, other.at) {
            let Origin::Function(at, called) = origin else { continue };
            let is_reply = |value: &Expr<'r>| matches!(value.kind, ExprKind::Name(name) if names.contains(name));
            let params = called.params.iter().enumerate().filter(|(index, param)| {
                other.call.argument(*index, param.name).is_some_and(is_reply)
            });
            let given: BTreeSet<&str> = params.map(|(_, param)| param.name).collect();
            if !given.is_empty() {
                found.read(repository, at, called, &given);
            }
        }
    }
    found
}

impl Changed {
    fn read(
        &mut self,
        repository: &Repository<'_>,
        at: At,
        function: &Function<'_>,
        names: &BTreeSet<&str>,
    ) {
        let module = &repository.modules[at.module];
        Stmt::each_own(&function.body, &mut |stmt| {
            let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
            let [Expr { kind: ExprKind::Attribute(object, field), .. }] = targets.as_slice() else {
                return;
            };
            if !matches!(object.kind, ExprKind::Name(name) if names.contains(name)) {
                return;
            }
            match *field {
                "score" | "rating" if !keeps(value) => self.scores.push(module.place(stmt.span)),
                "cited_evidence" | "citations" | "evidence_refs" if fills_in(value, names) => {
                    self.citations.push(module.place(stmt.span));
                }
                _ => {}
            }
        });
    }
}

/// Whether a value is the score itself, held to the ends of the scale: `max(1, min(5, int(reply.score)))`.
fn keeps(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Attribute(_, name) => matches!(*name, "score" | "rating"),
        ExprKind::Name(_) => true,
        ExprKind::Literal(number) => {
            matches!(number.parse::<f64>(), Ok(end) if [0.0, 1.0, 5.0, 10.0, 100.0].contains(&end))
        }
        ExprKind::Call(call) => {
            let name = call.callee_name();
            (matches!(name, "min" | "max" | "int" | "float" | "round") || name.contains("clamp"))
                && call.args.iter().all(|arg| keeps(&arg.value))
        }
        _ => false,
    }
}

/// Whether nothing of the reply is in what it is said to cite, and something else is.
fn fills_in(value: &Expr<'_>, names: &BTreeSet<&str>) -> bool {
    let is_own =
        value.any(&|part| matches!(part.kind, ExprKind::Name(name) if names.contains(name)));
    let is_something = match &value.kind {
        ExprKind::List(items) | ExprKind::Tuple(items) => !items.is_empty(),
        ExprKind::Subscript(..) | ExprKind::Name(_) => true,
        _ => false,
    };
    is_something && !is_own
}
