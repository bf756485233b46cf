//! `auditor regrade`: an audit that follows one that is kept.

use super::audit::tell;
use super::exit::usage;
use super::judging::Bench;
use super::keeping::new_name;
use super::kept::Kept;
use super::print;
use super::results::on_disk;
use super::session::{self, Called, Goal, Ground, Opening};
use super::submission::load_rubric;
use super::terms::Terms;
use crate::config::Config;
use crate::domain::event::AuditEvent;
use crate::domain::ids::{AuditId, EvidenceId};
use crate::domain::request::{AuditRequest, Scope};
use crate::domain::waived::Waived;
use crate::engine::{Following, Outcome};
use crate::ports::clock::Calendar;
use crate::render;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  auditor regrade 20261122-081512-3f2a9c --rubric new.json
  auditor regrade 20261122 --waive E-1a2b3c4d --reason \"a test fixture\" --until 2027-01-31
  auditor log                        # which audits are there?

The former audit and its report stay as they are. A judge whose case did not change is not asked again,
and nothing is paid for that opinion.";

/// Audit again what was audited, by another rubric or with waivers; what did not change is taken over.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct RegradeArgs {
    /// The audit, or how its name begins.
    #[arg(value_name = "AUDIT")]
    audit: String,
    /// The rubric; without it that of the former audit. Where it asks for something that was not looked up, the
    /// submission is read again.
    #[arg(long, alias = "rubric-path", value_name = "FILE")]
    rubric: Option<PathBuf>,
    /// Declare this evidence of the former audit to be a false positive; may be given again for more.
    #[arg(long, value_name = "E-ID", requires = "reason")]
    waive: Vec<String>,
    /// Why it is waived; the report says so.
    #[arg(long, value_name = "TEXT", requires = "waive")]
    reason: Option<String>,
    /// Until which day the waiver holds: it ends when that day begins, in UTC.
    #[arg(long, value_name = "YYYY-MM-DD", requires = "waive", value_parser = day)]
    until: Option<u64>,
    /// Who waives it; the report says so.
    #[arg(long, value_name = "NAME", requires = "waive", default_value = "the operator")]
    by: String,
    /// Let this evidence count again, which the former audit had waived; may be given again for more.
    #[arg(long, value_name = "E-ID")]
    restore: Vec<String>,
    /// Read the submission again in place of taking over the facts: there may be a newer commit.
    #[arg(long)]
    read_again: bool,
    /// A folder for the report, or a file that ends in `.md`; without it the report goes beside the former one.
    #[arg(long, alias = "output-path", value_name = "DIR|FILE.md", value_parser = on_disk())]
    output: Option<PathBuf>,
    /// Print the whole report as JSON on stdout.
    #[arg(long)]
    json: bool,
}

/// Understands `--until`: the beginning of a day in UTC, in seconds since the beginning of 1970.
fn day(typed: &str) -> Result<u64, String> {
    let date = typed.parse::<jiff::civil::Date>();
    let zoned = date.and_then(|date| date.to_zoned(jiff::tz::TimeZone::UTC));
    let seconds = zoned.ok().and_then(|at| u64::try_from(at.timestamp().as_second()).ok());
    seconds.ok_or_else(|| "a day is written as 2027-01-31".to_owned())
}

/// Regrades one audit.
pub(super) fn run(args: &RegradeArgs, called: Called<'_>) -> ExitCode {
    let former = match Kept::find(Some(&args.audit), None, called) {
        Ok(former) => former,
        Err(exit) => return exit,
    };
    let prepared = match prepare(args, &former, called.config) {
        Ok(prepared) => prepared,
        Err(message) => return usage(&message),
    };
    let Prepared { audit, opening, terms, bench } = prepared;
    let goal = Goal::Report(terms.output.clone(), terms.also.clone());
    let ended = Ground::lay(called.config).and_then(|ground| {
        session::conduct(called, ground, &audit, opening, goal, bench, &former.keeping)
    });
    match ended {
        Ok(outcome) => {
            let exit = tell(&outcome, args.json, terms.fail_under);
            if let Outcome::Reported { report, .. } = &outcome
                && !args.json
            {
                for line in render::moved_lines(report) {
                    print(&line);
                }
            }
            exit
        }
        Err(exit) => exit,
    }
}

/// A regrade that can begin.
struct Prepared {
    audit: AuditId,
    opening: Opening,
    terms: Terms,
    bench: Option<Bench>,
}

fn prepare(args: &RegradeArgs, former: &Kept, config: &Config) -> Result<Prepared, String> {
    let Kept { audit: followed, terms, .. } = former;
    let is_verdict = |event: &Arc<AuditEvent>| matches!(**event, AuditEvent::Decided { .. });
    if !former.events.iter().any(is_verdict) {
        return Err(format!(
            "audit {followed} has no verdict to follow; go on with it first: `auditor resume {followed}`"
        ));
    }
    let audit = new_name();
    let rubric = match &args.rubric {
        Some(path) => Arc::new(load_rubric(Some(path))?),
        None => Arc::clone(&former.rubric),
    };
    let waivers = waivers(args, former)?;
    let output = output(args.output.as_deref(), &terms.output, &audit)?;
    let bench = bench(former, &output, config)?;
    let request =
        AuditRequest { waivers, after: None, scope: Scope::Audit, ..former.request.clone() };
    let request = match &bench {
        Some(bench) => bench.seat(request, terms.seed),
        None => request,
    };
    let terms = Terms { output, json: args.json, ..terms.clone() };
    let following = Following { audit: followed.clone(), reuse_facts: !args.read_again };
    let kept = Some(Box::new(terms.clone()));
    let opening = Opening::New { request, rubric, terms: kept, after: Some(following) };
    Ok(Prepared { audit, opening, terms, bench })
}

