//! `auditor chaos run`: one experiment, or one plan.

use super::progress::Bar;
use super::selection::{Chosen, Events, Selection};
use super::{told, verdict};
use crate::chaos::analysis::{self, Summary};
use crate::chaos::lab::{keep_results, keep_summary, sweep};
use crate::chaos::real::{Court, RealError};
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
    selection: Selection,
    /// Number of seeds; 1 for a plan, and an experiment's own number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seeds: Option<u64>,
    /// Real processes instead of simulated ones: audits of a small submission that ships, with a scripted model's
    /// server on this machine, are killed one to three times at moments that the seed draws, and resumed. Of faults
    /// those of `model` can be given, but for `hang`.
    #[arg(long, conflicts_with_all = ["experiment", "plan", "seeds", "dimensions", "expect", "events"])]
    real: bool,
    /// Number of real audits.
    #[arg(long, value_name = "N", default_value_t = 10, requires = "real", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    runs: u64,
    /// Write runs.csv, events.jsonl, summary.json and index.html into this folder; of real processes there is no
    /// events.jsonl, since their journals have the events.
    #[arg(long, value_name = "DIR", value_parser = on_disk())]
    output: Option<PathBuf>,
    /// Whose events are written.
    #[arg(long, value_enum, default_value_t, requires = "output")]
    events: Events,
    /// Print the summary as JSON on stdout.
    #[arg(long)]
    json: bool,
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

fn tell(summary: &Summary, as_json: bool) -> ExitCode {
    print(&if as_json { told::as_json(summary) } else { told::in_words(summary) });
    verdict(summary.held == Some(true))
}

/// Runs real processes.
fn really(args: &RunArgs, quiet: bool) -> ExitCode {
    let (faults, first) = args.selection.faults();
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => {
            return fail(Exit::Internal, &format!("the program's own file is not known: {error}"));
        }
    };
    let court = match Court::new(program, faults.to_vec()) {
        Ok(court) => court,
        Err(error @ RealError::Unreal(_)) => return usage(&error.to_string()),
        Err(error) => return fail(Exit::Internal, &format!("the experiment failed: {error}")),
    };
    let bar = Bar::start(usize::try_from(args.runs).unwrap_or(usize::MAX), 0, quiet);
    let mut runs = Vec::new();
    for seed in first..first.saturating_add(args.runs) {
        match court.run(seed) {
            Ok(run) => {
                bar.step(&run);
                runs.push(run);
            }
            Err(error) => {
                bar.finish();
                return fail(Exit::Internal, &format!("the experiment failed: {error}"));
            }
        }
    }
    bar.finish();
    let experiment = args.selection.real(args.runs);
    let summary = match &args.output {
        None => Ok(analysis::summary(&experiment, &runs)),
        Some(folder) => keep_summary(folder, &experiment, &runs),
    };
    match summary {
        Ok(summary) => tell(&summary, args.json),
        Err(error) => fail(Exit::Internal, &format!("cannot keep the results: {error}")),
    }
}
