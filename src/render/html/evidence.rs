//! The evidence: every finding with its places, so that a reader can check it.

use super::dossier::Dossier;
use super::markup::{Element, Markup, element};
use super::part;
use crate::domain::evidence::{Evidence, Standing};
use crate::render::excerpt::{self, PLACES};
use crate::render::phrase::{count, decimal, ended};
use crate::render::wording;

/// Findings one below the other; `open` shows the whole of each.
pub(super) fn list(dossier: &Dossier<'_>, pieces: &[&Evidence], open: bool) -> Markup {
    if pieces.is_empty() {
        return Markup::default();
    }
    let all = pieces.iter().map(|piece| entry(dossier, piece, open));
    element("div").class("evidence").all(all).into()
}

/// What belongs to no dimension of the report, where there is any.
pub(super) fn unplaced(dossier: &Dossier<'_>) -> Markup {
    let pieces = dossier.unplaced();
    if pieces.is_empty() {
        return Markup::default();
    }
    part("part:evidence", "Further Evidence").with(list(dossier, &pieces, false)).into()
}

/// How much evidence there is, and whose words it quotes.
pub(super) fn tally(dossier: &Dossier<'_>) -> Element {
    let pieces: usize = dossier.index.report.evidences.values().map(Vec::len).sum();
    let said = element("p").class("quiet");
    if pieces == 0 {
        return said.with("No evidence was given.");
    }
    said.text(&count(pieces, "piece")).with(
        " of evidence. Excerpts quote the submission or sum up its syntax tree; places are those of the audited commit \
         and of the report's pages.",
    )
}

fn entry(dossier: &Dossier<'_>, evidence: &Evidence, open: bool) -> Element {
    let (standing, tag) = wording::standing(&dossier.index, evidence);
    let class = match evidence.standing {
        Standing::Found => "piece found",
        Standing::Absent => "piece absent",
        Standing::Unknown => "piece undecided",
    };
    let first =
        evidence.places.first().map_or_else(|| evidence.location.clone(), ToString::to_string);
    let id = element("span").class("id").text(evidence.id.as_str());
    let tag = tag.map(|tag| element("span").class("pill flaw").with("⚠ ").with(tag));
    let label = element("summary").with(id).with(" ").with(element("b").with(standing)).with(" ");
    let label = label.with(element("span").class("where").text(&first)).with(tag);
    let waived = evidence.waived.as_ref().map(|_| element("span").class("pill").with("waived"));
    let label = label.with(waived);
    let fold = element("details").class(class).attribute("id", evidence.id.as_str());
    fold.flag("open", open).with(label).with(body(dossier, evidence))
}

fn body(dossier: &Dossier<'_>, evidence: &Evidence) -> Markup {
    let shown = excerpt::of(evidence);
    let note = shown.as_ref().and_then(|(_, how)| how.as_deref());
    let note = note.map(|how| Markup::ours(" (").and(Markup::text(how)).and(")"));
    let waived = wording::waived(evidence).map(|(word, words)| {
        let said = element("p").with(element("b").with(word)).with(" ");
        said.with(Markup::prose(&ended(&words))).with(" What rests on it is undecided.")
    });
    let rationale = element("p").with(dossier.prose(&evidence.rationale)).with(note);
    let quote = shown.map(|(text, _)| {
        let code = element("code").with(Markup::block(&text));
        // What is wider than the window scrolls, so it has to be within reach of the keyboard.
        element("pre").attribute("tabindex", "0").with(code)
    });
    let confidence = format!("confidence {}", decimal(evidence.confidence.get()));
    let mut notes = vec![places(dossier, evidence), Markup::text(&confidence)];
    notes.push(evidence.detective.name().into());
    notes.extend(
        evidence.probe.iter().map(|probe| Markup::ours("probe ").and(Markup::code(probe.as_str()))),
    );
    let notes = element("p").class("quiet").with(Markup::join(notes, " · "));
    Markup::from(waived).and(rationale).and(quote).and(notes)
}

fn places(dossier: &Dossier<'_>, evidence: &Evidence) -> Markup {
    let mut all: Vec<Markup> =
        evidence.places.iter().take(PLACES).map(|place| dossier.place(place)).collect();
    if all.is_empty() {
        all.push(Markup::prose(&evidence.location));
    }
    if evidence.places.len() > PLACES {
        all.push(Markup::text(&format!("{} more", evidence.places.len() - PLACES)));
    }
    Markup::join(all, ", ")
}
