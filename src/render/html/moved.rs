//! What moved since the audit that this one follows.

use super::dossier::{Dossier, anchor};
use super::markup::{Element, Markup, element, jump};
use super::part;
use crate::domain::moved::Shift;
use crate::render::moved::{TITLE, introduction, said, scores};

/// Writes the part; nothing where the report follows no other.
pub(super) fn write(dossier: &Dossier<'_>) -> Markup {
    let Some(moved) = &dossier.index.report.moved else { return Markup::default() };
    let sentences = introduction(moved).into_iter().map(|one| dossier.prose(&one));
    let words = element("p").with(Markup::join(sentences, " "));
    let rows = moved.criteria.iter().map(|shift| {
        let score = element("b").text(&scores(shift));
        let name = element("dt").with(name(dossier, shift)).with(" ").with(score);
        element("div").with(name).with(element("dd").with(dossier.prose(&said(moved, shift))))
    });
    let list = element("dl").class("pairs").all(rows);
    let card = element("div").class("card").with(words).with(list);
    part("part:moved", TITLE).with(card).into()
}

/// The dimension, linked to its verdict where the report has one.
fn name(dossier: &Dossier<'_>, shift: &Shift) -> Element {
    let section = dossier.index.sections.iter().find(|one| *one.ruling.id() == shift.criterion);
    match section {
        Some(section) => jump(&anchor(section.ruling.id()), Markup::text(&section.label)),
        None => element("span").text(&shift.name),
    }
}
