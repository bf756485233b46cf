//! A class of submissions: `watch`, `batch`, and what people order.

mod conduct;
mod listen;
mod orders;
mod progress;
mod show;
mod watch;

pub(super) use orders::{DocketCommand, OverrideArgs, WaiveArgs, docket, r#override, waive};
pub(super) use watch::{BatchArgs, WatchArgs, batch, watch};

use super::exit::{Exit, fail, usage};
use super::judging::JudgingArgs;
use crate::docket::{Annals, Cabinet, CabinetError};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What a class is audited by, and where its results go.
#[derive(Clone, Debug, Args)]
pub(super) struct ClassArgs {
    /// The folder of results: tables and a page for the class, and a folder per submission. The class's
    /// journal is in it too, so that the next run goes on where this one ends.
    #[arg(long, value_name = "DIR", default_value = "grades")]
    output: PathBuf,
    /// The rubric; without it the program's own.
    #[arg(long, value_name = "FILE")]
    rubric: Option<PathBuf>,
    /// Audits at a time.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=64))]
    at_once: u16,
    /// Audit so many first, show what they cost and what to expect of the rest, and wait for a word.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pilot: Option<u32>,
    /// Most money for the model calls of one submission; `--max-cost` is for all together.
    #[arg(long, value_name = "AMOUNT", value_parser = super::judging::amount)]
    max_cost_each: Option<f64>,
    /// Take submissions whose repository lies on this machine, too.
    #[arg(long)]
    allow_local: bool,
    /// Also allow this host (`HOST`, `HOST:PORT`, or `http://HOST:PORT` without encryption).
    #[arg(long, value_name = "HOST")]
    allow_host: Vec<String>,
    /// A look at the folder is due at the latest after so many seconds, whether or not the system tells of a
    /// change.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    rescan: u64,
    /// A file must have been left alone for so many seconds before it is read.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.5, value_parser = super::judging::amount)]
    settle: f64,
    /// Ask the repositories of what is graded every so many minutes whether they moved on; never with 0.
    #[arg(long, value_name = "MINUTES", default_value_t = 60)]
    recheck: u32,
    #[command(flatten)]
    judging: JudgingArgs,
}

/// Tells why a class cannot be used.
fn unusable(error: &CabinetError) -> ExitCode {
    match error {
        CabinetError::Absent { .. } | CabinetError::Busy { .. } => usage(&error.to_string()),
        CabinetError::Folder { .. } | CabinetError::Journal(_) => {
            fail(Exit::Internal, &error.to_string())
        }
    }
}

/// The class in a folder of results, with its records.
fn existing(folder: &Path) -> Result<(Cabinet, Annals), ExitCode> {
    let cabinet = Cabinet::existing(folder).map_err(|error| unusable(&error))?;
    let journal = cabinet.journal().map_err(|error| unusable(&error))?;
    Ok((cabinet, Annals::new(journal)))
}
