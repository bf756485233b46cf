//! The remediation of a criterion, and the Remediation Plan of all.

use super::dossier::{Dossier, anchor};
use super::markup::{Element, Markup, element, jump};
use super::part;
use crate::domain::verdict::{CriterionResult, NotScored, Remedy};
use crate::render::index::Section;
use crate::render::phrase::{capitalised, ended};
use crate::render::plan::{NOTHING, groups, introduction};
use crate::render::wording;

/// What to change in a criterion.
pub(super) fn remediation(
    dossier: &Dossier<'_>,
    section: &Section<'_>,
    result: &CriterionResult,
) -> Markup {
    if !result.remedies.is_empty() {
        return list(dossier, &result.remedies);
    }
    let said = capitalised(&wording::no_remedies(section, result));
    title().and(element("p").with(dossier.prose(&said)))
}

/// What to change in a criterion that has no score, where it is anything.
pub(super) fn unscored(dossier: &Dossier<'_>, missing: &NotScored) -> Option<Markup> {
    (!missing.remedies.is_empty()).then(|| list(dossier, &missing.remedies))
}

fn list(dossier: &Dossier<'_>, remedies: &[Remedy]) -> Markup {
    let items = remedies.iter().map(|remedy| item(dossier, remedy));
    title().and(element("ol").class("remedies").all(items))
}

fn title() -> Markup {
    element("h4").with("Remediation").into()
}

/// Where, what, why, and what it is worth.
fn item(dossier: &Dossier<'_>, remedy: &Remedy) -> Element {
    let mut line = action(dossier, remedy);
    if !remedy.today.trim().is_empty() {
        line = line.with(" Today: ").with(dossier.prose(&ended(&remedy.today)));
    }
    let line = line.with(" ").with(worth(remedy));
    let cites = dossier.cites(&remedy.evidence);
    if cites.is_empty() { line } else { line.with(" ").with(cites) }
}

fn action(dossier: &Dossier<'_>, remedy: &Remedy) -> Element {
    let place = dossier.location(&remedy.location, &remedy.evidence);
    element("li").with(place).with(": ").with(dossier.prose(&ended(&remedy.action)))
}

fn worth(remedy: &Remedy) -> Element {
    let class = if remedy.lifts_cap { "worth lifts" } else { "worth" };
    element("span").class(class).text(&ended(&wording::worth(remedy)))
}

/// Writes the plan, one group per criterion.
pub(super) fn write(dossier: &Dossier<'_>) -> Markup {
    let part = part("part:plan", "Remediation Plan");
    let groups = groups(&dossier.index);
    if groups.is_empty() {
        let said = Markup::prose(&dossier.index.report.remediation_plan);
        let said = if said.is_empty() { NOTHING.into() } else { said };
        return part.with(element("p").with(said)).into();
    }
    let part = part.with(element("p").text(&introduction(&groups)));
    let all = groups.iter().map(|group| {
        let name = jump(&anchor(group.section.ruling.id()), Markup::text(&group.section.label));
        let promise = element("span").class("promise").text(&group.promise());
        let title = element("h3").with(name).with(": ").with(promise);
        let remedies = group.remedies.iter();
        let remedies = remedies.map(|remedy| action(dossier, remedy).with(" ").with(worth(remedy)));
        Markup::from(title).and(element("ul").class("tasks").all(remedies))
    });
    part.with(element("div").class("card").all(all)).into()
}
