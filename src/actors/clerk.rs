//! The clerk: has the report written.

use super::coordinator::CoordinatorMsg;
use crate::domain::event::AuditEvent;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::report::AuditReport;
use crate::domain::task::Task;
use crate::ports::reports::Reports;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use std::sync::Arc;
use std::time::Duration;

/// Longest time for writing one report.
const PATIENCE: Duration = Duration::from_mins(1);

/// What the clerk accepts.
#[derive(Debug)]
pub enum ClerkMsg {
    /// Write a report. Answered by exactly one [`CoordinatorMsg::Record`].
    Publish {
        /// Which attempt this is, from 1.
        attempt: u32,
        /// The report.
        report: Arc<AuditReport>,
        /// Who is told.
        coordinator: ActorRef<CoordinatorMsg>,
    },
}

/// The clerk; the state is where reports go.
pub struct Clerk;

impl Actor for Clerk {
    type Msg = ClerkMsg;
    type State = Arc<dyn Reports>;
    type Arguments = Arc<dyn Reports>;

    async fn pre_start(
        &self,
        _myself: ActorRef<ClerkMsg>,
        reports: Arc<dyn Reports>,
    ) -> Result<Arc<dyn Reports>, ActorProcessingErr> {
        Ok(reports)
    }

    async fn handle(
        &self,
        _myself: ActorRef<ClerkMsg>,
        ClerkMsg::Publish { attempt, report, coordinator }: ClerkMsg,
        reports: &mut Arc<dyn Reports>,
    ) -> Result<(), ActorProcessingErr> {
        let lost = |failure| AuditEvent::lost(Task::Publish, attempt, failure);
        let event = match tokio::time::timeout(PATIENCE, reports.publish(&report)).await {
            Ok(Ok(files)) => AuditEvent::Published { files },
            Ok(Err(error)) => lost(Failure::lasting(FailureKind::Unreachable, error.to_string())),
            Err(_) => {
                let message = format!("not written within {} s", PATIENCE.as_secs());
                lost(Failure::lasting(FailureKind::Deadline, message))
            }
        };
        coordinator.cast(CoordinatorMsg::Record { attempt, event: Arc::new(event) })?;
        Ok(())
    }
}
