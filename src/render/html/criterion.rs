//! The Criterion Breakdown: facts with their evidence, opinions, ruling, dissent and remediation of each
//! dimension.

use super::dossier::{Dossier, anchor};
use super::markup::{Element, Markup, element};
use super::strip::{badge, strip};
use super::summary::pill;
use super::{bench, evidence, part, person, plan, ruling};
use crate::domain::reading::{Outcome, Reading};
use crate::domain::verdict::CriterionResult;
use crate::render::index::{Ruling, Section};
use crate::render::notable::marks;
use crate::render::phrase::{count, ended};
use crate::render::wording;

/// Most pieces of evidence beside a reading before the others fold.
const BESIDE: usize = 3;

/// Writes one section per dimension.
pub(super) fn write(dossier: &Dossier<'_>) -> Markup {
    let part = part("part:criteria", "Criterion Breakdown");
    if dossier.index.sections.is_empty() {
        return part.with(element("p").with("The rubric has no dimension.")).into();
    }
    part.all(dossier.index.sections.iter().map(|section| card(dossier, section))).into()
}

fn card(dossier: &Dossier<'_>, section: &Section<'_>) -> Element {
    let card = element("article").class("card").attribute("id", &anchor(section.ruling.id()));
    match section.ruling {
        Ruling::Scored(result) => card
            .with(head(dossier, section, Some(result)))
            .with(person::ruling(dossier, section.ruling.id(), Some(result)))
            .with(standing(result))
            .with(facts(dossier, section))
            .with(bench::write(dossier, result))
            .with(ruling::write(dossier, result))
            .with(plan::remediation(dossier, section, result)),
        Ruling::NotScored(missing) => {
            let why = element("p").with(element("b").with("Not scored:")).with(" ");
            let why = why.with(Markup::prose(&ended(&missing.reason)));
            let person = person::ruling(dossier, section.ruling.id(), None);
            card.with(head(dossier, section, None))
                .with(person)
                .with(why)
                .with(facts(dossier, section))
                .with(plan::unscored(dossier, missing))
        }
    }
}

/// The badge, the name, the marks, and where the judges stand.
fn head(dossier: &Dossier<'_>, section: &Section<'_>, result: Option<&CriterionResult>) -> Element {
    let standing = dossier.standing(section.ruling);
    let said = match standing {
        Some(score) => format!(": {score} of 5"),
        None => ": not scored".to_owned(),
    };
    let said = element("span").class("aloud").text(&said);
    let name = element("h3").text(&section.label).with(said);
    let pills = Markup::join(marks(section).into_iter().map(|mark| pill(mark).into()), " ");
    let pills = (!pills.is_empty()).then(|| element("p").class("pills").with(pills));
    let words = element("div").class("words").with(name).with(pills);
    element("header").with(badge(standing)).with(words).with(result.map(strip))
}

/// The level, a weight that is not 1, and what needs a person.
fn standing(result: &CriterionResult) -> Option<Element> {
    let mut parts: Vec<Markup> = Vec::new();
    if let Some((name, points)) = wording::level_points(result) {
        let level = Markup::ours("Level “").and(Markup::text(name));
        parts.push(level.and("”, ").and(Markup::text(&points)));
    }
    parts.extend(wording::weight(result).map(|weight| Markup::text(&weight)));
    if !result.needs_person.is_empty() {
        let label = Markup::from(element("b").with("Needs a person:"));
        parts.push(label.and(" ").and(Markup::prose(&result.needs_person.join("; "))));
    }
    (!parts.is_empty()).then(|| element("p").class("standing").with(Markup::join(parts, " · ")))
}

/// The readings, each with its evidence, and the evidence that no reading cites.
fn facts(dossier: &Dossier<'_>, section: &Section<'_>) -> Markup {
    let title = element("h4").with("Facts");
    if section.readings.is_empty() && section.evidence.is_empty() {
        let none = element("p").class("none").with("No probe was answered.");
        return Markup::from(title).and(none);
    }
    let tallies = element("span").class("quiet").text(&wording::tallies(section));
    let list = section.readings.iter().map(|reading| fact(dossier, reading));
    let list = element("ul").class("facts").all(list);
    let further = dossier.further(section);
    let further = (!further.is_empty()).then(|| {
        let title = element("h4").with("Further evidence");
        Markup::from(title).and(evidence::list(dossier, &further, false))
    });
    Markup::from(title.with(" ").with(tallies)).and(list).and(further)
}

/// A reading: its outcome, what was measured, what is missing, and the evidence to check it by.
fn fact<'a>(dossier: &Dossier<'a>, reading: &'a Reading) -> Element {
    let (class, spoken) = match reading.outcome {
        Outcome::Holds => ("fact holds", "holds: "),
        Outcome::Partly { .. } => ("fact partly", "in part: "),
        Outcome::Fails => ("fact fails", "does not hold: "),
        Outcome::Unknown { .. } if reading.is_moot() => ("fact unknown", "counts neither way: "),
        Outcome::Unknown { .. } => ("fact unknown", "undecided: "),
    };
    let sign = wording::sign(reading);
    let (sign, share) = sign.split_once(' ').map_or((sign.as_str(), None), |(a, b)| (a, Some(b)));
    let sign = element("span").class("sign").attribute("aria-hidden", "true").text(sign);
    let sign = Markup::from(sign).and(element("span").class("aloud").with(spoken));
    let share = share.map(|share| element("b").text(share)).map(|share| share.with(" "));
    let mut said = element("p").with(share).with(dossier.prose(&ended(&reading.statement)));
    if let Some(reason) = wording::undecided(reading) {
        said = said.with(" Undecided: ").with(Markup::prose(&ended(reason)));
    }
    if let Some(missing) = wording::missing(reading) {
        said = said.with(" Missing: ").with(Markup::prose(&missing)).with(".");
    }
    // What cannot be opened stands beside its evidence already.
    let place = wording::place_beside(&dossier.index, reading);
    if let Some(place) = place.filter(|place| dossier.index.url(place).is_some()) {
        said = said.with(" ").with(dossier.place(place));
    }
    let elsewhere = dossier.cites(&dossier.elsewhere(reading));
    if !elsewhere.is_empty() {
        said = said.with(" See also ").with(elsewhere).with(".");
    }
    let body = element("div").with(said).with(beside(dossier, reading));
    element("li").class(class).with(sign).with(body)
}

/// The evidence beside a reading, in full where it does not hold, and folded where there is much.
fn beside<'a>(dossier: &Dossier<'a>, reading: &'a Reading) -> Markup {
    let pieces = dossier.beside(reading);
    let is_open = matches!(reading.outcome, Outcome::Fails);
    let (shown, folded) = pieces.split_at(pieces.len().min(BESIDE));
    let folded = (!folded.is_empty()).then(|| {
        let label =
            element("summary").text(&count(folded.len(), "more piece")).with(" of evidence");
        element("details").class("more").with(label).with(evidence::list(dossier, folded, false))
    });
    evidence::list(dossier, shown, is_open).and(folded)
}
