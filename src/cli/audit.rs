//! `auditor audit`: one submission, one report.

use super::exit::{Exit, complain, fail, usage};
use super::judging::JudgingArgs;
use super::print;
use super::session::{self, Goal};
use super::submission::SubmissionArgs;
use crate::config::Config;
use crate::engine::Outcome;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  auditor audit https://github.com/OWNER/REPO --pdf report.pdf
  auditor audit https://github.com/OWNER/REPO            # the PDF is looked for in the repository
  auditor audit ~/submission --pdf-in-repo reports/final_report.pdf --output grades/ada.md
  auditor audit ~/submission --pdf r.pdf --rubric company.json --fail-under 3.5";

/// Audit one submission and write its report as Markdown and JSON.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct AuditArgs {
    #[command(flatten)]
    submission: SubmissionArgs,
    /// A folder for the report, or a file that ends in `.md`.
    #[arg(long, alias = "output-path", value_name = "DIR|FILE.md", default_value = "audit")]
    output: PathBuf,
    #[command(flatten)]
    judging: JudgingArgs,
    /// End with exit code 1 when the overall score is below this, a number from 1 to 5.
    #[arg(long, value_name = "SCORE", value_parser = bar)]
    fail_under: Option<f64>,
    /// Print the whole report as JSON on stdout.
    #[arg(long)]
    json: bool,
}

/// Understands `--fail-under`.
fn bar(typed: &str) -> Result<f64, String> {
    match typed.parse::<f64>() {
        Ok(score) if (1.0..=5.0).contains(&score) => Ok(score),
        Ok(_) | Err(_) => Err("a score is a number from 1 to 5".to_owned()),
    }
}

/// Runs one audit.
pub(super) fn run(args: &AuditArgs, config: &Config, quiet: bool) -> ExitCode {
    let bench = match args.judging.bench(config, &args.output, 0) {
        Ok(bench) => bench,
        Err(message) => return usage(&message),
    };
    let (rubric, mut request) = match args.submission.prepare() {
        Ok(prepared) => prepared,
        Err(message) => return usage(&message),
    };
    if let Some(bench) = &bench {
        request = bench.seat(request, 0);
    }
    let goal = Goal::Report(args.output.clone());
    match session::conduct(config, request, rubric, goal, bench, quiet) {
        Ok(outcome) => tell(args, &outcome),
        Err(exit) => exit,
    }
}

fn tell(args: &AuditArgs, outcome: &Outcome) -> ExitCode {
    match outcome {
        Outcome::Abandoned { task, failure } => {
            fail(Exit::of_abandoned(task), &format!("{failure}; no report was written"))
        }
        Outcome::Investigated { .. } => {
            fail(Exit::Internal, "the audit ended before it was judged")
        }
        Outcome::Reported { report, files } => {
            for notice in &report.notices {
                complain("warning", notice);
            }
            if args.json {
                print(crate::render::json(report).trim_end());
            } else {
                for file in files.iter().take(1) {
                    print(&file.display().to_string());
                }
            }
            Exit::of_report(report, args.fail_under).into()
        }
    }
}
