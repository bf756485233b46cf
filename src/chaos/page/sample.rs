//! Invented runs for tests: a court that recovers from panics and is slowed down by rate limits.

use super::super::analysis::{Experiment, Mode};
use super::super::run::{JudgeLoss, Outcome, Run};
use std::collections::BTreeMap;

/// Repeatable draws (`SplitMix64`).
struct Draws(u64);

impl Draws {
    /// A number from 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        f64::from(u32::try_from((z ^ (z >> 31)) >> 32).expect("32 bits are left")) / 4_294_967_296.0
    }
}

/// The head of the invented experiment.
#[must_use]
pub fn experiment() -> Experiment {
    Experiment {
        name: "crashed-judges-are-retried".to_owned(),
        hypothesis:
            "A judge that crashes while it holds a case is asked again, and the verdict is the one \
                     that the undisturbed court would have given."
                .to_owned(),
        seeds: "0..60".to_owned(),
        program_version: "0.1.0".to_owned(),
        mode: Mode::Simulation,
        command: "auditor chaos sweep --experiment crashed-judges-are-retried --seeds 0..60"
            .to_owned(),
        replay: "auditor chaos replay --seed {seed} --fault {target}:{fault}:{rate}".to_owned(),
        conditions: BTreeMap::from([("machine".to_owned(), "2 cores, 8 GB".to_owned())]),
    }
}

/// `seeds` audits at each of `rates` for every fault and target of `points`.
#[must_use]
pub fn runs(points: &[(&str, &str)], rates: &[f64], seeds: u64) -> Vec<Run> {
    let mut runs = Vec::new();
    for (nth, (fault, target)) in (1_u64..).zip(points) {
        for rate in rates {
            for seed in 0..seeds {
                let draws = Draws(seed ^ (nth << 32) ^ rate.to_bits());
                runs.push(run(fault, target, *rate, seed, draws));
            }
        }
    }
    runs
}

fn run(fault: &str, target: &str, rate: f64, seed: u64, mut draws: Draws) -> Run {
    let mut run = Run {
        experiment: "crashed-judges-are-retried".to_owned(),
        fault: fault.to_owned(),
        target: target.to_owned(),
        rate,
        seed,
        outcome: Outcome::Complete,
        opinions: 30,
        armed: 30,
        paid_calls: 30,
        duration_ms: 2000,
        restarts: Some(0),
        drift: Some(0.0),
        overall_drift: Some(0.0),
        trace: format!("{seed:016x}"),
        ..Run::default()
    };
    for _ in 0..run.armed {
        if draws.next() < rate {
            strike(&mut run, &mut draws);
        }
    }
    if draws.next() < rate * rate {
        run.outcome = if draws.next() < 0.8 { Outcome::Partial } else { Outcome::Abandoned };
        run.missing_seats = 1;
        run.opinions -= 1;
        run.overall_drift = Some(draws.next() - 0.6);
    }
    if fault == "torn write" && rate > 0.15 && draws.next() < 0.04 {
        run.broken = vec!["nothing-doubled".to_owned()];
        run.drift = Some(1.0);
    }
    run
}

fn strike(run: &mut Run, draws: &mut Draws) {
    let personas = ["Prosecutor", "Defense", "TechLead"];
    let persona = personas[usize::from(draws.next() > 0.4) + usize::from(draws.next() > 0.7)];
    let scaled = |value: f64| {
        let whole = (0..40_u32)
            .rev()
            .find(|power| 1.4_f64.powi(i32::try_from(*power).unwrap_or(0)) <= value);
        u64::from(whole.unwrap_or(0)) * 11
    };
    let pause = scaled(draws.next() * 40_000.0);
    run.fired += 1;
    run.restarts = run.restarts.map(|restarts| restarts + 1);
    run.duration_ms += pause;
    run.repaid_calls += u32::from(draws.next() < 0.05);
    run.recoveries_ms.push(if draws.next() < 0.3 { 50 } else { pause * pause / 10 });
    run.losses.push(JudgeLoss {
        at_ms: scaled(draws.next() * 9000.0) * 17,
        persona: persona.to_owned(),
        criterion: "graph_orchestration".to_owned(),
        attempt: 1,
        kind: run.fault.clone(),
    });
}
