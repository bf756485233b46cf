//! What people order by the command line: it is written down, and whoever keeps the class obeys.

use super::super::exit::{Exit, fail, remark, usage};
use super::super::session::{self, Called};
use super::super::submission::OWN_RUBRIC;
use super::{existing, show};
use crate::docket::{Annals, Cabinet, Refusal, give_order};
use crate::domain::docket::{Order, Waiver};
use crate::domain::graded::Yardstick;
use crate::domain::ids::{CriterionId, EvidenceId, SubmissionId};
use crate::domain::score::Score;
use crate::engine;
use crate::ports::clock::Calendar;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  auditor docket list                       # the class in ./grades, doubtful cases first
  auditor docket show ada                   # one submission: its results and what people said
  auditor docket pause                      # begin nothing new
  auditor docket retry                      # what was parked or cancelled, all of it
  auditor docket regrade ada --class spring # with the rubric of whoever keeps the class

An order is written into the class's journal. Whoever keeps the class (`auditor watch`) obeys within a second;
where nobody does, the next run does.";

/// Look at a class, or order something about it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct DocketCommand {
    #[command(subcommand)]
    what: What,
    /// The folder of the class's results.
    #[arg(long, value_name = "DIR", default_value = "grades", global = true)]
    class: PathBuf,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List the submissions, doubtful cases first.
    List {
        /// Print JSON, one object a line.
        #[arg(long)]
        json: bool,
    },
    /// Show one submission.
    Show {
        /// The submission.
        id: SubmissionId,
    },
    /// Begin nothing new; what runs goes on to its end.
    Pause(Whom),
    /// Take a pause back, or give the word for which a pilot waits.
    Resume(Whom),
    /// Stop what runs, and begin it no more.
    Cancel(Whom),
    /// Audit again what was parked or cancelled; with a name, also what has a result.
    Retry(Whom),
    /// Judge again what changed, such as after a change of the rubric.
    Regrade(Whom),
    /// Take a submission from the docket, until its entry in the list or folder changes; its files stay.
    Remove {
        /// The submission.
        id: SubmissionId,
    },
}

#[derive(Debug, Args)]
struct Whom {
    /// The submission; all of them without it.
    id: Option<SubmissionId>,
}

const OVERRIDE: &str = "\
Examples:
  auditor override ada safe_tool_engineering 4 --reason \"The call is in a test fixture, seen in class.\"
  auditor override ada safe_tool_engineering --withdraw --reason \"I was mistaken.\"

The person's score wins; the machine's stays visible beside it, and no regrade touches either.";

/// Score a criterion of a submission yourself.
#[derive(Debug, Args)]
#[command(after_help = OVERRIDE)]
pub(in crate::cli) struct OverrideArgs {
    /// The submission.
    id: SubmissionId,
    /// The criterion, by its id in the rubric.
    criterion: CriterionId,
    /// The score, a whole number from 1 to 5.
    #[arg(value_parser = score, required_unless_present = "withdraw", conflicts_with = "withdraw")]
    score: Option<Score>,
    /// Take your score back; the machine's stands again.
    #[arg(long)]
    withdraw: bool,
    /// Why, for whoever asks later.
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// The folder of the class's results.
    #[arg(long, value_name = "DIR", default_value = "grades")]
    class: PathBuf,
}

const WAIVE: &str = "\
Examples:
  auditor waive E-4862178a --reason \"The key is the vendor's documented test key.\" --until 2027-01-31
  auditor waive E-4862178a --id ada --reason \"The command is a constant, see line 23.\"

A waived piece of evidence stays in the report, marked, and confirms no flaw. It takes effect with the next
audit of the submission: `auditor docket regrade`.";

/// Declare a piece of evidence to be a false positive.
#[derive(Debug, Args)]
#[command(after_help = WAIVE)]
pub(in crate::cli) struct WaiveArgs {
    /// The evidence, by its id in the report.
    evidence: EvidenceId,
    /// In this submission alone.
    #[arg(long, value_name = "ID")]
    id: Option<SubmissionId>,
    /// Why, for whoever asks later.
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// Until the beginning of this day in UTC, as YYYY-MM-DD; for good without it.
    #[arg(long, value_name = "DATE", value_parser = day)]
    until: Option<u64>,
    /// The folder of the class's results.
    #[arg(long, value_name = "DIR", default_value = "grades")]
    class: PathBuf,
}

