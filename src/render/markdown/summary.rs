//! The Executive Summary: the verdict, one line per criterion, and what needs a person.

use super::Sheet;
use super::docket::{Docket, Ruling, Section};
use crate::domain::evidence::Evidence;
use crate::domain::reading::{Outcome, Reading};
use crate::domain::verdict::{CriterionResult, Rule};
use crate::render::escape;
use crate::render::phrase::{clip, closed, decimal, open_ended};

/// Longest reason in the table, in characters.
const LONGEST_WHY: usize = 110;

/// What a reader should look at in a criterion. The order is that of the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Flaw,
    Dissent,
    Person,
}

impl Mark {
    const ALL: [Self; 3] = [Self::Flaw, Self::Dissent, Self::Person];

    const fn sign(self) -> &'static str {
        match self {
            Self::Flaw => "⚠",
            Self::Dissent => "⚖",
            Self::Person => "?",
        }
    }

    const fn meaning(self) -> &'static str {
        match self {
            Self::Flaw => "a confirmed flaw or a cap",
            Self::Dissent => "the judges disagree",
            Self::Person => "not examined, or for a person to decide",
        }
    }
}

/// Writes the whole summary.
pub(super) fn write(docket: &Docket<'_>, sheet: &mut Sheet) {
    sheet.heading(2, "Executive Summary");
    let verdict = format!("{} of 5", decimal(docket.report.overall_score));
    if let Some(rest) = docket.report.executive_summary.strip_prefix(&verdict) {
        let rest = escape::prose(rest.trim_start_matches([':', ' ']));
        sheet.block(format!("**{verdict}**: {}", docket.linking(rest)));
    } else {
        sheet.block(overall(docket));
        sheet.block(escape::prose(&docket.report.executive_summary));
    }
    let mut rows: Vec<(Vec<Mark>, &Section<'_>)> =
        docket.sections.iter().map(|section| (marks(section), section)).collect();
    // What needs attention comes first; among equals the rubric's order stays.
    rows.sort_by_key(|(marks, _)| marks.first().copied().map_or(3, |mark| mark as u8));
    let cells: Vec<Vec<String>> =
        rows.iter().map(|(marks, section)| row(docket, marks, section)).collect();
    // Two columns: with more the reasons would stand beyond the edge of a phone.
    sheet.table("cl", &["score (spread)", "criterion, and why"], &cells);
    let used = |mark: &Mark| rows.iter().any(|(marks, _)| marks.contains(mark));
    let legend = Mark::ALL.into_iter().filter(used);
    let legend: Vec<String> =
        legend.map(|mark| format!("{} {}", mark.sign(), mark.meaning())).collect();
    sheet.block(legend.join(" · "));
    needs_person(docket, sheet);
}

/// The overall score, and why it is not the mean.
fn overall(docket: &Docket<'_>) -> String {
    let report = docket.report;
    if report.criteria.is_empty() {
        return "**No criterion could be scored.**".to_owned();
    }
    let criteria = match report.criteria.len() {
        1 => "the only criterion that was scored".to_owned(),
        some => format!("the weighted mean of {some} criteria"),
    };
    let score = decimal(report.overall_score);
    match &report.overall_cap {
        None => format!("**{score} of 5**, {criteria}."),
        Some(cap) => format!(
            "**{score} of 5.** It would be {}, {criteria}. {}",
            decimal(report.mean_score),
            closed(&escape::prose(cap))
        ),
    }
}

/// What to look at, most pressing first.
fn marks(section: &Section<'_>) -> Vec<Mark> {
    let mut marks = Vec::new();
    match section.ruling {
        Ruling::NotScored(_) => marks.push(Mark::Person),
        Ruling::Scored(result) => {
            let is_capped = |step: &crate::domain::verdict::RuleStep| {
                step.applied && step.rule == Rule::SecurityOverride
            };
            let has_flaw = section.evidence.iter().any(Evidence::confirms_flaw);
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

fn row(docket: &Docket<'_>, marks: &[Mark], section: &Section<'_>) -> Vec<String> {
    let signs: Vec<&str> = marks.iter().map(|mark| mark.sign()).collect();
    let name = [signs.join(" "), section.link_cell()].join(" ");
    let name = name.trim_start();
    match section.ruling {
        Ruling::Scored(result) => vec![
            format!("{} ({})", result.final_score, result.spread),
            format!("{name}: {}", why(docket, section, result)),
        ],
        Ruling::NotScored(missing) => {
            let reason = clip(open_ended(&missing.reason), LONGEST_WHY);
            vec!["–".to_owned(), format!("{name}: not scored. {}", escape::table_cell(&reason))]
        }
    }
}

/// The one fact that says most: the flaw, then what is worth most to mend, then whatever does not
/// hold, then what could not be decided, then what holds.
fn why(docket: &Docket<'_>, section: &Section<'_>, result: &CriterionResult) -> String {
    let is_flaw = |reading: &Reading| {
        let cited = reading.evidence.iter().filter_map(|id| docket.find(id));
        cited.into_iter().any(Evidence::confirms_flaw)
    };
    let worth_most = result.remedies.first().and_then(|remedy| remedy.probe.as_ref());
    let rank = |reading: &Reading| match reading.outcome {
        _ if is_flaw(reading) => 0,
        _ if worth_most == Some(&reading.probe) => 1,
        Outcome::Fails => 2,
        Outcome::Partly { .. } => 3,
        Outcome::Unknown { .. } => 4,
        Outcome::Holds => 5,
    };
    let Some(reading) = section.readings.iter().min_by_key(|reading| rank(reading)) else {
        return "no probe was answered".to_owned();
    };
    let statement = escape::table_cell(&clip(open_ended(&reading.statement), LONGEST_WHY));
    match reading.evidence.first() {
        Some(id) => format!("{statement} ({})", docket.cite(id)),
        None => statement,
    }
}

/// What the machine cannot settle, and why.
fn needs_person(docket: &Docket<'_>, sheet: &mut Sheet) {
    let mut items = Vec::new();
    for section in &docket.sections {
        let why = match section.ruling {
            Ruling::Scored(result) if result.needs_person.is_empty() => continue,
            Ruling::Scored(result) => escape::prose(&result.needs_person.join("; ")),
            Ruling::NotScored(missing) => escape::prose(&missing.reason),
        };
        items.push(format!("{}: {}", section.link(), closed(&why)));
    }
    if !items.is_empty() {
        sheet.block("**Needs a person:**");
        sheet.list(items);
    }
}
