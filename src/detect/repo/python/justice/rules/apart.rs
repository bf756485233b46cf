//! What happens where the scores lie far apart.

use super::super::super::syntax::{Body, Expr, ExprKind, Span};
use super::super::effects::{changed, only_words};
use super::super::picks;
use super::super::signs::writes_dissent;
use super::super::terms::{AGAIN, any_stmt, speaks, statements};
use super::super::told::only_told;
use super::Reading;
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
        } else if idle || only_words(body, &self.told) {
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

    /// The function's own statements in these lines.
    fn standing_in(&self, lines: Span) -> Body<'r> {
        self.function.body.iter().filter(|stmt| lines.holds(stmt.span)).cloned().collect()
    }

    /// Where the calls stand of what is called so because it evaluates again, without those that look at nothing.
    fn calls_again(&self, body: &Body<'r>) -> BTreeSet<(usize, usize)> {
        let mut calls = BTreeSet::new();
        statements(body, &mut |stmt| {
            for value in stmt.expressions() {
                value.each(&mut |part| match &part.kind {
                    ExprKind::Call(call)
                        if speaks(&call.callee, AGAIN)
                            && (self.sight.helper)(call) != Some(false) =>
                    {
                        calls.insert((call.callee.span.start, call.callee.span.end));
                    }
                    _ => {}
                });
            }
        });
        calls
    }
}