fn score(typed: &str) -> Result<Score, String> {
    let told = || "a score is a whole number from 1 to 5".to_owned();
    typed.parse().ok().and_then(|number| Score::new(number).ok()).ok_or_else(told)
}

fn day(typed: &str) -> Result<u64, String> {
    let date: jiff::civil::Date =
        typed.parse().map_err(|_| "a day is written as YYYY-MM-DD".to_owned())?;
    let moment = date.to_zoned(jiff::tz::TimeZone::UTC).map_err(|error| error.to_string())?;
    u64::try_from(moment.timestamp().as_second()).map_err(|_| "a day after 1970, please".to_owned())
}

/// Looks at a class, or orders something.
pub(in crate::cli) fn docket(args: &DocketCommand, called: Called<'_>) -> ExitCode {
    let order = match &args.what {
        What::List { json } => return show::list(&args.class, *json),
        What::Show { id } => return show::show(&args.class, id),
        What::Pause(whom) => Order::Pause { id: whom.id.clone() },
        What::Resume(whom) => Order::Resume { id: whom.id.clone() },
        What::Cancel(whom) => Order::Cancel { id: whom.id.clone() },
        What::Retry(whom) => Order::Retry { id: whom.id.clone() },
        What::Regrade(whom) => Order::Regrade { id: whom.id.clone() },
        What::Remove { id } => Order::Remove { id: id.clone() },
    };
    give(&args.class, order, called)
}

/// Scores a criterion.
pub(in crate::cli) fn r#override(args: &OverrideArgs, called: Called<'_>) -> ExitCode {
    let OverrideArgs { id, criterion, score, reason, .. } = args;
    let (id, criterion) = (id.clone(), criterion.clone());
    let order = Order::Override { id, criterion, score: *score, reason: reason.clone() };
    give(&args.class, order, called)
}

/// Waives a piece of evidence.
pub(in crate::cli) fn waive(args: &WaiveArgs, called: Called<'_>) -> ExitCode {
    let WaiveArgs { evidence, id, reason, until, .. } = args;
    if until.is_some_and(|until| until <= Calendar::default().now().as_secs()) {
        return usage(
            "the waiver would end before it begins: the day of `--until` has begun already",
        );
    }
    let waiver = Waiver {
        evidence: evidence.clone(),
        submission: id.clone(),
        reason: reason.clone(),
        until: *until,
    };
    give(&args.class, Order::Waive(waiver), called)
}

/// Writes an order down. Where nobody keeps the class, its files are written anew at once.
fn give(folder: &std::path::Path, order: Order, called: Called<'_>) -> ExitCode {
    let (cabinet, annals) = match existing(folder) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let runtime = match session::runtime() {
        Ok(runtime) => runtime,
        Err(exit) => return exit,
    };
    let by = called.config.user.clone().unwrap_or_else(|| "operator".to_owned());
    match runtime.block_on(written(&cabinet, &annals, order, &by)) {
        Ok(is_obeyed) => {
            if !called.quiet {
                remark(if is_obeyed {
                    "It is written down."
                } else {
                    "It is written down; whoever keeps the class obeys within a second."
                });
            }
            ExitCode::SUCCESS
        }
        Err(exit) => exit,
    }
}

async fn written(
    cabinet: &Cabinet,
    annals: &Annals,
    order: Order,
    by: &str,
) -> Result<bool, ExitCode> {
    let rubric = engine::load_rubric(OWN_RUBRIC).map_err(|error| usage(&error.to_string()))?;
    let given = give_order(cabinet, annals, &Yardstick::of(&rubric), order, by).await;
    given.map_err(|refusal| match refusal {
        Refusal::Unknown(text) | Refusal::Forbidden(text) => usage(&text),
        Refusal::NotKept(_) | Refusal::Unanswered { .. } => {
            fail(Exit::Internal, &refusal.to_string())
        }
    })
}
