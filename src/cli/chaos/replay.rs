//! `auditor chaos replay`: everything that happens in an audit.

use super::selection::{Chosen, Selection};
use super::verdict;
use crate::chaos::chronicle::in_words;
use crate::chaos::lab::{Case, Hall};
use crate::chaos::run::Run;
use crate::chaos::simulate::Trial;
use crate::cli::exit::usage;
use crate::cli::print;
use clap::Args;
use std::fmt::Write;
use std::process::ExitCode;

/// Why writing into a string cannot fail.
const WRITES: &str = "a string takes all writes";

/// Run one audit again and print everything that happens in it.
#[derive(Debug, Args)]
pub(in crate::cli) struct ReplayArgs {
    #[command(flatten)]
    selection: Selection,
}

/// Prints the trace of each case, its fingerprint, and what did not hold.
pub(super) fn run(args: &ReplayArgs) -> ExitCode {
    let Chosen { cases, .. } = match args.selection.choose("replay", Some(1)) {
        Ok(chosen) => chosen,
        Err(message) => return usage(&message),
    };
    let mut hall = Hall::default();
    let mut held = true;
    for case in &cases {
        let trial = hall.trial(case);
        let run = hall.measure(case, &trial);
        held &= run.held();
        print(&told(case, &trial, &run));
    }
    verdict(held)
}

fn told(case: &Case, trial: &Trial, run: &Run) -> String {
    let faults = if run.faults.is_empty() { "no fault".to_owned() } else { run.faults.join(" ") };
    let mut text = format!(
        "seed {}, {} dimensions, {faults}\n{}\nopportunities {}, strikes {}, model calls {} (asked again {}), restarts {}\n",
        run.seed,
        run.dimensions,
        in_words(&trial.entries),
        run.armed,
        run.fired,
        run.paid_calls,
        run.repaid_calls,
        trial.restarts,
    );
    for breach in &trial.breaches {
        writeln!(text, "broken: {}: {}", breach.invariant.name(), breach.what).expect(WRITES);
    }
    if run.broken.iter().any(|name| name == case.expects.name) {
        writeln!(text, "not so: every audit {}", case.expects.says).expect(WRITES);
    }
    text + &format!("fingerprint {}", run.trace)
}
