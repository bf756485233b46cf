//! `auditor resume`: goes on with an audit that was interrupted.

use super::audit::tell;
use super::exit::{remark, usage};
use super::judging::Bench;
use super::keeping::{Keeping, Lasting, unusable};
use super::session::{self, Called, Goal, Opening};
use super::terms::Terms;
use crate::config::Config;
use crate::docket::DOCKET;
use crate::domain::event::AuditEvent;
use crate::domain::ids::AuditId;
use crate::ports::journal::{Call, Entry, Journal, JournalError, Outcome, State};
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

/// Finds an audit by its name or how it begins.
///
/// # Errors
/// One clear sentence where none, or more than one, is meant.
pub(super) async fn named(lasting: &Lasting, typed: &str) -> Result<AuditId, String> {
    let all = lasting.journal.audits().await.map_err(|error| error.to_string())?;
    let meant: Vec<AuditId> =
        all.into_iter().map(|entry| entry.id).filter(|id| id.as_str().starts_with(typed)).collect();
    if let Some(exact) = meant.iter().find(|id| id.as_str() == typed) {
        return Ok(exact.clone());
    }
    match &meant[..] {
        [one] => Ok(one.clone()),
        [] => Err(format!("there is no audit `{typed}`; `auditor log` lists those that are there")),
        some => {
            Err(format!("`{typed}` begins the names of {} audits; type more of it", some.len()))
        }
    }
}

/// The only audit that is open.
async fn the_open_one(lasting: &Lasting) -> Result<AuditId, String> {
    let all = lasting.journal.audits().await.map_err(|error| error.to_string())?;
    // The records of a class are no audit.
    let is_open = |entry: &Entry| entry.state == State::Open && entry.id.as_str() != DOCKET;
    let open: Vec<AuditId> = all.into_iter().filter(is_open).map(|entry| entry.id).collect();
    match &open[..] {
        [one] => Ok(one.clone()),
        [] => Err("no audit was interrupted; `auditor log` lists those that are there".to_owned()),
        some => {
            let names: Vec<&str> = some.iter().map(AuditId::as_str).collect();
            Err(format!("{} audits are open; name one: {}", some.len(), names.join(", ")))
        }
    }
}

/// What is known of an audit before it goes on.
struct Kept {
    audit: AuditId,
    terms: Terms,
    opening: Opening,
    calls: Vec<Call>,
}

async fn kept(lasting: &Lasting, typed: Option<&str>) -> Result<Kept, ExitCode> {
    let found = match typed {
        Some(typed) => named(lasting, typed).await,
        None => the_open_one(lasting).await,
    };
    let audit = found.map_err(|message| usage(&message))?;
    let told = |error: JournalError| unusable(&error);
    let terms = lasting.journal.terms(&audit).await.map_err(told)?;
    let terms = Terms::from_json(&terms).map_err(|message| usage(&message))?;
    let events = lasting.journal.events(&audit).await.map_err(told)?;
    let Some(AuditEvent::Opened { request, rubric }) = events.first().map(AsRef::as_ref) else {
        return Err(usage("the audit was interrupted before anything was kept; start it again"));
    };
    let opening = Opening::Kept { request: request.as_ref().clone(), rubric: rubric.clone() };
    let calls = lasting.journal.calls(&audit).await.map_err(told)?;
    Ok(Kept { audit, terms, opening, calls })
}

/// Goes on with an audit to its end.
pub(super) fn run(args: &ResumeArgs, called: Called<'_>) -> ExitCode {
    let Called { config, state, quiet } = called;
    let lasting = match Lasting::existing(config, state, true) {
        Ok(lasting) => lasting,
        Err(exit) => return exit,
    };
    let runtime = match session::runtime() {
        Ok(runtime) => runtime,
        Err(exit) => return exit,
    };
    let Kept { audit, terms, opening, calls } =
        match runtime.block_on(kept(&lasting, args.audit.as_deref())) {
            Ok(kept) => kept,
            Err(exit) => return exit,
        };
    drop(runtime);
    let keeping = Keeping::Lasting(lasting);
    let bench = match bench(&terms, &opening, &calls, &keeping, config) {
        Ok(bench) => bench,
        Err(message) => return usage(&message),
    };
    let bill = bench.as_ref().map(Bench::bill);
    let goal = Goal::Report(terms.output.clone(), terms.also.clone());
    match session::conduct(config, &audit, opening, goal, bench, &keeping, quiet) {
        Ok(outcome) => {
            if let Some(bill) = bill.filter(|_| !quiet) {
                remark(&bill.in_words());
            }
            tell(&outcome, terms.json, terms.fail_under)
        }
        Err(exit) => exit,
    }
}

/// The bench that the audit was begun with; what it used before counts towards its caps.
fn bench(
    terms: &Terms,
    opening: &Opening,
    calls: &[Call],
    keeping: &Keeping,
    config: &Config,
) -> Result<Option<Bench>, String> {
    let Some(models) = &opening.request().models else { return Ok(None) };
    let bench = terms.judging.resumed(config, &terms.output, terms.seed, &keeping.book())?;
    let bench = bench.filter(|bench| bench.models == *models).ok_or_else(|| {
        format!(
            "the audit was begun with {} at {}, which the environment does not name any more; set its \
             variables as they were, and resume again",
            models.in_words(),
            models.endpoint
        )
    })?;
    for call in calls {
        if let Some(Outcome::Reply(reply)) = &call.outcome {
            bench.count(&call.task, reply.usage);
        }
    }
    Ok(Some(bench))
}
