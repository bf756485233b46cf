//! Caps for security that a judge's score brings about by itself, where something else does as well:
//! `if flaw or prosecutor.score <= 2`.

use super::super::Hearing;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::speaks;
use super::alone::{Asking, STEPS, assigned, earlier, is_asked};
use super::words::{around, is_a_score, is_cap};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, StmtKind};
use crate::detect::seats;
use crate::domain::facts::RuleByWords;

/// A condition on a score that is enough.
#[derive(Clone, Copy)]
struct Enough<'r> {
    /// The function that it stands in.
    key: Key,
    test: &'r Expr<'r>,
    /// Whether it is a judge's score that is asked for.
    of_judge: bool,
}

/// What is asked for a flaw that was found, whose absence no guard may ask.
const FLAWS: &[&str] = &["evidenc", "finding", "=found", "detect", "secur", "flaw", "vulnerab"];

impl<'r> Hearing<'r, '_> {
    /// The condition on a judge's score that brings about a cap for security by itself, where other conditions bring it
    /// about as well.
    pub(in super::super) fn score_besides(
        &self,
        key: Key,
        found: &Found<'r>,
    ) -> Option<RuleByWords> {
        let function = self.function(key);
        if found.score_alone.is_some() || self.words_alone(key, found).is_some() {
            return None;
        }
        let is_free = |test: &'r Expr<'r>| {
            around(function, test).len() == 1
                && earlier(function, test).0.into_iter().all(|guard| self.is_beside(key, guard))
        };
        let mut caps = found.caps.iter().filter(|cap| cap.body.iter().any(is_cap));
        let enough = caps.find_map(|cap| {
            let enough = self.enough(key, cap.test, STEPS)?;
            // Where nothing else is asked the cap hangs on the score alone.
            (enough.of_judge && enough.test.span != cap.test.span && is_free(cap.test))
                .then_some(enough)
        })?;
        let module = self.court.module(enough.key);
        Some(RuleByWords {
            rule: "security_override".into(),
            asks: module.written(enough.test.span, 80),
            place: module.place(enough.test.span),
        })
    }

    /// The condition on a score that alone makes a test hold.
    fn enough(&self, key: Key, test: &'r Expr<'r>, steps: usize) -> Option<Enough<'r>> {
        let steps = steps.checked_sub(1)?;
        match &test.kind {
            ExprKind::Logic("or", sides) => {
                let [one, other] =
                    [&sides.0, &sides.1].map(|side| self.enough(key, side, steps + 1));
                one.filter(|one| one.of_judge || other.is_none()).or(other)
            }
            ExprKind::Logic("and", sides) => {
                let beside = |side, other: &'r Expr<'r>| {
                    let enough = self.enough(key, side, steps + 1)?;
                    let of_judge = enough.of_judge || names_judge(other);
                    self.is_beside(key, other).then_some(Enough { of_judge, ..enough })
                };
                beside(&sides.0, &sides.1).or_else(|| beside(&sides.1, &sides.0))
            }
            ExprKind::Compare(sides, operators) => {
                let is_low = match (sides.as_slice(), operators.as_slice()) {
                    ([score, Expr { kind: ExprKind::Literal(_), .. }], ["<" | "<=" | "=="]) => {
                        is_a_score(score)
                    }
                    _ => false,
                };
                let of_judge = speaks(test, &["prosecut"]);
                is_low.then_some(Enough { key, test, of_judge })
            }
            ExprKind::Name(name) => match assigned(self.function(key), name).as_slice() {
                [value] if around(self.function(key), value).len() == 1 => {
                    self.enough(key, value, steps)
                }
                _ => None,
            },
            ExprKind::Call(call) if call.callee_name() == "any" => {
                let ExprKind::Comprehension(all) = &call.position(0)?.kind else { return None };
                let enough = self.enough(key, &all.element, steps)?;
                let tests = all.tests();
                let tests: Vec<&Expr<'r>> = tests.collect();
                let of_judge = enough.of_judge || tests.iter().any(|test| names_judge(test));
                tests
                    .into_iter()
                    .all(|test| self.is_beside(key, test))
                    .then_some(Enough { of_judge, ..enough })
            }
            ExprKind::Call(call) => {
                let [run] = self.run_by(key, call) else { return None };
                self.reached.contains(run).then_some(())?;
                self.says_yes(*run, &self.function(*run).body, steps)
            }
            _ => None,
        }
    }

    /// The condition on a score for which alone a function says yes.
    fn says_yes(&self, key: Key, body: &'r Body<'r>, steps: usize) -> Option<Enough<'r>> {
        let yes = |body: &Body<'_>| {
            body.iter().any(|stmt| matches!(&stmt.kind, StmtKind::Return(Some(value)) if matches!(value.kind, ExprKind::Bool(true))))
        };
        for stmt in body {
            match &stmt.kind {
                StmtKind::Return(Some(value)) => return self.enough(key, value, steps),
                StmtKind::For { body, .. } => {
                    if let Some(enough) = self.says_yes(key, body, steps) {
                        return Some(enough);
                    }
                }
                StmtKind::If { branches, .. } => {
                    for (test, body) in branches {
                        if yes(body) {
                            let enough = self.enough(key, test, steps);
                            if enough.is_some() {
                                return enough;
                            }
                            continue;
                        }
                        if !self.is_beside(key, test) {
                            // What leaves here may ask for what was found.
                            return None;
                        }
                        if let Some(enough) = self.says_yes(key, body, steps) {
                            let of_judge = enough.of_judge || names_judge(test);
                            return Some(Enough { of_judge, ..enough });
                        }
                    }
                }
                StmtKind::Assign { .. } | StmtKind::Expr(_) => {}
                _ => return None,
            }
        }
        None
    }

    /// Whether a condition asks only who judges, or whether anything is there to judge by.
    fn is_beside(&self, key: Key, test: &'r Expr<'r>) -> bool {
        let is_presence = match &test.kind {
            ExprKind::Not(inner) => matches!(inner.kind, ExprKind::Name(_)),
            kind => matches!(kind, ExprKind::Name(_)),
        };
        if speaks(test, FLAWS) {
            return false;
        }
        (is_presence && !self.is_flag(key, test))
            || names_judge(test)
            || is_asked(Asking::scores(self.function(key)), test, STEPS)
    }

    /// Whether a variable that is asked for is worked out of a condition.
    fn is_flag(&self, key: Key, test: &Expr<'r>) -> bool {
        let mut found = false;
        test.each(&mut |part| {
            if let ExprKind::Name(name) = part.kind {
                found |= assigned(self.function(key), name).into_iter().any(|value| {
                    value.any(&|part| {
                        matches!(part.kind, ExprKind::Compare(..) | ExprKind::Bool(_))
                            || matches!(&part.kind, ExprKind::Call(call) if matches!(call.callee_name(), "any" | "all"))
                    })
                });
            }
        });
        found
    }
}

/// Whether a condition holds a name against a judge's: `one.judge.lower() == "prosecutor"`.
fn names_judge(test: &Expr<'_>) -> bool {
    match &test.kind {
        ExprKind::Compare(sides, operators) => {
            let is_judge =
                |side: &Expr<'_>| side.text().is_some_and(|text| seats::judge(&text).is_some());
            operators.iter().all(|one| *one == "==") && sides.iter().any(is_judge)
        }
        _ => false,
    }
}
