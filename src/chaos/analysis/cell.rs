//! All audits with the same experiment, fault, target and rate.

use super::super::run::{JudgeLoss, Outcome, Run};
use super::statistics::{Mean, Share, Spread, rounded};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Smallest distance between two scores that counts as a drift, in points. Below it is rounding.
const LEAST_DRIFT: f64 = 1e-9;

/// What the audits with one experiment, fault, target and rate show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The experiment.
    pub experiment: String,
    /// The fault.
    pub fault: String,
    /// Where it strikes.
    pub target: String,
    /// Probability that it strikes at an opportunity, 0–1.
    pub rate: f64,
    /// Number of audits.
    pub audits: u64,
    /// Audits that the fault struck at least once.
    pub struck: Share,
    /// Opportunities for the fault, all audits together.
    pub armed: u64,
    /// How often it struck, all audits together.
    pub fired: u64,
    /// Audits with every seat heard and every criterion scored.
    pub complete: Share,
    /// Audits with a report that names what is missing.
    pub partial: Share,
    /// Audits that ended without a report.
    pub abandoned: Share,
    /// Audits that were interrupted more often than the plan allows.
    pub given_up: Share,
    /// Audits that neither ended nor went on.
    pub stuck: Share,
    /// Audits in which every invariant held.
    pub held: Share,
    /// Seats never heard, all audits together.
    pub missing_seats: u64,
    /// Milliseconds from a loss to the next result of the same work, and from a kill to the result of the last
    /// of all work that was under way at it. `None` where nothing recovered.
    pub recovery_ms: Option<Spread>,
    /// Milliseconds that an audit took.
    pub duration_ms: Option<Spread>,
    /// Actors started again, per audit. `None` where that was not measured.
    pub restarts: Option<Mean>,
    /// Kills of the process, per audit.
    pub kills: Option<Mean>,
    /// Calls that reached the model, per audit.
    pub paid_calls: Option<Mean>,
    /// Calls that asked again what the server had not turned away before, per audit.
    pub repaid_calls: Option<Mean>,
    /// Of these, calls whose reply was kept already, all audits together.
    pub repaid_kept: u64,
    /// Audits with any drift of a score of which all seats were heard, of those that have such a score.
    pub drifted: Share,
    /// Largest drift of such a score in an audit, in points.
    pub drift: Option<Mean>,
    /// Overall score less that of the fault-free twin, in points, of audits that have a report.
    pub overall_drift: Option<Mean>,
    /// Hearings that came to nothing, by persona.
    pub losses: BTreeMap<String, u64>,
}

/// The order of cells.
pub(super) fn order(a: &Run, b: &Run) -> Ordering {
    let words = a.experiment.cmp(&b.experiment).then_with(|| a.fault.cmp(&b.fault));
    words
        .then_with(|| a.target.cmp(&b.target))
        .then_with(|| rounded(a.rate).total_cmp(&rounded(b.rate)))
}

/// Whether two runs belong to one cell.
pub(super) fn same(a: &Run, b: &Run) -> bool {
    order(a, b).is_eq()
}

/// Sums up the runs of one cell, which are not empty.
pub(super) fn cell(runs: &[&Run]) -> Cell {
    let first = runs.first().expect("invariant: a chunk of runs has a first run");
    let share = |holds: &dyn Fn(&Run) -> bool| {
        Share::of(runs.iter().filter(|run| holds(run)).count(), runs.len())
    };
    let ended = |outcome: Outcome| share(&|run| run.outcome == outcome);
    let total = |count: fn(&Run) -> u32| runs.iter().map(|run| u64::from(count(run))).sum();
    let mean = |value: fn(&Run) -> f64| Mean::of(runs.iter().map(|run| value(run)));
    let known = |value: fn(&Run) -> Option<f64>| runs.iter().filter_map(move |run| value(run));
    let recoveries = runs.iter().flat_map(|run| run.recoveries_ms.iter().copied());
    Cell {
        experiment: first.experiment.clone(),
        fault: first.fault.clone(),
        target: first.target.clone(),
        rate: rounded(first.rate),
        audits: runs.len() as u64,
        struck: share(&|run| run.fired > 0),
        armed: total(|run| run.armed),
        fired: total(|run| run.fired),
        complete: ended(Outcome::Complete),
        partial: ended(Outcome::Partial),
        abandoned: ended(Outcome::Abandoned),
        given_up: ended(Outcome::GivenUp),
        stuck: ended(Outcome::Stuck),
        held: share(&Run::held),
        missing_seats: total(|run| run.missing_seats),
        recovery_ms: Spread::of(recoveries),
        duration_ms: Spread::of(runs.iter().map(|run| run.duration_ms)),
        restarts: Mean::of(known(|run| run.restarts.map(f64::from))),
        kills: mean(|run| f64::from(run.kills)),
        paid_calls: mean(|run| f64::from(run.paid_calls)),
        repaid_calls: mean(|run| f64::from(run.repaid_calls)),
        repaid_kept: total(|run| run.repaid_kept),
        drifted: Share::of(
            known(|run| run.drift).filter(|drift| drift.abs() > LEAST_DRIFT).count(),
            known(|run| run.drift).count(),
        ),
        drift: Mean::of(known(|run| run.drift)),
        overall_drift: Mean::of(known(|run| run.overall_drift)),
        losses: losses(runs.iter().flat_map(|run| &run.losses)),
    }
}

fn losses<'a>(all: impl Iterator<Item = &'a JudgeLoss>) -> BTreeMap<String, u64> {
    let mut by_persona = BTreeMap::new();
    for loss in all {
        *by_persona.entry(loss.persona.clone()).or_default() += 1;
    }
    by_persona
}
