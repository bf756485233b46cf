//! The bench: seats judges, a bounded number at a time, and learns of their crashes.
//!
//! Waiting cases are kept here, not in mailboxes, so that a crash of a judge loses the case in hand
//! and no other. A judge who is free hears the next case; where none is waiting the judge is stopped.

use super::coordinator::CoordinatorMsg;
use super::judge::{Judge, JudgeMsg, Seating};
use super::{Alarm, Ending, Equipment, Hours, ended, seated};
use crate::domain::call::Errand;
use crate::domain::case::Case;
use crate::domain::conduct;
use crate::domain::event::AuditEvent;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::ids::AuditId;
use crate::domain::planted::{Bug, is_planted};
use crate::domain::task::Task;
use crate::ports::trouble::Moment;
use ractor::{
    Actor, ActorId, ActorProcessingErr, ActorRef, ActorStatus, RpcReplyPort, SupervisionEvent,
};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// Longest time that a judge gets to stop in order.
const STOPPING: Duration = Duration::from_millis(500);

/// What the bench accepts.
#[derive(Debug)]
pub enum BenchMsg {
    /// Hear these cases, each as soon as a place is free. Each is answered by exactly one
    /// [`CoordinatorMsg::Record`].
    Hear(Vec<Summons>),
    /// Hear nothing more of an audit: its judges at work are killed. Sent by the court when it is called off.
    Dismiss(AuditId),
    /// A judge is done with the case in hand. Sent by the judge; ignored when the judge has ended.
    Free(ActorId),
    /// The time of some judge may be up. Sent by the bench to itself.
    Overdue,
    /// Say that it is at work. Sent by the court on its rounds.
    Ping(RpcReplyPort<()>),
    /// Seat nobody else, and answer once every judge at work has ended. Sent by a court that closes.
    Rise(RpcReplyPort<()>),
}

/// A case on its way to a judge.
#[derive(Debug)]
pub struct Summons {
    /// The audit.
    pub audit: AuditId,
    /// The case.
    pub case: Box<Case>,
    /// Which attempt at it this is, from 1.
    pub attempt: u32,
    /// Who is told.
    pub coordinator: ActorRef<CoordinatorMsg>,
}

/// What a bench is set up with.
#[derive(Clone)]
pub struct Chambers {
    /// The engine's ports and limits.
    pub equipment: Arc<Equipment>,
    /// The court's hours.
    pub hours: watch::Receiver<Hours>,
}

/// A running judge.
struct Sitting {
    judge: ActorRef<JudgeMsg>,
    /// What the judge is at; `None` once it is about to stop.
    hearing: Option<Hearing>,
    /// When it has to be done, with its case or with stopping.
    until: Instant,
}

/// What a judge is at, and whom it answers to.
struct Hearing {
    errand: Errand,
    coordinator: ActorRef<CoordinatorMsg>,
}

/// Tells the coordinator that an attempt came to nothing.
fn lose(errand: &Errand, coordinator: &ActorRef<CoordinatorMsg>, failure: Failure) {
    let Errand { task, attempt, .. } = errand.clone();
    let event = Arc::new(AuditEvent::lost(task, attempt, failure));
    if coordinator.cast(CoordinatorMsg::Record { attempt, event }).is_err() {
        tracing::debug!(task = %errand.task, "the audit of a lost case is over");
    }
}

/// The bench.
pub struct Bench;

/// The queue and the judges at work.
pub struct BenchState {
    chambers: Chambers,
    waiting: VecDeque<Summons>,
    sitting: BTreeMap<ActorId, Sitting>,
    rising: Option<RpcReplyPort<()>>,
    /// Rings when the first of the hearings may be overdue; one for all, since all get the same time.
    alarm: Option<Alarm>,
}

impl Actor for Bench {
    type Msg = BenchMsg;
    type State = BenchState;
    type Arguments = Chambers;

