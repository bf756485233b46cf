//! The clerk: has the report written.

use super::detective::Kit;
use super::{Hours, until};
use crate::domain::event::AuditEvent;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::report::AuditReport;
use crate::domain::task::Task;
use crate::ports::reports::Reports;
use crate::ports::trouble::Moment;
use ractor::{Actor, ActorProcessingErr, ActorRef};
use std::sync::Arc;
use std::time::Duration;

/// Longest time for writing one report.
const PATIENCE: Duration = Duration::from_mins(1);

/// What the clerk accepts.
#[derive(Debug)]
pub enum ClerkMsg {
    /// Write a report. Answered by exactly one [`CoordinatorMsg::Record`](super::coordinator::CoordinatorMsg::Record), unless the clerk crashes or the
    /// court closes.
    Publish {
        /// Which attempt this is, from 1.
        attempt: u32,
        /// The report.
        report: Arc<AuditReport>,
    },
}

/// The clerk.
pub struct Clerk;

impl Actor for Clerk {
    type Msg = ClerkMsg;
    type State = Kit;
    type Arguments = Kit;

    async fn pre_start(
        &self,
        _myself: ActorRef<ClerkMsg>,
        kit: Kit,
    ) -> Result<Kit, ActorProcessingErr> {
        kit.strike("clerk", Moment::PreStart).await;
        Ok(kit)
    }

    async fn post_start(
        &self,
        _myself: ActorRef<ClerkMsg>,
        kit: &mut Kit,
    ) -> Result<(), ActorProcessingErr> {
        kit.strike("clerk", Moment::PostStart).await;
        Ok(())
    }

    async fn handle(
        &self,
        _myself: ActorRef<ClerkMsg>,
        ClerkMsg::Publish { attempt, report }: ClerkMsg,
        kit: &mut Kit,
    ) -> Result<(), ActorProcessingErr> {
        let publish = async {
            kit.strike("clerk", Moment::Handle).await;
            publish(&*kit.belongings.reports, attempt, &report).await
        };
        let event = tokio::select! {
            biased;
            event = publish => event,
            () = until(Hours::Closed, kit.hours.clone()) => return Ok(()),
        };
        kit.equipment.tell(&kit.coordinator, attempt, event)
    }

    async fn post_stop(
        &self,
        _myself: ActorRef<ClerkMsg>,
        kit: &mut Kit,
    ) -> Result<(), ActorProcessingErr> {
        kit.strike("clerk", Moment::PostStop).await;
        Ok(())
    }
}

async fn publish(reports: &dyn Reports, attempt: u32, report: &Arc<AuditReport>) -> AuditEvent {
    let lost = |failure| AuditEvent::lost(Task::Publish, attempt, failure);
    match tokio::time::timeout(PATIENCE, reports.publish(report)).await {
        Ok(Ok(files)) => AuditEvent::Published { files },
        Ok(Err(error)) => lost(Failure::lasting(FailureKind::Unreachable, error.to_string())),
        Err(_) => {
            let message = format!("not written within {} s", PATIENCE.as_secs());
            lost(Failure::lasting(FailureKind::Deadline, message))
        }
    }
}
