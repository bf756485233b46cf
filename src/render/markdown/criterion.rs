//! The Criterion Breakdown: facts, opinions, ruling, dissent and remediation of each dimension.

use super::Sheet;
use super::trace;
use crate::domain::opinion::{JudicialOpinion, Round};
use crate::domain::reading::Reading;
use crate::domain::verdict::{CriterionResult, MissingSeat, Remedy};
use crate::render::index::{Index, Ruling, Section, anchor};
use crate::render::phrase::{closed, open_ended};
use crate::render::{escape, wording};

/// Writes one section per dimension.
pub(super) fn write(index: &Index<'_>, sheet: &mut Sheet) {
    sheet.heading(2, "Criterion Breakdown");
    if index.sections.is_empty() {
        sheet.block("The rubric has no dimension.");
    }
    for section in &index.sections {
        sheet.heading(3, &escape::inline(&section.heading()));
        match section.ruling {
            Ruling::Scored(result) => {
                sheet.block(standing(result));
                facts(index, section, sheet);
                opinions(index, result, sheet);
                rulings(index, section, result, sheet);
                remediation(index, section, result, sheet);
            }
            Ruling::NotScored(missing) => {
                sheet.block(format!("**Not scored:** {}", closed(&escape::prose(&missing.reason))));
                facts(index, section, sheet);
                if !missing.remedies.is_empty() {
                    remedies(index, &missing.remedies, sheet);
                }
            }
        }
    }
}

/// The level, a weight that is not 1, and what needs a person.
fn standing(result: &CriterionResult) -> String {
    let level = wording::level_points(result)
        .map(|(name, points)| format!("Level “{}”, {points}", escape::inline(name)));
    let mut parts: Vec<String> = level.into_iter().chain(wording::weight(result)).collect();
    if !result.needs_person.is_empty() {
        let reasons = escape::prose(&result.needs_person.join("; "));
        parts.push(format!("**Needs a person:** {reasons}"));
    }
    parts.join(" · ")
}

fn facts(index: &Index<'_>, section: &Section<'_>, sheet: &mut Sheet) {
    if section.readings.is_empty() {
        sheet.block("**Facts:** no probe was answered.");
        return;
    }
    sheet.block(format!("**Facts:** {}", wording::tallies(section)));
    sheet.list(section.readings.iter().map(|reading| fact(index, reading)));
}

/// A reading: its outcome, what was measured, what is missing, and where to check it.
fn fact(index: &Index<'_>, reading: &Reading) -> String {
    let sign = wording::sign(reading);
    let mut line = format!("{sign} {}", closed(&escape::prose(&reading.statement)));
    if let Some(reason) = wording::undecided(reading) {
        line = format!("{line} Undecided: {}", closed(&escape::prose(reason)));
    }
    if let Some(missing) = wording::missing(reading) {
        line = format!("{line} Missing: {}.", escape::prose(&missing));
    }
    if let Some(place) = wording::place_beside(index, reading) {
        line = format!("{line} {}", index.place(place));
    }
    if !reading.evidence.is_empty() {
        line = format!("{line} · {}", index.cites(&reading.evidence));
    }
    line
}

fn opinions(index: &Index<'_>, result: &CriterionResult, sheet: &mut Sheet) {
    let hearings = result.judge_opinions.iter().chain(&result.second_hearing);
    let rows: Vec<Vec<String>> = hearings.map(|opinion| row(index, opinion)).collect();
    if rows.is_empty() {
        sheet.block("**Opinions:** none.");
    } else {
        sheet.block(format!("**Opinions:** spread {}", result.spread));
    }
    sheet.table("lcl", &["judge", "score", "argument, and what it cites"], &rows);
    sheet.list(result.missing_seats.iter().map(missing));
}

fn row(index: &Index<'_>, opinion: &JudicialOpinion) -> Vec<String> {
    let judge = match opinion.round {
        Round::First => opinion.judge.title().to_owned(),
        Round::Second => format!("{}, second hearing", opinion.judge.title()),
    };
    let argument = index.linking(closed(&escape::table_cell(&opinion.argument)));
    let unnamed = wording::unnamed(opinion);
    let cites = match (opinion.cited_evidence.is_empty(), unnamed.is_empty()) {
        (true, _) => " (cites nothing)".to_owned(),
        (false, true) => String::new(),
        (false, false) => format!(" {}", index.cites(&unnamed)),
    };
    let judge = match wording::stand_in(index.report, opinion) {
        Some(who) => format!("{judge}, {}", escape::table_cell(&who)),
        None => judge,
    };
    vec![judge, opinion.score.to_string(), format!("{argument}{cites}")]
}

fn missing(missing: &MissingSeat) -> String {
    let [who, attempts] = wording::no_opinion(missing);
    format!("**{who}**{attempts}{}", closed(&escape::prose(&missing.reason)))
}

/// What the rules did, and the dissent.
fn rulings(index: &Index<'_>, section: &Section<'_>, result: &CriterionResult, sheet: &mut Sheet) {
    let mut steps: Vec<String> = result
        .trace
        .iter()
        .filter(|step| step.applied)
        .map(|step| format!("*{}:* {}", step.rule.name(), escape::prose(open_ended(&step.effect))))
        .collect();
    let trace = anchor(&trace::heading(section));
    steps.push(format!("**{}** ([rules](#{trace}))", result.final_score));
    sheet.block(format!("**Ruling:** {}", steps.join(" → ")));
    if let Some(dissent) = &result.dissent_summary {
        sheet.block(format!("**Dissent:** {}", index.linking(escape::prose(dissent))));
    }
}

fn remediation(
    index: &Index<'_>,
    section: &Section<'_>,
    result: &CriterionResult,
    sheet: &mut Sheet,
) {
    if result.remedies.is_empty() {
        let text = escape::prose(&wording::no_remedies(section, result));
        sheet.block(format!("**Remediation:** {text}"));
    } else {
        remedies(index, &result.remedies, sheet);
    }
}

fn remedies(index: &Index<'_>, remedies: &[Remedy], sheet: &mut Sheet) {
    sheet.block("**Remediation:**");
    let items = remedies.iter().enumerate();
    let lines: Vec<String> =
        items.map(|(nth, remedy)| format!("{}. {}", nth + 1, item(index, remedy))).collect();
    sheet.block(lines.join("\n"));
}

/// Where, what, why, and what it is worth.
fn item(index: &Index<'_>, remedy: &Remedy) -> String {
    let mut text = format!(
        "{}: {}",
        index.location(&remedy.location, &remedy.evidence),
        closed(&escape::prose(&remedy.action))
    );
    if !remedy.today.trim().is_empty() {
        text = format!("{text} Today: {}", closed(&escape::prose(&remedy.today)));
    }
    text = format!("{text} *{}.*", wording::worth(remedy));
    if remedy.evidence.is_empty() {
        text
    } else {
        format!("{text} {}", index.cites(&remedy.evidence))
    }
}
