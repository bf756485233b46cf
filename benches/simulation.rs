//! How fast the engine is when nobody has anything to do: simulated audits per second on one core, with and
//! without faults, and what an open audit takes of memory.
//!
//! The baseline of each figure is its goal; ratios above 1 meet it.

use automaton_auditor::chaos::plan::Plan;
use automaton_auditor::chaos::simulate::{End, Simulation};
use std::time::Instant;

/// Faulty audits per second and core that are wanted.
const FAULTY: f64 = 2_000.0;

fn main() {
    // Planned panics are part of the work, and not of the output.
    std::panic::set_hook(Box::new(|_| {}));
    for dimensions in [1, 4, 10] {
        let simulation = Simulation::new(dimensions);
        for (name, faults) in [
            ("without faults", &[][..]),
            ("with judges that panic, 20 %", &["judge:panic:0.2"]),
            (
                "with a bit of everything",
                &[
                    "judge:panic:0.05",
                    "model:rate_limited:0.05",
                    "model:malformed:0.05",
                    "message:duplicate:0.05",
                    "journal:eio:0.01",
                    "process:kill:0.01",
                ],
            ),
        ] {
            let faults: Vec<_> =
                faults.iter().map(|text| text.parse().expect("the fault is known")).collect();
            let begun = Instant::now();
            let (mut audits, mut reported, mut broken) = (0_u32, 0_u32, 0_u32);
            while begun.elapsed().as_secs_f64() < 2.0 {
                let plan = Plan { seed: u64::from(audits), faults: faults.clone(), dimensions };
                let trial = simulation.run(&plan);
                reported += u32::from(matches!(trial.end, End::Reported(_)));
                broken += u32::from(!trial.breaches.is_empty());
                audits += 1;
            }
            let rate = f64::from(audits) / begun.elapsed().as_secs_f64();
            println!(
                "{} opinions, {name}: {rate:.0} audits/s on one core ({reported} of {audits} reported, {broken} \
                 with a broken invariant), {:.2} of the goal of {FAULTY:.0}",
                3 * u32::from(dimensions),
                rate / FAULTY,
            );
        }
    }
}
