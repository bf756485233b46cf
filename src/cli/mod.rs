//! The command line: arguments in, exit code out. Results on stdout, progress and logs on stderr.

mod audit;
mod chaos;
mod class;
mod config;
mod doctor;
mod exit;
mod investigate;
mod judging;
mod keeping;
mod kept;
mod log;
mod progress;
mod reading;
mod regrade;
mod results;
mod resume;
mod rubric;
mod schema;
mod session;
mod signals;
mod source;
mod submission;
mod telemetry;
mod terms;
#[cfg(test)]
mod tests;
mod verify;

use crate::config::{Config, LogFormat, Mistrust};
use crate::ports::files::lies_within;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use exit::complain;
use results::print;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tracing_subscriber::filter::Targets;

const EXAMPLES: &str = "\
Examples:
  auditor audit https://github.com/OWNER/REPO --pdf report.pdf
  auditor audit ../submission --pdf-in-repo reports/final.pdf --output grades/
  auditor investigate ../submission --json > facts.json
  auditor resume                        # go on with an audit that was interrupted
  auditor rubric check my-rubric.json

Exit codes:
  0  the report is written                  5  the judges could not be reached
  1  the score is below --fail-under        6  a partial report is written
  2  wrong usage, or the rubric is invalid  70 the program itself failed
  3  the repository could not be read       129, 130, 143  interrupted
  4  the PDF could not be read
With 3, 4 and 5 there is no report; where only one of repository and PDF could not be read, it is 6.";

/// Audits a git repository and its PDF report against a rubric, the way a court would.
///
/// Detectives collect facts, three judges score every criterion from the same facts, and a Chief
/// Justice resolves their conflict by written rules. Every sentence of the report can be checked.
#[derive(Debug, Parser)]
#[command(name = "auditor", version, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Say nothing but results and errors.
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Where audits are kept, so that an interrupted one can be resumed (or set `AUDITOR_STATE`).
    #[arg(long, global = true, value_name = "DIR")]
    state: Option<PathBuf>,
    /// Settings, in a file (see `auditor config`); flags and the environment win over it.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// How trace lines are written; with `json` all that is said on stderr is.
    #[arg(long, global = true, value_name = "FORMAT", value_enum)]
    log_format: Option<Lines>,
    /// Trace more; twice for everything (or set `RUST_LOG`).
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    verbose: u8,
}

/// How trace lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Lines {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Audit one submission and write its report.
    Audit(Box<audit::AuditArgs>),
    /// Have the detectives collect evidence, without a judgement.
    Investigate(Box<investigate::InvestigateArgs>),
    /// Go on with an audit that was interrupted.
    Resume(resume::ResumeArgs),
    /// Audit the submissions of a folder as they appear, and stay up.
    Watch(Box<class::WatchArgs>),
    /// Audit the submissions of a list.
    Batch(Box<class::BatchArgs>),
    /// Look at a class, or order something about it.
    Docket(class::DocketCommand),
    /// Score a criterion of a submission yourself.
    Override(class::OverrideArgs),
    /// Declare a piece of evidence to be a false positive.
    Waive(class::WaiveArgs),
    /// Audit again what was audited, by another rubric or with waivers; what did not change is taken over.
    Regrade(regrade::RegradeArgs),
    /// List the audits that are kept, or show what happened in one.
    Log(log::LogArgs),
    /// Check an audit's journal, and derive its verdict again, byte for byte.
    Verify(verify::VerifyArgs),
    /// Check the configuration of language models: what is reached, and what it really does.
    Doctor(doctor::DoctorArgs),
    /// Show what can be set in a file, or check one.
    Config(config::ConfigArgs),
    /// Print the table of prices that `--prices` replaces.
    Prices,
    /// Inject faults into simulated audits and see what holds.
    #[command(subcommand)]
    Chaos(chaos::ChaosCommand),
    /// Check a rubric, or list what rubrics can ask.
    #[command(subcommand)]
    Rubric(rubric::RubricCommand),
    /// Print the JSON Schema of a type; without a name, list the names.
    Schema {
        /// Such as `report` or `evidence`.
        name: Option<String>,
    },
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

impl Command {
    /// Whether a file lies in what is audited: nothing there is the operator's.
    fn is_audited(&self, file: &Path) -> bool {
        let folders = match self {
            Self::Audit(args) => args.audited().into_iter().collect(),
            Self::Investigate(args) => args.audited().into_iter().collect(),
            Self::Watch(args) => args.audited(),
            Self::Batch(args) => args.audited(),
            _ => Vec::new(),
        };
        folders.iter().any(|folder| lies_within(file, folder))
    }
}

/// Runs the program on its arguments and says how it ended, also where the program itself is at fault.
#[must_use]
pub fn run() -> ExitCode {
    results::end(caught(obey))
}

/// Does the work; a panic is told as any failure is.
fn caught(work: impl FnOnce() -> ExitCode) -> ExitCode {
    let ended = catch_unwind(AssertUnwindSafe(work));
    ended.unwrap_or_else(|panic| {
        let why = format!(
            "the program failed where it never should: {}; `-v` says where",
            of_panic(panic.as_ref())
        );
        exit::fail(exit::Exit::Internal, &why)
    })
}

