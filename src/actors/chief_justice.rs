//! The Chief Justice: rules by the written rules.

use super::detective::Kit;
use super::{Hours, until};
use crate::domain::event::AuditEvent;
use crate::domain::state::AgentState;
use crate::justice;
use crate::ports::trouble::Moment;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use std::sync::Arc;

/// What the Chief Justice accepts.
#[derive(Debug)]
pub enum ChiefJusticeMsg {
    /// Rule on an audit in which every seat is settled. Answered by exactly one
    /// [`CoordinatorMsg::Record`](super::coordinator::CoordinatorMsg::Record), unless the Chief Justice crashes or the court closes.
    Decide {
        /// Which attempt this is, from 1.
        attempt: u32,
        /// The audit.
        state: Arc<AgentState>,
    },
}

/// The Chief Justice.
pub struct ChiefJustice;

impl Actor for ChiefJustice {
    type Msg = ChiefJusticeMsg;
    type State = Kit;
    type Arguments = Kit;

    async fn pre_start(
        &self,
        _myself: ActorRef<ChiefJusticeMsg>,
        kit: Kit,
    ) -> Result<Kit, ActorProcessingErr> {
        kit.strike("chief_justice", Moment::PreStart).await;
        Ok(kit)
    }

    async fn post_start(
        &self,
        _myself: ActorRef<ChiefJusticeMsg>,
        kit: &mut Kit,
    ) -> Result<(), ActorProcessingErr> {
        kit.strike("chief_justice", Moment::PostStart).await;
        Ok(())
    }

    async fn handle(
        &self,
        _myself: ActorRef<ChiefJusticeMsg>,
        ChiefJusticeMsg::Decide { attempt, state }: ChiefJusticeMsg,
        kit: &mut Kit,
    ) -> Result<(), ActorProcessingErr> {
        tokio::select! {
            biased;
            () = kit.strike("chief_justice", Moment::Handle) => {}
            () = until(Hours::Closed, kit.hours.clone()) => return Ok(()),
        }
        // A few milliseconds at most, and mostly less than it takes to wake another thread.
        let report = Arc::new(justice::decide(&state, &kit.equipment.program_version));
        drop(state);
        // It is written down while the journal keeps it.
        kit.belongings.reports.foresee(&report);
        kit.equipment.tell(&kit.coordinator, attempt, AuditEvent::Decided { report })
    }

    async fn post_stop(
        &self,
        _myself: ActorRef<ChiefJusticeMsg>,
        kit: &mut Kit,
    ) -> Result<(), ActorProcessingErr> {
        kit.strike("chief_justice", Moment::PostStop).await;
        Ok(())
    }
}
