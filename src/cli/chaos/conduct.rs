//! `auditor chaos run`: one experiment, or one plan.

use super::progress::Bar;
use super::really::really;
use super::selection::{Chosen, Events, Selection};
use super::{told, verdict};
use crate::chaos::analysis::{self, Summary};
use crate::chaos::lab::{keep_results, sweep};
use crate::cli::exit::{Exit, fail, usage};
use crate::cli::print;
use crate::cli::results::on_disk;
use clap::Args;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run one experiment, or one plan of your own.
#[derive(Debug, Args)]
pub(in crate::cli) struct RunArgs {
    #[command(flatten)]
    pub(super) selection: Selection,
    /// Number of seeds; 1 for a plan, and an experiment's own number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seeds: Option<u64>,
    /// Real processes instead of simulated ones: audits of a small submission that ships, with a scripted model's
    /// server on this machine, are killed one to three times at moments that the seed draws, and resumed. Of faults
    /// those of `model` can be given, but for `hang`, and process:kill:@N: then a process is killed as soon as its
    /// journal is seen to hold N events, and at no other moment. The dimensions of a plan are those of the rubric
    /// that ships.
    #[arg(long, conflicts_with_all = ["experiment", "seeds", "dimensions", "expect"])]
    real: bool,
    /// Number of real audits; 10, and 1 of each plan of a file.
    #[arg(long, value_name = "N", requires = "real", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(super) runs: Option<u64>,
    /// Write runs.csv, events.jsonl, summary.json and index.html into this folder; of real processes that did not
    /// hold also their journals.
    #[arg(long, value_name = "DIR", value_parser = on_disk())]
    pub(super) output: Option<PathBuf>,
    /// Whose events are written.
    #[arg(long, value_enum, default_value_t, requires = "output")]
    pub(super) events: Events,
    /// Print the summary as JSON on stdout.
    #[arg(long)]
    pub(super) json: bool,
}

/// Runs it and says whether the hypothesis held.
pub(super) fn run(args: &RunArgs, quiet: bool) -> ExitCode {
    if let Some(folder) = &args.output
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        return usage(&format!("cannot make `{}`: {error}", folder.display()));
    }
    if args.real {
        return really(args, quiet);
    }
    let Chosen { cases, experiment } = match args.selection.choose("run", args.seeds) {
        Ok(chosen) => chosen,
        Err(message) => return usage(&message),
    };
    let bar = Bar::start(cases.len(), 0, quiet);
    let runs = sweep(&cases, BTreeMap::new(), super::sweep::cores(), |_, run| {
        bar.step(run);
        Ok::<_, Infallible>(())
    });
    bar.finish();
    let runs = runs.unwrap_or_else(|never| match never {});
    let summary = match &args.output {
        None => analysis::summary(&experiment, &runs),
        Some(folder) => {
            match keep_results(folder, &experiment, &cases, &runs, args.events.into()) {
                Ok(summary) => summary,
                Err(error) => {
                    return fail(Exit::Internal, &format!("cannot keep the results: {error}"));
                }
            }
        }
    };
    tell(&summary, args.json)
}

/// Prints what the runs show, and says whether the hypothesis held.
pub(super) fn tell(summary: &Summary, as_json: bool) -> ExitCode {
    print(&if as_json { told::as_json(summary) } else { told::in_words(summary) });
    verdict(summary.held == Some(true))
}
