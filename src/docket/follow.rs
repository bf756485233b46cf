//! One audit from its beginning to its end, as the registrar sees it.

use super::cabinet::Cabinet;
use super::registry::Notice;
use crate::domain::docket::{Fingerprint, Grade};
use crate::domain::event::AuditEvent;
use crate::domain::ids::{AuditId, SubmissionId};
use crate::domain::report::AuditReport;
use crate::engine::{AuditHandle, EngineError, Outcome};
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::broadcast;

/// An audit that is under way.
pub(super) struct UnderWay {
    pub id: SubmissionId,
    pub audit: AuditId,
    /// The number of its next event.
    pub next: u64,
}

/// An audit that is over.
pub(super) struct Followed {
    pub id: SubmissionId,
    pub audit: AuditId,
    pub over: Over,
    /// What its facts come to; `None` where not all of them were told while it was followed.
    pub print: Option<Fingerprint>,
}

/// How an audit ended.
pub(super) enum Over {
    /// With a report.
    Reported {
        report: Arc<AuditReport>,
        files: Vec<PathBuf>,
        /// Why an artifact was not read, where another audit may read it.
        unread: Option<String>,
    },
    /// Without one.
    Failed { reason: String, passing: bool },
    /// It was stopped, or its engine was.
    Stopped { reason: String },
}

/// Passes the events of an audit on until it is over.
pub(super) async fn follow(
    mut under_way: UnderWay,
    handle: AuditHandle,
    notices: broadcast::Sender<Notice>,
) -> Followed {
    let mut print = Fingerprint::default();
    let is_from_the_beginning = under_way.next == 0;
    let tell = |event: Arc<AuditEvent>| {
        print.hear(&event);
        let UnderWay { id, audit, next } = &mut under_way;
        let (id, audit, seq) = (id.clone(), audit.clone(), *next);
        *next += 1;
        // Nobody need be listening.
        let _ = notices.send(Notice::Audited { id, audit, seq, event });
    };
    let (outcome, skipped) = handle.follow(tell).await;
    if skipped > 0 {
        tracing::debug!(skipped, audit = %under_way.audit, "events were not passed on");
    }
    let UnderWay { id, audit, .. } = under_way;
    let print = (is_from_the_beginning && skipped == 0).then_some(print);
    Followed { id, audit, over: over(outcome), print }
}

fn over(outcome: Result<Outcome, EngineError>) -> Over {
    match outcome {
        Ok(Outcome::Reported { report, files, unread }) => {
            let unread = unread.map(|failure| failure.message);
            Over::Reported { report, files, unread }
        }
        Ok(Outcome::Abandoned { failure, .. }) => {
            Over::Failed { reason: failure.message, passing: failure.transient }
        }
        Ok(Outcome::Investigated { .. }) => {
            let reason = "the audit ended before it was judged".to_owned();
            Over::Failed { reason, passing: false }
        }
        Err(EngineError::Stopped(reason)) => Over::Stopped { reason },
        Err(error) => Over::Failed { reason: error.to_string(), passing: true },
    }
}

/// What a report comes to, in brief.
pub(super) fn grade(
    report: &AuditReport,
    files: &[PathBuf],
    cabinet: &Cabinet,
    seconds: u64,
) -> Grade {
    let judging = report.provenance.judging.as_ref();
    let mut files: Vec<&PathBuf> = files.iter().collect();
    files.sort_by_key(|file| file.extension().is_none_or(|ending| ending != "json"));
    let files = files.into_iter().map(|file| cabinet.told(file)).collect();
    Grade {
        overall: (!report.criteria.is_empty()).then_some(report.overall_score),
        partial: left_out(report),
        commit: report.provenance.commit.clone(),
        // Nobody is paid where no language model judges.
        cost: judging.map_or(Some(0.0), |judging| judging.cost),
        tokens: judging.map_or(0, |judging| judging.usage.tokens()),
        seconds,
        files,
    }
}

/// What a report leaves out, a fragment.
fn left_out(report: &AuditReport) -> Option<String> {
    if !report.is_partial() {
        return None;
    }
    let seats: usize = report.criteria.iter().map(|result| result.missing_seats.len()).sum();
    let first = report.omissions().next().map(|notice| notice.trim_end_matches('.').to_owned());
    match (first, seats) {
        (None, 0) => None,
        (None, 1) => Some("a judge gave no opinion".to_owned()),
        (None, seats) => Some(format!("{seats} seats gave no opinion")),
        (Some(first), _) => Some(first),
    }
}
