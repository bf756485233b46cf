//! The Criterion Breakdown: facts, opinions, ruling, dissent and remediation of each dimension.

use super::Sheet;
use super::docket::{Docket, Ruling, Section, anchor};
use super::trace;
use crate::domain::facts::Place;
use crate::domain::ids::EvidenceId;
use crate::domain::opinion::{JudicialOpinion, Round};
use crate::domain::reading::{Outcome, Reading};
use crate::domain::score::Score;
use crate::domain::verdict::{CriterionResult, MissingSeat, Remedy};
use crate::render::escape;
use crate::render::phrase::{closed, count, decimal, open_ended, points};

/// Writes one section per dimension.
pub(super) fn write(docket: &Docket<'_>, sheet: &mut Sheet) {
    sheet.heading(2, "Criterion Breakdown");
    if docket.sections.is_empty() {
        sheet.block("The rubric has no dimension.");
    }
    for section in &docket.sections {
        sheet.heading(3, &escape::inline(&section.heading()));
        match section.ruling {
            Ruling::Scored(result) => {
                sheet.block(standing(result));
                facts(docket, section, sheet);
                opinions(docket, result, sheet);
                rulings(docket, section, result, sheet);
                remediation(docket, section, result, sheet);
            }
            Ruling::NotScored(missing) => {
                sheet.block(format!("**Not scored:** {}", closed(&escape::prose(&missing.reason))));
                facts(docket, section, sheet);
            }
        }
    }
}

/// The level, a weight that is not 1, and what needs a person.
fn standing(result: &CriterionResult) -> String {
    let mut parts = Vec::new();
    if let Some(level) = &result.level {
        parts.push(format!(
            "Level “{}”, {} of {} points",
            escape::inline(&level.name),
            points(level.points),
            points(level.of)
        ));
    }
    if (result.weight - 1.0).abs() > f64::EPSILON {
        parts.push(format!("Weight {}", decimal(result.weight)));
    }
    if !result.needs_person.is_empty() {
        let reasons = escape::prose(&result.needs_person.join("; "));
        parts.push(format!("**Needs a person:** {reasons}"));
    }
    parts.join(" · ")
}

fn facts(docket: &Docket<'_>, section: &Section<'_>, sheet: &mut Sheet) {
    if section.readings.is_empty() {
        sheet.block("**Facts:** no probe was answered.");
        return;
    }
    let tally = |is: fn(&Outcome) -> bool| {
        section.readings.iter().filter(|reading| is(&reading.outcome)).count()
    };
    let holds = tally(|outcome| matches!(outcome, Outcome::Holds));
    let tallies = [
        (holds, "✓", if holds == 1 { "holds" } else { "hold" }),
        (tally(|outcome| matches!(outcome, Outcome::Partly { .. })), "◐", "in part"),
        (tally(|outcome| matches!(outcome, Outcome::Fails)), "✗", "not"),
        (tally(|outcome| matches!(outcome, Outcome::Unknown { .. })), "?", "undecided"),
    ];
    let tallies = tallies.into_iter().filter(|(number, ..)| *number > 0);
    let tallies: Vec<String> =
        tallies.map(|(number, sign, word)| format!("{sign} {number} {word}")).collect();
    sheet.block(format!("**Facts:** {}", tallies.join(" · ")));
    sheet.list(section.readings.iter().map(|reading| fact(docket, reading)));
}

/// A reading: its outcome, what was measured, what is missing, and where to check it.
fn fact(docket: &Docket<'_>, reading: &Reading) -> String {
    let sign = match &reading.outcome {
        Outcome::Holds => "✓".to_owned(),
        Outcome::Partly { share } => format!("◐ {:.0} %:", share * 100.0),
        Outcome::Fails => "✗".to_owned(),
        Outcome::Unknown { .. } => "?".to_owned(),
    };
    let mut line = format!("{sign} {}", closed(&escape::prose(&reading.statement)));
    if let Outcome::Unknown { reason } = &reading.outcome
        && !reading.statement.contains(open_ended(reason))
    {
        line = format!("{line} Undecided: {}", closed(&escape::prose(reason)));
    }
    if !reading.missing.is_empty() {
        line = format!("{line} Missing: {}.", escape::prose(&reading.missing.join(", ")));
    }
    let first = reading.evidence.first().and_then(|id| docket.find(id));
    let place = first.and_then(|piece| piece.places.first());
    let place = place.filter(|place| !matches!(place, Place::Tree { .. } | Place::Report));
    // Without a link, a place that the statement names already says nothing new.
    let place = place.filter(|place| {
        docket.is_linked(place)
            || !(reading.statement.contains(&format!("`{place}`"))
                || matches!(place, Place::Page { .. })
                    && reading.statement.contains(&place.to_string()))
    });
    if let Some(place) = place {
        line = format!("{line} {}", docket.place(place));
    }
    if !reading.evidence.is_empty() {
        line = format!("{line} · {}", docket.cites(&reading.evidence));
    }
    line
}