    async fn pre_start(
        &self,
        _myself: ActorRef<BenchMsg>,
        chambers: Chambers,
    ) -> Result<BenchState, ActorProcessingErr> {
        let state = BenchState {
            chambers,
            waiting: VecDeque::new(),
            sitting: BTreeMap::new(),
            rising: None,
            alarm: None,
        };
        state.strike(Moment::PreStart).await;
        Ok(state)
    }

    async fn post_start(
        &self,
        _myself: ActorRef<BenchMsg>,
        state: &mut BenchState,
    ) -> Result<(), ActorProcessingErr> {
        state.strike(Moment::PostStart).await;
        Ok(())
    }

    async fn handle(
        &self,
        myself: ActorRef<BenchMsg>,
        message: BenchMsg,
        state: &mut BenchState,
    ) -> Result<(), ActorProcessingErr> {
        state.strike(Moment::Handle).await;
        match message {
            BenchMsg::Hear(cases) => state.queue(cases),
            BenchMsg::Dismiss(audit) => state.forget(&audit),
            BenchMsg::Free(judge) => state.go_on(&myself, judge),
            BenchMsg::Overdue => state.dismiss(&myself),
            // Whoever asked may have gone, which harms nobody.
            BenchMsg::Ping(reply) => drop(reply.send(())),
            BenchMsg::Rise(reply) => {
                state.waiting.clear();
                state.rising = Some(reply);
            }
        }
        state.seat(&myself).await
    }

    async fn handle_supervisor_evt(
        &self,
        myself: ActorRef<BenchMsg>,
        event: SupervisionEvent,
        state: &mut BenchState,
    ) -> Result<(), ActorProcessingErr> {
        let Some((child, ending)) = ended(event) else { return Ok(()) };
        if let Some(sitting) = state.sitting.remove(&child.get_id())
            && let (Some(hearing), Ending::Crashed(message)) = (sitting.hearing, ending)
            && !is_planted(Bug::JudgesCrashIgnored)
        {
            lose(&hearing.errand, &hearing.coordinator, conduct::crash(&message));
        }
        state.seat(&myself).await
    }

    /// Judges at work end with the bench; a supervisor's children are killed without a word, so they
    /// are stopped here, in the order of their ids.
    async fn post_stop(
        &self,
        _myself: ActorRef<BenchMsg>,
        state: &mut BenchState,
    ) -> Result<(), ActorProcessingErr> {
        state.strike(Moment::PostStop).await;
        for sitting in std::mem::take(&mut state.sitting).into_values() {
            if sitting.judge.stop_and_wait(None, Some(STOPPING)).await.is_err() {
                let id = sitting.judge.get_id();
                tracing::warn!(%id, "a judge did not stop in time");
            }
        }
        Ok(())
    }
}

impl BenchState {
    async fn strike(&self, moment: Moment) {
        self.chambers.equipment.strike("bench", moment, || "bench".to_owned()).await;
    }

    /// Most judges at a time.
    fn places(&self) -> usize {
        let places = self.chambers.equipment.judges_in_flight.max(1);
        if is_planted(Bug::PlacesIgnored) { usize::MAX } else { places }
    }

    fn queue(&mut self, cases: Vec<Summons>) {
        self.waiting.extend(cases);
        if is_planted(Bug::FullBenchDropsCases) {
            self.waiting.truncate(self.places().saturating_sub(self.sitting.len()));
        }
    }

    /// Seats judges while places are free and cases wait.
    async fn seat(&mut self, myself: &ActorRef<BenchMsg>) -> Result<(), ActorProcessingErr> {
        if self.sitting.is_empty()
            && let Some(reply) = self.rising.take()
        {
            // Whoever asked may have lost patience, which harms nobody.
            let _ = reply.send(());
        }
        let places = self.places();
        while self.sitting.len() < places {
            let Some(summons) = self.next_case() else { break };
            let errand = summons.errand();
            let Chambers { equipment, hours } = self.chambers.clone();
            let seating = Seating { equipment, errand, hours, bench: myself.clone() };
            match seated(Judge, seating, myself.get_cell()).await {
                Ok(judge) => {
                    let id = judge.get_id();
                    self.sitting
                        .insert(id, Sitting { judge, hearing: None, until: Instant::now() });
                    self.occupy(myself, id, Some(summons));
                }
                Err(_) if is_planted(Bug::UnseatedJudgeForgotten) => {}
                Err(error) => {
                    let failure = conduct::crash(&error.to_string());
                    lose(&summons.errand(), &summons.coordinator, failure);
                }
            }
        }
        Ok(())
    }

