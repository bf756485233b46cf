//! The Chief Justice: rules by the written rules. Deterministic, so a panic fails the audit.

use super::coordinator::CoordinatorMsg;
use crate::domain::event::AuditEvent;
use crate::domain::state::AgentState;
use crate::justice;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use std::sync::Arc;

/// What the Chief Justice accepts.
#[derive(Debug)]
pub enum ChiefJusticeMsg {
    /// Rule on an audit in which every seat is settled. Answered by exactly one
    /// [`CoordinatorMsg::Record`].
    Decide {
        /// Which attempt this is, from 1.
        attempt: u32,
        /// The audit.
        state: Arc<AgentState>,
        /// Who is told.
        coordinator: ActorRef<CoordinatorMsg>,
    },
}

/// The Chief Justice; the state is the program's version, which reports name.
pub struct ChiefJustice;

impl Actor for ChiefJustice {
    type Msg = ChiefJusticeMsg;
    type State = String;
    type Arguments = String;

    async fn pre_start(
        &self,
        _myself: ActorRef<ChiefJusticeMsg>,
        program_version: String,
    ) -> Result<String, ActorProcessingErr> {
        Ok(program_version)
    }

    async fn handle(
        &self,
        _myself: ActorRef<ChiefJusticeMsg>,
        ChiefJusticeMsg::Decide { attempt, state, coordinator }: ChiefJusticeMsg,
        program_version: &mut String,
    ) -> Result<(), ActorProcessingErr> {
        let report = Arc::new(justice::decide(&state, program_version));
        let event = Arc::new(AuditEvent::Decided { report });
        coordinator.cast(CoordinatorMsg::Record { attempt, event })?;
        Ok(())
    }
}
