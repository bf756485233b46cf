//! One judge: gives one opinion on one criterion, and then the next, as long as the bench has cases.
//!
//! Holds one case at a time and keeps nothing of it. A crash loses only the case in hand: the bench reports it
//! lost and the coordinator asks again (actors.md, "A judge crashes").

use super::bench::BenchMsg;
use super::coordinator::CoordinatorMsg;
use super::{Equipment, Hours, until};
use crate::domain::call::Errand;
use crate::domain::case::Case;
use crate::domain::event::AuditEvent;
use crate::domain::planted::{self, Bug, is_planted};
use crate::ports::bench::Counselled;
use crate::ports::llm::on_errand;
use crate::ports::trouble::Moment;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use std::sync::Arc;
use tokio::sync::watch;

/// What a judge accepts.
#[derive(Debug)]
pub enum JudgeMsg {
    /// Hear one case. Answered by exactly one [`CoordinatorMsg::Record`], unless the judge crashes or the
    /// court closes; the bench is told that the judge is free again.
    Hear {
        /// The hearing, and which attempt at it this is.
        errand: Errand,
        /// The case.
        case: Box<Case>,
        /// Who is told.
        coordinator: ActorRef<CoordinatorMsg>,
    },
}

/// One judge.
pub struct Judge;

/// What a judge is seated with.
pub struct Seating {
    /// The engine's ports.
    pub equipment: Arc<Equipment>,
    /// What the judge is at or was at last; what it is seated for, at first.
    pub errand: Errand,
    /// The court's hours.
    pub hours: watch::Receiver<Hours>,
    /// Who has the next case.
    pub bench: ActorRef<BenchMsg>,
}

impl Seating {
    async fn strike(&self, moment: Moment) {
        self.equipment.strike("judge", moment, || self.errand.task.to_string()).await;
    }

    async fn hear(&self, case: Box<Case>) -> AuditEvent {
        self.strike(Moment::Handle).await;
        let attempt = self.errand.attempt;
        let opinion = on_errand(self.errand.clone(), self.equipment.counsel.opine(&case));
        let Counselled { outcome, account } = opinion.await;
        match outcome {
            Ok(opinion) => {
                let attempt = attempt + u32::from(is_planted(Bug::AttemptOffByOne));
                AuditEvent::Heard { attempt, opinion: planted::told(opinion), account }
            }
            Err(failure) => {
                if let Some(opinion) = planted::invented(&case.seat) {
                    return AuditEvent::Heard { attempt, opinion, account };
                }
                let task = self.errand.task.clone();
                AuditEvent::Lost { task, attempt, failure, account }
            }
        }
    }
}

impl Actor for Judge {
    type Msg = JudgeMsg;
    type State = Seating;
    type Arguments = Seating;

    async fn pre_start(
        &self,
        _myself: ActorRef<JudgeMsg>,
        seating: Seating,
    ) -> Result<Seating, ActorProcessingErr> {
        seating.strike(Moment::PreStart).await;
        Ok(seating)
    }

    async fn post_start(
        &self,
        _myself: ActorRef<JudgeMsg>,
        seating: &mut Seating,
    ) -> Result<(), ActorProcessingErr> {
        seating.strike(Moment::PostStart).await;
        Ok(())
    }

    async fn handle(
        &self,
        myself: ActorRef<JudgeMsg>,
        JudgeMsg::Hear { errand, case, coordinator }: JudgeMsg,
        seating: &mut Seating,
    ) -> Result<(), ActorProcessingErr> {
        seating.errand = errand;
        let closed = until(Hours::Closed, seating.hours.clone());
        let event = tokio::select! {
            biased;
            event = seating.hear(case) => Some(event),
            () = closed => None,
        };
        if let Some(event) = event
            && seating.equipment.tell(&coordinator, seating.errand.attempt, event).is_err()
        {
            tracing::debug!(task = %seating.errand.task, "nobody takes the opinion any more");
        }
        Ok(seating.bench.cast(BenchMsg::Free(myself.get_id()))?)
    }

    async fn post_stop(
        &self,
        _myself: ActorRef<JudgeMsg>,
        seating: &mut Seating,
    ) -> Result<(), ActorProcessingErr> {
        seating.strike(Moment::PostStop).await;
        Ok(())
    }
}
