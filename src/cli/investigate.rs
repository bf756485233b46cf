//! `auditor investigate`: the detectives alone.

use super::exit::{Exit, complain, fail, usage};
use super::submission::SubmissionArgs;
use super::{print, session};
use crate::config::Config;
use crate::domain::request::Scope;
use crate::engine::Outcome;
use crate::render;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  auditor investigate https://github.com/OWNER/REPO
  auditor investigate ~/submission --pdf report.pdf --json > facts.json
  auditor schema investigation            # what the JSON means";

/// Have the detectives collect evidence and facts; nobody judges and nothing is written.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct InvestigateArgs {
    #[command(flatten)]
    submission: SubmissionArgs,
    /// Print all evidence and all facts as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs one investigation.
pub(super) fn run(args: &InvestigateArgs, config: &Config, quiet: bool) -> ExitCode {
    let (rubric, request) = match args.submission.prepare(Scope::Investigation) {
        Ok(prepared) => prepared,
        Err(message) => return usage(&message),
    };
    let found = match session::conduct(config, request, rubric, PathBuf::new(), quiet) {
        Ok(Outcome::Investigated(found)) => found,
        Ok(Outcome::Abandoned { task, failure }) => {
            return fail(Exit::of_abandoned(&task), &failure.to_string());
        }
        Ok(Outcome::Reported { .. }) => {
            return fail(Exit::Internal, "the investigation ended in a judgement");
        }
        Err(exit) => return exit,
    };
    for reason in &found.unread {
        complain("warning", reason);
    }
    if args.json {
        print(render::investigation_json(&found).trim_end());
    } else {
        print(render::investigation(&found).trim_end());
    }
    if found.unread.is_empty() { Exit::Reported.into() } else { Exit::Partial.into() }
}
