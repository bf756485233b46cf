//! One engine, one audit: start, follow on stderr, stop in order, also on a signal.

use super::exit::{Exit, fail, remark, usage};
use super::judging::Bench;
use super::keeping::{Keeping, new_name, room};
use super::progress::Progress;
use super::reading::usable;
use super::signals::Signals;
use super::telemetry::Watcher;
use super::terms::{Terms, is_text};
use crate::config::Config;
use crate::domain::event::AuditEvent;
use crate::domain::ids::AuditId;
use crate::domain::request::{AuditRequest, RepoSource, Scope};
use crate::domain::rubric::Rubric;
use crate::domain::task::Task;
use crate::engine::{AuditHandle, Engine, EngineBuilder, EngineError, Following, Outcome};
use crate::ports::files::lies_within;
use crate::ports::llm::ModelError;
use crate::ports::reports::{Folder, Form, ReportError};
use crate::ports::sandbox::ChildProcess;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// How long an interrupted run may take to stop.
const STOPPING: Duration = Duration::from_secs(10);

/// How the wait for an audit ended.
enum Ending {
    Over(Result<Outcome, EngineError>),
    Signal(Exit),
    /// The judges cannot be asked.
    Unheard(ModelError),
}

/// What an audit is for.
pub(super) enum Goal {
    /// A report in this folder, or in this file, also in these forms.
    Report(PathBuf, Vec<Form>),
    /// Evidence and facts, perhaps with pictures of the figures.
    Facts {
        /// Whether the figures are drawn.
        drawn: bool,
    },
}

impl Goal {
    /// How far the audit goes for it.
    pub fn scope(&self) -> Scope {
        match self {
            Self::Report(..) => Scope::Audit,
            Self::Facts { .. } => Scope::Investigation,
        }
    }
}

/// How the program was called, whatever it is to do.
#[derive(Clone, Copy)]
pub(super) struct Called<'a> {
    /// What the environment says.
    pub config: &'a Config,
    /// Where audits are kept, where the operator says it.
    pub state: Option<&'a Path>,
    /// Whether only results and errors are told.
    pub quiet: bool,
}

/// What an audit begins with.
pub(super) enum Opening {
    /// A new audit.
    New {
        /// What is asked for.
        request: AuditRequest,
        /// By which rubric.
        rubric: Arc<Rubric>,
        /// What a resumption has to know; `None` for what is not resumed.
        terms: Option<Box<Terms>>,
        /// The audit that it follows, where it is a regrade.
        after: Option<Following>,
    },
    /// One that the journal knows.
    Kept {
        /// What was asked for.
        request: AuditRequest,
        /// By which rubric.
        rubric: Arc<Rubric>,
    },
}

impl Opening {
    /// What is asked for.
    pub fn request(&self) -> &AuditRequest {
        match self {
            Self::New { request, .. } | Self::Kept { request, .. } => request,
        }
    }

    /// Whether it is a new audit that follows another.
    fn is_regrade(&self) -> bool {
        matches!(self, Self::New { after: Some(_), .. })
    }

    /// Whether all of it can be kept.
    fn is_text(&self) -> Result<(), String> {
        match self {
            Self::New { request, terms, .. } => is_text(&(request, terms)),
            Self::Kept { .. } => Ok(()),
        }
    }

    fn rubric(&self) -> &Rubric {
        match self {
            Self::New { rubric, .. } | Self::Kept { rubric, .. } => rubric,
        }
    }
}

/// How many submitted things one audit reads at a time: its repository and its report.
const READERS: usize = 2;
/// Readers that are started by themselves before a process is kept that forks for them: a single audit needs no more.
const ONE_BY_ONE: usize = 4;

/// What an audit is conducted on: the runtime, and who reads what was handed in.
pub(super) struct Ground {
    runtime: tokio::runtime::Runtime,
    examiner: ChildProcess,
    /// Listened for before there is anything that would be left behind.
    signals: Signals,
}

impl Ground {
    /// Starts the runtime.
    ///
    /// # Errors
    /// When the system gives it no threads, or readers no room; the error is told.
    pub fn lay(config: &Config) -> Result<Self, ExitCode> {
        let examiner = readers(config)?;
        let runtime = runtime()?;
        let inside = runtime.enter();
        let signals = heard(Signals::listen());
        drop(inside);
        Ok(Self { runtime, examiner, signals: signals? })
    }

    /// Has the readers start up while the rest is made ready.
    pub fn with_readers(self) -> Self {
        let inside = self.runtime.enter();
        self.examiner.prepare(READERS);
        drop(inside);
        self
    }
}

