//! What the edges and other programs may call: start an engine, submit audits, follow them, stop.

use crate::actors::court::{Court, CourtMsg, Filing};
use crate::actors::{Docket, Equipment};
use crate::detect;
use crate::domain::event::AuditEvent;
use crate::domain::failure::Failure;
use crate::domain::ids::AuditId;
use crate::domain::investigation::Investigation;
use crate::domain::limits::Limits;
use crate::domain::report::AuditReport;
use crate::domain::request::{AuditRequest, Scope};
use crate::domain::rubric::{Rubric, RubricError};
use crate::domain::state::AgentState;
use crate::domain::task::Task;
use crate::ports::bench::{Counsel, OfflineRules};
use crate::ports::clock::SystemClock;
use crate::ports::journal::{InMemory, Journal};
use crate::ports::reports::{Folder, Reports};
use crate::ports::sandbox::Examiner;
use ractor::{Actor, ActorRef};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, oneshot};
use tokio::task::JoinHandle;

/// Events that a follower may lag behind before it misses some; an audit of ten criteria has about 50.
const EVENTS_KEPT: usize = 1024;

/// A running court.
///
/// ```
/// use automaton_auditor::domain::ids::AuditId;
/// use automaton_auditor::domain::request::{
///     AuditRequest, BenchKind, RepoSource, ReportSource, Scope,
/// };
/// use automaton_auditor::domain::retry::RetryPolicy;
/// use automaton_auditor::engine::{EngineBuilder, Outcome, load_rubric};
/// use automaton_auditor::ports::{reports::Folder, sandbox::InProcess};
/// use automaton_auditor::worker;
/// use std::{path::Path, sync::Arc, time::Duration};
///
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let root = Path::new(env!("CARGO_MANIFEST_DIR"));
/// let sample = |name: &str| root.join("samples").join(name);
/// let request = AuditRequest {
///     repo: RepoSource::Local {
///         path: sample("courtroom-agent.git"),
///         shown: "courtroom-agent.git".into(),
///     },
///     report: ReportSource::File {
///         path: sample("courtroom-agent-report.pdf"),
///         shown: "courtroom-agent-report.pdf".into(),
///     },
///     bench: BenchKind::Rules,
///     retry: RetryPolicy::default(),
///     seed: 0,
///     scope: Scope::Audit,
/// };
/// let rubric = Arc::new(load_rubric(&std::fs::read(root.join("rubric.json"))?)?);
/// let dimensions = rubric.dimensions.len();
/// let output = tempfile::tempdir()?;
///
/// // The sample is our own. What somebody else made is read through `ChildProcess` instead.
/// let engine = EngineBuilder::new(Arc::new(InProcess::new(worker::perform))).start().await?;
/// let reports = Arc::new(Folder::new(output.path().into()));
/// let audit = engine.submit(AuditId::new("sample")?, request, rubric, reports)?;
/// let outcome = audit.outcome().await?;
/// engine.shut_down(Duration::from_secs(10)).await;
///
/// let Outcome::Reported { report, files } = outcome else { panic!("no report: {outcome:?}") };
/// assert_eq!(report.criteria.len() + report.not_scored.len(), dimensions);
/// assert!(std::fs::read_to_string(&files[0])?.contains("Remediation Plan"));
/// // The sample runs a shell command with a name that somebody else chooses.
/// let flaw = report.evidences.values().flatten().find(|evidence| evidence.confirms_flaw());
/// assert_eq!(flaw.expect("the flaw is found").location, "src/tools/archive_tools.py:23");
/// # Ok(())
/// # }
/// ```
pub struct Engine {
    court: ActorRef<CourtMsg>,
    ended: JoinHandle<()>,
}

/// What an engine is made of. Everything has a default but the reader of submissions; [`Engine`] has an
/// example.
pub struct EngineBuilder {
    equipment: Equipment,
}

/// An audit that was submitted.
pub struct AuditHandle {
    /// Its events as they happen. A follower that is too slow misses some and loses nothing else.
    pub events: broadcast::Receiver<Arc<AuditEvent>>,
    done: oneshot::Receiver<Result<Arc<AgentState>, String>>,
}

/// How an audit ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The report is written.
    Reported {
        /// The report.
        report: Arc<AuditReport>,
        /// Its files, Markdown first.
        files: Vec<PathBuf>,
    },
    /// The evidence is in.
    Investigated(Box<Investigation>),
    /// Nothing could be reported on.
    Abandoned {
        /// The work that could not be done.
        task: Task,
        /// Why.
        failure: Failure,
    },
}

/// Why the engine could not conduct an audit. Completes "failed to conduct the audit: …".
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The engine itself could not be started.
    #[error("the court could not be opened: {0}")]
    NotOpened(String),
    /// The engine has stopped, or stopped meanwhile.
    #[error("{0}")]
    Stopped(String),
    /// The audit's folder could not be made.
    #[error("no folder for temporary files could be made: {0}")]
    NoFolder(#[source] std::io::Error),
}

