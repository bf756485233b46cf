//! What happens where the scores lie far apart.

use super::super::effects::{changed, only_words};
use super::super::signs::writes_dissent;
use super::super::variables::terms::{AGAIN, any_stmt, speaks, statements};
use super::super::variables::told::only_told;
use super::Reading;
use crate::detect::repo::python::justice::dissent::picks;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Span, Stmt, StmtKind};
use crate::domain::facts::SpreadUse;
use std::collections::BTreeSet;

impl<'r> Reading<'r, '_> {
    /// Reads a branch for scores that lie far apart. They are evaluated again where evidence, or what judges argue, may
    /// reach the score in it, or where something is called for that; to take what is there is none, whatever it is called.
    pub(super) fn wide(&mut self, test: &Expr<'r>, body: &'r Body<'r>) {
        let scores = any_stmt(body, &|stmt| changed(stmt) && !only_told(stmt, &self.told));
        let idle = self.idle.contains(&test.span.start);
        let calls = self.calls_again(body);
        let heard = !calls.is_empty();
        self.found.heard.extend(calls);
        let behind = self.behind;
        let looks = || {
            self.sight.looks(Some(test), body)
                || behind.is_some_and(|rest| self.sight.looks_behind(rest))
        };
        let is_settled = scores && !idle && looks();
        if heard || is_settled {
            let is_first = !self.found.rules.contains("variance_re_evaluation");
            self.found.only_heard = !is_settled && (is_first || self.found.only_heard);
            self.credit("variance_re_evaluation");
        } else if idle || only_words(body, &self.told) || self.only_tells(body) {
            self.found.spread = self.found.spread.or(Some(SpreadUse::Words));
        } else {
            self.found.spread = Some(SpreadUse::Choice);
            // What stands before the rest is for scores that lie close together.
            let rest: Option<Body<'r>> = behind.map(|rest| self.standing_in(rest));
            match picks::taken(&self.sight, rest.as_ref().unwrap_or(body)) {
                Some(takes) => self.found.picked.push((takes, behind.unwrap_or(self.here))),
                None => self.found.combined = true,
            }
        }
        if writes_dissent(body, &self.dropped) {
            self.credit("dissent");
        }
    }

    /// Whether a block of a function that gives a text back, as it says, puts nothing into what others hold.
    fn only_tells(&self, body: &Body<'r>) -> bool {
        let puts = |stmt: &Stmt<'_>| match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().any(|target| {
                matches!(target.kind, ExprKind::Attribute(..) | ExprKind::Subscript(..))
            }),
            StmtKind::Augment { target, .. } => !matches!(target.kind, ExprKind::Name(_)),
            _ => false,
        };
        self.function.returns.as_ref().is_some_and(is_text_type) && !any_stmt(body, &puts)
    }

    /// The function's own statements in these lines.
    fn standing_in(&self, lines: Span) -> Body<'r> {
        self.function.body.iter().filter(|stmt| lines.holds(stmt.span)).cloned().collect()
    }

    /// Where the calls stand of what is called so because it evaluates again, without those that look at nothing.
    fn calls_again(&self, body: &Body<'r>) -> BTreeSet<(usize, usize)> {
        let mut calls = BTreeSet::new();
        statements(body, &mut |stmt| {
            stmt.walk(&mut |part| match &part.kind {
                ExprKind::Call(call)
                    if speaks(&call.callee, AGAIN) && (self.sight.helper)(call) != Some(false) =>
                {
                    calls.insert((call.callee.span.start, call.callee.span.end));
                }
                _ => {}
            });
        });
        calls
    }
}

/// Whether an annotation says that something is a text, or none.
fn is_text_type(annotation: &Expr<'_>) -> bool {
    match &annotation.kind {
        ExprKind::Name("str") => true,
        ExprKind::Str(_) => {
            annotation.text().is_some_and(|text| matches!(text.as_str(), "str" | "Optional[str]"))
        }
        ExprKind::Subscript(value, indices) => {
            value.is_name("Optional") && indices.iter().all(is_text_type)
        }
        ExprKind::Binary("|", sides) => {
            is_text_type(&sides.0)
                && (is_text_type(&sides.1) || matches!(sides.1.kind, ExprKind::None))
        }
        _ => false,
    }
}