    /// Forgets the cases of an audit and kills its judges.
    fn forget(&mut self, audit: &AuditId) {
        self.waiting.retain(|summons| summons.audit != *audit);
        let is_its = |_: &ActorId, sitting: &mut Sitting| {
            sitting.hearing.as_ref().is_some_and(|hearing| hearing.errand.audit == *audit)
        };
        for (_, sitting) in self.sitting.extract_if(.., is_its) {
            sitting.judge.kill();
        }
    }

    /// The case that is heard next; none when the court closes.
    fn next_case(&mut self) -> Option<Summons> {
        if *self.chambers.hours.borrow() != Hours::Open {
            return None;
        }
        // Nobody would take an opinion whose audit has ended. One that goes on asks again by itself.
        std::iter::from_fn(|| self.waiting.pop_front())
            .find(|summons| summons.coordinator.get_status() < ActorStatus::Stopping)
    }

    /// Gives a judge who is done the next case, or has it stop.
    fn go_on(&mut self, myself: &ActorRef<BenchMsg>, judge: ActorId) {
        if self.sitting.contains_key(&judge) {
            let next = self.next_case();
            self.occupy(myself, judge, next);
        }
    }

    /// Gives a judge who has no case this one, or has it stop where there is none.
    fn occupy(&mut self, myself: &ActorRef<BenchMsg>, judge: ActorId, next: Option<Summons>) {
        let Some(sitting) = self.sitting.get_mut(&judge) else { return };
        let deadline = self.chambers.equipment.hearing_deadline;
        sitting.until = Instant::now() + deadline;
        if let Some(summons) = next {
            let errand = summons.errand();
            let Summons { case, coordinator, .. } = summons;
            let hearing = Hearing { errand: errand.clone(), coordinator: coordinator.clone() };
            sitting.hearing = Some(hearing);
            // A judge that has crashed is told of by the supervision.
            let _ = sitting.judge.cast(JudgeMsg::Hear { errand, case, coordinator });
        } else {
            sitting.hearing = None;
            sitting.judge.stop(None);
        }
        self.alarm.get_or_insert_with(|| Alarm::set(myself, deadline, || BenchMsg::Overdue));
    }

    /// Kills every judge whose time is up, and reports the case lost that it was at.
    fn dismiss(&mut self, myself: &ActorRef<BenchMsg>) {
        self.alarm = None;
        if is_planted(Bug::OverdueJudgesLeftAlone) {
            return;
        }
        let (now, deadline) = (Instant::now(), self.chambers.equipment.hearing_deadline);
        let overdue: Vec<_> =
            self.sitting.extract_if(.., |_, sitting| sitting.until <= now).collect();
        for (_, sitting) in overdue {
            sitting.judge.kill();
            let message = format!("no opinion within {} s", deadline.as_secs_f64());
            let failure = Failure::passing(FailureKind::Deadline, message);
            if let Some(hearing) = sitting.hearing {
                lose(&hearing.errand, &hearing.coordinator, failure);
            }
        }
        let first = self.sitting.values().map(|sitting| sitting.until).min();
        self.alarm = first.map(|first| {
            let after = first.saturating_duration_since(now);
            Alarm::set(myself, after, || BenchMsg::Overdue)
        });
    }
}

impl Summons {
    fn errand(&self) -> Errand {
        let task = Task::Hear { seat: self.case.seat.clone() };
        Errand { audit: self.audit.clone(), task, attempt: self.attempt }
    }
}
