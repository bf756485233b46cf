//! Small dockets for tests.

use super::*;
use crate::domain::ids::{AuditId, SubmissionId};
use crate::domain::repo_url::{Hosts, RepoUrl};
use crate::domain::request::{RepoSource, ReportSource};

pub(super) fn id(name: &str) -> SubmissionId {
    SubmissionId::new(name).unwrap()
}

pub(super) fn audit(name: &str) -> AuditId {
    AuditId::new(name).unwrap()
}

pub(super) fn submission(name: &str) -> Submission {
    let url = RepoUrl::parse(&format!("https://github.com/class/{name}"), &Hosts::default());
    Submission {
        id: id(name),
        student: None,
        repo: RepoSource::Remote { url: url.unwrap() },
        report: ReportSource::Search,
        rubric: None,
        within: None,
        origin: Origin::List { file: "submissions.csv".into(), line: 2 },
    }
}

pub(super) fn entered(name: &str, commit: &str) -> DocketEvent {
    let submission = submission(name);
    let revision = Revision::of(&submission, None).at(commit);
    DocketEvent::Entered { submission, revision }
}

pub(super) fn begun(name: &str, by: &str, commit: &str) -> DocketEvent {
    let revision = Revision::of(&submission(name), None).at(commit);
    DocketEvent::Begun { id: id(name), revision, audit: audit(by), after: None }
}

pub(super) fn graded(name: &str, by: &str) -> DocketEvent {
    let grade = Grade {
        overall: Some(4.0),
        partial: None,
        commit: None,
        cost: Some(0.5),
        tokens: 10,
        seconds: 2,
        files: vec![format!("{name}/report.json")],
    };
    DocketEvent::Graded { id: id(name), audit: audit(by), grade }
}

pub(super) fn failed(name: &str, by: &str, passing: bool) -> DocketEvent {
    let (id, audit) = (id(name), audit(by));
    DocketEvent::Failed { id, audit, reason: "the host did not answer".into(), passing }
}

pub(super) fn ordered(order: Order) -> DocketEvent {
    DocketEvent::Ordered { order, by: "ada".into() }
}

/// What events come to that happen at second 100, 101, and so on.
pub(super) fn docket(events: &[DocketEvent]) -> Docket {
    Docket::of(&records(events))
}

pub(super) fn records(events: &[DocketEvent]) -> Vec<Record> {
    let numbered = (0..).zip(events);
    numbered.map(|(seq, event)| Record { seq, at: 100 + seq, event: event.clone() }).collect()
}
