//! `auditor audit`: one submission, one report.

use super::exit::{Exit, complain, fail, usage};
use super::progress::Progress;
use super::{print, source};
use crate::config::Config;
use crate::domain::digest::sha256_of_parts;
use crate::domain::ids::AuditId;
use crate::domain::request::{AuditRequest, BenchKind, ReportSource};
use crate::domain::retry::RetryPolicy;
use crate::domain::rubric::Rubric;
use crate::engine::{self, AuditHandle, Engine, EngineBuilder, EngineError, Outcome};
use crate::ports::reports::Folder;
use crate::ports::sandbox::ChildProcess;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// The rubric that ships with the program.
pub(super) const OWN_RUBRIC: &[u8] = include_bytes!("../../rubric.json");

/// How long an interrupted run may take to stop.
const STOPPING: Duration = Duration::from_secs(10);

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
    /// The repository: an https URL, a local folder, or a `file://` URL.
    #[arg(value_name = "REPO", required_unless_present = "repo_url")]
    repo: Option<String>,
    /// The repository, by the contract's name.
    #[arg(long, value_name = "REPO", conflicts_with = "repo")]
    repo_url: Option<String>,
    /// The report.
    #[arg(long, alias = "pdf-path", value_name = "PATH")]
    pdf: Option<PathBuf>,
    /// Take the report from the repository's tree.
    #[arg(long, value_name = "PATH", conflicts_with = "pdf")]
    pdf_in_repo: Option<String>,
    /// The rubric; without it the program's own.
    #[arg(long, alias = "rubric-path", value_name = "FILE")]
    rubric: Option<PathBuf>,
    /// A folder for the report, or a file that ends in `.md`.
    #[arg(long, alias = "output-path", value_name = "DIR|FILE.md", default_value = "audit")]
    output: PathBuf,
    /// Who judges: the offline bench (`rules`) or language models (`llm`).
    #[arg(long, value_enum, default_value_t = Judges::Auto)]
    judges: Judges,
    /// End with exit code 1 when the overall score is below this, a number from 1 to 5.
    #[arg(long, value_name = "SCORE", value_parser = bar)]
    fail_under: Option<f64>,
    /// Print the whole report as JSON on stdout.
    #[arg(long)]
    json: bool,
    /// Also allow this host (`HOST`, `HOST:PORT`, or `http://HOST:PORT` without encryption).
    #[arg(long, value_name = "HOST")]
    allow_host: Vec<String>,
}

/// Who judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Judges {
    /// Language models where one is configured, else the offline bench.
    Auto,
    /// Three written scoring policies, no language model.
    Rules,
    /// Language models.
    Llm,
}

/// Understands `--fail-under`.
fn bar(typed: &str) -> Result<f64, String> {
    match typed.parse::<f64>() {
        Ok(score) if (1.0..=5.0).contains(&score) => Ok(score),
        Ok(_) | Err(_) => Err("a score is a number from 1 to 5".to_owned()),
    }
}

/// How the wait for an audit ended.
enum Ending {
    Over(Result<Outcome, EngineError>),
    Signal(Exit),
}

/// Runs one audit.
pub(super) fn run(args: &AuditArgs, config: &Config, quiet: bool) -> ExitCode {
    if args.judges == Judges::Llm {
        return usage(
            "this version has no language-model judges; use `--judges rules`, the offline bench",
        );
    }
    let (rubric, request) = match prepare(args) {
        Ok(prepared) => prepared,
        Err(message) => return usage(&message),
    };
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return fail(Exit::Internal, &format!("cannot find this program: {error}")),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return fail(Exit::Internal, &format!("cannot start: {error}")),
    };
    let examiner =
        ChildProcess::new(program).with_network_environment(config.network.iter().cloned());
    runtime.block_on(async {
        match EngineBuilder::new(Arc::new(examiner)).start().await {
            Ok(engine) => conduct(args, engine, request, rubric, quiet).await,
            Err(error) => fail(Exit::Internal, &error.to_string()),
        }
    })
}

