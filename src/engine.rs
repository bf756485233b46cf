//! What the edges and other programs may call: start an engine, submit audits, follow them, stop.

mod builder;
mod regrade;
mod verification;

pub use crate::detect::{load_rubric, load_rubric_warned};
pub use builder::{EngineBuilder, Rooms};
pub use regrade::Following;
pub use verification::{Verification, verify};

use crate::actors::Belongings;
use crate::actors::court::{CourtMsg, Filing};
use crate::detect;
use crate::domain::case::Case;
use crate::domain::event::AuditEvent;
use crate::domain::facts::Region;
use crate::domain::failure::Failure;
use crate::domain::ids::AuditId;
use crate::domain::investigation::Investigation;
use crate::domain::limits::Limits;
use crate::domain::precedent::NoPrecedent;
use crate::domain::report::AuditReport;
use crate::domain::request::{AuditRequest, RepoSource, ReportSource, Scope};
use crate::domain::rubric::Rubric;
use crate::domain::state::AgentState;
use crate::domain::task::Task;
use crate::ports::journal::{Journal, JournalError};
use crate::ports::reports::{Folder, Reports};
use crate::ports::sandbox::{Examiner, Rendered, render_regions};
use crate::ports::workroom::Workroom;
use ractor::ActorRef;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{broadcast, oneshot};
use tokio::task::JoinHandle;

/// Events that a follower may lag behind before it misses some, of an audit that the journal knows.
const EVENTS_KEPT: usize = 256;

/// A running court.
///
/// ```
/// use automaton_auditor::domain::ids::AuditId;
/// use automaton_auditor::domain::request::{AuditRequest, RepoSource, ReportSource};
/// use automaton_auditor::engine::{EngineBuilder, Outcome, load_rubric};
/// use automaton_auditor::ports::{reports::Folder, sandbox::InProcess};
/// use automaton_auditor::worker;
/// use std::{path::Path, sync::Arc, time::Duration};
///
/// # #[tokio::main]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let root = Path::new(env!("CARGO_MANIFEST_DIR"));
/// let sample = |name: &str| root.join("samples").join(name);
/// let request = AuditRequest::new(
///     RepoSource::Local {
///         path: sample("courtroom-agent.git"),
///         shown: "courtroom-agent.git".into(),
///     },
///     ReportSource::File {
///         path: sample("courtroom-agent-report.pdf"),
///         shown: "courtroom-agent-report.pdf".into(),
///     },
/// );
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
/// let Outcome::Reported { report, files, .. } = outcome else { panic!("no report: {outcome:?}") };
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
    rooms: Rooms,
    journal: Arc<dyn Journal>,
    program_version: String,
    court: ActorRef<CourtMsg>,
    ended: JoinHandle<()>,
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
    _folder: Arc<Workroom>,
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
        /// Why an artifact could not be read, where another audit may read it.
        unread: Option<Failure>,
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
    /// The journal of the audit that was to be followed could not be read.
    #[error("the journal of audit {audit} could not be read: {source}")]
    NotRead {
        /// The former audit.
        audit: AuditId,
        /// What the journal said.
        #[source]
        source: JournalError,
    },
    /// The audit that was to be followed cannot be.
    #[error("audit {audit} cannot be followed: {source}")]
    NotFollowed {
        /// The former audit.
        audit: AuditId,
        /// Why.
        #[source]
        source: NoPrecedent,
    },
    /// The audit's folder could not be made.
    #[error("no folder for temporary files could be made: {0}")]
    NoFolder(#[source] std::io::Error),
    /// Somebody else is at it.
    #[error("audit {audit} is being conducted by another process: wait for its end")]
    InUse {
        /// The audit.
        audit: AuditId,
    },
}

/// The same with absolute paths: who reads what lies there, now or when the audit is taken up again, stands elsewhere.
fn rooted(mut request: AuditRequest) -> AuditRequest {
    let root = |path: &mut PathBuf| {
        if let Ok(absolute) = std::path::absolute(&*path) {
            *path = absolute;
        }
    };
    if let RepoSource::Local { path, .. } = &mut request.repo {
        root(path);
    }
    if let ReportSource::File { path, .. } = &mut request.report {
        root(path);
    }
    request.within.iter_mut().for_each(root);
    request
}

