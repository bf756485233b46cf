//! Many cases on all cores; their results come in one order, whichever thread is quicker.

use super::cases::Case;
use super::measure::measured;
use crate::chaos::mischief::PLANNED;
use crate::chaos::run::Run;
use crate::chaos::simulate::{Simulation, Trial};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Where one thread runs its cases: a simulation for each size of the rubric, made when it is needed.
#[derive(Default)]
pub struct Hall(BTreeMap<u8, Simulation>);

impl Hall {
    fn simulation(&mut self, dimensions: u8) -> &Simulation {
        self.0.entry(dimensions).or_insert_with(|| Simulation::new(dimensions))
    }

    /// Runs a case and tells everything.
    pub fn trial(&mut self, case: &Case) -> Trial {
        self.simulation(case.plan.dimensions).run(&case.plan)
    }

    /// Measures a trial of a case.
    pub fn measure(&mut self, case: &Case, trial: &Trial) -> Run {
        measured(case, trial, self.simulation(case.plan.dimensions).twin())
    }

    /// Runs a case and measures it.
    pub fn run(&mut self, case: &Case) -> Run {
        let trial = self.trial(case);
        self.measure(case, &trial)
    }
}

/// Runs every case that is not `done` on so many threads; returns all runs in the order of the cases.
///
/// `tell` is called on this thread for each run as it ends, with the number of its case. Its error stops the
/// sweep: what is under way is ended, and nothing new is begun.
///
/// # Errors
/// Whatever `tell` says.
pub fn sweep<E>(
    cases: &[Case],
    mut done: BTreeMap<usize, Run>,
    jobs: usize,
    mut tell: impl FnMut(usize, &Run) -> Result<(), E>,
) -> Result<Vec<Run>, E> {
    let open: Vec<usize> = (0..cases.len()).filter(|nth| !done.contains_key(nth)).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        // A thread waits with a result until this one has told of those before it.
        let (results, ended) = mpsc::sync_channel(64);
        for _ in 0..jobs.clamp(1, open.len().max(1)) {
            let results = results.clone();
            let (open, next) = (&open, &next);
            scope.spawn(move || {
                let mut hall = Hall::default();
                while let Some(nth) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // Nobody listens any more once telling has failed.
                    if results.send((*nth, hall.run(&cases[*nth]))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(results);
        for (nth, run) in ended {
            tell(nth, &run)?;
            done.insert(nth, run);
        }
        Ok(())
    })?;
    Ok(done.into_values().collect())
}

/// Has panics that a plan asked for pass without a word; all others are told as before.
pub fn silence_planned_panics() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !panic.payload_as_str().is_some_and(|message| message.starts_with(PLANNED)) {
            before(panic);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaos::lab::Design;
    use std::convert::Infallible;

    fn cases() -> Vec<Case> {
        let design = Design::named("a-process-that-dies-again-and-again-finishes").unwrap();
        design.cases(0, Some(4), Some(1))
    }

    fn swept(jobs: usize, done: BTreeMap<usize, Run>) -> (Vec<Run>, usize) {
        let mut told = 0;
        let runs = sweep(&cases(), done, jobs, |_, _| {
            told += 1;
            Ok::<_, Infallible>(())
        });
        (runs.unwrap_or_else(|never| match never {}), told)
    }

    #[test]
    fn results_come_in_the_order_of_the_cases_whatever_the_threads_do() {
        let (one, told) = swept(1, BTreeMap::new());
        assert_eq!((one.len(), told), (cases().len(), cases().len()));
        assert_eq!(one, swept(4, BTreeMap::new()).0);
        let seeds: Vec<u64> = one.iter().take(4).map(|run| run.seed).collect();
        assert_eq!(seeds, [0, 1, 2, 3]);
    }

    #[test]
    fn what_is_done_is_not_run_again() {
        let (all, _) = swept(1, BTreeMap::new());
        let mut done: BTreeMap<usize, Run> = all.iter().cloned().enumerate().collect();
        done.remove(&3);
        let (again, told) = swept(2, done);
        assert_eq!((again, told), (all, 1));
    }

    #[test]
    fn a_sweep_ends_when_nobody_can_be_told() {
        let ended = sweep(&cases(), BTreeMap::new(), 2, |_, _| Err("the disk is full"));
        assert_eq!(ended.unwrap_err(), "the disk is full");
    }
}
