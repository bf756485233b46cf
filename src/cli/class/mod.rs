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
use super::reading::ReadingArgs;
use super::source::HostArgs;
use crate::cli::results::on_disk;
use crate::config::{Amount, File, Watch};
use crate::docket::{Annals, Cabinet, CabinetError};
use clap::Args;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What a class is audited by, and where its results go.
#[derive(Clone, Debug, Args)]
pub(super) struct ClassArgs {
    /// The folder of results: tables and a page for the class, and a folder per submission. The class's
    /// journal is in it too, so that the next run goes on where this one ends.
    #[arg(long, value_name = "DIR", default_value = "grades", value_parser = on_disk())]
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
    #[command(flatten)]
    hosts: HostArgs,
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
    reading: ReadingArgs,
    #[command(flatten)]
    judging: JudgingArgs,
}

impl ClassArgs {
    /// Takes over what the file of settings says, but for the arguments that are given.
    fn settle(&mut self, file: &File, is_given: impl Fn(&str) -> bool) {
        let Watch {
            at_once,
            rescan_seconds,
            settle_seconds,
            recheck_minutes,
            output,
            listen: _,
            allow_local,
            allow_hosts,
            allow_ssh,
            max_cost,
            max_cost_each,
            pilot,
        } = &file.watch;
        take(&mut self.output, output.clone(), is_given("output"));
        take(&mut self.at_once, at_once.map(at_most_64), is_given("at_once"));
        take(&mut self.rescan, rescan_seconds.map(|it| it.get().into()), is_given("rescan"));
        take(&mut self.settle, settle_seconds.map(Amount::get), is_given("settle"));
        take(&mut self.recheck, *recheck_minutes, is_given("recheck"));
        self.allow_local |= allow_local.unwrap_or_default();
        self.hosts.allow_host.extend(allow_hosts.iter().flatten().cloned());
        self.hosts.allow_ssh |= allow_ssh.unwrap_or_default();
        self.max_cost_each = self.max_cost_each.or(max_cost_each.map(Amount::get));
        self.pilot = self.pilot.or(*pilot);
        // What is said of the class is nearer than what is said of every audit.
        self.judging.max_cost = self.judging.max_cost.or(max_cost.map(Amount::get));
        self.judging.settle(&file.judges, is_given);
    }
}

/// Takes a setting where no argument is given.
fn take<T>(argument: &mut T, setting: Option<T>, is_given: bool) {
    if let (Some(setting), false) = (setting, is_given) {
        *argument = setting;
    }
}

fn at_most_64(number: NonZeroU32) -> u16 {
    number.get().min(64).try_into().unwrap_or(64)
}

/// Tells why a class cannot be used.
fn unusable(error: &CabinetError) -> ExitCode {
    match error {
        CabinetError::Absent { .. } | CabinetError::Busy { .. } | CabinetError::NoFolder { .. } => {
            usage(&error.to_string())
        }
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
