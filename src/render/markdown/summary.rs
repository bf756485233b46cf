//! The Executive Summary: the verdict, one line per criterion, and what needs a person.

use super::Sheet;
use crate::domain::verdict::CriterionResult;
use crate::render::escape;
use crate::render::index::{Index, Ruling, Section};
use crate::render::notable::{LONGEST_WHY, Mark, needs_person, overall, ranked, why};
use crate::render::phrase::{clip, closed, open_ended};

/// Writes the whole summary.
pub(super) fn write(index: &Index<'_>, sheet: &mut Sheet) {
    sheet.heading(2, "Executive Summary");
    verdict(index, sheet);
    let rows = ranked(index);
    let cells: Vec<Vec<String>> =
        rows.iter().map(|(marks, section)| row(index, marks, section)).collect();
    // Two columns: with more the reasons would stand beyond the edge of a phone.
    sheet.table("cl", &["score (spread)", "criterion, and why"], &cells);
    let used = |mark: &Mark| rows.iter().any(|(marks, _)| marks.contains(mark));
    let legend = Mark::ALL.into_iter().filter(used);
    let mut legend: Vec<String> =
        legend.map(|mark| format!("{} {}", mark.sign(), mark.meaning())).collect();
    if !legend.is_empty() {
        legend.push("rows with a sign come first, the others in the rubric's order".to_owned());
    }
    sheet.block(legend.join(" · "));
    let left = index.sections.iter().filter_map(|section| {
        let why = closed(&escape::prose(&needs_person(section)?));
        Some(format!("{}: {why}", section.link()))
    });
    let left: Vec<String> = left.collect();
    if !left.is_empty() {
        sheet.block("**Needs a person:**");
        sheet.list(left);
    }
}

/// The overall score, what is said about it, and the summary.
fn verdict(index: &Index<'_>, sheet: &mut Sheet) {
    let overall = overall(index.report);
    let said = escape::prose(&overall.said);
    let is_capped = index.report.overall_cap.is_some();
    match (overall.score, overall.summary.is_some()) {
        (None, _) => sheet.block(format!("**{said}**")),
        (Some(score), false) => sheet.block(format!("**{score}**: {}", index.linking(said))),
        (Some(score), true) if is_capped => sheet.block(format!("**{score}.** {said}")),
        (Some(score), true) => sheet.block(format!("**{score}**, {said}")),
    }
    sheet.block(escape::prose(&overall.summary.unwrap_or_default()));
}

fn row(index: &Index<'_>, marks: &[Mark], section: &Section<'_>) -> Vec<String> {
    let signs: Vec<&str> = marks.iter().map(|mark| mark.sign()).collect();
    let name = [signs.join(" "), section.link_cell()].join(" ");
    let name = name.trim_start();
    match section.ruling {
        Ruling::Scored(result) => vec![
            format!("{} ({})", result.final_score, result.spread),
            format!("{name}: {}", reason(index, section, result)),
        ],
        Ruling::NotScored(missing) => {
            let reason = clip(open_ended(&missing.reason), LONGEST_WHY);
            vec!["–".to_owned(), format!("{name}: not scored. {}", escape::table_cell(&reason))]
        }
    }
}

/// The one fact that says most.
fn reason(index: &Index<'_>, section: &Section<'_>, result: &CriterionResult) -> String {
    let Some(reading) = why(index, section, result) else {
        return "no probe was answered".to_owned();
    };
    let statement = escape::table_cell(&clip(open_ended(&reading.statement), LONGEST_WHY));
    match reading.evidence.first() {
        Some(id) => format!("{statement} ({})", index.cite(id)),
        None => statement,
    }
}
