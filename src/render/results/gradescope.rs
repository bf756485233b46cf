//! The `results.json` of an autograder on Gradescope.

use crate::domain::graded::Graded;
use crate::domain::ids::CriterionId;
use crate::domain::report::AuditReport;
use crate::domain::verdict::{CriterionResult, NotScored, Remedy};
use crate::render::index::{Index, Ruling, Section};
use crate::render::phrase::{decimal, ended};
use crate::render::{escape, wording};
use serde_json::{Value, json};

/// When submitters see a result on Gradescope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Never.
    Hidden,
    /// After the assignment is due.
    AfterDueDate,
    /// After the grades are published.
    AfterPublished,
    /// At once.
    Visible,
}

impl Visibility {
    /// The name as Gradescope spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::AfterDueDate => "after_due_date",
            Self::AfterPublished => "after_published",
            Self::Visible => "visible",
        }
    }
}

/// The `results.json` of one submission: the overall score of 5, and a test per criterion with what it
/// rests on. All texts are plain. `None` where there is no report or no grade, because Gradescope would
/// take any figure for a grade.
///
/// # Panics
/// Never: the value holds only what JSON can hold.
#[must_use]
pub fn gradescope_json(one: &Graded, visibility: Visibility) -> Option<String> {
    let report = one.report.as_deref()?;
    let overall = one.grade()?;
    let index = Index::new(report);
    let tests: Vec<Value> =
        index.sections.iter().map(|section| test(one, section, visibility)).collect();
    let results = json!({
        "score": overall,
        "output": output(one, report, overall),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": visibility.name(),
        "stdout_visibility": "hidden",
        "tests": tests,
        "extra_data": {
            "commit": report.provenance.commit,
            "fingerprint": report.provenance.fingerprint,
            "rubric_sha256": report.provenance.rubric_sha256,
        },
    });
    let text = serde_json::to_string_pretty(&results).expect("it holds strings, numbers and lists");
    Some(escape::json(&text) + "\n")
}

fn output(one: &Graded, report: &AuditReport, overall: f64) -> String {
    let score = format!("{} of 5", decimal(overall));
    let mut lines = Vec::new();
    if one.machine_overall() != Some(overall) {
        lines.push(format!("{score}, with a person's scores. What the program said before:"));
    } else if !report.executive_summary.starts_with(&score) {
        lines.push(score);
    }
    lines.push(report.executive_summary.clone());
    if !report.notices.is_empty() {
        lines.push(wording::NOTICES.to_owned());
        lines.extend(report.notices.iter().map(|notice| format!("- {notice}")));
    }
    plain(&lines)
}

fn test(one: &Graded, section: &Section<'_>, visibility: Visibility) -> Value {
    let id = section.ruling.id();
    let mut test = json!({
        "name": escape::terminal(&section.label),
        "output": plain(&told(one, section, id)),
        "visibility": visibility.name(),
    });
    // A criterion that nobody could score has no score here either.
    if let Some(score) = one.standing(id) {
        test["score"] = json!(score.get());
        test["max_score"] = json!(5);
    }
    test
}

fn told(one: &Graded, section: &Section<'_>, id: &CriterionId) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(human) = one.human.get(id) {
        lines.push(format!("Scored by a person: {}. {}", human.score, ended(&human.reason)));
    }
    match section.ruling {
        Ruling::Scored(result) => lines.extend(of_result(section, result)),
        Ruling::NotScored(NotScored { reason, remedies, .. }) => {
            lines.push(format!("Not scored: {}", ended(reason)));
            lines.extend(remedies.iter().map(to_do));
        }
    }
    lines
}

fn of_result(section: &Section<'_>, result: &CriterionResult) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some((name, points)) = wording::level_points(result) {
        lines.push(format!("Level “{name}”, {points}."));
    }
    for reading in &section.readings {
        let sign = wording::sign(reading);
        lines.push(format!("{sign} {}", ended(&reading.statement)));
    }
    let judges = result.judge_opinions.iter();
    let judges: Vec<String> =
        judges.map(|opinion| format!("{} {}", opinion.judge.title(), opinion.score)).collect();
    lines.push(format!("Judges: {}; ruling {}.", judges.join(", "), result.final_score));
    lines.extend(result.dissent_summary.iter().map(|dissent| format!("Dissent: {dissent}")));
    lines.extend(result.remedies.iter().map(to_do));
    lines
}

fn to_do(remedy: &Remedy) -> String {
    format!("To do: {}: {}", remedy.location, ended(&remedy.action))
}

/// Lines in which nothing hides.
fn plain(lines: &[String]) -> String {
    lines.iter().map(|line| escape::terminal(line)).collect::<Vec<_>>().join("\n")
}