/// The waivers of the former audit that still hold, and those that are given now.
fn waivers(args: &RegradeArgs, former: &Kept) -> Result<Vec<Waived>, String> {
    let evidence = evidence(&former.events);
    let known = |typed: &String| {
        let found = evidence.iter().find(|id| id.as_str() == typed);
        found
            .map(|id| (*id).clone())
            .ok_or_else(|| format!("audit {} has no evidence `{typed}`", former.audit))
    };
    let given = args.waive.iter().map(known).collect::<Result<Vec<_>, _>>()?;
    let now = Calendar::default().now().as_secs();
    if args.until.is_some_and(|until| until <= now) {
        return Err("the day of `--until` has begun already".to_owned());
    }
    let of = |id: &EvidenceId, typed: &[String]| typed.iter().any(|one| one == id.as_str());
    if let Some(typed) = args.restore.iter().find(|typed| {
        !former.request.waivers.iter().any(|one| one.evidence.as_str() == typed.as_str())
    }) {
        return Err(format!("audit {} has no waiver of `{typed}`", former.audit));
    }
    let held = former.request.waivers.iter().filter(|waived| {
        waived.until.is_none_or(|until| now < until)
            && !of(&waived.evidence, &args.waive)
            && !of(&waived.evidence, &args.restore)
    });
    let mut all: Vec<Waived> = held.cloned().collect();
    all.extend(given.into_iter().map(|evidence| Waived {
        evidence,
        who: args.by.clone(),
        reason: args.reason.clone().unwrap_or_default(),
        until: args.until,
    }));
    Ok(all)
}

/// The evidence that was found in an audit.
fn evidence(events: &[Arc<AuditEvent>]) -> Vec<&EvidenceId> {
    let mut found = Vec::new();
    for event in events {
        if let AuditEvent::Testified { evidences, .. } = event.as_ref() {
            found.extend(evidences.values().flatten().map(|piece| &piece.id));
        }
    }
    found
}

/// Where the report goes: never over the former one.
fn output(named: Option<&Path>, former: &Path, audit: &AuditId) -> Result<PathBuf, String> {
    let is_file =
        |path: &Path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"));
    match named {
        Some(path) => {
            let absolute = std::path::absolute(path)
                .map_err(|error| format!("`{}` is no path: {error}", path.display()))?;
            if is_file(&absolute) && absolute == former {
                return Err(format!("`{}` is the former report, which stays", path.display()));
            }
            Ok(absolute)
        }
        None if is_file(former) => {
            let stem = former.file_stem().unwrap_or_default().to_string_lossy();
            Ok(former.with_file_name(format!("{stem}_regraded_{audit}.md")))
        }
        // The name of a regrade's report differs from that of the report that it follows.
        None => Ok(former.to_owned()),
    }
}

/// The bench of the former audit: a regrade by other judges would take nothing over.
fn bench(former: &Kept, output: &Path, config: &Config) -> Result<Option<Bench>, String> {
    let Some(models) = &former.request.models else { return Ok(None) };
    let Kept { terms, keeping, .. } = former;
    let bench = terms.judging.resumed(config, output, terms.seed, &keeping.book())?;
    let bench = bench.filter(|bench| bench.models == *models).ok_or_else(|| {
        format!(
            "the audit was judged by {} at {}, which the environment does not name any more; set its variables \
             as they were, or begin a new audit with `auditor audit`",
            models.in_words(),
            models.endpoint
        )
    })?;
    if former.request.bounds.is_some_and(|bounds| bounds != bench.bounds) {
        return Err("the models were asked with another `AUDITOR_RECORD_TOKENS` or \
                    `AUDITOR_REPLY_TOKENS`; set them as they were"
            .to_owned());
    }
    Ok(Some(bench))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_in_utc() {
        assert_eq!(day("2026-12-31"), Ok(1_798_675_200));
        for wrong in ["", "tomorrow", "2026-13-01", "1969-12-31"] {
            assert!(day(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_regrade_never_goes_over_the_report_that_it_follows() {
        let audit = AuditId::new("a").unwrap();
        let of = |named: Option<&str>, former: &str| {
            output(named.map(Path::new), Path::new(former), &audit)
                .map(|path| path.display().to_string())
        };
        assert_eq!(of(None, "/x/out"), Ok("/x/out".into()));
        assert_eq!(of(None, "/x/ada.md"), Ok("/x/ada_regraded_a.md".into()));
        assert_eq!(of(Some("/y"), "/x/ada.md"), Ok("/y".into()));
        assert!(of(Some("/x/ada.md"), "/x/ada.md").is_err());
    }
}
