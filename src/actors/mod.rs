//! Thin shells that carry messages: one file per actor. `actors.md` documents them all.

pub mod bench;
pub mod chief_justice;
pub mod clerk;
pub mod coordinator;
pub mod court;
pub mod detective;
pub mod judge;

use crate::domain::failure::{Failure, FailureKind};
use crate::domain::limits::Limits;
use crate::ports::bench::Counsel;
use crate::ports::clock::Clock;
use crate::ports::journal::Journal;
use crate::ports::reports::Reports;
use crate::ports::sandbox::{ExamineError, Examiner, ReportReading};
use ractor::{ActorCell, SupervisionEvent};
use std::sync::Arc;
use std::time::Duration;

/// What the actors of one engine share: the ports, and the limits.
#[derive(Clone)]
pub struct Equipment {
    /// Reads submissions.
    pub examiner: Arc<dyn Examiner>,
    /// Gives opinions.
    pub counsel: Arc<dyn Counsel>,
    /// Keeps events.
    pub journal: Arc<dyn Journal>,
    /// Tells the time for restart budgets.
    pub clock: Arc<dyn Clock>,
    /// Bounds on reading one submission.
    pub limits: Limits,
    /// Most judges that are heard at once, at least 1.
    pub judges_in_flight: usize,
    /// How long a judge may take before it is asked again.
    pub hearing_deadline: Duration,
    /// Version that reports name.
    pub program_version: String,
}

/// What belongs to one audit alone.
#[derive(Clone)]
pub struct Docket {
    /// Where the report goes.
    pub reports: Arc<dyn Reports>,
    /// The audit's own folder; it is removed with the last copy of this value.
    pub folder: Arc<tempfile::TempDir>,
    /// One reading of the report for the two detectives who want it.
    pub reading: Arc<ReportReading>,
}

/// How an actor ended.
enum Ending {
    /// It panicked, returned an error, or was killed; the words say which.
    Crashed(String),
    /// It stopped in order.
    Stopped,
}

/// The child that ended, if the event says that one did.
fn ended(event: SupervisionEvent) -> Option<(ActorCell, Ending)> {
    match event {
        SupervisionEvent::ActorFailed(child, error) => {
            Some((child, Ending::Crashed(error.to_string())))
        }
        SupervisionEvent::ActorTerminated(child, _, Some(reason)) if reason == "killed" => {
            Some((child, Ending::Crashed("it was killed".into())))
        }
        // We give no reason when we stop an actor, so whatever has one was not asked for.
        SupervisionEvent::ActorTerminated(child, _, Some(reason)) => {
            Some((child, Ending::Crashed(reason)))
        }
        SupervisionEvent::ActorTerminated(child, _, None) => Some((child, Ending::Stopped)),
        SupervisionEvent::ActorStarted(_) | SupervisionEvent::ProcessGroupChanged(_) => None,
    }
}

/// An examiner's error as the state keeps it.
fn failure(error: &ExamineError) -> Failure {
    let kind = match error {
        ExamineError::Limit { .. } => FailureKind::Limit,
        ExamineError::Crashed { .. } => FailureKind::Crash,
        ExamineError::Deadline { .. } => FailureKind::Deadline,
        ExamineError::Protocol { .. } => FailureKind::Malformed,
        ExamineError::Spawn { .. }
        | ExamineError::Repository { .. }
        | ExamineError::Report { .. } => FailureKind::Unreadable,
    };
    let message = error.to_string();
    if error.is_transient() {
        Failure::passing(kind, message)
    } else {
        Failure::lasting(kind, message)
    }
}