impl EngineBuilder {
    /// Starts from the defaults: the offline bench, a journal in memory, eight judges at a time.
    #[must_use]
    pub fn new(examiner: Arc<dyn Examiner>) -> Self {
        Self {
            equipment: Equipment {
                examiner,
                counsel: Arc::new(OfflineRules),
                journal: Arc::new(InMemory::default()),
                clock: Arc::new(SystemClock::default()),
                limits: Limits::default(),
                judges_in_flight: 8,
                hearing_deadline: Duration::from_mins(2),
                program_version: env!("CARGO_PKG_VERSION").to_owned(),
            },
        }
    }

    /// Sets where opinions come from.
    #[must_use]
    pub fn counsel(mut self, counsel: Arc<dyn Counsel>) -> Self {
        self.equipment.counsel = counsel;
        self
    }

    /// Sets where events are kept.
    #[must_use]
    pub fn journal(mut self, journal: Arc<dyn Journal>) -> Self {
        self.equipment.journal = journal;
        self
    }

    /// Sets the bounds on reading one submission.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.equipment.limits = limits;
        self
    }

    /// Sets how many judges are heard at once (at least 1) and how long one may take.
    #[must_use]
    pub fn judges(mut self, in_flight: usize, deadline: Duration) -> Self {
        self.equipment.judges_in_flight = in_flight;
        self.equipment.hearing_deadline = deadline;
        self
    }

    /// Opens the court.
    ///
    /// # Errors
    /// When the actors cannot be started.
    pub async fn start(self) -> Result<Engine, EngineError> {
        let (court, ended) = Actor::spawn(None, Court, self.equipment)
            .await
            .map_err(|error| EngineError::NotOpened(error.to_string()))?;
        Ok(Engine { court, ended })
    }
}

impl Engine {
    /// Submits one audit; it runs while the handle is awaited, and goes on when it is dropped.
    ///
    /// # Errors
    /// When no temporary folder can be made, or the engine has stopped.
    pub fn submit(
        &self,
        audit: AuditId,
        request: AuditRequest,
        rubric: Arc<Rubric>,
        reports: Arc<dyn Reports>,
    ) -> Result<AuditHandle, EngineError> {
        let folder =
            tempfile::Builder::new().prefix("auditor-").tempdir().map_err(EngineError::NoFolder)?;
        let (events, followed) = broadcast::channel(EVENTS_KEPT);
        let (done, waiting) = oneshot::channel();
        let docket = Docket { reports, folder: Arc::new(folder) };
        let filing = Filing { audit, request: Arc::new(request), rubric, docket, events, done };
        self.court
            .cast(CourtMsg::Open(Box::new(filing)))
            .map_err(|error| EngineError::Stopped(error.to_string()))?;
        Ok(AuditHandle { events: followed, done: waiting })
    }

    /// Has the detectives collect evidence; no judge is heard and nothing is written.
    ///
    /// # Errors
    /// As [`Engine::submit`]. That an artifact cannot be read is the outcome's business.
    pub fn investigate(
        &self,
        audit: AuditId,
        request: AuditRequest,
        rubric: Arc<Rubric>,
    ) -> Result<AuditHandle, EngineError> {
        let request = AuditRequest { scope: Scope::Investigation, ..request };
        // An investigation ends before anything is published.
        let reports = Arc::new(Folder::new(PathBuf::new()));
        self.submit(audit, request, rubric, reports)
    }

    /// Stops every audit in order and waits for the end, at most `patience`.
    pub async fn shut_down(self, patience: Duration) {
        if self.court.cast(CourtMsg::Adjourn).is_ok()
            && tokio::time::timeout(patience, self.ended).await.is_err()
        {
            tracing::warn!("the court did not close in time");
        }
    }
}

impl AuditHandle {
    /// Waits for the end of the audit.
    ///
    /// # Errors
    /// When the engine stopped before it, or gave the audit up.
    pub async fn outcome(self) -> Result<Outcome, EngineError> {
        let last = self.done.await;
        let last = last.map_err(|_| EngineError::Stopped("the court is closed".into()))?;
        let state = last.map_err(EngineError::Stopped)?;
        match (&state.final_report, &state.published, &state.abandoned) {
            (Some(report), Some(files), _) => {
                Ok(Outcome::Reported { report: Arc::clone(report), files: files.clone() })
            }
            (_, _, Some((task, failure))) => {
                Ok(Outcome::Abandoned { task: task.clone(), failure: failure.clone() })
            }
            (_, _, None) if state.request.scope == Scope::Investigation => {
                Ok(Outcome::Investigated(Box::new(detect::investigation(&state))))
            }
            (_, _, None) => Err(EngineError::Stopped("the audit ended without a result".into())),
        }
    }
}

/// Loads a rubric: its shape, its probes, and for a dimension in words alone the probes that its
/// instruction calls for.
///
/// # Errors
/// When the bytes are no rubric; every problem is listed with its JSON path.
pub fn load_rubric(bytes: &[u8]) -> Result<Rubric, RubricError> {
    let mut rubric = Rubric::parse(bytes)?;
    let problems = detect::probes::problems(&rubric);
    if !problems.is_empty() {
        return Err(RubricError::Problems(problems));
    }
    detect::bind(&mut rubric);
    Ok(rubric)
}