/// What a panic says of itself.
fn of_panic(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it does not say why")
}

fn obey() -> ExitCode {
    let matches = Cli::command().get_matches();
    let mut cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    if let Command::Config(args) = &cli.command {
        return config::run(args, cli.config.as_deref());
    }
    let config = match Config::load(cli.config.as_deref(), |file| cli.command.is_audited(file)) {
        Ok(config) => config,
        Err(error) => return exit::usage(&error.to_string()),
    };
    trace(&cli, &config);
    if let Some((file, why)) = config.untrusted.as_ref().filter(|_| !cli.quiet) {
        let why = match why {
            Mistrust::Audited => "lies in what is audited",
            Mistrust::Foreign => "belongs to another user of this machine",
        };
        exit::complain(
            "warning",
            &format!(
                "`{}` {why} and was not read; your own settings belong in the environment, or in a `.env` of another \
                 folder to run this from",
                file.display()
            ),
        );
    }
    let is_given = |name: &str| is_given(&matches, name);
    if let Command::Audit(args) = &mut cli.command {
        args.judging.settle(&config.file.judges, is_given);
    } else if let Command::Watch(args) = &mut cli.command {
        args.settle(&config.file, is_given);
    } else if let Command::Batch(args) = &mut cli.command {
        args.settle(&config.file, is_given);
    }
    let called = session::Called { config: &config, state: cli.state.as_deref(), quiet: cli.quiet };
    match cli.command {
        Command::Audit(args) => audit::run(&args, called),
        Command::Resume(args) => resume::run(&args, called),
        Command::Watch(args) => class::watch(&args, called),
        Command::Batch(args) => class::batch(&args, called),
        Command::Docket(args) => class::docket(&args, called),
        Command::Override(args) => class::r#override(&args, called),
        Command::Waive(args) => class::waive(&args, called),
        Command::Regrade(args) => regrade::run(&args, called),
        Command::Investigate(args) => investigate::run(&args, called),
        Command::Log(args) => log::run(&args, called),
        Command::Verify(args) => verify::run(&args, called),
        Command::Doctor(args) => doctor::run(&args, &config),
        Command::Config(args) => config::run(&args, cli.config.as_deref()),
        Command::Prices => {
            print(crate::domain::prices::OWN.trim_end());
            ExitCode::SUCCESS
        }
        Command::Chaos(command) => chaos::run(&command, cli.quiet),
        Command::Rubric(command) => rubric::run(&command),
        Command::Schema { name } => schema::run(name.as_deref()),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "auditor", &mut script);
            print(String::from_utf8_lossy(&script).trim_end());
            ExitCode::SUCCESS
        }
    }
}

/// Whether the operator gave an argument of the command, which then counts before every setting.
fn is_given(matches: &ArgMatches, name: &str) -> bool {
    let command = matches.subcommand().map(|(_, matches)| matches);
    command.is_some_and(|given| {
        let is_known = given.try_contains_id(name).is_ok();
        is_known && given.value_source(name) == Some(ValueSource::CommandLine)
    })
}

/// Sends trace lines to stderr; panics of actors become trace lines too, since supervisors deal with
/// them.
fn trace(cli: &Cli, config: &Config) {
    use tracing_subscriber::filter::LevelFilter;
    use tracing_subscriber::prelude::*;
    use tracing_subscriber::{fmt, registry};

    let filter = filter(cli, config);
    let lines = fmt::layer().with_writer(std::io::stderr);
    let format = match (cli.log_format, config.file.log_format.unwrap_or_default()) {
        (Some(Lines::Text), _) | (None, LogFormat::Text) => LogFormat::Text,
        (Some(Lines::Json), _) | (None, LogFormat::Json) => LogFormat::Json,
    };
    match format {
        LogFormat::Text => {
            // It knows terminals without colours, and who wants none (`NO_COLOR`).
            let colours = anstream::AutoStream::choice(&std::io::stderr());
            let lines = lines.with_ansi(colours != anstream::ColorChoice::Never);
            registry().with(lines.with_filter(filter)).init();
        }
        LogFormat::Json => {
            let filter = filter.with_target(exit::SAID, LevelFilter::INFO);
            let lines = lines.json().flatten_event(true).with_ansi(false);
            registry().with(lines.with_filter(filter)).init();
            exit::say_in_json();
        }
    }
    std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a panic was caught")));
}

/// Which trace lines are written.
fn filter(cli: &Cli, config: &Config) -> Targets {
    let default = match cli.verbose {
        0 => "off",
        1 => "automaton_auditor=info",
        2 => "automaton_auditor=debug",
        _ => "trace",
    };
    let said = config.file.log.as_deref().filter(|_| cli.verbose == 0);
    let typed = config.log_filter.as_deref().or(said).filter(|typed| !typed.trim().is_empty());
    let usual = || default.parse().expect("the filter is ours");
    let read = |typed: &str| {
        typed.parse().unwrap_or_else(|error| {
            complain(
                "warning",
                &format!("`{typed}` is no filter of trace lines ({error}); one reads `info,automaton_auditor=debug`"),
            );
            usual()
        })
    };
    typed.map_or_else(usual, read)
}
