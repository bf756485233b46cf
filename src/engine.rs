//! What the edges and other programs may call: start an engine, submit audits, follow them, stop.

use crate::actors::court::{Court, CourtMsg, Filing};
use crate::actors::{Docket, Equipment};
use crate::detect;
use crate::domain::case::Case;
use crate::domain::event::AuditEvent;
use crate::domain::facts::Region;
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
use crate::ports::sandbox::{Examiner, Rendered, render_regions};
use ractor::{Actor, ActorRef};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
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
///     models: None,
///     prices: None,
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
    examiner: Arc<dyn Examiner>,
    limits: Limits,
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
    drawing: Option<Drawing>,
}

/// What it takes to make pictures of figures once the facts are in.
struct Drawing {
    examiner: Arc<dyn Examiner>,
    limits: Limits,
    /// The report may lie in the audit's folder, which must outlive the drawing.
    _folder: Arc<TempDir>,
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
    Investigated {
        /// The evidence and its facts.
        found: Box<Investigation>,
        /// A picture of each figure in the order of the facts, or why there is none; empty where none
        /// were asked for.
        pictures: Vec<Rendered>,
        /// What the judges would be asked first.
        cases: Vec<Case>,
    },
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
    /// The report's figures could not be drawn.
    #[error("the figures could not be drawn: {0}")]
    NotDrawn(String),
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
        let examiner = Arc::clone(&self.equipment.examiner);
        let limits = self.equipment.limits.clone();
        let (court, ended) = Actor::spawn(None, Court, self.equipment)
            .await
            .map_err(|error| EngineError::NotOpened(error.to_string()))?;
        Ok(Engine { examiner, limits, court, ended })
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
        self.file(audit, request, rubric, reports, &folder()?)
    }

    /// Hands an audit to the court.
    fn file(
        &self,
        audit: AuditId,
        request: AuditRequest,
        rubric: Arc<Rubric>,
        reports: Arc<dyn Reports>,
        folder: &Arc<TempDir>,
    ) -> Result<AuditHandle, EngineError> {
        let (events, followed) = broadcast::channel(EVENTS_KEPT);
        let (done, waiting) = oneshot::channel();
        let docket = Docket { reports, folder: Arc::clone(folder), reading: Arc::default() };
        let filing = Filing { audit, request: Arc::new(request), rubric, docket, events, done };
        self.court
            .cast(CourtMsg::Open(Box::new(filing)))
            .map_err(|error| EngineError::Stopped(error.to_string()))?;
        Ok(AuditHandle { events: followed, done: waiting, drawing: None })
    }

    /// Has the detectives collect evidence; no judge is heard and nothing is written. With `drawn` the
    /// outcome brings a picture of each figure.
    ///
    /// # Errors
    /// As [`Engine::submit`]. That an artifact cannot be read is the outcome's business.
    pub fn investigate(
        &self,
        audit: AuditId,
        request: AuditRequest,
        rubric: Arc<Rubric>,
        drawn: bool,
    ) -> Result<AuditHandle, EngineError> {
        let request = AuditRequest { scope: Scope::Investigation, ..request };
        // An investigation ends before anything is published.
        let reports = Arc::new(Folder::new(PathBuf::new()));
        let folder = folder()?;
        let mut handle = self.file(audit, request, rubric, reports, &folder)?;
        let (examiner, limits) = (Arc::clone(&self.examiner), self.limits.clone());
        handle.drawing = drawn.then_some(Drawing { examiner, limits, _folder: folder });
        Ok(handle)
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
                let pictures = match &self.drawing {
                    Some(drawing) => drawing.pictures(&state).await?,
                    None => Vec::new(),
                };
                let found = Box::new(detect::investigation(&state));
                Ok(Outcome::Investigated { found, pictures, cases: state.first_cases() })
            }
            (_, _, None) => Err(EngineError::Stopped("the audit ended without a result".into())),
        }
    }
}

impl Drawing {
    /// Makes a picture of each figure.
    async fn pictures(&self, state: &AgentState) -> Result<Vec<Rendered>, EngineError> {
        let (Some(facts), Some(path)) = (state.figures(), &state.report_path) else {
            return Ok(Vec::new());
        };
        if facts.figures.is_empty() {
            return Ok(Vec::new());
        }
        let regions = facts.figures.iter().map(Region::from).collect();
        let limits = self.limits.clone();
        let drawn = render_regions(self.examiner.as_ref(), path.clone(), regions, limits).await;
        drawn.map_err(|error| EngineError::NotDrawn(error.to_string()))
    }
}

fn folder() -> Result<Arc<TempDir>, EngineError> {
    let folder = tempfile::Builder::new().prefix("auditor-").tempdir();
    folder.map(Arc::new).map_err(EngineError::NoFolder)
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
