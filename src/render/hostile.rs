//! Reports of a submission that fights back, for tests.

use super::fixture;
use crate::domain::report::AuditReport;
use serde_json::Value;

/// Every key of a report whose text somebody else may have written.
const FOREIGN: &[&str] = &[
    "repo_url",
    "executive_summary",
    "dimension_name",
    "argument",
    "reason",
    "statement",
    "missing",
    "rationale",
    "content",
    "location",
    "action",
    "today",
    "effect",
    "dissent_summary",
    "remediation",
    "remediation_plan",
    "notices",
    "flags",
    "exposed",
    "needs_person",
    "overall_cap",
    "branch",
    "commit",
    "report_path",
    "report_choice",
    "report_sha256",
    "rubric_name",
    "rubric_version",
    "rubric_sha256",
    "path",
    "scope",
    "name",
    "reservations",
    "fingerprint",
    "program_version",
    "who",
    "what",
];

/// The report with every foreign text but those of `keep` replaced.
pub(super) fn saying(text: &str, keep: &[&str]) -> AuditReport {
    fn replace(value: &mut Value, text: &str, keep: &[&str], foreign: bool) {
        match value {
            Value::String(old) if foreign => text.clone_into(old),
            Value::Array(items) => items.iter_mut().for_each(|v| replace(v, text, keep, foreign)),
            Value::Object(fields) => fields.iter_mut().for_each(|(key, value)| {
                let key = key.as_str();
                replace(value, text, keep, FOREIGN.contains(&key) && !keep.contains(&key));
            }),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut value = serde_json::to_value(fixture::regraded()).unwrap();
    replace(&mut value, text, keep, false);
    serde_json::from_value(value).unwrap()
}
