//! `auditor log`: the audits that are kept, or what happened in one.

use super::exit::{Exit, fail};
use super::keeping::{Lasting, unusable};
use super::session::Called;
use super::{kept, print, session};
use crate::domain::event::AuditEvent;
use crate::domain::ids::AuditId;
use crate::ports::journal::{Entry, JournalError, Logged, Sound, Sqlite, State};
use crate::render::{self, escape};
use clap::Args;
use serde_json::json;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  auditor log                              # all audits, the newest first
  auditor log 20261122-081512-3f2a9c       # what happened in one
  auditor log 20261122 --json | jq .event  # its events, one JSON object a line; a beginning is enough";

/// List the audits that are kept, or show what happened in one.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct LogArgs {
    /// The audit, or how its name begins.
    #[arg(value_name = "ID")]
    audit: Option<String>,
    /// Print JSON, one object a line.
    #[arg(long)]
    json: bool,
}

/// Lists audits, or the events of one.
pub(super) fn run(args: &LogArgs, called: Called<'_>) -> ExitCode {
    let Called { config, state, quiet: _ } = called;
    let lasting = match Lasting::existing(config, state, false) {
        Ok(lasting) => lasting,
        Err(exit) => return exit,
    };
    let runtime = match session::runtime() {
        Ok(runtime) => runtime,
        Err(exit) => return exit,
    };
    runtime.block_on(async {
        match &args.audit {
            None => list(&lasting, args.json).await,
            Some(typed) => show(&lasting, typed, args.json).await,
        }
    })
}

async fn list(lasting: &Lasting, json: bool) -> ExitCode {
    let entries = match lasting.journal.audits().await {
        Ok(entries) => entries,
        Err(error) => return unusable(&error),
    };
    if entries.is_empty() && !json {
        print("no audit is kept");
    }
    for entry in &entries {
        let outline = match Outline::of(&lasting.journal, &entry.id).await {
            Ok(outline) => outline,
            Err(error) => return unusable(&error),
        };
        print(&if json { listed_json(entry, &outline) } else { listed(entry, &outline) });
    }
    ExitCode::SUCCESS
}

/// What an audit is about, and what came of it.
#[derive(Default)]
struct Outline {
    /// Its repository, as it is shown; empty where the record cannot be read.
    repository: String,
    /// The overall score of the last verdict.
    score: Option<f64>,
}

impl Outline {
    async fn of(journal: &Sqlite, audit: &AuditId) -> Result<Self, JournalError> {
        let mut outline = Self::default();
        for kind in ["opened", "decided"] {
            let Some(body) = journal.last_of(audit, kind).await? else { continue };
            // What cannot be read is left out of the outline; `auditor verify` says why.
            let Ok(event) = serde_json::from_str::<AuditEvent>(&body) else { continue };
            if let AuditEvent::Opened { request, .. } = &event {
                outline.repository = request.repo.shown();
            }
            if let Some(report) = event.verdict() {
                outline.score = (!report.criteria.is_empty()).then_some(report.overall_score);
            }
        }
        Ok(outline)
    }
}

fn standing(state: State) -> &'static str {
    match state {
        State::Open => "open",
        State::Closed => "over",
        State::Damaged => "damaged",
    }
}

fn listed(entry: &Entry, outline: &Outline) -> String {
    let calls = match (entry.calls_finished, entry.calls_in_flight) {
        (0, 0) => String::new(),
        (finished, 0) => format!(", {finished} model calls"),
        (finished, open) => format!(", {finished} model calls and {open} that did not finish"),
    };
    let (id, state, opened) = (&entry.id, standing(entry.state), moment(entry.opened_at_ms));
    let score = outline.score.map_or_else(|| "–".to_owned(), |score| format!("{score:.1}"));
    let (repository, events) = (&outline.repository, entry.events);
    let line = format!("{id:<24} {opened:<20} {state:<8} {score:<4} {repository}, {events} events");
    escape::terminal(&(line + &calls))
}

fn listed_json(entry: &Entry, outline: &Outline) -> String {
    json!({
        "audit": entry.id,
        "opened_at": moment(entry.opened_at_ms),
        "state": standing(entry.state),
        "repository": outline.repository,
        "overall_score": outline.score,
        "events": entry.events,
        "calls_finished": entry.calls_finished,
        "calls_in_flight": entry.calls_in_flight,
        "program_version": entry.program_version,
    })
    .to_string()
}

async fn show(lasting: &Lasting, typed: &str, json: bool) -> ExitCode {
    let audit = match kept::named(lasting, typed).await {
        Ok(audit) => audit,
        Err(exit) => return exit,
    };
    let Sound { events, damage } = match lasting.journal.log(&audit).await {
        Ok(sound) => sound,
        Err(error) => return unusable(&error),
    };
    for event in &events {
        print(&if json { event_json(event) } else { line(event) });
    }
    match damage {
        None => ExitCode::SUCCESS,
        Some(error) => fail(Exit::Internal, &error.to_string()),
    }
}

fn line(event: &Logged) -> String {
    let said = serde_json::from_str::<AuditEvent>(&event.body).ok();
    let said = said.as_ref().and_then(render::progress_line).unwrap_or_default();
    let (seq, at, kind) = (event.seq, moment(event.at_ms), &event.kind);
    format!("{seq:>4}  {at}  {kind:<10} {said}").trim_end().to_owned()
}

fn event_json(event: &Logged) -> String {
    let body: serde_json::Value = serde_json::from_str(&event.body).unwrap_or_default();
    let (seq, at) = (event.seq, moment(event.at_ms));
    json!({ "seq": seq, "at": at, "kind": event.kind, "hash": event.hash, "event": body })
        .to_string()
}

/// A moment in UTC, to the second.
fn moment(ms: u64) -> String {
    let moment = i64::try_from(ms).ok().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    moment.map_or_else(String::new, |at| at.strftime("%Y-%m-%d %H:%M:%S").to_string())
}
