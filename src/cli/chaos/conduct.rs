//! `auditor chaos run`: one experiment, or one plan.

use super::progress::Bar;
use super::selection::{Chosen, Events, Selection};
use super::{told, verdict};
use crate::chaos::analysis;
use crate::chaos::lab::{keep_results, sweep};
use crate::cli::exit::{Exit, fail, usage};
use crate::cli::print;
use clap::Args;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run one experiment, or one plan of your own.
#[derive(Debug, Args)]
pub(in crate::cli) struct RunArgs {
    #[command(flatten)]
    selection: Selection,
    /// Number of seeds; 1 for a plan, and an experiment's own number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seeds: Option<u64>,
    /// Write runs.csv, events.jsonl, summary.json and index.html into this folder.
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Whose events are written.
    #[arg(long, value_enum, default_value_t)]
    events: Events,
    /// Print the summary as JSON on stdout.
    #[arg(long)]
    json: bool,
}

/// Runs it and says whether the hypothesis held.
pub(super) fn run(args: &RunArgs, quiet: bool) -> ExitCode {
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
    print(&if args.json { told::as_json(&summary) } else { told::in_words(&summary) });
    verdict(summary.held == Some(true))
}
