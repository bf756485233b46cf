//! Whether the Tech Lead's score counts more than another's.

use super::super::found::Preferred;
use super::super::variables::terms::{any_expr, has, speaks, target_name};
use super::Reading;
use crate::detect::repo::python::justice::caps::alone::assigned;
use crate::detect::repo::python::justice::weighing::everywhere::is_free;
use crate::detect::repo::python::justice::weighing::lead::OTHERS;
use crate::detect::repo::python::justice::weighing::weights::{weighs, weighs_most};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Span};

/// Names of what becomes the verdict.
const VERDICT: &[&str] = &["=base", "final", "verdict"];

/// The greatest weights with which scores are added up, and where the Tech Lead's is.
#[derive(Default)]
pub(super) struct Sum {
    lead: f64,
    others: f64,
    place: Option<Span>,
}

impl<'r> Reading<'r, '_> {
    pub(super) fn weighed(&mut self, value: &Expr<'r>) {
        let lead = |part: &Expr<'_>| self.notes.is_lead(part);
        if weighs(value, &self.notes.weights) || weighs_most(value, &lead) {
            self.credit("functionality_weight");
        }
    }

    /// `total += tech_lead.score * 2` beside `total += defense.score`.
    pub(super) fn added(&mut self, total: String, value: &Expr<'r>) {
        if !speaks(value, &["score"]) {
            return;
        }
        let weight = match &value.kind {
            ExprKind::Binary("*", sides) => [&sides.0, &sides.1].into_iter().find_map(|side| {
                let ExprKind::Literal(number) = side.kind else { return None };
                number.parse::<f64>().ok()
            }),
            _ => Some(1.0),
        };
        let Some(weight) = weight else { return };
        let sum = self.sums.entry(total).or_default();
        if self.notes.is_lead(value) {
            sum.lead = sum.lead.max(weight);
            sum.place = Some(self.here);
        } else {
            sum.others = sum.others.max(weight);
        }
        if let Some(place) = sum.place.filter(|_| sum.others > 0.0 && sum.lead > sum.others) {
            let here = std::mem::replace(&mut self.here, place);
            self.credit("functionality_weight");
            self.here = here;
        }
    }

    /// `base = tech if tech is not None else prosecutor`, `final_score = tech.score`.
    pub(super) fn preferred(&mut self, targets: &[Expr<'r>], value: &'r Expr<'r>) {
        let whole = |side: &Expr<'_>| match &side.kind {
            ExprKind::Name(name) => self.notes.lead.contains(name),
            ExprKind::Attribute(_, "score") => self.notes.is_lead(side),
            _ => false,
        };
        let (first, other) = match &value.kind {
            ExprKind::Conditional(choice) => {
                let asked = choice.test.any(&|part| matches!(part.kind, ExprKind::Name(_)))
                    && self.notes.is_lead(&choice.test);
                (Some(&choice.then).filter(|_| asked), Some(&choice.otherwise))
            }
            _ => (Some(value), None),
        };
        if !first.is_some_and(whole) {
            return;
        }
        let place = self.here;
        match other.map(|other| &other.kind) {
            None | Some(ExprKind::Literal(_)) => {
                if let [Expr { kind: ExprKind::Name(name), .. }] = targets
                    && first.is_some_and(|first| self.is_leads(first))
                    && self.is_verdict(name, value)
                    && !self.found.preferred.is_some_and(|known| known.always)
                {
                    self.found.preferred = Some(Preferred { place, always: true });
                }
            }
            Some(ExprKind::None) => {}
            Some(_) => {
                let own = targets.iter().any(|one| self.notes.is_lead(one));
                let words = ["=base", "score", "final"];
                if !own && targets.iter().any(|one| has(&target_name(one), &words)) {
                    self.found.preferred.get_or_insert(Preferred { place, always: false });
                }
            }
        }
    }

    /// Whether a score is the Tech Lead's, and no verdict that it may be in some cases.
    fn is_leads(&self, score: &Expr<'r>) -> bool {
        match score.kind {
            ExprKind::Name(name) => {
                let mut given = assigned(self.function, name).into_iter();
                !has(name, VERDICT) && given.all(|value| self.notes.is_lead_alone(value))
            }
            _ => true,
        }
    }

    /// Whether a variable is the verdict, other judges are heard of besides, and all that it is given afterwards is the Tech
    /// Lead's score or made of what it held.
    fn is_verdict(&self, name: &str, first: &Expr<'r>) -> bool {
        let keeps = |value: &Expr<'_>| {
            self.notes.is_lead_alone(value)
                || (matches!(value.kind, ExprKind::Attribute(_, "score"))
                    && self.notes.is_lead(value))
                || value.any(&|part| part.is_name(name))
        };
        let given = assigned(self.function, name);
        has(name, VERDICT)
            && is_free(self.function, first)
            && any_expr(&self.function.body, &|part| speaks(part, OTHERS))
            && given.into_iter().all(|value| std::ptr::eq(value, first) || keeps(value))
    }
}
