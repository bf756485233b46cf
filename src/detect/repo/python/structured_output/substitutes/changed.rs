//! What code changes in a judge's reply before anybody reads it: the score, and what is cited.

mod cited;

use super::super::asking::reply;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::refuted::idle_blocks;
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{
    Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind,
};
use crate::domain::facts::Lines;
use cited::Reader;
use std::collections::BTreeSet;

/// Where a reply is changed.
#[derive(Default)]
pub(in super::super) struct Changed {
    pub scores: Vec<Lines>,
    pub citations: Vec<Lines>,
}

/// What the function that asks at `asked`, and those that it hands the reply to, change in it.
pub(in super::super) fn changed<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    asked: &Site<'r>,
) -> Changed {
    let mut found = Changed::default();
    let Some(function) = asked.function() else { return found };
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
            let is_own = targets.iter().any(|one| one.is_name(score));
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
            let is_own = targets.iter().any(|one| one.is_name(name));
            is_own
                && value.any(&|part| match &part.kind {
                    ExprKind::Binary("+" | "-", sides) => {
                        sides.0.is_name(name) && is_number(&sides.1)
                    }
                    _ => false,
                })
        }
        StmtKind::Augment { target, value } => {
            let written = module.written(stmt.span, 80);
            let by = written.contains("+=") || written.contains("-=");
            by && target.is_name(name) && is_number(value)
        }
        _ => false,
    }
}

impl Changed {
    fn read<'r>(
        &mut self,
        repository: &Repository<'r>,
        at: At,
        function: &Function<'r>,
        names: &BTreeSet<&str>,
    ) {
        let module = &repository.modules[at.module];
        let reader = Reader { repository, at, function, names };
        let idle = idle_blocks(function, module.text);
        Stmt::each_own(&function.body, &mut |stmt| {
            if idle.iter().any(|block| block.holds(stmt.span)) {
                return;
            }
            let mut note = |field: &str, value: &Expr<'r>, span: Span| match field {
                "score" | "rating" if !keeps(value) => self.scores.push(module.place(span)),
                "cited_evidence" | "citations" | "evidence_refs" if reader.fills_in(value) => {
                    self.citations.push(module.place(span));
                }
                _ => {}
            };
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
                && let [Expr { kind: ExprKind::Attribute(object, field), .. }] = targets.as_slice()
                && matches!(object.kind, ExprKind::Name(name) if names.contains(name))
            {
                note(field, value, stmt.span);
            }
            stmt.walk(&mut |part| {
                for (field, given) in renewed(part, names) {
                    note(&field, given, given.span);
                }
            });
        });
    }
}

/// What a reply is given where it is made anew: `reply.model_copy(update={"score": 1})`, `replace(reply, score=1)`.
fn renewed<'e, 'r>(value: &'e Expr<'r>, names: &BTreeSet<&str>) -> Vec<(String, &'e Expr<'r>)> {
    let ExprKind::Call(call) = &value.kind else { return Vec::new() };
    let is_reply =
        |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if names.contains(name));
    match (&call.callee.kind, call.callee_name()) {
        (ExprKind::Attribute(object, _), "model_copy" | "copy") if is_reply(object) => {
            let update = call.keyword("update").map(|update| &update.kind);
            let Some(ExprKind::Dict(pairs)) = update else { return Vec::new() };
            pairs.iter().filter_map(|(key, value)| Some((key.as_ref()?.text()?, value))).collect()
        }
        (_, "replace" | "_replace" | "evolve") if call.position(0).is_some_and(is_reply) => {
            let by_name = call.args.iter().filter_map(|arg| match arg.passing {
                Passing::Keyword(name) => Some((name.to_owned(), &arg.value)),
                _ => None,
            });
            by_name.collect()
        }
        _ => Vec::new(),
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
