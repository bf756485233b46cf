//! Lists of the other judges' scores that leave out by its value whoever gave the same score as the Tech Lead.

use super::super::Hearing;
use super::super::reading::found::Found;
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{has, speaks, statements};
use crate::detect::repo::python::syntax::{Clause, Expr, ExprKind};
use crate::domain::facts::RuleByWords;

/// What makes one score of several.
const AVERAGES: &[&str] = &["sum", "fsum", "mean", "fmean", "median", "average"];

impl<'r> Hearing<'r, '_> {
    /// The condition by which a function that weighs the Tech Lead leaves out who agrees:
    /// `[score for score in scores if score != tech_lead.score]`.
    pub(in super::super) fn agreeing(&self, key: Key, found: &Found<'r>) -> Option<RuleByWords> {
        let rule = "functionality_weight";
        let notes = self.notes.get(&key).filter(|_| found.rules.contains(rule))?;
        let is_lead = |value: &Expr<'_>| is_score(value) && notes.is_lead_alone(value);
        let mut asked = None;
        let mut lists: Vec<(&str, &Expr<'r>)> = Vec::new();
        statements(&self.function(key).body, &mut |stmt| {
            if let Some((name, value)) = stmt.assigned()
                && let Some(test) = left_out(value, &is_lead)
            {
                lists.push((name, test));
            }
        });
        // What is only counted, or told of, weighs nobody.
        statements(&self.function(key).body, &mut |stmt| {
            stmt.walk(&mut |part| {
                let ExprKind::Call(call) = &part.kind else { return };
                if !AVERAGES.contains(&call.callee_name()) {
                    return;
                }
                for arg in &call.args {
                    let named = |(name, test): &(&str, &'r Expr<'r>)| {
                        arg.value.is_name(name).then_some(*test)
                    };
                    let own = left_out(&arg.value, &is_lead);
                    asked = asked.or(own).or_else(|| lists.iter().find_map(named));
                }
            });
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
fn left_out<'r>(value: &'r Expr<'r>, is_lead: &dyn Fn(&Expr<'_>) -> bool) -> Option<&'r Expr<'r>> {
    let ExprKind::Comprehension(made) = &value.kind else { return None };
    let [Clause::For { target, iterable }, Clause::If(test)] = made.clauses.as_slice() else {
        return None;
    };
    let ExprKind::Name(drawn) = target.kind else { return None };
    let is_it = |value: &Expr<'_>| match &value.kind {
        ExprKind::Name(name) => *name == drawn && speaks(iterable, &["score"]),
        ExprKind::Attribute(object, "score") => object.is_name(drawn),
        _ => false,
    };
    let ExprKind::Compare(sides, operators) = &test.kind else { return None };
    let ([one, other], ["!="]) = (sides.as_slice(), operators.as_slice()) else { return None };
    let is_of_lead = (is_it(one) && is_lead(other)) || (is_it(other) && is_lead(one));
    (is_it(&made.element) && is_of_lead).then_some(test)
}

fn is_score(value: &Expr<'_>) -> bool {
    value.last_name().is_some_and(|name| has(name, &["score"]))
}