fn prepare(args: &AuditArgs) -> Result<(Arc<Rubric>, AuditRequest), String> {
    let rubric = load_rubric(args.rubric.as_deref())?;
    let typed = args.repo.as_deref().or(args.repo_url.as_deref()).unwrap_or_default();
    let repo = source::repository(typed, &args.allow_host)?;
    let report = match (&args.pdf, &args.pdf_in_repo) {
        (Some(path), _) => ReportSource::File {
            path: std::path::absolute(path)
                .map_err(|error| format!("`{}` is no path: {error}", path.display()))?,
            shown: path.display().to_string(),
        },
        (None, Some(path)) => ReportSource::InRepository { path: path.clone() },
        (None, None) => ReportSource::Search,
    };
    let request = AuditRequest {
        repo,
        report,
        bench: BenchKind::Rules,
        retry: RetryPolicy::default(),
        seed: 0,
    };
    Ok((Arc::new(rubric), request))
}

/// Loads the operator's rubric, or the program's own.
pub(super) fn load_rubric(path: Option<&Path>) -> Result<Rubric, String> {
    let Some(path) = path else {
        return engine::load_rubric(OWN_RUBRIC).map_err(|error| error.to_string());
    };
    let shown = path.display();
    let bytes = std::fs::read(path)
        .map_err(|error| format!("the rubric `{shown}` cannot be read: {error}"))?;
    engine::load_rubric(&bytes)
        .map_err(|error| format!("the rubric `{shown}` cannot be used: {error}"))
}

async fn conduct(
    args: &AuditArgs,
    engine: Engine,
    request: AuditRequest,
    rubric: Arc<Rubric>,
    quiet: bool,
) -> ExitCode {
    let name = sha256_of_parts(&[&request.repo.shown(), &format!("{:?}", request.report)]);
    let audit =
        AuditId::new(format!("audit-{}", &name[..16])).expect("hexadecimal digits are an id");
    let progress = Progress::start(quiet, &rubric);
    let reports = Arc::new(Folder::new(args.output.clone()));
    let ending = match engine.submit(audit, request, rubric, reports) {
        Ok(handle) => wait(handle, &progress).await,
        Err(error) => Ending::Over(Err(error)),
    };
    progress.finish();
    engine.shut_down(STOPPING).await;
    match ending {
        Ending::Over(Ok(outcome)) => tell(args, &outcome),
        Ending::Over(Err(error)) => fail(Exit::Internal, &error.to_string()),
        Ending::Signal(exit) => fail(exit, "interrupted; nothing was written"),
    }
}

/// Follows the audit to its end, or to a signal.
async fn wait(mut handle: AuditHandle, progress: &Progress) -> Ending {
    let mut events = std::mem::replace(&mut handle.events, tokio::sync::broadcast::channel(1).1);
    let follow = async {
        use tokio::sync::broadcast::error::RecvError;
        loop {
            match events.recv().await {
                Ok(event) => progress.show(&event),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    };
    tokio::select! {
        biased;
        exit = signal() => Ending::Signal(exit),
        outcome = handle.outcome() => {
            // The last events may still wait to be shown.
            Ending::Over(outcome)
        }
        () = follow => Ending::Over(Err(EngineError::Stopped("the audit went silent".into()))),
    }
}

/// Waits for Ctrl-C or SIGTERM.
async fn signal() -> Exit {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        biased;
        Ok(()) = tokio::signal::ctrl_c() => Exit::Interrupted,
        Some(()) = terminate.recv() => Exit::Terminated,
        else => std::future::pending().await,
    }
}

fn tell(args: &AuditArgs, outcome: &Outcome) -> ExitCode {
    match outcome {
        Outcome::Abandoned { task, failure } => {
            fail(Exit::of_abandoned(task), &format!("{failure}; no report was written"))
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
