//! Opens a class with its engine and its bench, and keeps it until it is over.

use super::super::exit::{Exit, complain, fail, usage};
use super::super::judging::Bench;
use super::super::session::{self, Called};
use super::super::signals::Signals;
use super::super::submission::load_rubric;
use super::listen::Listen;
use super::progress::Progress;
use super::{ClassArgs, unusable};
use crate::config::Config;
use crate::docket::{
    Annals, Cabinet, Command, Ending, OpenError, Registrar, RegistrarHandle, Settings, Spending,
};
use crate::domain::docket::{Docket, Schedule, Submission};
use crate::domain::request::AuditRequest;
use crate::engine::{EngineBuilder, Rooms};
use crate::ports::journal::{CallBook, Outcome, Sqlite};
use crate::ports::llm::Caps;
use crate::ports::sandbox::ChildProcess;
use crate::spread;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// How a class was left.
pub(super) struct Left {
    pub ending: Ending,
    pub docket: Arc<Docket>,
    pub cabinet: Cabinet,
    /// The currency of costs; empty where there are none.
    pub currency: String,
    /// What of the class's lists was not taken, each with its place.
    pub problems: Vec<String>,
    /// The signal that stopped it, if one did.
    pub signal: Option<Exit>,
}

/// Keeps a class. `feed` is given a handle, and runs beside it: it tells the registrar what is listed.
pub(super) async fn conduct<F>(
    args: &ClassArgs,
    called: Called<'_>,
    pilot: Option<u32>,
    once: bool,
    listen: &Listen,
    feed: impl FnOnce(RegistrarHandle, Arc<ChildProcess>) -> F,
) -> Result<Left, ExitCode>
where
    F: Future<Output = ()> + Send + 'static,
{
    let examiner = Arc::new(session::readers(called.config)?);
    let cabinet = Cabinet::new(&args.output).map_err(|error| unusable(&error))?;
    let journal = cabinet.journal().map_err(|error| unusable(&error))?;
    let rubric = load_rubric(args.rubric.as_deref()).map_err(|message| usage(&message))?;
    let pdf_engine = args.reading.engine(called.config).map_err(|message| usage(&message))?;
    let bench = bench(args, called.config, &journal)?;
    if bench.is_none() && !called.quiet {
        args.judging.unused().iter().for_each(|unused| complain("warning", unused));
    }
    let (seated, meter) = match &bench {
        Some(bench) => {
            bench.open().await.map_err(|error| {
                fail(Exit::Judges, &format!("{error}; nothing was read and nothing was paid for"))
            })?;
            count(bench, &journal).await.map_err(|error| fail(Exit::Internal, &error))?;
            (Some(bench.seating()), bench.meter())
        }
        None => (None, Box::new(Spending::default) as Box<_>),
    };
    let currency = meter().currency;
    let mut builder = EngineBuilder::new(Arc::clone(&examiner) as _)
        .limits(called.config.file.limits.clone())
        .journal(Arc::clone(&journal) as _)
        .rooms(Rooms::Below(cabinet.work()));
    if let Some(bench) = bench {
        builder = bench.take_place(builder);
    }
    // Listened for before there is anything that would be left behind.
    let mut signals = session::heard(Signals::but_for_hangups())?;
    let engine = builder.start().await.map_err(|error| fail(Exit::Internal, &error.to_string()))?;
    spread::share_among(args.at_once.into());
    let settings = Settings {
        schedule: Schedule {
            at_once: usize::from(args.at_once),
            most_cost: args.judging.max_cost,
            ..Schedule::default()
        },
        rubric: Arc::new(rubric),
        request: Box::new(move |submission: &Submission| {
            let request = AuditRequest { pdf_engine: pdf_engine.clone(), ..submission.request() };
            match &seated {
                Some(seated) => seated.seat(request, 0),
                None => request,
            }
        }),
        meter,
        pilot,
        once,
    };
    let opened = Registrar::open(cabinet.clone(), Annals::new(journal), engine, settings).await;
    let (registrar, handle) = opened.map_err(|error| match error {
        OpenError::Cabinet(error) => unusable(&error),
        OpenError::Annals(error) => fail(Exit::Internal, &error.to_string()),
    })?;
    let served = listen.open(&cabinet, &handle, called).await?;
    let progress = Progress::start(&handle, called.quiet);
    let feeding = tokio::spawn(feed(handle.clone(), examiner));
    let reloading = tokio::spawn(reload(args.rubric.clone(), handle.clone()));
    let mut signalled = None;
    let stop = async { signalled = Some(signals.next().await) };
    let ending = registrar.run(stop).await;
    feeding.abort();
    reloading.abort();
    if let Some(served) = served {
        served.close().await;
    }
    progress.finish();
    let ending = ending.map_err(|error| fail(Exit::Internal, &error.to_string()))?;
    let docket = crate::docket::Registry::docket(&handle);
    let problems = crate::docket::Registry::vitals(&handle).problems;
    Ok(Left { ending, docket, cabinet, currency, problems, signal: signalled })
}

/// Reads the rubric anew on SIGHUP. One that cannot be used changes nothing.
async fn reload(rubric: Option<PathBuf>, registrar: RegistrarHandle) {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut hangups) = signal(SignalKind::hangup()) else { return };
    while hangups.recv().await.is_some() {
        match load_rubric(rubric.as_deref()) {
            Ok(rubric) => {
                tracing::info!("the rubric is read anew");
                if !registrar.tell(Command::Rubric(Arc::new(rubric))).await {
                    return;
                }
            }
            Err(message) => complain("warning", &format!("{message}; the former one stays")),
        }
    }
}

/// The bench of language models, with its caps for each submission; `None` for the offline bench.
fn bench(
    args: &ClassArgs,
    config: &Config,
    journal: &Arc<Sqlite>,
) -> Result<Option<Bench>, ExitCode> {
    let mut judging = args.judging.clone();
    judging.each = Some(Caps { cost: args.max_cost_each, ..Caps::default() });
    let book: Arc<dyn CallBook> = Arc::clone(journal) as _;
    judging.bench(config, &args.output, 0, &book).map_err(|message| usage(&message))
}

/// Counts what model calls of this class used before.
async fn count(bench: &Bench, journal: &Sqlite) -> Result<(), String> {
    let told = |error: crate::ports::journal::JournalError| error.to_string();
    for entry in journal.audits().await.map_err(told)? {
        if entry.calls_finished == 0 {
            continue;
        }
        for call in journal.calls(&entry.id).await.map_err(told)? {
            if let Some(Outcome::Reply(reply)) = &call.outcome {
                bench.count(&call.task, reply.usage);
            }
        }
    }
    Ok(())
}
