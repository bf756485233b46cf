//! Lists of the other judges' scores that leave out by its value whoever gave the same score as the Tech Lead.

use super::super::syntax::{Clause, Comprehension, Expr, ExprKind};
use super::Hearing;
use super::court::Key;
use super::found::Found;
use super::terms::{has, speaks, statements};
use crate::domain::facts::RuleByWords;

impl<'r> Hearing<'r, '_> {
    /// The condition by which a function that weighs the Tech Lead leaves out who agrees:
    /// `[score for score in scores if score != tech_lead.score]`.
    pub(super) fn agreeing(&self, key: Key, found: &Found<'r>) -> Option<RuleByWords> {
        let rule = "functionality_weight";
        let notes = self.notes.get(&key).filter(|_| found.rules.contains(rule))?;
        let is_lead = |value: &Expr<'_>| is_score(value) && notes.is_lead_alone(value);
        let mut asked = None;
        statements(&self.function(key).body, &mut |stmt| {
            for value in stmt.expressions() {
                value.each(&mut |part| {
                    if let ExprKind::Comprehension(made) = &part.kind {
                        asked = asked.or(leaves_out(made, &is_lead));
                    }
                });
            }
        });
        let module = self.court.module(key);
        asked.map(|test| RuleByWords {
            rule: rule.into(),
            asks: module.written(test.span, 80),
            place: module.place(test.span),
        })
    }
}

/// The condition of a list of scores that leaves out those which are the Tech Lead's.
fn leaves_out<'r>(
    made: &'r Comprehension<'r>,
    is_lead: &dyn Fn(&Expr<'_>) -> bool,
) -> Option<&'r Expr<'r>> {
    let [Clause::For { target, iterable }, Clause::If(test)] = made.clauses.as_slice() else {
        return None;
    };
    let ExprKind::Name(drawn) = target.kind else { return None };
    let is_it = |value: &Expr<'_>| match &value.kind {
        ExprKind::Name(name) => *name == drawn && speaks(iterable, &["score"]),
        ExprKind::Attribute(object, "score") => {
            matches!(object.kind, ExprKind::Name(name) if name == drawn)
        }
        _ => false,
    };
    let ExprKind::Compare(sides, operators) = &test.kind else { return None };
    let ([one, other], ["!="]) = (sides.as_slice(), operators.as_slice()) else { return None };
    let is_of_lead = (is_it(one) && is_lead(other)) || (is_it(other) && is_lead(one));
    (is_it(&made.element) && is_of_lead).then_some(test)
}

fn is_score(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => has(name, &["score"]),
        _ => false,
    }
}
