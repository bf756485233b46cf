//! An event of an audit in brief: what a follower wants to see of it, without the facts and the report, which
//! may be large and can be asked for.

use crate::domain::event::AuditEvent;
use crate::render::progress_line;
use serde_json::{Value, json};

/// The event as a small object: its name, a line for people, and what it is about.
pub(super) fn brief(event: &AuditEvent) -> Value {
    let (name, about) = match event {
        AuditEvent::Opened { request, rubric } => {
            let criteria: Vec<_> = rubric.dimensions.iter().map(|one| &one.id).collect();
            ("opened", json!({ "repository": request.repo.shown(), "criteria": criteria }))
        }
        AuditEvent::Fetched { .. } => ("fetched", json!({})),
        AuditEvent::Located { shown, choice, .. } => {
            ("located", json!({ "report": shown, "choice": choice }))
        }
        AuditEvent::Mislaid { tasks } => ("mislaid", json!({ "tasks": tasks })),
        AuditEvent::Examined { detective, .. } => ("examined", json!({ "detective": detective })),
        AuditEvent::Looked { .. } => ("looked", json!({})),
        AuditEvent::Testified { detective, evidences, readings } => {
            let pieces: usize = evidences.values().map(Vec::len).sum();
            let about = json!({
                "detective": detective, "evidence": pieces, "readings": readings.len(),
            });
            ("testified", about)
        }
        AuditEvent::Heard { attempt, opinion, .. } => {
            ("heard", json!({ "attempt": attempt, "opinion": opinion }))
        }
        AuditEvent::Adopted { opinion, from } => {
            ("adopted", json!({ "opinion": opinion, "from": from }))
        }
        AuditEvent::Lost { task, attempt, failure, .. } => {
            ("lost", json!({ "task": task, "attempt": attempt, "failure": failure }))
        }
        AuditEvent::Decided { report } => {
            let scores: serde_json::Map<String, Value> = report
                .criteria
                .iter()
                .map(|one| (one.dimension_id.to_string(), json!(one.final_score)))
                .collect();
            let overall = (!report.criteria.is_empty()).then_some(report.overall_score);
            ("decided", json!({ "overall": overall, "scores": scores }))
        }
        AuditEvent::Published { .. } => ("published", json!({})),
        AuditEvent::Abandoned { task, failure } => {
            ("abandoned", json!({ "task": task, "failure": failure }))
        }
    };
    json!({ "event": name, "line": progress_line(event), "about": about })
}
