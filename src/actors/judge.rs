//! One judge: gives one opinion on one criterion, and stops.
//!
//! Keeps no audit state. A crash loses only the case in hand: the bench reports it lost and the
//! coordinator asks again (actors.md, "A judge crashes").

use super::coordinator::CoordinatorMsg;
use crate::domain::case::Case;
use crate::domain::event::AuditEvent;
use crate::domain::task::Task;
use crate::ports::bench::{Counsel, Counselled};
use ractor::{Actor, ActorProcessingErr, ActorRef};
use std::sync::Arc;

/// What a judge accepts.
#[derive(Debug)]
pub enum JudgeMsg {
    /// Hear one case. Answered by exactly one [`CoordinatorMsg::Record`], unless the judge crashes.
    Hear {
        /// The case.
        case: Box<Case>,
        /// Which attempt at it this is, from 1.
        attempt: u32,
        /// Who is told.
        coordinator: ActorRef<CoordinatorMsg>,
    },
}

/// One judge.
pub struct Judge;

impl Actor for Judge {
    type Msg = JudgeMsg;
    type State = Arc<dyn Counsel>;
    type Arguments = Arc<dyn Counsel>;

    async fn pre_start(
        &self,
        _myself: ActorRef<JudgeMsg>,
        counsel: Arc<dyn Counsel>,
    ) -> Result<Arc<dyn Counsel>, ActorProcessingErr> {
        Ok(counsel)
    }

    async fn handle(
        &self,
        myself: ActorRef<JudgeMsg>,
        JudgeMsg::Hear { case, attempt, coordinator }: JudgeMsg,
        counsel: &mut Arc<dyn Counsel>,
    ) -> Result<(), ActorProcessingErr> {
        let Counselled { outcome, account } = counsel.opine(&case).await;
        let event = match outcome {
            Ok(opinion) => AuditEvent::Heard { attempt, opinion, account },
            Err(failure) => {
                AuditEvent::Lost { task: Task::Hear { seat: case.seat }, attempt, failure, account }
            }
        };
        coordinator.cast(CoordinatorMsg::Record { attempt, event: Arc::new(event) })?;
        myself.stop(None);
        Ok(())
    }
}
