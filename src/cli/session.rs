//! One engine, one audit: start, follow on stderr, stop in order, also on a signal.

use super::exit::{Exit, fail};
use super::judging::Bench;
use super::progress::Progress;
use super::telemetry::Watcher;
use crate::config::Config;
use crate::domain::digest::sha256_of_parts;
use crate::domain::event::AuditEvent;
use crate::domain::ids::AuditId;
use crate::domain::request::{AuditRequest, Scope};
use crate::domain::rubric::Rubric;
use crate::engine::{AuditHandle, Engine, EngineBuilder, EngineError, Outcome};
use crate::ports::llm::ModelError;
use crate::ports::reports::Folder;
use crate::ports::sandbox::ChildProcess;
use std::path::PathBuf;
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
    /// A report in this folder, or in this file.
    Report(PathBuf),
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
            Self::Report(_) => Scope::Audit,
            Self::Facts { .. } => Scope::Investigation,
        }
    }
}

/// Conducts one audit to its end. Whatever ends it early is told on stderr and comes back as the exit code.
pub(super) fn conduct(
    config: &Config,
    request: AuditRequest,
    rubric: Arc<Rubric>,
    goal: Goal,
    bench: Option<Bench>,
    quiet: bool,
) -> Result<Outcome, ExitCode> {
    let program = std::env::current_exe().map_err(|error| {
        fail(Exit::Internal, &format!("the program's own file is not known: {error}"))
    })?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime =
        runtime.map_err(|error| fail(Exit::Internal, &format!("cannot start: {error}")))?;
    let examiner =
        ChildProcess::new(program).with_network_environment(config.network.iter().cloned());
    let ending = runtime.block_on(async {
        let mut builder = EngineBuilder::new(Arc::new(examiner));
        let mut calls = None;
        if let Some(mut bench) = bench {
            if let Err(error) = bench.open().await {
                return Ok(Ending::Unheard(error));
            }
            calls = bench.calls.take();
            builder = bench.take_place(builder);
        }
        let engine = builder.start().await?;
        let audit = named(&request);
        let watcher = Watcher::start(&config.telemetry, &audit, calls, quiet);
        let progress = Progress::start(quiet, &rubric, goal.scope());
        let handle = match goal {
            Goal::Report(output) => {
                engine.submit(audit, request, rubric, Arc::new(Folder::new(output)))
            }
            Goal::Facts { drawn } => engine.investigate(audit, request, rubric, drawn),
        };
        Ok(follow(engine, handle, &progress, watcher).await)
    });
    match ending {
        Ok(Ending::Over(Ok(outcome))) => Ok(outcome),
        Ok(Ending::Unheard(error)) => {
            Err(fail(Exit::Judges, &format!("{error}; nothing was read and nothing was paid for")))
        }
        Ok(Ending::Signal(exit)) => Err(fail(exit, "interrupted; nothing was written")),
        Ok(Ending::Over(Err(error))) | Err(error) => {
            let error: EngineError = error;
            Err(fail(Exit::Internal, &error.to_string()))
        }
    }
}

/// The audit's name, by what is audited.
fn named(request: &AuditRequest) -> AuditId {
    let name = sha256_of_parts(&[&request.repo.shown(), &format!("{:?}", request.report)]);
    AuditId::new(format!("audit-{}", &name[..16])).expect("hexadecimal digits are an id")
}

async fn follow(
    engine: Engine,
    handle: Result<AuditHandle, EngineError>,
    progress: &Progress,
    watcher: Option<Watcher>,
) -> Ending {
    let show = |event: &Arc<AuditEvent>| {
        progress.show(event);
        if let Some(watcher) = &watcher {
            watcher.tell(event);
        }
    };
    let ending = match handle {
        Ok(handle) => wait(handle, show).await,
        Err(error) => Ending::Over(Err(error)),
    };
    progress.finish();
    engine.shut_down(STOPPING).await;
    if let Some(watcher) = watcher {
        watcher.finish().await;
    }
    ending
}

/// Follows the audit to its end, or to a signal.
async fn wait(mut handle: AuditHandle, show: impl Fn(&Arc<AuditEvent>)) -> Ending {
    use tokio::sync::broadcast::error::{RecvError, TryRecvError};
    let mut events = std::mem::replace(&mut handle.events, tokio::sync::broadcast::channel(1).1);
    let follow = async {
        loop {
            match events.recv().await {
                Ok(event) => show(&event),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    };
    let ending = tokio::select! {
        biased;
        exit = signal() => Ending::Signal(exit),
        outcome = handle.outcome() => Ending::Over(outcome),
        () = follow => Ending::Over(Err(EngineError::Stopped("the audit went silent".into()))),
    };
    // The last events may still wait to be shown.
    loop {
        match events.try_recv() {
            Ok(event) => show(&event),
            Err(TryRecvError::Lagged(_)) => {}
            Err(TryRecvError::Empty | TryRecvError::Closed) => return ending,
        }
    }
}

/// Waits for Ctrl-C or SIGTERM.
async fn signal() -> Exit {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        biased;
        Ok(()) = tokio::signal::ctrl_c() => Exit::Interrupted,
        Some(()) = terminate.recv() => Exit::Terminated,
        else => std::future::pending().await,
    }
}
