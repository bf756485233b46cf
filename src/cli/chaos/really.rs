//! `auditor chaos run --real`: experiments on processes.

use super::conduct::{RunArgs, tell};
use super::progress::Bar;
use crate::chaos::analysis;
use crate::chaos::lab::{Record, keep_summary};
use crate::chaos::plan::Plan;
use crate::chaos::real::{Court, RealError, Tried};
use crate::chaos::run::Run;
use crate::cli::exit::{Exit, fail, remark, usage};
use crate::cli::signals::signal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// The folder of journals within that of the results.
const JOURNALS: &str = "journals";

/// Runs real processes and says whether the hypothesis held.
pub(super) fn really(args: &RunArgs, quiet: bool) -> ExitCode {
    let plans = match args.selection.real_plans(args.runs) {
        Ok(plans) => plans,
        Err(message) => return usage(&message),
    };
    if let Some(error) = plans.iter().find_map(|plan| Court::check(plan).err()) {
        return usage(&error.to_string());
    }
    let mut runs = Vec::new();
    let mut record = match args.output.as_ref().map(|into| Record::begin(into, args.events.into()))
    {
        None => None,
        Some(Ok(record)) => Some(record),
        Some(Err(error)) => {
            return fail(Exit::Internal, &format!("cannot keep the results: {error}"));
        }
    };
    let stopper = Stopper::listen();
    let held = hold(args, quiet, &plans, &stopper, record.as_mut(), &mut runs);
    match held {
        Err(Failure::Real(RealError::Stopped)) if runs.is_empty() => return stopper.stopped(0),
        Ok(()) | Err(Failure::Real(RealError::Stopped)) => {}
        Err(Failure::Real(error)) => {
            return fail(Exit::Internal, &format!("the experiment failed: {error}"));
        }
        Err(Failure::Kept(error)) => {
            return fail(Exit::Internal, &format!("cannot keep the results: {error}"));
        }
    }
    let experiment = args.selection.real(args.runs);
    let summary = match args.output.as_ref().zip(record) {
        None => Ok(analysis::summary(&experiment, &runs)),
        Some((folder, record)) => keep_summary(folder, &experiment, &runs, record),
    };
    let told = match summary {
        Ok(summary) => tell(&summary, args.json),
        Err(error) => return fail(Exit::Internal, &format!("cannot keep the results: {error}")),
    };
    if runs.len() < plans.len() { stopper.stopped(runs.len()) } else { told }
}

/// Why not all audits were held.
enum Failure {
    Real(RealError),
    Kept(String),
}

/// Holds the audits one after the other.
fn hold(
    args: &RunArgs,
    quiet: bool,
    plans: &[Plan],
    stopper: &Stopper,
    mut record: Option<&mut Record>,
    runs: &mut Vec<Run>,
) -> Result<(), Failure> {
    let program = std::env::current_exe().map_err(|error| Failure::Real(error.into()))?;
    let court = Court::new(program, Arc::clone(&stopper.stop)).map_err(Failure::Real)?;
    let bar = Bar::start(plans.len(), 0, quiet);
    let mut kept = Vec::new();
    let held = plans.iter().enumerate().try_for_each(|(nth, plan)| -> Result<(), Failure> {
        let tried = court.run(plan).map_err(Failure::Real)?;
        bar.step(&tried.run);
        if let Some(record) = &mut record
            && record.wants(&tried.run)
        {
            let noted = record.note(nth, &tried.run.experiment, plan, &tried.entries);
            noted.map_err(|error| Failure::Kept(error.to_string()))?;
        }
        if !tried.run.held() {
            let into = keep(&tried, args.output.as_deref(), nth);
            kept.push(into.map_err(|error| Failure::Kept(error.to_string()))?);
        }
        runs.push(tried.run.clone());
        Ok(())
    });
    bar.finish();
    for folder in kept {
        remark(&format!(
            "the journal of an audit that did not hold is kept in `{}`",
            folder.display()
        ));
    }
    held
}

/// Keeps what an audit left: beside the results, or where the system has room for it.
fn keep(tried: &Tried, output: Option<&Path>, nth: usize) -> std::io::Result<PathBuf> {
    let name = format!("{nth}-seed-{}", tried.run.seed);
    let folder = match output {
        Some(folder) => folder.join(JOURNALS).join(name),
        None => tempfile::Builder::new().prefix("auditor-chaos-").tempdir()?.keep().join(name),
    };
    tried.keep(&folder)?;
    Ok(folder)
}

/// Ends everything on Ctrl-C or SIGTERM.
struct Stopper {
    stop: Arc<AtomicBool>,
    exit: Arc<AtomicU8>,
}

impl Stopper {
    fn listen() -> Self {
        let (stop, exit) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU8::new(0)));
        let (told, how) = (Arc::clone(&stop), Arc::clone(&exit));
        // Without a runtime nobody listens, and a signal ends the process as ever.
        if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
            std::thread::spawn(move || {
                let exit = runtime.block_on(signal());
                how.store(exit as u8, Ordering::Relaxed);
                told.store(true, Ordering::Relaxed);
            });
        }
        Self { stop, exit }
    }

    /// Says that it was stopped, and what was done by then.
    fn stopped(&self, audits: usize) -> ExitCode {
        remark(&format!("stopped after {audits} audits; nothing that was started is left behind"));
        ExitCode::from(self.exit.load(Ordering::Relaxed))
    }
}
