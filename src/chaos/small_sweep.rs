//! The small sweep: what the engine has to stand on every run of the tests, and what every planted bug has to
//! be caught by. It is the same for all of them.

use super::kind::ACTORS;
use super::plan::{Fault, Plan, everywhere};
use super::simulate::Simulation;

/// Dimensions of the rubric: one of the repository, one of the report's words, one of its figures.
pub const DIMENSIONS: u8 = 3;

/// Faults that come together.
const STORMS: [&[&str]; 11] = [
    &["judge:panic:0.3", "model:rate_limited:0.3", "process:kill:0.02"],
    &["any.handle:panic:0.1", "message:duplicate:0.3"],
    &["bench:panic:0.1", "message:late:0.7"],
    &["bench:panic:0.1", "model:retry_after:0.4"],
    &["coordinator:panic:0.1", "model:server_error:0.4"],
    &["journal:enospc:0.1", "message:reorder:0.3"],
    &["journal:eio:0.1", "model:freeform:0.4"],
    &["process:kill:0.1", "model:cut:0.4"],
    &["process:torn:0.1", "judge:hang:0.2"],
    &["any.pre_start:panic:0.1", "any.post_start:panic:0.1"],
    &["judge.post_stop:hang:1", "model:retry_after:0.4"],
];
/// Seeds of each storm.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=3;
/// How often a fault strikes that comes alone.
const RATES: [&str; 3] = ["0.3", "1", "@2"];

/// A submission for all plans, and its twin without faults.
pub fn simulation() -> Simulation {
    Simulation::new(DIMENSIONS)
}

/// The plans in their order: none, somebody who fails for good or hangs once, storms, every fault at every
/// place, and a death at every single write.
pub fn plans(simulation: &Simulation) -> Vec<Plan> {
    let mut all = vec![plan(1, &[])];
    all.extend(ACTORS.map(|actor| plan(1, &[&format!("{actor}.handle:panic:1")])));
    all.extend(ACTORS.map(|actor| plan(1, &[&format!("{actor}.handle:hang:@1")])));
    for storm in STORMS {
        all.extend(SEEDS.map(|seed| plan(seed, storm)));
    }
    for when in RATES {
        let alone = everywhere().into_iter();
        let alone = alone.map(|(site, kind)| format!("{site}:{}:{when}", kind.name()));
        all.extend(alone.map(|fault| plan(1, &[&fault])));
    }
    for fault in ["kill", "torn"] {
        let deaths = 1..=writes(simulation);
        all.extend(deaths.map(|nth| plan(1, &[&format!("process:{fault}:@{nth}")])));
    }
    all
}

/// How often an audit without faults writes.
fn writes(simulation: &Simulation) -> u32 {
    simulation.run(&plan(1, &["process:kill:0"])).armed.iter().sum()
}

fn plan(seed: u64, faults: &[&str]) -> Plan {
    let fault = |text: &&str| text.parse::<Fault>().expect("the fault fits at its place");
    Plan { seed, faults: faults.iter().map(fault).collect(), dimensions: DIMENSIONS }
}

/// A plan's faults as they are written on a command line.
pub fn in_words(plan: &Plan) -> String {
    let faults: Vec<String> = plan.faults.iter().map(ToString::to_string).collect();
    if faults.is_empty() { "no faults".to_owned() } else { faults.join(", ") }
}
