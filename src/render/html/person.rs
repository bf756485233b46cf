//! A person's scores: they stand, and the program's stay beside them.

use super::dossier::Dossier;
use super::markup::{Markup, element};
use crate::domain::graded::HumanScore;
use crate::domain::ids::CriterionId;
use crate::domain::verdict::CriterionResult;
use crate::render::phrase::{decimal, ended};

/// That a person scored, and what that makes of the overall score.
pub(super) fn notice(dossier: &Dossier<'_>) -> Markup {
    let Some(human) = dossier.human.filter(|human| !human.is_empty()) else {
        return Markup::default();
    };
    let number = match human.len() {
        1 => "1 criterion".to_owned(),
        some => format!("{some} criteria"),
    };
    let said = element("p").with(element("b").with("Scored by a person:")).with(" ").text(&number);
    let said = said.with(". ").with(overall(dossier).map(|words| Markup::text(&words)));
    element("aside").class("caution person").with(said).into()
}

/// What a person's scores make of the overall score.
fn overall(dossier: &Dossier<'_>) -> Option<String> {
    let report = dossier.index.report;
    let machine = (!report.criteria.is_empty()).then(|| decimal(report.overall_score));
    let machine = machine.unwrap_or_else(|| "none".to_owned());
    let stands = decimal(dossier.overall?);
    let before = if stands == machine { String::new() } else { format!(" instead of {machine}") };
    Some(format!(
        "With that the overall score is {stands}{before}; the arguments below are the program's."
    ))
}

/// A mark for a dimension that a person scored.
pub(super) fn pill(dossier: &Dossier<'_>, id: &CriterionId) -> Option<Markup> {
    dossier.person(id)?;
    Some(element("span").class("pill good").with("a person's score").into())
}

/// A person's score on a dimension, why, by whom and when.
pub(super) fn ruling(
    dossier: &Dossier<'_>,
    id: &CriterionId,
    result: Option<&CriterionResult>,
) -> Option<Markup> {
    let HumanScore { score, who, reason, at } = dossier.person(id)?;
    let before = match result {
        Some(result) => format!("{score} instead of {}.", result.final_score),
        None => format!("{score}; the program could not score it."),
    };
    let said = element("p").with(element("b").with("Scored by a person:")).with(" ").text(&before);
    let said = said.with(" ").with(Markup::prose(&ended(reason)));
    let by = element("p").class("quiet").text(who).with(", ").text(&day(*at));
    Some(element("div").class("by-person").with(said).with(by).into())
}

/// The day in UTC, such as `2026-02-25`.
fn day(seconds: u64) -> String {
    let time = i64::try_from(seconds).ok().and_then(|at| jiff::Timestamp::from_second(at).ok());
    time.map_or_else(|| "at an unknown time".to_owned(), |at| at.strftime("%Y-%m-%d").to_string())
}
