//! The bench: seats judges, a bounded number at a time, and learns of their crashes.
//!
//! Waiting cases are kept here, not in mailboxes, so that a crash of a judge loses the case in hand
//! and no other.

use super::coordinator::CoordinatorMsg;
use super::judge::{Judge, JudgeMsg};
use super::{Ending, Equipment, ended};
use crate::domain::case::Case;
use crate::domain::conduct;
use crate::domain::event::AuditEvent;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::opinion::Seat;
use crate::domain::task::Task;
use ractor::{Actor, ActorId, ActorProcessingErr, ActorRef, ActorStatus, SupervisionEvent};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// What the bench accepts.
#[derive(Debug)]
pub enum BenchMsg {
    /// Hear one case as soon as a place is free. Answered by exactly one [`CoordinatorMsg::Record`].
    Hear(Summons),
    /// A judge's time is up. Sent by the bench to itself; ignored when the judge has ended.
    Overdue(ActorId),
}

/// A case on its way to a judge.
#[derive(Debug)]
pub struct Summons {
    /// The case.
    pub case: Box<Case>,
    /// Which attempt at it this is, from 1.
    pub attempt: u32,
    /// Who is told.
    pub coordinator: ActorRef<CoordinatorMsg>,
}

/// Whom a running judge answers to, and for what.
struct Sitting {
    judge: ActorRef<JudgeMsg>,
    seat: Seat,
    attempt: u32,
    coordinator: ActorRef<CoordinatorMsg>,
}

impl Sitting {
    /// Tells the coordinator that this attempt came to nothing.
    fn lose(&self, failure: Failure) {
        let task = Task::Hear { seat: self.seat.clone() };
        let event = AuditEvent::lost(task, self.attempt, failure);
        let told = CoordinatorMsg::Record { attempt: self.attempt, event: Arc::new(event) };
        if self.coordinator.cast(told).is_err() {
            tracing::debug!(seat = %self.seat, "the audit of a lost case is over");
        }
    }
}

/// The bench.
pub struct Bench;

/// The queue and the judges at work.
pub struct BenchState {
    equipment: Equipment,
    waiting: VecDeque<Summons>,
    sitting: BTreeMap<ActorId, Sitting>,
}

impl Actor for Bench {
    type Msg = BenchMsg;
    type State = BenchState;
    type Arguments = Equipment;

    async fn pre_start(
        &self,
        _myself: ActorRef<BenchMsg>,
        equipment: Equipment,
    ) -> Result<BenchState, ActorProcessingErr> {
        Ok(BenchState { equipment, waiting: VecDeque::new(), sitting: BTreeMap::new() })
    }

    async fn handle(
        &self,
        myself: ActorRef<BenchMsg>,
        message: BenchMsg,
        state: &mut BenchState,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            BenchMsg::Hear(summons) => state.waiting.push_back(summons),
            BenchMsg::Overdue(judge) => state.dismiss(judge),
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
        {
            let task = Task::Hear { seat: sitting.seat.clone() };
            sitting.lose(conduct::crash(&task, &message));
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
        for sitting in state.sitting.values() {
            sitting.judge.stop(None);
        }
        Ok(())
    }
}

impl BenchState {
    /// Seats judges while places are free and cases wait.
    async fn seat(&mut self, myself: &ActorRef<BenchMsg>) -> Result<(), ActorProcessingErr> {
        while self.sitting.len() < self.equipment.judges_in_flight.max(1) {
            let Some(summons) = self.waiting.pop_front() else { break };
            let Summons { case, attempt, coordinator } = summons;
            if coordinator.get_status() >= ActorStatus::Stopping {
                // Nobody would take the opinion. An audit that goes on asks again by itself.
                continue;
            }
            let counsel = Arc::clone(&self.equipment.counsel);
            let (judge, _) = Actor::spawn_linked(None, Judge, counsel, myself.get_cell()).await?;
            let id = judge.get_id();
            myself.send_after(self.equipment.hearing_deadline, move || BenchMsg::Overdue(id));
            let seat = case.seat.clone();
            judge.cast(JudgeMsg::Hear { case, attempt, coordinator: coordinator.clone() })?;
            self.sitting.insert(id, Sitting { judge, seat, attempt, coordinator });
        }
        Ok(())
    }

    /// Kills a judge whose time is up and reports its case lost.
    fn dismiss(&mut self, judge: ActorId) {
        let Some(sitting) = self.sitting.remove(&judge) else { return };
        sitting.judge.kill();
        let seconds = self.equipment.hearing_deadline.as_secs_f64();
        let message = format!("no opinion within {seconds} s");
        sitting.lose(Failure::passing(FailureKind::Deadline, message));
    }
}
