//! What code changes in a judge's reply before anybody reads it: the score, and what is cited.

use super::super::parse::Module;
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
    found.scores.extend(bent(&repository.modules[asked.at.module], function, asked));
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

/// Where, under a condition, a number is added to the score that an opinion is built with, or taken off it, after it
/// was read from a reply.
fn bent<'r>(module: &Module<'r>, function: &Function<'r>, built: &Site<'r>) -> Vec<Lines> {
    let argument = ["score", "rating"].iter().find_map(|name| built.call.keyword(name));
    let Some(score) = argument.and_then(held) else { return Vec::new() };
    let (mut is_read, mut places) = (false, Vec::new());
    Stmt::each_own(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let is_own = targets.iter().any(|one| is_name(one, score));
            is_read |= is_own && value.any(&reads_a_score);
        }
        StmtKind::If { branches, otherwise } => {
            let arms = branches.iter().map(|(_, arm)| arm).chain([otherwise]);
            let bends = arms.flatten().filter(|inner| bends(module, inner, score));
            places.extend(bends.map(|inner| module.place(inner.span)));
        }
        _ => {}
    });
    if is_read { places } else { Vec::new() }
}

/// The variable that a value is, be it held to the ends of the scale.
fn held<'r>(value: &Expr<'r>) -> Option<&'r str> {
    match &value.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Call(call) if matches!(call.callee_name(), "int" | "min" | "max" | "round") => {
            call.args.iter().find_map(|arg| held(&arg.value))
        }
        _ => None,
    }
}

fn is_name(value: &Expr<'_>, name: &str) -> bool {
    matches!(value.kind, ExprKind::Name(own) if own == name)
}

/// `reply.get("score")`, `reply["score"]`, `reply.score`.
fn reads_a_score(value: &Expr<'_>) -> bool {
    let named = |key: &Expr<'_>| matches!(key.text().as_deref(), Some("score" | "rating"));
    match &value.kind {
        ExprKind::Attribute(_, name) => matches!(*name, "score" | "rating"),
        ExprKind::Subscript(_, key) => key.first().is_some_and(named),
        ExprKind::Call(call) => call.callee_name() == "get" && call.position(0).is_some_and(named),
        _ => false,
    }
}

/// Whether a statement gives a variable itself, with a number more or less.
fn bends(module: &Module<'_>, stmt: &Stmt<'_>, name: &str) -> bool {
    let is_number = |value: &Expr<'_>| matches!(value.kind, ExprKind::Literal(_));
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let is_own = targets.iter().any(|one| is_name(one, name));
            is_own
                && value.any(&|part| match &part.kind {
                    ExprKind::Binary("+" | "-", sides) => {
                        is_name(&sides.0, name) && is_number(&sides.1)
                    }
                    _ => false,
                })
        }
        StmtKind::Augment { target, value } => {
            let written = module.written(stmt.span, 80);
            let by = written.contains("+=") || written.contains("-=");
            by && is_name(target, name) && is_number(value)
        }
        _ => false,
    }
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
