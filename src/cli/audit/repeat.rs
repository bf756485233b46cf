//! `auditor audit --repeat N`: how stable each criterion's score is.

use super::{AuditArgs, conduct, tell};
use crate::cli::exit::{Exit, fail};
use crate::cli::keeping::Keeping;
use crate::cli::print;
use crate::cli::session::{Called, Ground};
use crate::domain::report::AuditReport;
use crate::domain::request::AuditRequest;
use crate::domain::rubric::Rubric;
use crate::engine::Outcome;
use std::process::ExitCode;
use std::sync::Arc;

/// Audits `args.repeat` times. The first report is kept where the arguments say, the others are not.
pub(super) fn run(
    args: &AuditArgs,
    called: Called<'_>,
    submission: &(Arc<Rubric>, AuditRequest),
) -> ExitCode {
    let others = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => return fail(Exit::Internal, &format!("no folder can be made: {error}")),
    };
    let keeping = match Keeping::open(called.config, called.state, called.quiet) {
        Ok(keeping) => keeping,
        Err(exit) => return exit,
    };
    let (mut first, mut reports) = (None, Vec::new());
    for nth in 0..args.repeat {
        let output =
            if nth == 0 { args.output.clone() } else { others.path().join(nth.to_string()) };
        let ground = Ground::lay(called.config).map(Ground::with_readers);
        let audit = |ground| {
            conduct(args, called, ground, submission.clone(), &keeping, &output, nth.into())
        };
        match ground.and_then(audit) {
            Ok(Outcome::Reported { report, files, unread }) => {
                reports.push(Arc::clone(&report));
                first.get_or_insert(Outcome::Reported { report, files, unread });
            }
            Ok(outcome) => return tell(&outcome, args.json, args.fail_under),
            Err(exit) => return exit,
        }
    }
    let exit =
        first.map_or(ExitCode::SUCCESS, |outcome| tell(&outcome, args.json, args.fail_under));
    if !args.json {
        print(&table(&reports));
    }
    exit
}

/// One row for each criterion: the scores in the order of the runs, and the share of the most frequent.
fn table(reports: &[Arc<AuditReport>]) -> String {
    let mut rows =
        vec![format!("{:<34} {:>8}  scores of {} runs", "criterion", "agree", reports.len())];
    let criteria = reports.first().map(|report| report.criteria.as_slice()).unwrap_or_default();
    for criterion in criteria {
        let scores: Vec<String> = reports
            .iter()
            .map(|report| {
                let same =
                    report.criteria.iter().find(|c| c.dimension_id == criterion.dimension_id);
                same.map_or_else(|| "–".to_owned(), |c| c.final_score.to_string())
            })
            .collect();
        let most =
            scores.iter().map(|one| scores.iter().filter(|other| *other == one).count()).max();
        let share = 100 * most.unwrap_or(0) / scores.len().max(1);
        rows.push(format!("{:<34} {share:>6} %  {}", criterion.dimension_id, scores.join(" ")));
    }
    rows.join("\n")
}