/// Who reads what was handed in, each time in a process of its own.
///
/// # Errors
/// When the system gives them no room; the error is told.
pub(super) fn readers(config: &Config) -> Result<ChildProcess, ExitCode> {
    room().map_err(|message| usage(&message))?;
    let program = std::env::current_exe().map_err(|error| {
        let what = "the program's own file is not known, which reads what was handed in";
        fail(Exit::Internal, &format!("{what}: {error}; start it by its whole path"))
    })?;
    let network = config.network.iter().cloned();
    let readers = ChildProcess::new(program).with_network_environment(network);
    Ok(readers.with_fork_server(ONE_BY_ONE))
}

/// The signals that a command is stopped by.
///
/// # Errors
/// When the system does not let them be heard; the error is told.
pub(super) fn heard(signals: std::io::Result<Signals>) -> Result<Signals, ExitCode> {
    signals.map_err(|error| {
        let what = format!("signals cannot be heard: {error}");
        fail(Exit::Internal, &format!("{what}; raise the limit of open files (`ulimit -n`)"))
    })
}

/// The runtime of a command.
///
/// # Errors
/// When the system gives it no threads; the error is told.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| {
        let what = format!("the program's threads cannot be started: {error}");
        fail(Exit::Internal, &format!("{what}; raise the limit of processes (`ulimit -u`)"))
    })
}

/// Conducts what nobody would resume, such as an investigation: it is over in a moment and costs nothing.
pub(super) fn passing(
    called: Called<'_>,
    request: AuditRequest,
    rubric: Arc<Rubric>,
    goal: Goal,
) -> Result<Outcome, ExitCode> {
    let ground = Ground::lay(called.config)?.with_readers();
    let opening = Opening::New { request, rubric, terms: None, after: None };
    conduct(called, ground, &new_name(), opening, goal, None, &Keeping::forgetful())
}

