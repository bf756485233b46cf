//! The Provenance: enough to repeat the audit.

use super::wording::{bench, calls, cost};
use crate::domain::evidence::Detective;
use crate::domain::ids::CriterionId;
use crate::domain::models::Speaker;
use crate::domain::moved::TakenOver;
use crate::domain::report::{AuditReport, Judging, StandIn};

/// Rows that not every report has.
const OPTIONAL: &[&str] = &[
    "report pages not read in full",
    "how the report was chosen",
    "report read with",
    "levels",
    "models",
    "endpoint",
    "other models",
    "model calls",
    "cost",
    "quotations struck",
    "follows the audit",
    "opinions taken over",
    "facts taken over",
];

/// How a score becomes a level.
const LEVELS: &str = "stand at equal steps from score 5, the best level, to 1, the worst; the nearest to the score is awarded, of two that are as near the worse";

/// A value of the table.
pub(super) enum Value {
    /// Set as code.
    Code(String),
    /// Set as words.
    Words(String),
}

/// What was read, with what, by whom: a row each. Source: contract §3.4.
pub(super) fn rows(report: &AuditReport) -> Vec<(&'static str, Value)> {
    let p = &report.provenance;
    let code = |text: &str| Value::Code(text.to_owned());
    let words = |text: &str| Value::Words(text.to_owned());
    let judging = p.judging.as_ref();
    let has_levels = report.criteria.iter().any(|result| result.level.is_some());
    let number = |number: Option<u32>| number.map(|number| Value::Words(number.to_string()));
    let all = [
        ("program", Some(Value::Words(format!("automaton-auditor {}", p.program_version)))),
        ("fingerprint", Some(code(&p.fingerprint))),
        ("repository", Some(code(&report.repo_url))),
        ("commit", p.commit.as_deref().map(code)),
        ("branch", p.branch.as_deref().map(code)),
        ("commits read", number(p.commits)),
        ("report", p.report_path.as_deref().filter(|path| !path.is_empty()).map(code)),
        ("how the report was chosen", p.report_choice.as_deref().map(words)),
        ("report SHA-256", p.report_sha256.as_deref().map(code)),
        ("report read with", p.pdf_engine.as_deref().map(words)),
        ("report pages", number(p.report_pages)),
        ("report pages not read in full", number(p.report_pages_unread)),
        ("rubric", Some(words(&p.rubric_name))),
        ("rubric version", Some(words(&p.rubric_version))),
        ("rubric SHA-256", Some(code(&p.rubric_sha256))),
        ("levels", has_levels.then(|| words(LEVELS))),
        ("bench", Some(words(bench(p.bench)))),
        ("models", judging.map(|j| Value::Words(j.models.in_words()))),
        ("endpoint", judging.map(|j| code(&j.models.endpoint))),
        ("other models", judging.and_then(others)),
        ("model calls", judging.map(|j| Value::Words(calls(j)))),
        ("cost", judging.map(|j| Value::Words(cost(j) + unanswered(report)))),
        ("quotations struck", judging.map(|j| Value::Words(j.struck_quotes.to_string()))),
        ("follows the audit", p.taken_over.as_ref().map(|taken| code(taken.after.as_str()))),
        ("opinions taken over", p.taken_over.as_ref().map(|taken| Value::Words(opinions(taken)))),
        ("facts taken over", p.taken_over.as_ref().and_then(facts)),
    ];
    let unread = || Value::Words("not read".to_owned());
    let shown = all.into_iter().filter(|(what, value)| {
        // How a report was chosen is only a question where nobody named it, and what models used is
        // one only where models judged.
        value.is_some() || !OPTIONAL.contains(what)
    });
    shown.map(|(what, value)| (what, value.unwrap_or_else(unread))).collect()
}

/// What is said of the cost where seats are missing.
fn unanswered(report: &AuditReport) -> &'static str {
    if report.lacks_opinions() {
        "; calls without a reply are not in it, and a provider may charge for some of them"
    } else {
        ""
    }
}

/// Who else answered, and how much.
fn others(judging: &Judging) -> Option<Value> {
    let told = |one: &StandIn| {
        let Speaker { model, endpoint } = &one.speaker;
        format!("{model} at {endpoint} ({})", one.part())
    };
    let all: Vec<String> = judging.stand_ins.iter().map(told).collect();
    (!all.is_empty()).then(|| Value::Words(all.join(", ")))
}

/// How many opinions were taken over, and on what.
fn opinions(taken: &TakenOver) -> String {
    let on: Vec<&str> = taken.dimensions.iter().map(CriterionId::as_str).collect();
    let on = if on.is_empty() { String::new() } else { format!(", on {}", on.join(", ")) };
    format!("{} of {}{on}", taken.opinions, taken.of)
}

/// Who did not read again.
fn facts(taken: &TakenOver) -> Option<Value> {
    let names: Vec<&str> = taken.facts.iter().map(|one| Detective::name(*one)).collect();
    (!names.is_empty()).then(|| Value::Words(format!("those of {}", names.join(", "))))
}