impl Engine {
    /// Submits one audit; it runs while the handle is awaited, and goes on when it is dropped. Relative paths are those
    /// of this process, here and now.
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
        let room = self.rooms.of(&audit)?;
        self.file(audit, Some((Arc::new(rooted(request)), rubric)), reports, &room)
    }

    /// Takes an audit up again that the journal knows: what is there is not done again.
    ///
    /// # Errors
    /// As [`Engine::submit`]. That the journal knows nothing of it is told by the handle.
    pub fn resume(
        &self,
        audit: AuditId,
        reports: Arc<dyn Reports>,
    ) -> Result<AuditHandle, EngineError> {
        let room = self.rooms.of(&audit)?;
        self.file(audit, None, reports, &room)
    }

    /// Hands an audit to the court.
    fn file(
        &self,
        audit: AuditId,
        opening: Option<(Arc<AuditRequest>, Arc<Rubric>)>,
        reports: Arc<dyn Reports>,
        folder: &Arc<Workroom>,
    ) -> Result<AuditHandle, EngineError> {
        let rubric = opening.as_ref().map(|(_, rubric)| rubric);
        let (events, followed) = broadcast::channel(rubric.map_or(EVENTS_KEPT, |it| events_of(it)));
        let (done, waiting) = oneshot::channel();
        let belongings =
            Belongings { reports, folder: Arc::clone(folder), reading: Arc::default() };
        let filing = Filing { audit, opening, belongings, events, done };
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
        let folder = self.rooms.of(&audit)?;
        let mut handle = self.file(audit, Some((Arc::new(request), rubric)), reports, &folder)?;
        let (examiner, limits) = (Arc::clone(&self.examiner), self.limits.clone());
        handle.drawing = drawn.then_some(Drawing { examiner, limits, _folder: folder });
        Ok(handle)
    }

    /// Calls an audit off: it stops within about a second, and its handle tells so. What is kept of it
    /// stays, so that it could be resumed.
    pub fn cancel(&self, audit: &AuditId) {
        // A court that is closed conducts nothing.
        let _ = self.court.cast(CourtMsg::Dismiss(audit.clone()));
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
    /// Waits for the end of the audit and tells each of its events until then; also says how many of them came too
    /// fast to be told.
    ///
    /// # Errors
    /// Those of [`outcome`](Self::outcome).
    pub async fn follow(
        mut self,
        mut tell: impl FnMut(Arc<AuditEvent>),
    ) -> (Result<Outcome, EngineError>, u64) {
        let mut events = std::mem::replace(&mut self.events, broadcast::channel(1).1);
        let mut missed = 0;
        let outcome = self.outcome();
        tokio::pin!(outcome);
        let outcome = loop {
            tokio::select! {
                biased;
                event = events.recv() => match event {
                    Ok(event) => tell(event),
                    Err(RecvError::Lagged(some)) => missed += some,
                    Err(RecvError::Closed) => break outcome.await,
                },
                outcome = &mut outcome => break outcome,
            }
        };
        // The last events may still wait to be told.
        loop {
            match events.try_recv() {
                Ok(event) => tell(event),
                Err(TryRecvError::Lagged(some)) => missed += some,
                Err(TryRecvError::Empty | TryRecvError::Closed) => return (outcome, missed),
            }
        }
    }

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
                let (report, files) = (Arc::clone(report), files.clone());
                Ok(Outcome::Reported { report, files, unread: state.passing_failure().cloned() })
            }
            (_, _, Some((task, failure))) => {
                Ok(Outcome::Abandoned { task: task.clone(), failure: failure.clone() })
            }
            (_, _, None) if state.request.scope == Scope::Investigation => {
                let pictures = match &self.drawing {
                    Some(drawing) => drawing.pictures(&state).await,
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
    /// Makes a picture of each figure, or says of each why there is none.
    async fn pictures(&self, state: &AgentState) -> Vec<Rendered> {
        let (Some(facts), Some(report)) = (state.figures(), state.report_file()) else {
            return Vec::new();
        };
        if facts.figures.is_empty() {
            return Vec::new();
        }
        let regions = facts.figures.iter().map(Region::from).collect();
        let limits = self.limits.clone();
        let engine = state.request.pdf_engine.clone();
        let drawn = render_regions(self.examiner.as_ref(), report, engine, regions, limits).await;
        // The facts are there all the same.
        drawn.unwrap_or_else(|error| vec![Err(error.to_string()); facts.figures.len()])
    }
}

/// Events of an audit by this rubric, and some more: a follower may lag behind by as many. Judges are told of
/// together, and each open audit takes up the room for all.
fn events_of(rubric: &Rubric) -> usize {
    const BESIDES: usize = 64;
    BESIDES + 6 * rubric.dimensions.len()
}
