//! What a function decides by.

use super::effects::is_text;
use super::variables::terms::{any_stmt, has, speaks};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, StmtKind};
use std::ops::AddAssign;

/// Words for the numbers that judges give.
const SCORES: &[&str] = &["score"];

/// How often a function decides, by kind.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Decisions {
    /// `if`, `elif`, conditional expressions and cases of `match`.
    pub branches: u32,
    /// `min`, `max` and `median`, which choose among values without a branch.
    pub picks: u32,
}

impl AddAssign for Decisions {
    fn add_assign(&mut self, other: Self) {
        self.branches = self.branches.saturating_add(other.branches);
        self.picks = self.picks.saturating_add(other.picks);
    }
}

/// Counts what a function decides by, without functions inside it that are counted themselves.
pub(in super::super) fn decisions(
    body: &Body<'_>,
    counted: &dyn Fn(&Function<'_>) -> bool,
) -> Decisions {
    let mut found = Decisions::default();
    count(body, 0, counted, &mut found);
    found
}

fn count(
    body: &Body<'_>,
    depth: usize,
    counted: &dyn Fn(&Function<'_>) -> bool,
    found: &mut Decisions,
) {
    if depth > 64 {
        return;
    }
    for stmt in body {
        let branches = match &stmt.kind {
            StmtKind::Function(inner) if counted(inner) => continue,
            StmtKind::If { branches, .. } => branches.len(),
            StmtKind::Match { cases, .. } => cases.len(),
            _ => 0,
        };
        let branches = u32::try_from(branches).unwrap_or(u32::MAX);
        *found += Decisions { branches, picks: 0 };
        stmt.walk(&mut |part| *found += choice(part));
        for block in stmt.blocks() {
            count(block, depth + 1, counted, found);
        }
    }
}

/// Whether a function computes with scores: adds them up, weighs them, averages them, or takes the one in the middle or
/// of one judge.
pub(in super::super) fn computes(body: &Body<'_>) -> bool {
    any_stmt(body, &|stmt| {
        let computes = |part: &Expr<'_>| match &part.kind {
            ExprKind::Call(call) => match call.callee_name() {
                "average" | "fmean" | "mean" | "sum" | "reduce" | "dot" => speaks(part, SCORES),
                "next" => call.position(0).is_some_and(|first| {
                    matches!(first.kind, ExprKind::Comprehension(_)) && speaks(first, SCORES)
                }),
                _ => false,
            },
            ExprKind::Binary("*" | "/" | "//", sides) => {
                [&sides.0, &sides.1].into_iter().any(|side| speaks(side, SCORES))
            }
            // The sum of several judges' scores.
            ExprKind::Binary("+", sides) => {
                [&sides.0, &sides.1].into_iter().all(|side| speaks(side, SCORES) && !is_text(side))
            }
            // `sorted(scores)[1]`
            ExprKind::Subscript(all, indices) => {
                let is_key =
                    |index: &Expr<'_>| matches!(index.kind, ExprKind::Str(_) | ExprKind::Slice(_));
                !indices.iter().any(is_key) && speaks_of_several(all)
            }
            _ => false,
        };
        stmt.any(&computes)
    })
}

/// Whether a value is several scores in one: a list that is called so, or one that was sorted.
fn speaks_of_several(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => has(name, &["=scores"]),
        ExprKind::Call(call) => call.callee_name() == "sorted" && speaks(value, SCORES),
        _ => false,
    }
}

fn choice(part: &Expr<'_>) -> Decisions {
    let picks = match &part.kind {
        ExprKind::Call(call) => matches!(call.callee_name(), "min" | "max" | "median"),
        _ => false,
    };
    let branches = u32::from(matches!(part.kind, ExprKind::Conditional(_)));
    Decisions { branches, picks: u32::from(picks) }
}
