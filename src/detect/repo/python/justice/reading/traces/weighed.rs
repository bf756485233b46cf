//! What weights weigh: judges, or criteria alone.

use super::super::variables::terms::{any_expr, has, speaks};
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt, StmtKind};

/// Who is weighed where verdicts are.
const JUDGES: &[&str] = &["judg", "prosecut", "defen", "tech", "persona", "role", "seat"];
/// What else is.
const CRITERIA: &[&str] = &["criteri", "dimension", "architect", "functional"];
/// What the Tech Lead is called, however shortly.
const LEAD: &[&str] = &["tech", "=tl", "=lead"];

/// Whether a statement that speaks of a weight also speaks of a judge or a criterion, or lists weights by their order.
pub(super) fn weighs_seats(stmt: &Stmt<'_>) -> bool {
    let named = |name: &str| has(name, JUDGES) || has(name, CRITERIA);
    let own = |stmt: &Stmt<'_>| {
        stmt.expressions().into_iter().any(|value| {
            value.any(&|part| match &part.kind {
                ExprKind::Name(name) | ExprKind::Attribute(_, name) => named(name),
                ExprKind::Str(_) => part.text().is_some_and(|text| named(&text)),
                ExprKind::List(items) | ExprKind::Tuple(items) => {
                    items.len() > 1
                        && items.iter().all(|item| matches!(item.kind, ExprKind::Literal(_)))
                }
                ExprKind::Call(call) => call.callee_name() == "zip",
                _ => false,
            })
        })
    };
    let StmtKind::Function(function) = &stmt.kind else { return own(stmt) };
    let mut found = named(function.name) || function.params.iter().any(|one| named(one.name));
    Stmt::each(&function.body, &mut |inner| found = found || own(inner));
    found
}

/// Whether all that such a statement speaks of are criteria.
pub(super) fn weighs_criteria(stmt: &Stmt<'_>) -> bool {
    let mut own = stmt.expressions().into_iter();
    let is_listed = own.any(|value| {
        value.any(&|part| match &part.kind {
            ExprKind::List(items) | ExprKind::Tuple(items) => {
                items.len() > 1
                    && items.iter().all(|item| matches!(item.kind, ExprKind::Literal(_)))
            }
            ExprKind::Call(call) => call.callee_name() == "zip",
            _ => speaks(part, JUDGES),
        })
    });
    let StmtKind::Function(function) = &stmt.kind else { return !is_listed };
    let mut judges = has(function.name, JUDGES);
    judges |= function.params.iter().any(|one| has(one.name, JUDGES));
    Stmt::each(&function.body, &mut |inner| judges |= !weighs_criteria(inner));
    !(is_listed || judges)
}

/// Whether some function of the synthesis names the Tech Lead, or takes a score or an opinion by its place.
pub(super) fn tells_judges_apart(hearing: &Hearing<'_, '_>) -> bool {
    hearing.reached.iter().any(|key| {
        any_expr(&hearing.function(*key).body, &|part| match &part.kind {
            ExprKind::Subscript(list, indices) => {
                speaks(list, &["score", "opinion", "=ops"])
                    && indices.iter().any(|index| matches!(index.kind, ExprKind::Literal(_)))
            }
            ExprKind::Name(_) | ExprKind::Attribute(..) | ExprKind::Str(_) => speaks(part, LEAD),
            _ => false,
        })
    })
}

/// Whether a file of the synthesis names the Tech Lead anywhere, or one of its functions looks something up by what a
/// judge is called, whose weight that may be.
pub(super) fn may_weigh_judges(hearing: &Hearing<'_, '_>) -> bool {
    let is_judge = |key: &Expr<'_>| speaks(key, &["judge", "persona", "role", "seat"]);
    hearing.reached.iter().any(|key| {
        let text = hearing.court.module(*key).text;
        let looks_up = |part: &Expr<'_>| match &part.kind {
            ExprKind::Subscript(_, keys) => keys.iter().any(is_judge),
            ExprKind::Call(call) => {
                call.callee_name() == "get" && call.position(0).is_some_and(is_judge)
            }
            _ => false,
        };
        has(text, LEAD) || any_expr(&hearing.function(*key).body, &looks_up)
    })
}
