//! What a trial shows: a row of `runs.csv`.

use super::cases::Case;
use crate::chaos::chronicle::Entry;
use crate::chaos::mischief::Struck;
use crate::chaos::plan::FaultKind;
use crate::chaos::run::{JudgeLoss, Outcome, Run};
use crate::chaos::simulate::{End, Trial};
use crate::domain::event::AuditEvent;
use crate::domain::failure::FailureKind;
use crate::domain::report::AuditReport;
use crate::domain::task::Task;
use std::sync::Arc;
use std::time::Duration;

/// What the trial of a case shows, held against the audit without faults and against what the case expects.
#[must_use]
pub fn measured(case: &Case, trial: &Trial, twin: Option<&AuditReport>) -> Run {
    let report = match &trial.end {
        End::Reported(report) => Some(report.as_ref()),
        End::Abandoned(_) | End::GivenUp(_) | End::Stuck => None,
    };
    let heard = trial.events.iter().filter(|event| opinion(event));
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
        restarts: whole(trial.struck.iter().filter(|struck| ended_an_actor(struck)).count()),
        kills: trial.kills,
        paid_calls: trial.calls.made,
        repaid_calls: trial.calls.repaid,
        drift: compared.map_or(0.0, |(report, twin)| drift(report, twin)),
        overall_drift: compared.map_or(0.0, |(ours, twin)| ours.overall_score - twin.overall_score),
        virtual_ms: trial.entries.last().map_or(0, |(at, _)| milliseconds(*at)),
        recoveries_ms: recoveries(&trial.entries),
        losses: trial.entries.iter().filter_map(|(at, entry)| loss(*at, entry)).collect(),
        trace: trial.trace(),
    };
    if !(case.expects.holds)(&run) {
        run.broken.push(case.expects.name.to_owned());
    }
    run
}

/// How often each fault of a plan struck.
fn strikes(faults: usize, struck: &[Struck]) -> Vec<u32> {
    let of = |nth| whole(struck.iter().filter(|one| one.fault == nth).count());
    (0..faults).map(of).collect()
}

fn whole(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
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

fn missing_seats(report: &AuditReport) -> u32 {
    whole(report.criteria.iter().map(|ruling| ruling.missing_seats.len()).sum())
}

/// The largest distance of a score from the twin's, over the criteria of which all seats were heard.
fn drift(report: &AuditReport, twin: &AuditReport) -> f64 {
    let heard = report.criteria.iter().filter(|ruling| ruling.missing_seats.is_empty());
    let distances = heard.filter_map(|ruling| {
        let same = twin.criteria.iter().find(|other| other.dimension_id == ruling.dimension_id)?;
        Some(f64::from(ruling.final_score.get().abs_diff(same.final_score.get())))
    });
    distances.fold(0.0, f64::max)
}

fn opinion(event: &AuditEvent) -> bool {
    matches!(event.ends(), Some(Task::Hear { .. })) && !is_lost(event)
}

fn is_lost(event: &AuditEvent) -> bool {
    match event {
        AuditEvent::Lost { .. } => true,
        AuditEvent::Opened { .. }
        | AuditEvent::Fetched { .. }
        | AuditEvent::Located { .. }
        | AuditEvent::Mislaid { .. }
        | AuditEvent::Examined { .. }
        | AuditEvent::Looked { .. }
        | AuditEvent::Testified { .. }
        | AuditEvent::Heard { .. }
        | AuditEvent::Adopted { .. }
        | AuditEvent::Decided { .. }
        | AuditEvent::Published { .. }
        | AuditEvent::Abandoned { .. } => false,
    }
}

/// Whether an actor ended by it that had work to go on with. One that panics while it stops had none; who
/// waits for a model that hangs is replaced.
fn ended_an_actor(struck: &Struck) -> bool {
    let stops = struck.site.ends_with(".post_stop");
    match struck.kind {
        FaultKind::Panic => !stops,
        FaultKind::Hang => !stops && !struck.site.starts_with("reader"),
        FaultKind::Slow
        | FaultKind::Duplicate
        | FaultKind::Late
        | FaultKind::Reorder
        | FaultKind::Freeform
        | FaultKind::Malformed
        | FaultKind::Truncated
        | FaultKind::Wrong
        | FaultKind::RateLimited
        | FaultKind::RetryAfter
        | FaultKind::ServerError
        | FaultKind::Cut
        | FaultKind::Enospc
        | FaultKind::Eio
        | FaultKind::Torn
        | FaultKind::Kill
        | FaultKind::Jump
        | FaultKind::Poisoned
        | FaultKind::MissingObject
        | FaultKind::Oom => false,
    }
}

/// From each loss to the next result of the same work, and from each death to the next result of any. What
/// never came to a result has not recovered and is left out.
fn recoveries(entries: &[(Duration, Entry)]) -> Vec<u64> {
    let mut found = Vec::new();
    for (nth, (at, entry)) in entries.iter().enumerate() {
        let wanted = match entry {
            Entry::Death => None,
            Entry::Told(event) if is_lost(event) => event.ends(),
            Entry::Life(_) | Entry::Struck(_) | Entry::Told(_) | Entry::End(_) => continue,
        };
        let result = entries[nth + 1..].iter().find(|(_, entry)| settles(entry, wanted.as_ref()));
        if let Some((settled, _)) = result {
            found.push(milliseconds(settled.saturating_sub(*at)));
        }
    }
    found
}

/// Whether this tells the result of some work, or of any.
fn settles(entry: &Entry, work: Option<&Task>) -> bool {
    let event: &Arc<AuditEvent> = match entry {
        Entry::Told(event) if !is_lost(event) => event,
        Entry::Told(_) | Entry::Life(_) | Entry::Struck(_) | Entry::Death | Entry::End(_) => {
            return false;
        }
    };
    event.ends().is_some_and(|ended| work.is_none_or(|work| *work == ended))
}

fn loss(at: Duration, entry: &Entry) -> Option<JudgeLoss> {
    let Entry::Told(event) = entry else { return None };
    let AuditEvent::Lost { task: Task::Hear { seat }, attempt, failure, .. } = event.as_ref()
    else {
        return None;
    };
    Some(JudgeLoss {
        at_ms: milliseconds(at),
        persona: seat.persona.name().to_owned(),
        criterion: seat.criterion.to_string(),
        attempt: *attempt,
        kind: kind(failure.kind).to_owned(),
    })
}

const fn kind(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Crash => "crash",
        FailureKind::Deadline => "deadline",
        FailureKind::Limit => "limit",
        FailureKind::Unreadable => "unreadable",
        FailureKind::Unreachable => "unreachable",
        FailureKind::RateLimited => "rate_limited",
        FailureKind::Unauthorised => "unauthorised",
        FailureKind::Refused => "refused",
        FailureKind::Budget => "budget",
        FailureKind::Malformed => "malformed",
        FailureKind::Cancelled => "cancelled",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        assert_eq!((run.fired, run.restarts, run.losses.len()), (0, 0, 0));
        assert_eq!((run.drift.to_bits(), run.overall_drift.to_bits()), (0, 0));
        assert!(run.opinions >= 9 && run.paid_calls >= 9 && run.virtual_ms > 0, "{run:?}");
        assert_eq!(run.broken, [""; 0]);
    }

    #[test]
    fn a_crashed_judge_is_a_loss_a_restart_and_a_recovery() {
        let run = run(0, &["judge:panic:@2"]);
        assert_eq!((run.outcome, run.fired, run.restarts), (Outcome::Complete, 1, 1));
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
}
