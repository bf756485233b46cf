//! The three judges side by side: what each says in the first and the second hearing, and who is silent.

use super::dossier::Dossier;
use super::markup::{Element, Markup, element};
use super::strip::badge;
use crate::domain::opinion::{JudicialOpinion, Persona};
use crate::domain::verdict::CriterionResult;
use crate::render::phrase::ended;
use crate::render::wording;

/// Writes the bench of a criterion.
pub(super) fn write(dossier: &Dossier<'_>, result: &CriterionResult) -> Markup {
    let spread = format!("spread {}", result.spread);
    let title = element("h4").with("Opinions ").with(element("span").class("quiet").text(&spread));
    let seats = Persona::ALL.map(|judge| seat(dossier, result, judge));
    Markup::from(title).and(element("div").class("bench").all(seats))
}

fn seat(dossier: &Dossier<'_>, result: &CriterionResult, judge: Persona) -> Element {
    let class = match judge {
        Persona::Prosecutor => "seat prosecutor",
        Persona::Defense => "seat defense",
        Persona::TechLead => "seat techlead",
    };
    let by = |all: &[JudicialOpinion]| -> Vec<Element> {
        let own = all.iter().filter(|opinion| opinion.judge == judge);
        own.map(|opinion| said(dossier, opinion)).collect()
    };
    let first = by(&result.judge_opinions);
    let second = by(&result.second_hearing);
    let silences = result.missing_seats.iter().filter(|missing| missing.seat.persona == judge);
    let silences: Vec<Element> = silences
        .map(|missing| {
            let [who, attempts] = wording::no_opinion(missing);
            let words = element("p").class("silent").with(element("b").text(&who));
            words.with(" ").text(&attempts).with(" ").with(Markup::prose(&ended(&missing.reason)))
        })
        .collect();
    let is_empty = first.is_empty() && second.is_empty() && silences.is_empty();
    let nothing = is_empty.then(|| element("p").class("silent").with("No opinion is recorded."));
    let again = (!second.is_empty()).then(|| element("h6").with("Second hearing"));
    let name = element("h5").with(judge.title());
    element("section")
        .class(class)
        .with(name)
        .all(first)
        .with(again)
        .all(second)
        .all(silences)
        .with(nothing)
}

/// An opinion: the score, the argument, and what it cites besides.
fn said(dossier: &Dossier<'_>, opinion: &JudicialOpinion) -> Element {
    let argument = element("p").with(dossier.prose(&ended(&opinion.argument)));
    let unnamed = dossier.cites(&wording::unnamed(opinion));
    let cites = match (opinion.cited_evidence.is_empty(), unnamed.is_empty()) {
        (true, _) => Some(element("p").class("cites").with("cites nothing")),
        (false, true) => None,
        (false, false) => Some(element("p").class("cites").with("also cites ").with(unnamed)),
    };
    let who = wording::stand_in(dossier.index.report, opinion);
    let who = who.map(|who| element("p").class("cites").text(&who));
    let said = element("div").class("opinion").with(badge(Some(opinion.score)));
    said.with(argument).with(cites).with(who)
}
