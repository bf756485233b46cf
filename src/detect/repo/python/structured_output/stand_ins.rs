//! Opinions that handlers build themselves where a reply does not fit.

use super::super::repository::{Origin, Repository};
use super::super::sites::Site;
use super::super::syntax::{Call, Expr, ExprKind, Function, Handler, Passing, Stmt, StmtKind};
use crate::domain::facts::StandIn;

/// Parts of names of fields that tell such an opinion from others: who reads it can leave it out.
const MARKS: &[&str] = &[
    "abstain", "error", "fail", "fallback", "is_", "missing", "skip", "status", "success", "valid",
];

/// What `handlers` build in place of a reply of `schema`, with a score that is written there.
pub(super) fn stand_ins<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
    handlers: &[&'r Handler<'r>],
    schema: &str,
) -> Vec<StandIn> {
    let mut found = Vec::new();
    for handler in handlers {
        Stmt::each_own(&handler.body, &mut |stmt| {
            if matches!(stmt.kind, StmtKind::Raise(_)) {
                return;
            }
            for value in stmt.expressions() {
                value.each(&mut |part| {
                    if let Some(score) = score_of(part, schema) {
                        let place = site.module(repository).place(part.span);
                        found.push(StandIn { score, place });
                    } else if let ExprKind::Call(call) = &part.kind {
                        found.extend(built(repository, site, call, schema));
                    }
                });
            }
        });
    }
    found
}

/// What a function that is called there returns.
fn built<'r>(
    repository: &Repository<'r>,
    site: &Site<'r>,
    call: &'r Call<'r>,
    schema: &str,
) -> Vec<StandIn> {
    let mut found = Vec::new();
    for origin in repository.origins(&call.callee, site.at) {
        let Origin::Function(at, function) = origin else { continue };
        Stmt::each_own(&function.body, &mut |stmt| {
            let StmtKind::Return(Some(value)) = &stmt.kind else { return };
            let place = repository.modules[at.module].place(value.span);
            let written = score_of(value, schema).map(|score| vec![score]);
            let scores = written.or_else(|| held_score(function, value, schema));
            let scores = scores.into_iter().flatten();
            found.extend(scores.map(|score| StandIn { score, place: place.clone() }));
        });
    }
    found
}

/// The scores that a variable may hold by which `value` is built, where the function gives it nothing but numbers.
fn held_score(function: &Function<'_>, value: &Expr<'_>, schema: &str) -> Option<Vec<u32>> {
    let fields = fields_of(value, schema)?;
    let name = fields.iter().find_map(|(name, value)| match value.kind {
        ExprKind::Name(held) if is_score(name) => Some(held),
        _ => None,
    })?;
    let is_param = function.params.iter().any(|param| param.name == name);
    let (mut scores, mut is_known) = (Vec::new(), !is_param);
    Stmt::each_own(&function.body, &mut |stmt| {
        let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(other) if other == name);
        match &stmt.kind {
            StmtKind::Assign { targets, value, .. } if targets.iter().any(|it| it.any(&is_it)) => {
                let number = value.as_ref().and_then(|value| match value.kind {
                    ExprKind::Literal(number) => number.parse::<u32>().ok(),
                    _ => None,
                });
                is_known &= number.is_some();
                scores.extend(number);
            }
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
                is_known &= !target.any(&is_it);
            }
            _ => {}
        }
    });
    scores.sort_unstable();
    scores.dedup();
    (is_known && !scores.is_empty()).then_some(scores)
}

/// The score that `value` is built with, if it is of the schema, or a dictionary like it, and nothing marks it.
fn score_of(value: &Expr<'_>, schema: &str) -> Option<u32> {
    fields_of(value, schema)?.iter().find_map(|(name, value)| match value.kind {
        ExprKind::Literal(number) if is_score(name) => number.parse().ok(),
        _ => None,
    })
}

fn is_score(field: &str) -> bool {
    matches!(field, "score" | "rating" | "grade")
}

/// The fields that `value` is built with, if it is of the schema, or a dictionary like it, and nothing marks it.
fn fields_of<'e, 'r>(value: &'e Expr<'r>, schema: &str) -> Option<Vec<(String, &'e Expr<'r>)>> {
    let fields: Vec<(String, &Expr<'r>)> = match &value.kind {
        ExprKind::Call(call) if schema.split(", ").any(|name| name == call.callee_name()) => {
            let fields = call.args.iter().map(|arg| match arg.passing {
                Passing::Keyword(name) => Some((name.to_owned(), &arg.value)),
                Passing::Position | Passing::Rest | Passing::Named => None,
            });
            fields.collect::<Option<_>>()?
        }
        ExprKind::Dict(pairs) if pairs.len() > 2 => {
            let fields = pairs.iter().map(|(key, value)| Some((key.as_ref()?.text()?, value)));
            fields.collect::<Option<_>>()?
        }
        _ => return None,
    };
    let is_marked = |name: &str| MARKS.iter().any(|mark| name.contains(mark));
    (!fields.iter().any(|(name, _)| is_marked(&name.to_ascii_lowercase()))).then_some(fields)
}
