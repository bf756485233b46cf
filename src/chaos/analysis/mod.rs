//! Runs → what they show: one cell for each fault, target and rate, and whether the hypothesis held.
//!
//! Pure, and independent of the order in which runs came in: runs are sorted first, floats are summed
//! in order of size and kept to six decimals.

mod cell;
mod csv;
mod replay;
mod statistics;
#[cfg(test)]
mod tests;

use super::run::{Outcome, Run};
pub use cell::Cell;
pub use csv::{COLUMNS, runs_csv};
use serde::{Deserialize, Serialize};
pub use statistics::{Mean, Share, Spread};
use std::collections::BTreeMap;

/// Whether audits ran in virtual time inside one process or as real processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Virtual time, scripted models, repositories in memory.
    #[default]
    Simulation,
    /// Real processes, kills and connections, real time.
    Real,
}

/// What was tried and how: the head of `summary.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// Name of the experiment, such as `crashed-judges-are-retried`.
    pub name: String,
    /// The steady-state hypothesis, one sentence.
    pub hypothesis: String,
    /// Seeds as the command took them, such as `0..1000`.
    pub seeds: String,
    /// Version of the program, with its commit where known.
    pub program_version: String,
    /// Simulated or real.
    pub mode: Mode,
    /// The command that made the runs.
    pub command: String,
    /// The command that replays one audit, with the placeholders `{seed}`, `{experiment}`, `{fault}`,
    /// `{target}`, `{rate}`, `{dimensions}` and `{faults}` (all of them, each after `--fault`). Values are quoted for a POSIX shell where they need it.
    pub replay: String,
    /// Whatever else a reader must know to repeat the runs: name → value, such as `machine`.
    #[serde(default)]
    pub conditions: BTreeMap<String, String>,
}

/// What a set of runs shows: the content of `summary.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// What was tried and how.
    pub experiment: Experiment,
    /// Number of audits.
    pub audits: u64,
    /// Whether the hypothesis held in every audit. `None` where no audit was run.
    pub held: Option<bool>,
    /// Audits in which it held, of all.
    pub steady: Share,
    /// Audits in which it held, of those that a fault struck. Only these test it.
    pub steady_where_struck: Share,
    /// Audits by how they ended. Outcomes that did not occur are left out.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// Invariants that did not hold, by name.
    pub broken: Vec<BrokenInvariant>,
    /// Faults that were planned and struck in no audit, as the command line takes them.
    #[serde(default)]
    pub idle: Vec<String>,
    /// One cell for each experiment, fault, target and rate, in that order.
    pub cells: Vec<Cell>,
}

/// An invariant that did not hold, and where to see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BrokenInvariant {
    /// Its name.
    pub invariant: String,
    /// Number of audits that broke it.
    pub audits: u64,
    /// The smallest seed that breaks it.
    pub seed: u64,
    /// The experiment of that audit.
    pub experiment: String,
    /// The fault of that audit.
    pub fault: String,
    /// The target of that audit.
    pub target: String,
    /// The rate of that audit, 0–1.
    pub rate: f64,
    /// The command that replays that audit.
    pub replay: String,
}

/// Sums up `runs`. The order of `runs` does not matter.
#[must_use]
pub fn summary(experiment: &Experiment, runs: &[Run]) -> Summary {
    let runs = in_order(runs);
    let held = |run: &&&Run| run.held();
    let struck: Vec<&Run> = runs.iter().copied().filter(|run| run.fired > 0).collect();
    let steady = Share::of(runs.iter().filter(held).count(), runs.len());
    let mut outcomes = BTreeMap::new();
    for run in &runs {
        *outcomes.entry(run.outcome).or_default() += 1;
    }
    Summary {
        experiment: experiment.clone(),
        audits: steady.of,
        held: (!runs.is_empty()).then_some(steady.count == steady.of),
        steady,
        steady_where_struck: Share::of(struck.iter().filter(held).count(), struck.len()),
        outcomes,
        broken: broken(experiment, &runs),
        idle: idle(&runs),
        cells: runs.chunk_by(|a, b| cell::same(a, b)).map(cell::cell).collect(),
    }
}

/// The faults that struck nowhere, although they were more than none.
fn idle(runs: &[&Run]) -> Vec<String> {
    let mut struck: BTreeMap<&str, bool> = BTreeMap::new();
    for run in runs {
        for (fault, strikes) in run.faults.iter().zip(&run.strikes) {
            *struck.entry(fault).or_default() |= *strikes > 0;
        }
    }
    let idle = struck.into_iter().filter(|(fault, struck)| !struck && !fault.ends_with(":0"));
    idle.map(|(fault, _)| fault.to_owned()).collect()
}

fn broken(experiment: &Experiment, runs: &[&Run]) -> Vec<BrokenInvariant> {
    let mut by_name: BTreeMap<&str, Vec<&Run>> = BTreeMap::new();
    for run in runs {
        for name in run.broken.iter().collect::<std::collections::BTreeSet<_>>() {
            by_name.entry(name).or_default().push(run);
        }
    }
    let shown = |(name, runs): (&str, Vec<&Run>)| {
        let first = runs.iter().min_by_key(|run| run.seed)?;
        Some(BrokenInvariant {
            invariant: name.to_owned(),
            audits: runs.len() as u64,
            seed: first.seed,
            experiment: first.experiment.clone(),
            fault: first.fault.clone(),
            target: first.target.clone(),
            rate: statistics::rounded(first.rate),
            replay: replay::command(&experiment.replay, first),
        })
    };
    by_name.into_iter().filter_map(shown).collect()
}

/// `runs` by experiment, fault, target, rate and seed.
fn in_order(runs: &[Run]) -> Vec<&Run> {
    let mut runs: Vec<&Run> = runs.iter().collect();
    runs.sort_by(|a, b| cell::order(a, b).then(a.seed.cmp(&b.seed)).then(a.trace.cmp(&b.trace)));
    runs
}
