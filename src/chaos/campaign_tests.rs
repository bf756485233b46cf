//! A small campaign over every fault at every place where it fits: nothing may break the invariants.

use super::chronicle::in_words;
use super::plan::{Fault, Plan, everywhere};
use super::simulate::Simulation;

#[test]
fn no_fault_at_any_place_breaks_an_invariant() {
    let simulation = Simulation::new(3);
    let mut failures = Vec::new();
    for (site, kind) in everywhere() {
        for when in ["0.3", "1", "@2"] {
            let text = format!("{site}:{}:{when}", kind.name());
            let faults: Vec<Fault> = vec![text.parse().expect("it fits there")];
            let trial = simulation.run(&Plan { seed: 1, faults, dimensions: 3 });
            if !trial.breaches.is_empty() {
                failures.push(format!(
                    "{text}: {:?}\n{}",
                    trial.breaches,
                    in_words(&trial.entries)
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{} plans:\n{}", failures.len(), failures.join("\n"));
}
