//! Bounds that a rule puts on a score and a later statement of the same function, or of its caller, undoes.
//!
//! Nothing is said unless one way through the function surely leads from the bound to a statement that puts
//! another score in its place, and nothing after that can bound it again.

mod called;
mod names;
mod rewritten;
mod way;

use super::super::reading::effects::{calls_min, caps_low, is_cap};
use super::super::reading::found::Found;
use super::super::reading::signs::asks_prosecutor;
use super::super::reading::variables::notes::Notes;
use super::super::reading::variables::terms::{SCORE, has};
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::domain::facts::UndoneBound;
use names::{derived, names, number};
use std::collections::BTreeSet;
use way::{Step, Way};

/// What a branch has to be about for its bound to belong to a rule.
type Asks<'a, 'r> = &'a dyn Fn(&Expr<'r>, &Body<'r>) -> bool;

/// Finds a bound of `function` for security that does not last.
pub(in super::super) fn of_security<'r>(
    function: &'r Function<'r>,
    notes: &Notes<'r>,
    found: &Found<'r>,
    module: &Module<'_>,
) -> Option<UndoneBound> {
    let asks = |test: &Expr<'r>, body: &Body<'r>| {
        notes.is_secure(test) || (asks_prosecutor(test) && caps_low(body))
    };
    let bounds = bounds(function, notes, &asks);
    let undone = bounds.iter().find_map(|bound| bound.told(function, module));
    undone.or_else(|| in_table(function, found, "security_override", module))
}

/// Finds a bound of `function` for what was found, where none of those lasts.
pub(in super::super) fn of_facts<'r>(
    function: &'r Function<'r>,
    notes: &Notes<'r>,
    found: &Found<'r>,
    module: &Module<'_>,
) -> Option<UndoneBound> {
    let asks = |test: &Expr<'r>, _: &Body<'r>| notes.is_factual(test) && !notes.is_secure(test);
    let bounds = bounds(function, notes, &asks);
    let mut undone: Vec<_> =
        bounds.iter().filter_map(|bound| bound.told(function, module)).collect();
    // What is not seen to be a bound may decide as well.
    let is_all = undone.len() == bounds.len() && bounds.len() == found.supremacy.len();
    if is_all && !undone.is_empty() {
        return Some(undone.swap_remove(0));
    }
    in_table(function, found, "fact_supremacy", module)
}

/// Finds what a rule bounds in a table whose entries are written anew afterwards.
fn in_table<'r>(
    function: &'r Function<'r>,
    found: &Found<'r>,
    rule: &str,
    module: &Module<'_>,
) -> Option<UndoneBound> {
    let sites = found.sites.iter().filter(|(known, _)| *known == rule);
    let branches: Vec<Span> = sites.map(|(_, site)| *site).collect();
    rewritten::rewritten(function, &branches, module)
}

fn bounds<'r>(function: &'r Function<'r>, notes: &Notes<'r>, asks: Asks<'_, 'r>) -> Vec<Bound<'r>> {
    let mut bounds = Vec::new();
    bounded(&function.body, (notes, asks), &Vec::new(), &mut bounds);
    bounds
}

/// What runs after a block, with the conditions that are left before it.
type Rest<'r> = Vec<(&'r [Stmt<'r>], Vec<&'r Expr<'r>>)>;

/// A statement that bounds a score where a test is about the rule.
struct Bound<'r> {
    score: &'r str,
    /// The number that it is held to, where it is one.
    limit: Option<f64>,
    /// What it is held to, or what is asked before it is, by the names there.
    asked: BTreeSet<&'r str>,
    stmt: &'r Stmt<'r>,
    /// What runs after it, innermost block first.
    rest: Rest<'r>,
}

/// Collects the bounds of a block; a loop is not left, because its next round begins anew.
fn bounded<'r>(
    body: &'r [Stmt<'r>],
    (notes, asks): (&Notes<'r>, Asks<'_, 'r>),
    rest: &Rest<'r>,
    found: &mut Vec<Bound<'r>>,
) {
    let ours = (notes, asks);
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
                    if asks(test, body) {
                        caps(body, &after, found);
                    }
                    bounded(body, ours, &after, found);
                }
                bounded(otherwise, ours, &after(tests), found);
            }
            StmtKind::With { body, .. } => bounded(body, ours, &after(Vec::new()), found),
            StmtKind::For { body, .. } | StmtKind::While { body, .. } => {
                bounded(body, ours, &Rest::new(), found);
            }
            _ => {}
        }
    }
}

/// Collects the statements `score = min(score, 3)` and `score = 3` of a block itself.
fn caps<'r>(body: &'r [Stmt<'r>], rest: &Rest<'r>, found: &mut Vec<Bound<'r>>) {
    for (at, stmt) in body.iter().enumerate() {
        let Some((score, value)) = stmt.assigned() else { continue };
        let is_low = number(value).is_some() && is_cap(value) && has(score, SCORE);
        let Some(by) = limit(score, value).or(Some(value).filter(|_| is_low)) else { continue };
        let mut after: Rest<'r> = vec![(&body[at + 1..], Vec::new())];
        after.extend(rest.iter().cloned());
        found.push(Bound { score, limit: number(by), asked: names(by), stmt, rest: after });
    }
}

/// What a score is held to where a value is the lesser of both.
fn limit<'r>(score: &str, value: &'r Expr<'r>) -> Option<&'r Expr<'r>> {
    let ExprKind::Call(call) = &value.kind else { return None };
    let (Some(one), Some(other), None) = (call.position(0), call.position(1), call.position(2))
    else {
        return None;
    };
    let is_it = |value: &Expr<'_>| value.is_name(score);
    let limit = if is_it(one) { other } else { one };
    (call.callee_name() == "min" && is_it(one) != is_it(other) && calls_min(value)).then_some(limit)
}

impl<'r> Bound<'r> {
    /// The statement that undoes it, as it is told.
    fn told(&self, function: &'r Function<'r>, module: &Module<'_>) -> Option<UndoneBound> {
        let (sets, when) = self.undone(&function.body)?;
        Some(UndoneBound {
            score: self.score.to_owned(),
            caller: None,
            bounded: module.place(self.stmt.span),
            when: when.iter().map(|test| module.written(test.span, 80)).collect(),
            by: module.written(sets.span, 80),
            place: module.place(sets.span),
        })
    }

    /// The statement that undoes it, with the conditions under which that runs, outermost first.
    fn undone(&self, function: &'r Body<'r>) -> Option<(&'r Stmt<'r>, Vec<&'r Expr<'r>>)> {
        let held = derived(function, BTreeSet::from([self.score]), None);
        // What it is held to may be what is set.
        let mut left = self.asked.clone();
        let mut asked = Vec::new();
        for (block, tests) in &self.rest {
            asked.extend(tests.iter().copied());
            // What was asked on the way to the bound may rule out what is asked later.
            left.extend(tests.iter().flat_map(|test| names(test)));
            let flags = derived(function, left.clone(), Some(self.score));
            let way = Way { bound: self, function, held: &held, flags: &flags, tests: &asked };
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
