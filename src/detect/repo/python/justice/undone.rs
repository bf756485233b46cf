//! Bounds for security that a later statement of the same function undoes.
//!
//! Nothing is said unless one way through the function surely leads from the bound to a statement that puts
//! another score in its place, and nothing after that can bound it again.

mod names;
mod way;

use super::super::parse::Module;
use super::super::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use super::effects::{calls_min, caps_low};
use super::notes::Notes;
use super::signs::asks_prosecutor;
use crate::domain::facts::UndoneBound;
use names::{derived, names, number};
use std::collections::BTreeSet;
use way::{Step, Way};

/// Finds a bound of `function` for security that does not last.
pub(super) fn undone<'r>(
    function: &'r Function<'r>,
    notes: &Notes<'r>,
    module: &Module<'_>,
) -> Option<UndoneBound> {
    let mut bounds = Vec::new();
    bounded(&function.body, notes, &Vec::new(), &mut bounds);
    bounds.into_iter().find_map(|bound| {
        let (sets, when) = bound.undone(&function.body)?;
        Some(UndoneBound {
            score: bound.score.to_owned(),
            bounded: module.place(bound.stmt.span),
            when: when.iter().map(|test| module.written(test.span, 80)).collect(),
            by: module.written(sets.span, 80),
            place: module.place(sets.span),
        })
    })
}

/// What runs after a block, with the conditions that are left before it.
type Rest<'r> = Vec<(&'r [Stmt<'r>], Vec<&'r Expr<'r>>)>;

/// A statement that bounds a score where a test speaks of security, or asks for the Prosecutor's score.
struct Bound<'r> {
    score: &'r str,
    limit: Option<f64>,
    stmt: &'r Stmt<'r>,
    /// What runs after it, innermost block first.
    rest: Rest<'r>,
}

/// Collects the bounds of a block; a loop is not left, because its next round begins anew.
fn bounded<'r>(
    body: &'r [Stmt<'r>],
    notes: &Notes<'r>,
    rest: &Rest<'r>,
    found: &mut Vec<Bound<'r>>,
) {
    for (at, stmt) in body.iter().enumerate() {
        let after = |tests: Vec<&'r Expr<'r>>| {
            let mut after: Rest<'r> = vec![(&body[at + 1..], tests)];
            after.extend(rest.iter().cloned());
            after
        };
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                let mut tests: Vec<&Expr<'r>> = Vec::new();
                for (test, body) in branches.iter().filter(|(test, _)| !notes.never(test)) {
                    tests.push(test);
                    let after = after(tests.clone());
                    if notes.is_secure(test) || (asks_prosecutor(test) && caps_low(body)) {
                        caps(body, &after, found);
                    }
                    bounded(body, notes, &after, found);
                }
                bounded(otherwise, notes, &after(tests), found);
            }
            StmtKind::With { body, .. } => bounded(body, notes, &after(Vec::new()), found),
            StmtKind::For { body, .. } | StmtKind::While { body, .. } => {
                bounded(body, notes, &Rest::new(), found);
            }
            _ => {}
        }
    }
}

/// Collects the statements `score = min(score, 3)` of a block itself.
fn caps<'r>(body: &'r [Stmt<'r>], rest: &Rest<'r>, found: &mut Vec<Bound<'r>>) {
    for (at, stmt) in body.iter().enumerate() {
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { continue };
        let ([Expr { kind: ExprKind::Name(score), .. }], ExprKind::Call(call)) =
            (targets.as_slice(), &value.kind)
        else {
            continue;
        };
        let (Some(one), Some(other), None) = (call.position(0), call.position(1), call.position(2))
        else {
            continue;
        };
        let is_it = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if name == *score);
        let limit = if is_it(one) { other } else { one };
        if call.callee_name() != "min" || is_it(one) == is_it(other) || !calls_min(value) {
            continue;
        }
        let mut after: Rest<'r> = vec![(&body[at + 1..], Vec::new())];
        after.extend(rest.iter().cloned());
        found.push(Bound { score, limit: number(limit), stmt, rest: after });
    }
}

impl<'r> Bound<'r> {
    /// The statement that undoes it, with the conditions under which that runs, outermost first.
    fn undone(&self, function: &'r Body<'r>) -> Option<(&'r Stmt<'r>, Vec<&'r Expr<'r>>)> {
        let held = derived(function, BTreeSet::from([self.score]), None);
        let mut left: BTreeSet<&str> = BTreeSet::new();
        for (block, tests) in &self.rest {
            // What was asked on the way to the bound may rule out what is asked later.
            left.extend(tests.iter().flat_map(|test| names(test)));
            let flags = derived(function, left.clone(), Some(self.score));
            let way = Way { bound: self, function, held: &held, flags: &flags };
            match way.through(block, &[]) {
                Step::Keeps => {}
                Step::Stops => return None,
                Step::Sets(sets, when) => {
                    return way.lasts(sets).then_some((sets, when));
                }
            }
        }
        None
    }
}