/// Conducts one audit to its end, and tells what its models used. Whatever ends it early is told on stderr and
/// comes back as the exit code.
pub(super) fn conduct(
    called: Called<'_>,
    ground: Ground,
    audit: &AuditId,
    opening: Opening,
    goal: Goal,
    bench: Option<Bench>,
    keeping: &Keeping,
) -> Result<Outcome, ExitCode> {
    let Called { config, quiet, .. } = called;
    opening.is_text().map_err(|message| usage(&message))?;
    if let Goal::Report(output, also) = &goal {
        // Nothing is read, judged or paid for that could not be told.
        let refused = |error: ReportError| usage(&error.to_string());
        Folder::new(output.clone()).also(also.clone()).check().map_err(refused)?;
    }
    if let RepoSource::Local { path, .. } = &opening.request().repo
        && let Some(file) = &config.dotenv
        && lies_within(file, path)
    {
        return Err(usage(&format!(
            "settings were read from `{}`, which lies in what is audited; run this from another folder",
            file.display()
        )));
    }
    let bill = bench.as_ref().map(Bench::bill).filter(|_| !quiet);
    // What goes on may have been asked for where there was a library.
    usable(&opening.request().pdf_engine).map_err(|message| usage(&message))?;
    let Ground { runtime, examiner, signals } = ground;
    let builder = EngineBuilder::new(Arc::new(examiner))
        .limits(config.file.limits.clone())
        .journal(keeping.journal())
        .rooms(keeping.rooms());
    let ended = runtime.block_on(async {
        keeping.tidy().await;
        let ending =
            hold(config, audit, opening, goal, bench, keeping, builder, signals, quiet).await;
        let left = match &ending {
            // Whoever is at it goes on with it.
            Ok(Ending::Over(Ok(_) | Err(EngineError::InUse { .. }))) => None,
            Ok(Ending::Over(Err(_)) | Ending::Signal(_) | Ending::Unheard(_)) | Err(_) => {
                keeping.how_to_resume(audit).await
            }
        };
        (ending, left.map_or(String::new(), |how| format!("; {how}")))
    });
    match ended {
        // What was judged is not lost with the place that it was to be written to.
        (Ok(Ending::Over(Ok(Outcome::Abandoned { task: task @ Task::Publish, failure }))), _) => {
            let how = keeping.how_to_write(audit).map_or(String::new(), |how| format!("; {how}"));
            Err(fail(Exit::of_abandoned(&task), &format!("{failure}; no report was written{how}")))
        }
        (Ok(Ending::Over(Ok(outcome))), _) => {
            if let Some(bill) = bill {
                remark(&bill.in_words());
            }
            if let Some(how) = keeping.how_to_ask(audit, &outcome).filter(|_| !quiet) {
                remark(&how);
            }
            Ok(outcome)
        }
        (Ok(Ending::Unheard(error)), left) if left.is_empty() => {
            Err(fail(Exit::Judges, &format!("{error}; nothing was read and nothing was paid for")))
        }
        (Ok(Ending::Unheard(error)), left) => Err(fail(Exit::Judges, &format!("{error}{left}"))),
        (Ok(Ending::Signal(exit)), left) if left.is_empty() => {
            Err(fail(exit, "interrupted; nothing was written"))
        }
        (Ok(Ending::Signal(exit)), left) => Err(fail(exit, &format!("interrupted{left}"))),
        (Ok(Ending::Over(Err(error))) | Err(error), left) => {
            let error: EngineError = error;
            Err(fail(Exit::Internal, &format!("{error}{left}")))
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "it is the body of `conduct`, within its runtime")]
async fn hold(
    config: &Config,
    audit: &AuditId,
    opening: Opening,
    goal: Goal,
    bench: Option<Bench>,
    keeping: &Keeping,
    mut builder: EngineBuilder,
    mut signals: Signals,
    quiet: bool,
) -> Result<Ending, EngineError> {
    let mut calls = None;
    // One listener for all of it: whoever presses Ctrl-C between two waits has pressed it.
    let mut stopped = pin!(signals.next());
    if let Some(mut bench) = bench {
        // A regrade may have nothing to ask; where it has, its first question finds out what is found out here.
        if !opening.is_regrade() {
            let opened = tokio::select! {
                biased;
                exit = &mut stopped => return Ok(Ending::Signal(exit)),
                opened = bench.open() => opened,
            };
            if let Err(error) = opened {
                return Ok(Ending::Unheard(error));
            }
        }
        calls = bench.calls.take();
        builder = bench.take_place(builder);
    }
    if let (Keeping::Lasting(lasting), Opening::New { terms: Some(terms), .. }) =
        (keeping, &opening)
    {
        lasting.journal.announce(audit, env!("CARGO_PKG_VERSION"), &terms.to_json());
    }
    let engine = builder.start().await?;
    let watcher = Watcher::start(&config.telemetry, audit, calls, quiet);
    let progress = Progress::start(quiet, opening.rubric(), goal.scope());
    let audit = audit.clone();
    let handle = match (goal, opening) {
        (Goal::Report(output, also), Opening::New { request, rubric, after, .. }) => {
            let reports = Arc::new(Folder::new(output).also(also));
            match after {
                None => engine.submit(audit, request, rubric, reports),
                Some(former) => engine.regrade(audit, former, request, rubric, reports).await,
            }
        }
        (Goal::Report(output, also), Opening::Kept { .. }) => {
            engine.resume(audit, Arc::new(Folder::new(output).also(also)))
        }
        (
            Goal::Facts { drawn },
            Opening::New { request, rubric, .. } | Opening::Kept { request, rubric },
        ) => engine.investigate(audit, request, rubric, drawn),
    };
    Ok(follow(engine, handle, &progress, watcher, quiet, stopped).await)
}

async fn follow(
    engine: Engine,
    handle: Result<AuditHandle, EngineError>,
    progress: &Progress,
    watcher: Option<Watcher>,
    quiet: bool,
    stopped: impl Future<Output = Exit>,
) -> Ending {
    let show = |event: &Arc<AuditEvent>| {
        progress.show(event);
        if let Some(watcher) = &watcher {
            watcher.tell(event);
        }
    };
    let ending = match handle {
        Ok(handle) => wait(handle, show, stopped).await,
        Err(error) => Ending::Over(Err(error)),
    };
    progress.finish();
    if matches!(ending, Ending::Signal(_)) {
        if !quiet {
            let most = STOPPING.as_secs();
            remark(&format!("Stopping, within {most} s; a second time stops at once."));
        }
        // Whoever asks twice does not want to wait.
        tokio::spawn(async {
            if let Ok(mut again) = Signals::listen() {
                std::process::exit(again.next().await as i32);
            }
        });
    }
    engine.shut_down(STOPPING).await;
    if let Some(watcher) = watcher {
        watcher.finish().await;
    }
    ending
}

/// Follows the audit to its end, or to a signal.
async fn wait(
    handle: AuditHandle,
    show: impl Fn(&Arc<AuditEvent>),
    stopped: impl Future<Output = Exit>,
) -> Ending {
    tokio::select! {
        biased;
        exit = stopped => Ending::Signal(exit),
        (outcome, _) = handle.follow(|event| show(&event)) => Ending::Over(outcome),
    }
}
