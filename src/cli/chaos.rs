//! `auditor chaos`: experiments on the court itself.

mod conduct;
mod list;
mod progress;
mod really;
mod replay;
mod selection;
mod shrink;
mod sweep;
mod told;

use crate::chaos::lab::silence_planned_panics;
use clap::Subcommand;
use std::process::ExitCode;

/// How the program names its own version in results.
const VERSION: &str = env!("CARGO_PKG_VERSION");

const EXAMPLES: &str = "\
Examples:
  auditor chaos list                                             # what is claimed, and how it is tried
  auditor chaos run crashed-judges-are-retried                   # try one of the claims
  auditor chaos run --fault judge:panic:0.2 --fault process:kill:@17 --seeds 100
  auditor chaos run --fault 'judge[Prosecutor]:panic:1' --expect complete --output lab/
  auditor chaos run --real --runs 50                             # real processes, killed and resumed
  auditor chaos sweep all --output lab/                          # every claim; goes on where it was stopped
  auditor chaos sweep --fault judge:panic --fault model:cut --rate 0.05,0.2 --seeds 100 --output lab/
  auditor chaos sweep --kill-at-every-append --fault judge:panic --rate 0.1 --output lab/
  auditor chaos replay --seed 7 --fault judge:panic:0.2          # everything that happens, and its fingerprint
  auditor chaos shrink --seeds 100 --expect complete --plan failing.json

A fault is SITE:KIND:RATE (a probability at each opportunity) or SITE:KIND:@N (the N-th opportunity alone);
SITE[WORD] strikes only at what the word names, such as judge[TechLead], model[dimension_2], message[publish].
`auditor chaos sites` lists all of them.

Exit codes: 0 the hypothesis held, 1 it did not, 2 wrong usage, 70 the program itself failed";

/// Inject faults into simulated audits and see what holds.
///
/// Audits run in virtual time, with scripted models and a submission in memory, about a thousand a second. All
/// that happens follows from the plan and its seed: the same plan gives the same run, byte for byte.
#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(super) enum ChaosCommand {
    /// List the experiments that ship: what each claims, and how that is tried.
    List {
        /// Print them as JSON.
        #[arg(long)]
        json: bool,
    },
    /// List where faults can strike, and what can be expected.
    Sites,
    /// Run one experiment, or one plan of your own.
    Run(conduct::RunArgs),
    /// Run a grid of faults, rates and seeds on all cores; goes on where it was stopped.
    Sweep(sweep::SweepArgs),
    /// Run one audit again and print everything that happens in it.
    Replay(replay::ReplayArgs),
    /// Make a failing plan smaller, until nothing more can be taken from it.
    Shrink(shrink::ShrinkArgs),
}

/// Runs one of the commands.
pub(super) fn run(command: &ChaosCommand, quiet: bool) -> ExitCode {
    silence_planned_panics();
    match command {
        ChaosCommand::List { json } => list::experiments(*json),
        ChaosCommand::Sites => list::sites(),
        ChaosCommand::Run(args) => conduct::run(args, quiet),
        ChaosCommand::Sweep(args) => sweep::run(args, quiet),
        ChaosCommand::Replay(args) => replay::run(args),
        ChaosCommand::Shrink(args) => shrink::run(args, quiet),
    }
}

/// The exit code of an experiment.
fn verdict(held: bool) -> ExitCode {
    if held { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
