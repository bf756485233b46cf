//! What a reader should see first: which criteria, why, and what is left to a person.

use super::index::{Index, Ruling, Section};
use super::phrase::{decimal, ended};
use crate::domain::evidence::Evidence;
use crate::domain::reading::{Outcome, Reading};
use crate::domain::report::AuditReport;
use crate::domain::score::Score;
use crate::domain::verdict::{CriterionResult, Rule, RuleStep};

/// Longest reason in the table, in characters.
pub(super) const LONGEST_WHY: usize = 110;

/// What a reader should look at in a criterion. The order is that of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// A confirmed flaw or a cap.
    Flaw,
    /// The judges disagree.
    Dissent,
    /// Not examined, or for a person to decide.
    Person,
}

impl Mark {
    /// All, most pressing first.
    pub(super) const ALL: [Self; 3] = [Self::Flaw, Self::Dissent, Self::Person];

    /// One character for it.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Flaw => "⚠",
            Self::Dissent => "⚖",
            Self::Person => "?",
        }
    }

    /// What it says, a fragment.
    pub(super) const fn meaning(self) -> &'static str {
        match self {
            Self::Flaw => "a confirmed flaw or a cap",
            Self::Dissent => "the judges disagree",
            Self::Person => "not examined, or for a person to decide",
        }
    }
}

/// The criteria with their marks: what needs attention comes first; among equals the rubric's order
/// stays.
pub(super) fn ranked<'d, 'a>(index: &'d Index<'a>) -> Vec<(Vec<Mark>, &'d Section<'a>)> {
    let mut rows: Vec<(Vec<Mark>, &Section<'_>)> =
        index.sections.iter().map(|section| (marks(section), section)).collect();
    rows.sort_by_key(|(marks, _)| marks.first().copied().map_or(3, |mark| mark as u8));
    rows
}

/// The overall score, and what there is to say about it.
pub(super) struct Overall {
    /// The score in words, such as `3.0 of 5`; `None` where no criterion was scored.
    pub score: Option<String>,
    /// What follows the score, a fragment or sentences; prose with code between backticks.
    pub said: String,
    /// The summary, where it does not begin with the score itself.
    pub summary: Option<String>,
}

/// The overall score in words.
pub(super) fn overall(report: &AuditReport) -> Overall {
    let score = format!("{} of 5", decimal(report.overall_score));
    if let Some(rest) = report.executive_summary.strip_prefix(&score) {
        let said = rest.trim_start_matches([':', ' ']).to_owned();
        return Overall { score: Some(score), said, summary: None };
    }
    let summary = Some(report.executive_summary.clone());
    let criteria = match report.criteria.len() {
        0 => {
            let said = "No criterion could be scored.".to_owned();
            return Overall { score: None, said, summary };
        }
        1 => "the only criterion that was scored".to_owned(),
        some => format!("the weighted mean of {some} criteria"),
    };
    let said = match &report.overall_cap {
        None => format!("{criteria}."),
        Some(cap) => {
            format!("It would be {}, {criteria}. {}", decimal(report.mean_score), ended(cap))
        }
    };
    Overall { score: Some(score), said, summary }
}

/// What to look at, most pressing first.
pub(super) fn marks(section: &Section<'_>) -> Vec<Mark> {
    let mut marks = Vec::new();
    let has_flaw = section.evidence.iter().any(Evidence::confirms_flaw);
    match section.ruling {
        Ruling::NotScored(_) if section.is_moot() => {}
        Ruling::NotScored(_) => {
            marks.extend(has_flaw.then_some(Mark::Flaw));
            marks.push(Mark::Person);
        }
        Ruling::Scored(result) => {
            let is_capped = |step: &RuleStep| step.applied && step.rule == Rule::SecurityOverride;
            if has_flaw || result.trace.iter().any(is_capped) {
                marks.push(Mark::Flaw);
            }
            if result.dissent_summary.is_some() {
                marks.push(Mark::Dissent);
            }
            if !result.needs_person.is_empty() {
                marks.push(Mark::Person);
            }
        }
    }
    marks
}

/// The one fact that says most: the flaw, then what is worth most to mend, then whatever does not
/// hold, then what could not be decided, then what holds. That comes first where nothing was taken off.
pub(super) fn why<'a>(
    index: &Index<'_>,
    section: &Section<'a>,
    result: &CriterionResult,
) -> Option<&'a Reading> {
    let is_flaw = |reading: &Reading| {
        let cited = reading.evidence.iter().filter_map(|id| index.find(id));
        cited.into_iter().any(Evidence::confirms_flaw)
    };
    let is_full = result.final_score == Score::MAX;
    let worth_most = result.remedies.first().and_then(|remedy| remedy.probe.as_ref());
    let rank = |reading: &Reading| match reading.outcome {
        _ if is_flaw(reading) => 0,
        Outcome::Holds if is_full => 0,
        _ if worth_most == Some(&reading.probe) => 1,
        Outcome::Fails => 2,
        Outcome::Partly { .. } => 3,
        Outcome::Unknown { .. } => 4,
        Outcome::Holds => 5,
    };
    section.readings.iter().copied().min_by_key(|reading| rank(reading))
}

/// Why the machine cannot settle a criterion, if so, a fragment or a sentence.
pub(super) fn needs_person(section: &Section<'_>) -> Option<String> {
    match section.ruling {
        Ruling::Scored(result) if result.needs_person.is_empty() => None,
        Ruling::Scored(result) => Some(result.needs_person.join("; ")),
        Ruling::NotScored(_) if section.is_moot() => None,
        Ruling::NotScored(missing) => Some(missing.reason.clone()),
    }
}
