//! What a trial shows: a row of `runs.csv`.

use super::cases::Case;
use crate::chaos::aftermath::{
    drift, is_opinion, losses, milliseconds, missing_seats, recoveries, strikes, whole,
};
use crate::chaos::run::{Outcome, Run};
use crate::chaos::simulate::{End, Trial};
use crate::domain::report::AuditReport;

/// What the trial of a case shows, held against the audit without faults and against what the case expects.
#[must_use]
pub fn measured(case: &Case, trial: &Trial, twin: Option<&AuditReport>) -> Run {
    let report = match &trial.end {
        End::Reported(report) => Some(report.as_ref()),
        End::Abandoned(_) | End::GivenUp(_) | End::Stuck => None,
    };
    let heard = trial.events.iter().filter(|event| is_opinion(event));
    let compared = report.zip(twin);
    let mut run = Run {
        experiment: case.experiment.clone(),
        fault: case.fault.clone(),
        target: case.target.clone(),
        rate: case.rate,
        seed: case.plan.seed,
        faults: case.plan.faults.iter().map(ToString::to_string).collect(),
        dimensions: case.plan.dimensions,
        outcome: outcome(&trial.end),
        broken: trial.breaches.iter().map(|breach| breach.invariant.name().to_owned()).collect(),
        opinions: whole(heard.count()),
        missing_seats: report.map_or(0, missing_seats),
        armed: trial.armed.iter().fold(0, |all, some| all.saturating_add(*some)),
        fired: whole(trial.struck.len()),
        strikes: strikes(case.plan.faults.len(), &trial.struck),
        restarts: Some(trial.restarts),
        kills: trial.kills,
        paid_calls: trial.calls.made,
        repaid_calls: trial.asked_again,
        repaid_kept: trial.calls.repaid,
        drift: compared.and_then(|(report, twin)| drift(report, twin)),
        overall_drift: compared.map(|(ours, twin)| ours.overall_score - twin.overall_score),
        duration_ms: trial.entries.last().map_or(0, |(at, _)| milliseconds(*at)),
        recoveries_ms: recoveries(&trial.entries),
        losses: losses(&trial.entries),
        trace: trial.trace(),
    };
    if !(case.expects.holds)(&run) {
        run.broken.push(case.expects.name.to_owned());
    }
    run
}

