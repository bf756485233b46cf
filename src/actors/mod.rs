//! Thin shells that carry messages: one file per actor. `actors.md` documents them all.

pub mod bench;
pub mod chief_justice;
pub mod clerk;
pub mod coordinator;
pub mod court;
mod desks;
pub mod detective;
pub mod judge;
mod keeping;
mod minutes;
mod rounds;

use crate::domain::event::AuditEvent;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::limits::Limits;
use crate::ports::bench::Counsel;
use crate::ports::clock::Clock;
use crate::ports::journal::Journal;
use crate::ports::reports::Reports;
use crate::ports::sandbox::{ExamineError, Examiner, ReportReading};
use crate::ports::trouble::{Moment, Site, Trouble};
use crate::ports::vision::Onlooker;
use crate::ports::workroom::Workroom;
use coordinator::CoordinatorMsg;
use ractor::{Actor, ActorCell, ActorProcessingErr, ActorRef, SupervisionEvent};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What the actors of one engine share: the ports, and the limits.
#[derive(Clone)]
pub struct Equipment {
    /// Reads submissions.
    pub examiner: Arc<dyn Examiner>,
    /// Gives opinions.
    pub counsel: Arc<dyn Counsel>,
    /// Looks at figures, where somebody can.
    pub onlooker: Option<Arc<dyn Onlooker>>,
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
    /// What strikes actors on purpose, in an experiment.
    pub trouble: Option<Arc<dyn Trouble>>,
}

impl Equipment {
    /// Lets trouble strike, where there is any.
    async fn strike(&self, actor: &'static str, moment: Moment, key: impl FnOnce() -> String) {
        if let Some(trouble) = &self.trouble
            && trouble.threatens(actor, moment)
        {
            trouble.strike(Site { actor, moment, key: key() }).await;
        }
    }

    /// Tells a coordinator how an attempt ended.
    fn tell(
        &self,
        coordinator: &ActorRef<CoordinatorMsg>,
        attempt: u32,
        event: AuditEvent,
    ) -> Result<(), ActorProcessingErr> {
        let event = Arc::new(event);
        let Some(trouble) = &self.trouble else {
            return Ok(coordinator.cast(CoordinatorMsg::Record { attempt, event })?);
        };
        let about = event.ends().map(|task| task.to_string()).unwrap_or_default();
        for delay in trouble.deliveries(&about) {
            let told = CoordinatorMsg::Record { attempt, event: Arc::clone(&event) };
            if delay.is_zero() {
                coordinator.cast(told)?;
            } else {
                coordinator.send_after(delay, move || told);
            }
        }
        Ok(())
    }
}

/// Longest time that an actor gets to start.
const STARTING: Duration = Duration::from_secs(20);

/// Starts an actor under its supervisor, within a deadline: a start that hangs would hang the supervisor.
async fn seated<A: Actor>(
    actor: A,
    with: A::Arguments,
    above: ActorCell,
) -> Result<ActorRef<A::Msg>, ActorProcessingErr> {
    let start = Actor::spawn_linked(None, actor, with, above);
    let Ok(started) = tokio::time::timeout(STARTING, start).await else {
        return Err(format!("it did not start within {} s", STARTING.as_secs()).into());
    };
    Ok(started?.0)
}

/// How far the court is on its way to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hours {
    /// It sits.
    Open,
    /// Nothing new is begun. Judges finish what they are at, since it is paid for.
    Closing,
    /// Whoever is still at work leaves it.
    Closed,
}

/// Waits until the court has come as far as `hours`.
async fn until(hours: Hours, mut now: watch::Receiver<Hours>) {
    // A court that is gone has closed.
    let _ = now.wait_for(|at| *at >= hours).await;
}

/// A timer that is given up when it is dropped.
struct Alarm(JoinHandle<()>);

impl Alarm {
    /// Sends `message` to `whom` after a while.
    fn set<M: ractor::Message>(
        whom: &ActorRef<M>,
        after: Duration,
        message: impl FnOnce() -> M + Send + 'static,
    ) -> Self {
        let whom = whom.clone();
        Self(tokio::spawn(async move {
            tokio::time::sleep(after).await;
            // Whoever is gone needs no alarm.
            let _ = whom.cast(message());
        }))
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What belongs to one audit alone.
#[derive(Clone)]
pub struct Belongings {
    /// Where the report goes.
    pub reports: Arc<dyn Reports>,
    /// The audit's own folder; it is removed with the last copy of this value.
    pub folder: Arc<Workroom>,
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
