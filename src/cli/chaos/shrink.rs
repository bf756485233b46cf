//! `auditor chaos shrink`: a smaller plan that still fails.

use super::selection::{Chosen, Selection};
use super::verdict;
use crate::chaos::lab::{Case, Hall, Shrunk, shrink};
use crate::chaos::plan::Plan;
use crate::cli::exit::{Exit, fail, remark, usage};
use crate::cli::print;
use crate::ports::files::Draft;
use crate::render::escape::shell;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Make a failing plan smaller, until nothing more can be taken from it.
///
/// Takes away faults, dimensions, and strikes of each rate, for as long as the plan still fails: at the end none of
/// them can be left out alone. Another plan may be smaller still. The plan is printed as JSON for `--plan`, with the
/// command that replays it on stderr.
#[derive(Debug, Args)]
pub(in crate::cli) struct ShrinkArgs {
    #[command(flatten)]
    selection: Selection,
    /// Try so many seeds until one fails.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seeds: u64,
    /// Write the plan into this file instead.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Shrinks the first case that fails. Exit code 1, since a plan that fails was found; 0 where none does.
pub(super) fn run(args: &ShrinkArgs, quiet: bool) -> ExitCode {
    let Chosen { cases, .. } = match args.selection.choose("shrink", Some(args.seeds)) {
        Ok(chosen) => chosen,
        Err(message) => return usage(&message),
    };
    let mut hall = Hall::default();
    let found = cases.iter().find_map(|case| {
        let failing = |plan: &Plan| {
            let case = Case { plan: plan.clone(), ..case.clone() };
            let trial = hall.trial(&case);
            (!hall.measure(&case, &trial).held()).then_some(trial.struck)
        };
        Some((case, shrink(&case.plan, failing)?))
    });
    let Some((case, Shrunk { plan, tried })) = found else {
        if !quiet {
            remark(&format!("nothing to shrink: everything held in {} audits", cases.len()));
        }
        return verdict(true);
    };
    let json = serde_json::to_string_pretty(&plan).expect("invariant: a plan is plain data");
    if let Some(path) = &args.output {
        if let Err(error) = Draft::of(path, &format!("{json}\n")).and_then(Draft::keep) {
            return fail(Exit::Internal, &error.to_string());
        }
    } else {
        print(&json);
    }
    if !quiet {
        let faults = |plan: &Plan| match plan.faults.len() {
            1 => "1 fault".to_owned(),
            some => format!("{some} faults"),
        };
        remark(&format!(
            "seed {} fails with {}, and still with {}, each at one opportunity, after {tried} tries; to see it:\n{}",
            case.plan.seed,
            faults(&case.plan),
            faults(&plan),
            command(case, &plan)
        ));
    }
    verdict(false)
}

fn command(case: &Case, plan: &Plan) -> String {
    let faults = plan.faults.iter().map(|fault| format!(" --fault {}", shell(&fault.to_string())));
    format!(
        "auditor chaos replay --seed {} --dimensions {} --expect {}{}",
        plan.seed,
        plan.dimensions,
        case.expects.name,
        faults.collect::<String>()
    )
}
