//! A sound record holds everything, and every way of spoiling it breaks the invariant that it should.

use super::*;
use crate::chaos::plan::Plan as Experiment;
use crate::chaos::simulate::Simulation;
use crate::domain::failure::Failure;
use crate::domain::score::Score;
use std::sync::Arc;

type Record = Vec<Arc<AuditEvent>>;

/// Where the first event of a kind stands.
fn place(record: &Record, is_it: impl Fn(&AuditEvent) -> bool) -> usize {
    record.iter().position(|event| is_it(event)).expect("there is one")
}

fn is_heard(event: &AuditEvent) -> bool {
    matches!(event, AuditEvent::Heard { .. })
}

/// A loss of the work that an event ends.
fn loss(event: &AuditEvent, attempt: u32, kind: FailureKind) -> Arc<AuditEvent> {
    let task = event.ends().expect("it ends some work");
    Arc::new(AuditEvent::lost(task, attempt, Failure::passing(kind, "of no consequence")))
}

/// Puts losses before the first opinion, which is then of the attempt after them.
fn lose_first(record: &mut Record, kinds: &[FailureKind]) {
    let at = place(record, is_heard);
    let heard = Arc::clone(&record[at]);
    let AuditEvent::Heard { opinion, account, .. } = heard.as_ref().clone() else {
        unreachable!("an opinion stands there")
    };
    let losses = (1..).zip(kinds).map(|(attempt, kind)| loss(&heard, attempt, *kind));
    let mut with: Record = losses.collect();
    let attempt = u32::try_from(kinds.len()).expect("there are few") + 1;
    with.push(Arc::new(AuditEvent::Heard { attempt, opinion, account }));
    record.splice(at..=at, with);
}

/// The invariants that the record of an audit without faults breaks once it is spoilt like this.
#[track_caller]
fn check(spoil: impl FnOnce(&mut Record), broken: &[Invariant]) {
    let simulation = Simulation::new(2);
    let mut events = simulation.run(&Experiment::default()).events;
    spoil(&mut events);
    let trial = Trial {
        events: &events,
        told: &events,
        acknowledged: events.len(),
        twin: simulation.twin(),
        calls: Calls::default(),
        allowance: Allowance::default(),
        ended: true,
        given_up: false,
    };
    let found: Vec<Invariant> = breaches(&trial).iter().map(|breach| breach.invariant).collect();
    assert_eq!(found, broken);
}

#[test]
fn a_sound_record_holds_everything() {
    check(|_| {}, &[]);
    check(|record| lose_first(record, &[FailureKind::Crash, FailureKind::RateLimited]), &[]);
}

#[test]
fn an_audit_is_opened_once_and_first() {
    check(|record| drop(record.remove(0)), &[Invariant::OpenedFirst]);
    check(|record| record.insert(2, Arc::clone(&record[0])), &[Invariant::OpenedFirst]);
}

#[test]
fn nothing_ends_twice_and_nothing_follows_the_end() {
    let double = |record: &mut Record| {
        let at = place(record, is_heard);
        record.insert(at, Arc::clone(&record[at]));
    };
    check(double, &[Invariant::NothingDoubled]);
    let go_on = |record: &mut Record| {
        let task = Task::Publish;
        let failure = Failure::lasting(FailureKind::Unreachable, "the disk is full");
        let at = record.len() - 1;
        record.insert(at, Arc::new(AuditEvent::lost(task.clone(), 1, failure.clone())));
        record.insert(at + 1, Arc::new(AuditEvent::Abandoned { task, failure }));
    };
    check(go_on, &[Invariant::NothingDoubled]);
}

#[test]
fn an_event_is_of_the_attempt_that_is_under_way() {
    let late = |record: &mut Record| {
        let at = place(record, is_heard);
        let heard = Arc::clone(&record[at]);
        record.insert(at, loss(&heard, 1, FailureKind::Crash));
    };
    check(late, &[Invariant::NoFormerAttempt]);
}

#[test]
fn the_verdict_waits_for_every_seat() {
    let early = |record: &mut Record| {
        let at = place(record, |event| matches!(event, AuditEvent::Decided { .. }));
        record.swap(at - 1, at);
    };
    let broken = [Invariant::NoVerdictBeforeAllSeatsAreSettled];
    check(early, &broken);
}

#[test]
fn no_judge_is_heard_before_every_detective() {
    let early = |record: &mut Record| {
        let at = place(record, is_heard);
        record.swap(at - 1, at);
    };
    check(early, &[Invariant::NoOpinionBeforeTheEvidenceIsIn]);
}

#[test]
fn work_is_given_up_when_it_is_spent_and_not_before() {
    let crashes = [FailureKind::Crash; 3];
    check(|record| lose_first(record, &crashes), &[Invariant::BudgetsKept]);
    let limits = [FailureKind::RateLimited; 6];
    check(|record| lose_first(record, &limits), &[Invariant::BudgetsKept]);
    let early = |record: &mut Record| {
        let at = place(record, |event| matches!(event, AuditEvent::Decided { .. })) - 1;
        record[at] = loss(&record[at], 1, FailureKind::RateLimited);
    };
    check(early, &[Invariant::NothingGivenUpEarly]);
}

#[test]
fn a_deadline_does_not_pass_where_nothing_is_late() {
    let broken = [Invariant::OnlyTheHungAreOverdue];
    check(|record| lose_first(record, &[FailureKind::Deadline]), &broken);
}

#[test]
fn a_verdict_is_held_against_the_twins() {
    let other = |record: &mut Record| {
        let at = place(record, |event| matches!(event, AuditEvent::Decided { .. }));
        let AuditEvent::Decided { report } = record[at].as_ref() else {
            unreachable!("the verdict stands there")
        };
        let mut report = report.as_ref().clone();
        let score = report.criteria[0].final_score;
        report.criteria[0].final_score = if score == Score::MIN { Score::MAX } else { Score::MIN };
        record[at] = Arc::new(AuditEvent::Decided { report: Arc::new(report) });
    };
    check(other, &[Invariant::VerdictEqualsTheTwins]);
}
