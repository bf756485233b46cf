//! One line per event, for a console.

use super::escape;
use super::phrase::{clip, closed, count, decimal, open_ended};
use crate::domain::event::AuditEvent;
use crate::domain::evidence::Detective;
use crate::domain::facts::Facts;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::reading::{Outcome, Reading};
use crate::domain::reducers::Evidences;
use crate::domain::report::AuditReport;
use crate::domain::task::Task;

/// Longest part of a line that is not ours, in characters.
const LONGEST: usize = 200;

/// What an event means to somebody who waits, in one short line without a line break. `None` where
/// it means nothing to them. Safe to print on a terminal.
#[must_use]
pub fn progress_line(event: &AuditEvent) -> Option<String> {
    let line = match event {
        AuditEvent::Opened { request, rubric } => format!(
            "Auditing {} by the rubric {} {}, {}",
            clip(&request.repo.shown(), LONGEST),
            clip(&rubric.rubric_metadata.rubric_name, LONGEST),
            clip(&rubric.rubric_metadata.version, LONGEST),
            count(rubric.dimensions.len(), "dimension")
        ),
        AuditEvent::Fetched { .. } => "Repository fetched".to_owned(),
        AuditEvent::Located { shown, choice, .. } => located(shown, choice.as_deref()),
        AuditEvent::Examined { detective, facts } => examined(*detective, facts),
        AuditEvent::Looked { sights, .. } => format!(
            "{} looked at {}",
            clip(&sights.model, LONGEST),
            count(sights.seen.len(), "figure")
        ),
        AuditEvent::Testified { detective, evidences, readings } => {
            return testified(*detective, evidences, readings);
        }
        AuditEvent::Heard { opinion, .. } => format!("{}: {}", opinion.seat(), opinion.score),
        AuditEvent::Adopted { opinion, from } => {
            format!("{}: {} as in {from}", opinion.seat(), opinion.score)
        }
        AuditEvent::Lost { task, attempt, failure, .. } => {
            format!("{}: lost (attempt {attempt}): {}", work(task), why(failure))
        }
        AuditEvent::Decided { report } => decided(report),
        AuditEvent::Published { files } => {
            format!("Report written to {}", files.first()?.display())
        }
        AuditEvent::Mislaid { .. } => {
            "what was fetched before is no longer there and is fetched again".to_owned()
        }
        AuditEvent::Abandoned { task, failure } => {
            format!("No report: failed to {task}: {}", why(failure))
        }
    };
    Some(escape::terminal(&line))
}

fn located(shown: &str, choice: Option<&str>) -> String {
    let why = choice.map_or_else(String::new, |choice| format!(" ({})", open_ended(choice)));
    clip(&format!("Report is {shown}{why}"), LONGEST)
}

fn examined(detective: Detective, facts: &Facts) -> String {
    let seen = match facts {
        Facts::Repository(facts) => [
            count(facts.history.commits.len(), "commit"),
            count(facts.tree.entries.len(), "file"),
            count(number(facts.python.files), "Python file"),
        ]
        .join(", "),
        Facts::Document(facts) => {
            [count(facts.pages.len(), "page"), count(facts.paths.len(), "cited path")].join(", ")
        }
        Facts::Figures(facts) => {
            [count(number(facts.pages), "page"), count(facts.figures.len(), "figure")].join(", ")
        }
    };
    let limits = match facts {
        Facts::Repository(facts) => &facts.limits_reached,
        Facts::Document(facts) => &facts.limits_reached,
        Facts::Figures(facts) => &facts.limits_reached,
    };
    let limit = limits.first().map_or_else(String::new, |limit| {
        format!("; not everything: {}", clip(open_ended(limit), LONGEST))
    });
    format!("{detective} read {seen}{limit}")
}

fn number(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// A detective whom no dimension needs has nothing to say, and neither has the line.
fn testified(detective: Detective, evidences: &Evidences, readings: &[Reading]) -> Option<String> {
    let pieces: usize = evidences.values().map(Vec::len).sum();
    if pieces == 0 && readings.is_empty() {
        return None;
    }
    let [mut hold, mut partly, mut fail, mut unknown] = [0_usize; 4];
    for reading in readings {
        match reading.outcome {
            Outcome::Holds => hold += 1,
            Outcome::Partly { .. } => partly += 1,
            Outcome::Fails => fail += 1,
            Outcome::Unknown { .. } => unknown += 1,
        }
    }
    let pieces = count(pieces, "piece");
    Some(format!(
        "{detective} gave {pieces} of evidence: {hold} of {} hold, {partly} in part, {fail} not, \
         {unknown} undecided",
        count(readings.len(), "probe")
    ))
}

/// A seat by its judge, other work by its task with a capital letter.
fn work(task: &Task) -> String {
    if let Task::Hear { seat } = task {
        return seat.to_string();
    }
    let name = task.to_string();
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn why(failure: &Failure) -> String {
    let kind = match failure.kind {
        FailureKind::Crash => "crashed",
        FailureKind::Deadline => "deadline passed",
        FailureKind::Limit => "limit reached",
        FailureKind::Unreadable => "unreadable",
        FailureKind::Unreachable => "unreachable",
        FailureKind::RateLimited => "rate limited",
        FailureKind::Unauthorised => "not served",
        FailureKind::Refused => "declined",
        FailureKind::Budget => "budget spent",
        FailureKind::Malformed => "malformed answer",
        FailureKind::Cancelled => "cancelled",
    };
    format!("{kind}: {}", clip(&failure.message, LONGEST))
}

fn decided(report: &AuditReport) -> String {
    let unscored = match report.not_scored.len() {
        0 => String::new(),
        some => format!(", {some} not scored"),
    };
    if report.criteria.is_empty() {
        return closed(&format!("No criterion could be scored{unscored}"));
    }
    let criteria = match report.criteria.len() {
        1 => "1 criterion".to_owned(),
        some => format!("{some} criteria"),
    };
    format!("Overall {} of 5 over {criteria}{unscored}", decimal(report.overall_score))
}

#[cfg(test)]
mod tests;
