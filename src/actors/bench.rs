//! The bench: seats judges, a bounded number at a time, and learns of their crashes.
//!
//! Waiting cases are kept here, not in mailboxes, so that a crash of a judge loses the case in hand
//! and no other.

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

/// Longest time that a judge gets to stop in order.
const STOPPING: Duration = Duration::from_millis(500);

/// What the bench accepts.
#[derive(Debug)]
pub enum BenchMsg {
    /// Hear one case as soon as a place is free. Answered by exactly one [`CoordinatorMsg::Record`].
    Hear(Summons),
    /// A judge's time is up. Sent by the bench to itself; ignored when the judge has ended.
    Overdue(ActorId),
    /// Hear nothing more of an audit: its judges at work are killed. Sent by the court when it is called off.
    Dismiss(AuditId),
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

/// Whom a running judge answers to, and for what.
struct Sitting {
    judge: ActorRef<JudgeMsg>,
    errand: Errand,
    coordinator: ActorRef<CoordinatorMsg>,
    _alarm: Alarm,
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
            BenchMsg::Hear(_)
                if is_planted(Bug::FullBenchDropsCases)
                    && state.sitting.len() >= state.places() => {}
            BenchMsg::Hear(summons) => state.waiting.push_back(summons),
            BenchMsg::Overdue(judge) => state.dismiss(judge),
            BenchMsg::Dismiss(audit) => state.forget(&audit),
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
            && let Ending::Crashed(message) = ending
            && !is_planted(Bug::JudgesCrashIgnored)
        {
            lose(&sitting.errand, &sitting.coordinator, conduct::crash(&message));
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
                tracing::warn!(task = %sitting.errand.task, "a judge did not stop in time");
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

    /// Seats judges while places are free and cases wait.
    async fn seat(&mut self, myself: &ActorRef<BenchMsg>) -> Result<(), ActorProcessingErr> {
        if self.sitting.is_empty()
            && let Some(reply) = self.rising.take()
        {
            // Whoever asked may have lost patience, which harms nobody.
            let _ = reply.send(());
        }
        let places = self.places();
        while self.sitting.len() < places && *self.chambers.hours.borrow() == Hours::Open {
            let Some(summons) = self.waiting.pop_front() else { break };
            let Summons { audit, case, attempt, coordinator } = summons;
            if coordinator.get_status() >= ActorStatus::Stopping {
                // Nobody would take the opinion. An audit that goes on asks again by itself.
                continue;
            }
            let errand = Errand { audit, task: Task::Hear { seat: case.seat.clone() }, attempt };
            let Chambers { equipment, hours } = self.chambers.clone();
            let deadline = equipment.hearing_deadline;
            let seating = Seating { equipment, errand: errand.clone(), hours };
            let judge = match seated(Judge, seating, myself.get_cell()).await {
                Ok(judge) => judge,
                Err(_) if is_planted(Bug::UnseatedJudgeForgotten) => continue,
                Err(error) => {
                    lose(&errand, &coordinator, conduct::crash(&error.to_string()));
                    continue;
                }
            };
            let id = judge.get_id();
            let alarm = Alarm::set(myself, deadline, move || BenchMsg::Overdue(id));
            // A judge that crashed at its start is told of by the supervision.
            let _ = judge.cast(JudgeMsg::Hear { case, coordinator: coordinator.clone() });
            self.sitting.insert(id, Sitting { judge, errand, coordinator, _alarm: alarm });
        }
        Ok(())
    }

    /// Forgets the cases of an audit and kills its judges.
    fn forget(&mut self, audit: &AuditId) {
        self.waiting.retain(|summons| summons.audit != *audit);
        let is_its = |_: &ActorId, sitting: &mut Sitting| sitting.errand.audit == *audit;
        for (_, sitting) in self.sitting.extract_if(.., is_its) {
            sitting.judge.kill();
        }
    }

    /// Kills a judge whose time is up and reports its case lost.
    fn dismiss(&mut self, judge: ActorId) {
        if is_planted(Bug::OverdueJudgesLeftAlone) {
            return;
        }
        let Some(sitting) = self.sitting.remove(&judge) else { return };
        sitting.judge.kill();
        let seconds = self.chambers.equipment.hearing_deadline.as_secs_f64();
        let message = format!("no opinion within {seconds} s");
        let failure = Failure::passing(FailureKind::Deadline, message);
        lose(&sitting.errand, &sitting.coordinator, failure);
    }
}
