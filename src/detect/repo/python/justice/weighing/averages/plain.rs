//! Averages in which all count the same: `sum(scores) / len(scores)`.

use super::middle::is_middle;
use crate::detect::repo::python::justice::reading::effects::{is_product, picks};
use crate::detect::repo::python::justice::reading::found::Average;
use crate::detect::repo::python::justice::reading::variables::terms::{
    has, speaks, target_name, uses,
};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Passing, Stmt, StmtKind};
use std::collections::BTreeSet;

/// What an average over criteria, and not over judges, is made of.
const OVERALL: &[&str] = &[
    "final_score",
    "overall",
    "criteria",
    "criterion_score",
    "result",
    "dimension",
    "breakdown",
    "all_scores",
    "aggregate",
    "resolved",
];

/// Whether `value` itself is a plain average of scores: `sum(scores) / len(scores)`,
/// `mean(scores)`, `(a + b + c) / 3`.
pub(in crate::detect::repo::python::justice) fn averages(value: &Expr<'_>) -> bool {
    if speaks(value, OVERALL) {
        return false;
    }
    match &value.kind {
        ExprKind::Binary("/" | "//", sides) => {
            let summed = match &sides.0.kind {
                ExprKind::Call(call) => {
                    call.callee_name() == "sum"
                        && speaks(&sides.0, &["score", "=op", "opinion", "=values"])
                }
                ExprKind::Binary("+", _) => adds_scores(&sides.0),
                _ => false,
            };
            let counted = match &sides.1.kind {
                ExprKind::Literal(number) => matches!(*number, "2" | "3" | "2.0" | "3.0"),
                ExprKind::Call(call) => counts(call),
                _ => false,
            };
            summed && counted && !sides.0.any(&is_product) && !is_middle(value)
        }
        // `int(… + 0.5)` rounds.
        ExprKind::Binary("+" | "-", sides) => {
            let number = |side: &Expr<'_>| matches!(side.kind, ExprKind::Literal(_));
            (number(&sides.1) && averages(&sides.0)) || (number(&sides.0) && averages(&sides.1))
        }
        ExprKind::Call(call) => match call.callee_name() {
            "mean" | "fmean" | "average" => {
                call.args.len() == 1 && speaks(value, &["score", "opinion"])
            }
            _ => call
                .args
                .iter()
                .any(|arg| matches!(arg.passing, Passing::Position) && averages(&arg.value)),
        },
        // An average that only stands in for a judge who is missing decides nothing else.
        ExprKind::Conditional(choice) => {
            let of = |side, other| averages(side) && (averages(other) || !picks(other));
            of(&choice.then, &choice.otherwise) || of(&choice.otherwise, &choice.then)
        }
        _ => false,
    }
}

fn counts(call: &Call<'_>) -> bool {
    match call.callee_name() {
        "len" => true,
        "max" => call.args.iter().any(|arg| arg.value.is_call_of("len")),
        _ => false,
    }
}

fn adds_scores(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Binary("+", sides) => adds_scores(&sides.0) && adds_scores(&sides.1),
        _ => speaks(value, &["score"]),
    }
}

/// What several scores became already.
const MADE: &[&str] = &["median", "mean", "=avg", "average", "weighted"];

/// Whether something is added to what several scores became already, which is no judge's score.
fn adds_to_made(value: &Expr<'_>) -> bool {
    value.any(&|part| matches!(part.kind, ExprKind::Binary("+", _)) && speaks(part, MADE))
}

/// Whether a statement takes the plain average of the judges' scores.
pub(in crate::detect::repo::python::justice) fn takes_average(
    stmt: &Stmt<'_>,
    results: &BTreeSet<&str>,
) -> bool {
    let plain = |value: &Expr<'_>| averages(value) && !uses(value, results) && !adds_to_made(value);
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            plain(value)
                && !targets
                    .iter()
                    .any(|one| has(&target_name(one), &["overall", "aggregate", "total"]))
        }
        // The score comes first, what explains it after.
        StmtKind::Return(Some(value)) => match &value.kind {
            ExprKind::Tuple(items) => items.first().is_some_and(plain),
            _ => plain(value),
        },
        _ => false,
    }
}

/// What lists are called that hold not all scores, or some twice.
const SOME: &[&str] =
    &["prosecut", "=pros", "defense", "defence", "tech", "=non", "other", "weighted", "without"];

impl Average<'_> {
    /// Whether it is taken of two scores, of a list that is called after some of the judges, or of no scores.
    pub(super) fn is_of_some(&self) -> bool {
        let sums = |value: &Expr<'_>| {
            let is_sum = |part: &Expr<'_>| part.is_call_of("sum");
            value.any(&is_sum) && speaks(value, SOME)
        };
        let mut values = self.stmt.expressions().into_iter();
        values.any(|value| {
            is_of_two(value) || sums(value) || speaks(value, &["confiden", "reliab", "evidence"])
        })
    }
}

/// Whether two scores are averaged: those are not the judges'.
pub(super) fn is_of_two(value: &Expr<'_>) -> bool {
    let halves = |part: &Expr<'_>| match &part.kind {
        ExprKind::Binary("/" | "//", sides) => {
            matches!(sides.1.kind, ExprKind::Literal("2" | "2.0"))
                && matches!(sides.0.kind, ExprKind::Binary("+", _))
        }
        _ => false,
    };
    value.any(&halves)
}
