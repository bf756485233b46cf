//! The small sweep finds nothing wrong with the engine.

use super::chronicle;
use super::simulate::Simulation;
use super::small_sweep::{in_words, plans, simulation};

/// Runs every other plan of the sweep, beginning with this one.
fn sweep(first: usize) {
    let simulation: Simulation = simulation();
    let mut failures = Vec::new();
    for plan in plans(&simulation).iter().skip(first).step_by(2) {
        let trial = simulation.run(plan);
        if !trial.breaches.is_empty() {
            let (faults, seed) = (in_words(plan), plan.seed);
            let trace = chronicle::in_words(&trial.entries);
            failures.push(format!("{faults} (seed {seed}): {:?}\n{trace}", trial.breaches));
        }
    }
    assert!(failures.is_empty(), "{} plans:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn no_plan_of_the_small_sweep_breaks_an_invariant() {
    sweep(0);
}

#[test]
fn no_other_plan_of_the_small_sweep_breaks_an_invariant() {
    sweep(1);
}
