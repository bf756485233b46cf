//! Whether the Tech Lead's score counts more than another's.

use super::super::super::syntax::{Expr, ExprKind, Span};
use super::super::terms::{has, speaks, target_name};
use super::super::weights::{weighs, weighs_most};
use super::Reading;

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

    /// `base = tech if tech is not None else prosecutor`.
    pub(super) fn preferred(&mut self, targets: &[Expr<'r>], value: &Expr<'r>) {
        let ExprKind::Conditional(choice) = &value.kind else { return };
        let whole = |side: &Expr<'_>| match &side.kind {
            ExprKind::Name(name) => self.notes.lead.contains(name),
            ExprKind::Attribute(_, "score") => self.notes.is_lead(side),
            _ => false,
        };
        let asked = choice.test.any(&|part| matches!(part.kind, ExprKind::Name(_)))
            && self.notes.is_lead(&choice.test);
        let score = targets.iter().any(|one| has(&target_name(one), &["=base", "score", "final"]));
        let own = targets.iter().any(|one| self.notes.is_lead(one));
        let other = matches!(choice.otherwise.kind, ExprKind::Literal(_) | ExprKind::None);
        self.found.preferred |= asked && score && !own && !other && whole(&choice.then);
    }
}
