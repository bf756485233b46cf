//! Figures over the whole class.

use crate::domain::graded::{Graded, State};
use crate::render::phrase::count;
use std::collections::BTreeMap;

/// Figures over the whole class.
pub(super) struct Totals {
    /// How many submissions are in which state, in the order in which a reader wants to hear of them.
    pub states: Vec<(&'static str, usize)>,
    /// The grades, in the order of the class.
    pub overall: Vec<f64>,
    /// What the models cost, by currency.
    pub costs: BTreeMap<String, f64>,
    /// How many reports by models have no known cost.
    pub unknown_costs: usize,
    /// How many submissions have a person's score.
    pub by_person: usize,
}

impl Totals {
    /// Counts and sums.
    pub(super) fn of(class: &[Graded]) -> Self {
        let order = [
            State::Graded,
            State::Partial { reason: String::new() },
            State::Parked { reason: String::new() },
            State::Cancelled,
            State::Waiting,
        ];
        let in_state =
            |state: &State| class.iter().filter(|one| one.state.name() == state.name()).count();
        let states = order.iter().map(|state| (state.name(), in_state(state)));
        let (mut costs, mut unknown_costs) = (BTreeMap::new(), 0);
        for judging in
            class.iter().filter_map(|one| one.report.as_ref()?.provenance.judging.as_ref())
        {
            match judging.cost {
                Some(cost) => *costs.entry(judging.currency.clone()).or_insert(0.0) += cost,
                None => unknown_costs += 1,
            }
        }
        Self {
            states: states.filter(|(_, number)| *number > 0).collect(),
            overall: class.iter().filter_map(Graded::grade).collect(),
            costs,
            unknown_costs,
            by_person: class.iter().filter(|one| !one.human.is_empty()).count(),
        }
    }

    /// The mean of the overall scores.
    pub(super) fn mean(&self) -> Option<f64> {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a class has far less than 2^52 submissions"
        )]
        let number = self.overall.len() as f64;
        (!self.overall.is_empty()).then(|| self.overall.iter().sum::<f64>() / number)
    }

    /// The median of the overall scores.
    pub(super) fn median(&self) -> Option<f64> {
        let mut sorted = self.overall.clone();
        sorted.sort_by(f64::total_cmp);
        let upper = *sorted.get(sorted.len() / 2)?;
        let lower = *sorted.get((sorted.len() - 1) / 2)?;
        Some(f64::midpoint(lower, upper))
    }

    /// What was spent, in words: `no model was paid`, `1.2345 USD`.
    pub(super) fn spent(&self) -> String {
        let known = self.costs.iter().map(|(currency, cost)| format!("{cost:.4} {currency}"));
        let mut parts: Vec<String> = known.collect();
        if self.unknown_costs > 0 {
            parts.push(format!("{} of unknown cost", count(self.unknown_costs, "report")));
        }
        if parts.is_empty() { "no model was paid".to_owned() } else { parts.join(", ") }
    }
}
