//! `auditor resume`: goes on with an audit that was interrupted.

use super::audit::tell;
use super::exit::usage;
use super::judging::Bench;
use super::kept::Kept;
use super::session::{self, Called, Goal, Ground, Opening};
use crate::config::Config;
use crate::ports::journal::Outcome;
use clap::Args;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  auditor resume                     # the audit that was interrupted, if there is one alone
  auditor resume 20261122-081512-3f2a9c
  auditor log                        # which audits are there?

What is done is not done again, and model calls that finished are not paid again.";

/// Go on with an audit that was interrupted.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ResumeArgs {
    /// The audit, or how its name begins; without it the only one that is open.
    #[arg(value_name = "ID")]
    audit: Option<String>,
}

/// Goes on with an audit to its end.
pub(super) fn run(args: &ResumeArgs, called: Called<'_>) -> ExitCode {
    let kept = match Kept::find(args.audit.as_deref(), called) {
        Ok(kept) => kept,
        Err(exit) => return exit,
    };
    let bench = match bench(&kept, called.config) {
        Ok(bench) => bench,
        Err(message) => return usage(&message),
    };
    let Kept { audit, terms, request, rubric, keeping, .. } = kept;
    let opening = Opening::Kept { request, rubric };
    let goal = Goal::Report(terms.output.clone(), terms.also.clone());
    let ended = Ground::lay(called.config).and_then(|ground| {
        session::conduct(called, ground, &audit, opening, goal, bench, &keeping)
    });
    match ended {
        Ok(outcome) => tell(&outcome, terms.json, terms.fail_under),
        Err(exit) => exit,
    }
}

/// The bench that the audit was begun with; what it used before counts towards its caps.
fn bench(kept: &Kept, config: &Config) -> Result<Option<Bench>, String> {
    let Some(models) = &kept.request.models else { return Ok(None) };
    let Kept { terms, keeping, .. } = kept;
    let bench = terms.judging.resumed(config, &terms.output, terms.seed, &keeping.book())?;
    let bench = bench.filter(|bench| bench.models == *models).ok_or_else(|| {
        format!(
            "the audit was begun with {} at {}, which the environment does not name any more; set its \
             variables as they were, and resume again",
            models.in_words(),
            models.endpoint
        )
    })?;
    for call in &kept.calls {
        if let Some(Outcome::Reply(reply)) = &call.outcome {
            bench.count(&call.task, reply.usage);
        }
    }
    Ok(Some(bench))
}
