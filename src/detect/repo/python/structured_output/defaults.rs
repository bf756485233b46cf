//! Scores that a reply is given which has none.

use super::super::repository::Repository;
use super::super::sites::{Site, Sites};
use super::super::syntax::{Expr, ExprKind};
use super::{reply, uses};
use crate::domain::facts::StandIn;

/// The numbers that are read in the function of `asked` where what a model replied there has no score; of questions that
/// are bound a reply has one.
pub(super) fn scores<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    asked: &Site<'r>,
    is_bound: &dyn Fn(&Site<'r>) -> bool,
) -> Vec<StandIn> {
    let Some(function) = asked.around.functions.last() else { return Vec::new() };
    let own = |site: &&&Site<'r>| {
        site.around.functions.last().is_some_and(|own| own.id == function.id) && !site.around.dead
    };
    let inside = sites.inside(asked.at.module, function);
    let questions = inside.iter().filter(own).filter(|site| {
        uses::invokes(site.call.callee_name()) || std::ptr::eq(site.expr, asked.expr)
    });
    let mut found = Vec::new();
    for question in questions.filter(|site| !is_bound(site)) {
        let names = reply::names(function, question);
        let read = inside.iter().filter(own).filter_map(|site| {
            let score = default(site)?;
            let ExprKind::Attribute(object, _) = &site.call.callee.kind else { return None };
            let is_reply = reply::uses(object, &names);
            is_reply.then(|| StandIn {
                score: Some(score),
                place: site.module(repository).place(site.expr.span),
            })
        });
        found.extend(read);
    }
    found
}

/// The score that `reply.get("score", 3)` gives where there is none.
fn default(site: &Site<'_>) -> Option<u32> {
    let field = site.call.position(0).and_then(Expr::text)?;
    let is_read = site.call.callee_name() == "get" && matches!(field.as_str(), "score" | "rating");
    match site.call.position(1)?.kind {
        ExprKind::Literal(number) if is_read => number.parse().ok(),
        _ => None,
    }
}