fn outcome(end: &End) -> Outcome {
    match end {
        End::Reported(report) => {
            let is_whole = missing_seats(report) == 0 && report.not_scored.is_empty();
            if is_whole { Outcome::Complete } else { Outcome::Partial }
        }
        End::Abandoned(_) => Outcome::Abandoned,
        End::GivenUp(_) => Outcome::GivenUp,
        End::Stuck => Outcome::Stuck,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaos::chronicle::in_words;
    use crate::chaos::lab::Expectation;
    use crate::chaos::plan::{Fault, Plan};
    use crate::chaos::simulate::Simulation;

    fn run(seed: u64, faults: &[&str]) -> Run {
        let faults: Vec<Fault> = faults.iter().map(|text| text.parse().unwrap()).collect();
        let simulation = Simulation::new(3);
        let plan = Plan { seed, faults, dimensions: 3 };
        let case = Case::alone(plan.clone(), Expectation::ENDS);
        measured(&case, &simulation.run(&plan), simulation.twin())
    }

    #[test]
    fn an_audit_without_faults_is_complete_and_at_peace() {
        let run = run(0, &[]);
        assert_eq!((run.outcome, run.missing_seats, run.kills), (Outcome::Complete, 0, 0));
        assert_eq!((run.fired, run.restarts, run.losses.len()), (0, Some(0), 0));
        assert_eq!((run.drift, run.overall_drift), (Some(0.0), Some(0.0)));
        assert!(run.opinions >= 9 && run.paid_calls >= 9 && run.duration_ms > 0, "{run:?}");
        assert_eq!(run.broken, [""; 0]);
    }

    #[test]
    fn a_crashed_judge_is_a_loss_a_restart_and_a_recovery() {
        let run = run(0, &["judge:panic:@2"]);
        assert_eq!((run.outcome, run.fired, run.restarts), (Outcome::Complete, 1, Some(1)));
        assert_eq!(run.losses.len(), 1);
        assert_eq!((run.losses[0].kind.as_str(), run.losses[0].attempt), ("crash", 1));
        assert_eq!(run.recoveries_ms.len(), 1);
        assert!(run.recoveries_ms[0] > 0);
    }

    #[test]
    fn a_kill_is_a_recovery_and_no_loss_of_a_judge() {
        let run = run(0, &["process:kill:@8"]);
        assert_eq!((run.outcome, run.kills, run.losses.len()), (Outcome::Complete, 1, 0));
        assert_eq!(run.recoveries_ms.len(), 1);
    }

    #[test]
    fn a_judge_who_is_down_for_good_leaves_seats_empty() {
        let run = run(0, &["judge[Prosecutor]:panic:1"]);
        assert_eq!(run.outcome, Outcome::Partial);
        // Three seats of the first hearing, and those of second hearings.
        assert!(run.missing_seats >= 3, "{run:?}");
        assert_eq!(run.losses.len(), 3 * run.missing_seats as usize);
        assert!(run.losses.iter().all(|loss| loss.persona == "Prosecutor"), "{run:?}");
    }

    #[test]
    fn an_audit_without_a_report_has_no_drift() {
        let run = run(0, &["process:kill:1"]);
        assert_eq!((run.outcome, run.drift, run.overall_drift), (Outcome::GivenUp, None, None));
    }

    #[test]
    fn restarts_are_as_many_as_the_budgets_allow() {
        let restarts = |fault: &str| run(0, &[fault]).restarts;
        assert_eq!(restarts("coordinator.handle:panic:1"), Some(5));
        // Without a bench nothing is ever started.
        assert_eq!(restarts("bench.pre_start:panic:1"), Some(0));
        // Each case of his is set aside with the third crash.
        let run = run(0, &["judge[Prosecutor]:panic:1"]);
        assert_eq!((run.fired % 3, run.restarts), (0, Some(run.fired / 3 * 2)));
        // A judge who is turned away has not crashed.
        for seed in 0..20 {
            assert_eq!(self::run(seed, &["model:rate_limited:0.4"]).restarts, Some(0), "{seed}");
        }
    }

    #[test]
    fn calls_that_a_death_cut_off_are_paid_again() {
        let mut again = 0;
        for seed in 0..30 {
            let run = run(seed, &["process:kill:0.1"]);
            if run.outcome == Outcome::Complete {
                // Every opinion takes one call; all others were made for the second time.
                assert_eq!(run.repaid_calls, run.paid_calls - run.opinions, "{run:?}");
            }
            assert_eq!(run.repaid_kept, 0);
            again += run.repaid_calls;
        }
        assert!(again > 20, "{again}");
        let bench = run(0, &["bench.handle:panic:@9"]);
        assert_eq!(bench.repaid_calls, bench.paid_calls - bench.opinions);
        assert!(bench.repaid_calls > 0, "{bench:?}");
        let turned_away = run(0, &["model:rate_limited:0.3"]);
        assert!(turned_away.paid_calls > turned_away.opinions && turned_away.repaid_calls == 0);
    }

    #[test]
    fn a_death_is_recovered_from_when_the_last_hearing_that_it_cut_off_is_heard() {
        // The 30th write is in the midst of the hearings.
        let run = run(0, &["process:kill:@30"]);
        let simulation = Simulation::new(3);
        let faults = vec!["process:kill:@30".parse().unwrap()];
        let trial = simulation.run(&Plan { seed: 0, faults, dimensions: 3 });
        let text = in_words(&trial.entries);
        let seconds = |line: &str| line.trim_start().split(' ').next().unwrap().parse::<f64>();
        let death = text.lines().find(|line| line.contains("! the process dies")).unwrap();
        let (moment, work) = death.split_once("under way: ").unwrap();
        let after = &text[text.find(death).unwrap()..];
        let heard = work.split(", ").map(|task| {
            let task = task.strip_prefix("hear ").unwrap();
            let line = after.lines().find(|line| line.contains(&format!("heard {task} (")));
            seconds(line.unwrap()).unwrap()
        });
        let heard: Vec<f64> = heard.collect();
        assert!(heard.len() > 1, "{text}");
        let last = heard.into_iter().fold(0.0, f64::max) - seconds(moment).unwrap();
        #[expect(clippy::cast_precision_loss, reason = "it is some hundred milliseconds")]
        let measured = run.recoveries_ms[0] as f64;
        assert!((last * 1000.0 - measured).abs() <= 1.0, "{last} {measured}\n{text}");
        assert!(measured >= 200.0, "no call is as short: {measured}");
    }
}
