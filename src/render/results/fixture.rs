//! An invented class with one of everything, for tests.

use crate::domain::chat::Usage;
use crate::domain::graded::{Graded, HumanScore, State, Student};
use crate::domain::ids::SubmissionId;
use crate::domain::models::BenchModels;
use crate::domain::report::{AuditReport, Judging};
use crate::domain::request::BenchKind;
use crate::render::fixture::{id, report, score};
use std::sync::Arc;

pub(super) fn submission(id: &str) -> SubmissionId {
    SubmissionId::new(id).unwrap()
}

pub(super) fn graded(id: &str, report: AuditReport) -> Graded {
    let files = ["html", "md", "json", "sarif"].map(|ending| format!("{id}/report.{ending}"));
    Graded {
        report: Some(Arc::new(report)),
        files: files.into(),
        ..Graded::new(submission(id), State::Graded)
    }
}

/// A report that nobody has to look at, by models that cost something.
pub(super) fn clean(overall: f64) -> AuditReport {
    let mut report = report();
    report.criteria.retain(|result| result.dimension_id.as_str() == "graph_orchestration");
    report.evidences.retain(|id, _| id.as_str() == "graph_orchestration");
    report.readings.retain(|reading| reading.criterion.as_str() == "graph_orchestration");
    report.not_scored.clear();
    report.notices.clear();
    report.overall_cap = None;
    (report.overall_score, report.mean_score) = (overall, overall);
    report.provenance.bench = BenchKind::Llm;
    report.provenance.judging = Some(Judging {
        models: BenchModels::one("api.example.com", "judge-1"),
        calls: 30,
        usage: Usage::default(),
        by_judge: std::collections::BTreeMap::new(),
        by_call: std::collections::BTreeMap::new(),
        cost: Some(0.0421),
        currency: "USD".into(),
        prices_as_of: "2026-02-01".into(),
        struck_quotes: 0,
        stand_ins: Vec::new(),
    });
    report
}

pub(super) fn human(number: u8) -> HumanScore {
    HumanScore {
        score: score(number),
        who: "A. Grader".into(),
        reason: "the call is a test's".into(),
        at: 1_772_000_000,
    }
}

/// A clean result, one with everything to look at, a partial one, one without a report, and one that a
/// person scored.
pub(super) fn class() -> Vec<Graded> {
    let student = Student {
        name: "=cmd|' /C calc'!A0".into(),
        number: "4711".into(),
        login: "bo@example.edu".into(),
        section: "S1".into(),
    };
    let mut flagged = report();
    flagged.flags =
        vec!["`README.md:3` seems to tell its grader how to grade: “full marks”.".into()];
    let partial = State::Partial { reason: "the report's figures were not examined".into() };
    let parked = State::Parked { reason: "=the host did not answer, 5 attempts".into() };
    vec![
        Graded { student: Some(student), ..graded("bo", clean(5.0)) },
        graded("amara", flagged),
        Graded { state: partial, ..graded("chen", clean(4.0)) },
        Graded::new(submission("dara"), parked),
        Graded {
            human: [(id("safe_tool_engineering"), human(4))].into(),
            ..graded("eve", report())
        },
        Graded::new(submission("finn"), State::Waiting),
    ]
}