fn opinions(docket: &Docket<'_>, result: &CriterionResult, sheet: &mut Sheet) {
    let hearings = result.judge_opinions.iter().chain(&result.second_hearing);
    let rows: Vec<Vec<String>> = hearings.map(|opinion| row(docket, opinion)).collect();
    if rows.is_empty() {
        sheet.block("**Opinions:** none.");
    } else {
        sheet.block(format!("**Opinions:** spread {}", result.spread));
    }
    sheet.table("lcl", &["judge", "score", "argument, and what it cites"], &rows);
    sheet.list(result.missing_seats.iter().map(missing));
}

fn row(docket: &Docket<'_>, opinion: &JudicialOpinion) -> Vec<String> {
    let judge = match opinion.round {
        Round::First => opinion.judge.title().to_owned(),
        Round::Second => format!("{}, second hearing", opinion.judge.title()),
    };
    let argument = docket.linking(closed(&escape::table_cell(&opinion.argument)));
    let is_unnamed = |id: &&EvidenceId| !opinion.argument.contains(id.as_str());
    let unnamed: Vec<EvidenceId> =
        opinion.cited_evidence.iter().filter(is_unnamed).cloned().collect();
    let cites = match (opinion.cited_evidence.is_empty(), unnamed.is_empty()) {
        (true, _) => " (cites nothing)".to_owned(),
        (false, true) => String::new(),
        (false, false) => format!(" {}", docket.cites(&unnamed)),
    };
    vec![judge, opinion.score.to_string(), format!("{argument}{cites}")]
}

fn missing(missing: &MissingSeat) -> String {
    let hearing = match missing.seat.round {
        Round::First => "",
        Round::Second => " in the second hearing",
    };
    let attempts = count(usize::try_from(missing.attempts).unwrap_or(usize::MAX), "attempt");
    format!(
        "**The {} gave no opinion{hearing}** after {attempts}: {}",
        missing.seat.persona.title(),
        closed(&escape::prose(&missing.reason))
    )
}

/// What the rules did, and the dissent.
fn rulings(
    docket: &Docket<'_>,
    section: &Section<'_>,
    result: &CriterionResult,
    sheet: &mut Sheet,
) {
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
        sheet.block(format!("**Dissent:** {}", docket.linking(escape::prose(dissent))));
    }
}

fn remediation(
    docket: &Docket<'_>,
    section: &Section<'_>,
    result: &CriterionResult,
    sheet: &mut Sheet,
) {
    let holds = |reading: &&Reading| reading.outcome == Outcome::Holds;
    if !result.remedies.is_empty() {
        sheet.block("**Remediation:**");
        let items = result.remedies.iter().enumerate();
        let lines: Vec<String> = items
            .map(|(index, remedy)| format!("{}. {}", index + 1, item(docket, remedy)))
            .collect();
        sheet.block(lines.join("\n"));
    } else if !section.readings.is_empty() && section.readings.iter().all(holds) {
        let text = if result.final_score < Score::MAX {
            "**Remediation:** every probe holds; what keeps the score below 5 is in the judges' arguments."
        } else {
            "**Remediation:** nothing, every probe holds."
        };
        sheet.block(text);
    } else {
        sheet.block(format!("**Remediation:** {}", escape::prose(&result.remediation)));
    }
}

/// Where, what, why, and what it is worth.
fn item(docket: &Docket<'_>, remedy: &Remedy) -> String {
    let mut text = format!(
        "{}: {}",
        docket.location(&remedy.location, &remedy.evidence),
        closed(&escape::prose(&remedy.action))
    );
    if !remedy.today.trim().is_empty() {
        text = format!("{text} Today: {}", closed(&escape::prose(&remedy.today)));
    }
    text = format!("{text} *{}.*", worth(remedy));
    if remedy.evidence.is_empty() {
        text
    } else {
        format!("{text} {}", docket.cites(&remedy.evidence))
    }
}

/// What a remedy is worth, in words.
pub(super) fn worth(remedy: &Remedy) -> String {
    let cap = if remedy.lifts_cap { "; lifts the cap on the overall score" } else { "" };
    if remedy.gain > 0.0 {
        format!("Worth up to {:.1} points{cap}", remedy.gain)
    } else {
        format!("Worth no points by itself{cap}")
    }
}
