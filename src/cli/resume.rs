//! `auditor resume`: goes on with an audit that was interrupted.

use super::audit::tell;
use super::exit::{Exit, complain, fail, usage};
use super::judging::Bench;
use super::kept::Kept;
use super::results::on_disk;
use super::session::{self, Called, Goal, Ground, Opening};
use super::terms::Terms;
use crate::config::Config;
use crate::domain::report::AuditReport;
use crate::engine::Outcome;
use crate::ports::journal;
use crate::ports::reports::{self, Folder, Reports};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  auditor resume                     # the audit that was interrupted, if there is one alone
  auditor resume 20261122-081512-3f2a9c
  auditor resume 20261122 --output elsewhere/    # where its folder is full, or cannot be written
  auditor log                        # which audits are there?

What is done is not done again, and model calls that finished are not paid again.";

/// Go on with an audit that was interrupted.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ResumeArgs {
    /// The audit, or how its name begins; without it the only one that is open.
    #[arg(value_name = "ID")]
    audit: Option<String>,
    /// A folder for the report, or a file that ends in `.md`; without it where the audit was to write it.
    #[arg(long, alias = "output-path", value_name = "DIR|FILE.md", value_parser = on_disk())]
    output: Option<PathBuf>,
}

/// Goes on with an audit to its end.
pub(super) fn run(args: &ResumeArgs, called: Called<'_>) -> ExitCode {
    let kept = match Kept::find(args.audit.as_deref(), args.output.as_deref(), called) {
        Ok(kept) => kept,
        Err(exit) => return exit,
    };
    if let Some(report) = kept.unwritten() {
        return write_down(&report, &kept.terms);
    }
    if let Some((report, files)) = kept.published() {
        return match &args.output {
            Some(_) => write_down(&report, &kept.terms),
            None => restored(report, files, &kept.terms),
        };
    }
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

/// Writes the report of an audit that is over but for that.
fn write_down(report: &Arc<AuditReport>, terms: &Terms) -> ExitCode {
    let runtime = match session::runtime() {
        Ok(runtime) => runtime,
        Err(exit) => return exit,
    };
    let folder = Folder::new(terms.output.clone()).also(terms.also.clone());
    match runtime.block_on(folder.publish(report)) {
        Ok(files) => {
            let outcome = Outcome::Reported { report: Arc::clone(report), files, unread: None };
            tell(&outcome, terms.json, terms.fail_under)
        }
        Err(error) => fail(Exit::Internal, &format!("{error}; no report was written")),
    }
}

/// Writes what is lost of a report that was written, and says what is not as it was.
fn restored(report: Arc<AuditReport>, files: Vec<PathBuf>, terms: &Terms) -> ExitCode {
    let done = match reports::restore(&report, &files) {
        Ok(done) => done,
        Err(error) => return fail(Exit::Internal, &format!("{error}; every verdict is kept")),
    };
    for file in &done.differing {
        complain(
            "warning",
            &format!(
                "`{}` is not as it was written, and was left so; without it the same command writes it again",
                file.display()
            ),
        );
    }
    let outcome = Outcome::Reported { report, files, unread: None };
    tell(&outcome, terms.json, terms.fail_under)
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
        if let Some(journal::Outcome::Reply(reply)) = &call.outcome {
            bench.count(&call.task, reply.usage);
        }
    }
    Ok(Some(bench))
}
