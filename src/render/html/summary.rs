//! The Executive Summary: the verdict, one line per criterion, and what needs a person.

use super::dossier::{Dossier, anchor};
use super::markup::{Element, Markup, element, jump};
use super::strip::{badge, strip};
use super::{part, person};
use crate::domain::verdict::CriterionResult;
use crate::render::index::{Ruling, Section};
use crate::render::notable::{LONGEST_WHY, Mark, needs_person, overall, ranked, why};
use crate::render::phrase::{clip, ended, open_ended};

/// Writes the whole summary.
pub(super) fn write(dossier: &Dossier<'_>) -> Markup {
    let rows = ranked(&dossier.index);
    let lines = rows.iter().map(|(marks, section)| row(dossier, marks, section));
    let list = (!rows.is_empty()).then(|| element("ol").class("index").all(lines));
    let used: Vec<Mark> = Mark::ALL
        .into_iter()
        .filter(|mark| rows.iter().any(|(marks, _)| marks.contains(mark)))
        .collect();
    let part = part("part:summary", "Executive Summary").with(verdict(dossier)).with(list);
    part.with(legend(&used)).with(for_a_person(dossier)).into()
}

/// The overall score, what is said about it, and the summary.
fn verdict(dossier: &Dossier<'_>) -> Markup {
    let overall = overall(dossier.index.report);
    let is_capped = dossier.index.report.overall_cap.is_some();
    let between = match (&overall.score, overall.summary.is_some(), is_capped) {
        (None, ..) => "",
        (Some(_), false, _) => ": ",
        (Some(_), true, true) => ". ",
        (Some(_), true, false) => ", ",
    };
    let score = overall.score.map(|score| element("b").text(&score));
    let said = element("p").class("verdict").with(score).with(between);
    let said = said.with(dossier.prose(&overall.said));
    let summary = overall.summary.map(|summary| element("p").with(dossier.prose(&summary)));
    Markup::from(said).and(summary)
}

fn row(dossier: &Dossier<'_>, marks: &[Mark], section: &Section<'_>) -> Element {
    let name = jump(&anchor(section.ruling.id()), Markup::text(&section.label)).class("name");
    let pills = marks.iter().map(|mark| pill(*mark).into());
    let pills = pills.chain(person::pill(dossier, section.ruling.id()));
    let name = Markup::from(name).and(Markup::join(pills, " "));
    let (why, strip) = match section.ruling {
        Ruling::Scored(result) => (reason(dossier, section, result), Some(strip(result))),
        Ruling::NotScored(missing) => {
            let reason = clip(open_ended(&missing.reason), LONGEST_WHY);
            (Markup::ours("not scored. ").and(Markup::prose(&reason)), None)
        }
    };
    let said = element("p").with(why);
    let words = element("div").class("words").with(element("p").with(name)).with(said);
    element("li").with(badge(dossier.standing(section.ruling))).with(words).with(strip)
}

/// The one fact that says most.
fn reason(dossier: &Dossier<'_>, section: &Section<'_>, result: &CriterionResult) -> Markup {
    let Some(reading) = why(&dossier.index, section, result) else {
        return "no probe was answered".into();
    };
    let statement = Markup::prose(&clip(open_ended(&reading.statement), LONGEST_WHY));
    let cite = reading.evidence.first().map(|id| Markup::ours(" ").and(dossier.cite(id)));
    statement.and(cite)
}

/// A mark with its word.
pub(super) fn pill(mark: Mark) -> Element {
    let (class, word) = match mark {
        Mark::Flaw => ("pill flaw", "flaw"),
        Mark::Dissent => ("pill split", "dissent"),
        Mark::Person => ("pill person", "for a person"),
    };
    let sign = element("span").attribute("aria-hidden", "true").with(mark.sign());
    element("span").class(class).attribute("title", mark.meaning()).with(sign).with(" ").with(word)
}

/// What the marks and the colours of the judges say.
fn legend(used: &[Mark]) -> Element {
    let entry =
        |sign: Markup, meaning: &'static str| element("span").with(sign).with(" ").with(meaning);
    let marks = used.iter().map(|mark| entry(mark.sign().into(), mark.meaning()));
    let judge = |class| element("i").class(class).into();
    element("p")
        .class("legend")
        .all(marks)
        .with(entry(judge("dot prosecutor"), "Prosecutor"))
        .with(entry(judge("dot defense"), "Defense"))
        .with(entry(judge("dot techlead"), "Tech Lead"))
        .with(entry(judge("dot ruling"), "ruling"))
}

/// What the machine cannot settle, and why.
fn for_a_person(dossier: &Dossier<'_>) -> Option<Element> {
    let left = dossier.index.sections.iter().filter_map(|section| {
        let why = Markup::prose(&ended(&needs_person(section)?));
        let name = jump(&anchor(section.ruling.id()), Markup::text(&section.label));
        Some(element("li").with(name).with(": ").with(why))
    });
    let left: Vec<Element> = left.collect();
    let title = element("h3").with("Needs a person");
    (!left.is_empty())
        .then(|| element("div").class("person-list").with(title).with(element("ul").all(left)))
}
