//! `auditor audit`: one submission, one report.

mod estimate;
mod repeat;

use super::exit::{Exit, complain, fail, usage};
use super::judging::JudgingArgs;
use super::keeping::{Keeping, new_name};
use super::print;
use super::results::on_disk;
use super::session::{self, Called, Goal, Ground, Opening};
use super::submission::SubmissionArgs;
use super::terms::Terms;
use crate::domain::request::AuditRequest;
use crate::domain::rubric::Rubric;
use crate::engine::Outcome;
use crate::ports::reports::Form;
use crate::spread::both;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  auditor audit https://github.com/OWNER/REPO --pdf report.pdf
  auditor audit https://github.com/OWNER/REPO            # the PDF is looked for in the repository
  auditor audit ~/submission --pdf-in-repo reports/final_report.pdf --output grades/ada.md
  auditor audit ~/submission --pdf r.pdf --rubric company.json --fail-under 3.5
  auditor audit ~/submission --pdf r.pdf --judges llm --estimate        # what would it cost?
  auditor audit ~/submission --pdf r.pdf --judges llm --max-cost 0.50 --record tape/
  auditor audit ~/submission --pdf r.pdf --replay tape/                 # the same, without a network";

/// Audit one submission and write its report as Markdown and JSON.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct AuditArgs {
    #[command(flatten)]
    submission: SubmissionArgs,
    /// A folder for the report, or a file that ends in `.md`; the same report as JSON is written beside it.
    #[arg(long, alias = "output-path", value_name = "DIR|FILE.md", default_value = "audit", value_parser = on_disk())]
    output: PathBuf,
    /// Also write the report in these forms, such as `--also html,sarif`.
    #[arg(long, value_enum, value_name = "FORM", value_delimiter = ',')]
    also: Vec<Also>,
    /// End with exit code 1 when the overall score is below this, a number from 1 to 5.
    #[arg(long, value_name = "SCORE", value_parser = bar)]
    fail_under: Option<f64>,
    /// Judge this often, each time with another seed, and print how stable each score is.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u8).range(1..=20),
        conflicts_with_all = ["record", "replay"],
    )]
    repeat: u8,
    /// Print the whole report as JSON on stdout.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub judging: JudgingArgs,
}

impl AuditArgs {
    /// The folder of this machine that is audited, if it is one.
    pub fn audited(&self) -> Option<PathBuf> {
        self.submission.audited()
    }
}

/// A form of the report beside Markdown and JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Also {
    /// One page for a browser, with nothing outside of it.
    Html,
    /// The findings that have places, for code scanners (SARIF 2.1.0).
    Sarif,
}

impl From<Also> for Form {
    fn from(also: Also) -> Self {
        match also {
            Also::Html => Self::Html,
            Also::Sarif => Self::Sarif,
        }
    }
}

/// Understands `--fail-under`.
fn bar(typed: &str) -> Result<f64, String> {
    match typed.parse::<f64>() {
        Ok(score) if (1.0..=5.0).contains(&score) => Ok(score),
        Ok(_) | Err(_) => Err("a score is a number from 1 to 5".to_owned()),
    }
}

/// Runs one audit, or the same one several times.
pub(super) fn run(args: &AuditArgs, called: Called<'_>) -> ExitCode {
    // The readers start up while the rest is made ready.
    let is_one = !args.judging.estimate && args.repeat == 1;
    let lay = || is_one.then(|| Ground::lay(called.config).map(Ground::with_readers));
    let prepare = || {
        let prepared = args.submission.prepare(called.config).map_err(|message| usage(&message))?;
        let keeping = is_one.then(|| Keeping::open(called.config, called.state, called.quiet));
        Ok((prepared, keeping.transpose()?))
    };
    let (prepared, ground) = both(prepare, lay);
    let (submission, keeping) = match prepared {
        Ok(prepared) => prepared,
        Err(exit) => return exit,
    };
    let outcome = match (ground, keeping) {
        (Some(ground), Some(keeping)) => ground.and_then(|ground| {
            conduct(args, called, ground, submission, &keeping, &args.output, 0)
        }),
        _ if args.judging.estimate => {
            return estimate::run(&args.judging, called, submission);
        }
        _ => return repeat::run(args, called, &submission),
    };
    match outcome {
        Ok(outcome) => tell(&outcome, args.json, args.fail_under),
        Err(exit) => exit,
    }
}

/// Conducts one audit with the bench that the arguments ask for; `seed` draws the replies.
fn conduct(
    args: &AuditArgs,
    called: Called<'_>,
    ground: Ground,
    (rubric, request): (Arc<Rubric>, AuditRequest),
    keeping: &Keeping,
    output: &Path,
    seed: u64,
) -> Result<Outcome, ExitCode> {
    let bench = args.judging.bench(called.config, output, seed, &keeping.book());
    let bench = bench.map_err(|message| usage(&message))?;
    if bench.is_none() && !called.quiet && seed == 0 {
        args.judging.unused().iter().for_each(|unused| complain("warning", unused));
    }
    let request = match &bench {
        Some(bench) => bench.seat(request, seed),
        None => request,
    };
    let also: Vec<Form> = args.also.iter().map(|also| Form::from(*also)).collect();
    let goal = Goal::Report(output.to_owned(), also.clone());
    let terms = Terms {
        output: std::path::absolute(output).unwrap_or_else(|_| output.to_owned()),
        also,
        fail_under: args.fail_under,
        json: args.json,
        seed,
        judging: args.judging.clone(),
        bounds: bench.as_ref().map(|bench| bench.bounds),
    };
    let terms = Some(Box::new(terms));
    let opening = Opening::New { request, rubric, terms, after: None };
    session::conduct(called, ground, &new_name(), opening, goal, bench, keeping)
}

/// Tells how an audit ended: the report's place, or the report itself, or why there is none.
pub(super) fn tell(outcome: &Outcome, json: bool, fail_under: Option<f64>) -> ExitCode {
    match outcome {
        Outcome::Abandoned { task, failure } => {
            fail(Exit::of_abandoned(task), &format!("{failure}; no report was written"))
        }
        Outcome::Investigated { .. } => {
            fail(Exit::Internal, "the audit ended before it was judged")
        }
        Outcome::Reported { report, files, unread: _ } => {
            for notice in &report.notices {
                complain("warning", notice);
            }
            if json {
                print(crate::render::json(report).trim_end());
            } else {
                for file in files.iter().take(1) {
                    print(&file.display().to_string());
                }
            }
            Exit::of_report(report, fail_under).into()
        }
    }
}
