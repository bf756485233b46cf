//! The Evidence: every finding with its places, so that a reader can check it.

use super::Sheet;
use crate::domain::evidence::Evidence;
use crate::domain::facts::{Lines, Place};
use crate::render::excerpt::{self, PLACES};
use crate::render::index::{Index, Section};
use crate::render::phrase::{closed, count, decimal};
use crate::render::{escape, wording};

/// Writes the ledger.
pub(super) fn write(index: &Index<'_>, sheet: &mut Sheet) {
    sheet.heading(2, "Evidence");
    let pieces: usize = index.report.evidences.values().map(Vec::len).sum();
    if pieces == 0 {
        sheet.block("No evidence was given.");
        return;
    }
    sheet.block(format!(
        "{} of evidence. Excerpts quote the submission or sum up its syntax tree; places are those of the \
         audited commit and of the report's pages.",
        count(pieces, "piece")
    ));
    for section in index.sections.iter().filter(|section| !section.evidence.is_empty()) {
        sheet.heading(3, &escape::inline(&heading(section)));
        section.evidence.iter().for_each(|evidence| entry(index, evidence, sheet));
    }
}

fn heading(section: &Section<'_>) -> String {
    format!("Evidence on {}", section.label)
}

fn entry(index: &Index<'_>, evidence: &Evidence, sheet: &mut Sheet) {
    sheet.heading(4, &escape::inline(evidence.id.as_str()));
    let mut parts = vec![standing(index, evidence), places(index, evidence)];
    parts.push(format!("confidence {}", decimal(evidence.confidence.get())));
    parts.push(evidence.detective.name().to_owned());
    if let Some(probe) = &evidence.probe {
        parts.push(format!("probe {}", escape::code_span(probe.as_str())));
    }
    sheet.block(parts.join(" · "));
    if let Some((word, words)) = wording::waived(evidence) {
        sheet.block(format!(
            "**{word}** {} What rests on it is undecided.",
            closed(&escape::prose(&words))
        ));
    }
    let Some((text, shortened)) = excerpt::of(evidence) else {
        sheet.block(escape::prose(&evidence.rationale));
        return;
    };
    let note = shortened.map_or_else(String::new, |how| format!(" ({how})"));
    sheet.block(format!("{}{note}", escape::prose(&evidence.rationale)));
    sheet.block(escape::code_block(&text, language(evidence)));
}

fn standing(index: &Index<'_>, evidence: &Evidence) -> String {
    let (standing, tag) = wording::standing(index, evidence);
    let tag = tag.map_or_else(String::new, |tag| format!(" · ⚠ **{tag}**"));
    format!("**{standing}**{tag}")
}

fn places(index: &Index<'_>, evidence: &Evidence) -> String {
    let shown = evidence.places.iter().take(PLACES).map(|place| index.place(place));
    let mut all: Vec<String> = shown.collect();
    if all.is_empty() {
        all.push(escape::prose(&evidence.location));
    }
    if evidence.places.len() > PLACES {
        all.push(format!("{} more", evidence.places.len() - PLACES));
    }
    all.join(", ")
}

/// The language of an excerpt, by the name of the file it stands in.
fn language(evidence: &Evidence) -> &'static str {
    let Some(Place::Lines(Lines { file: path, .. })) = evidence.places.first() else {
        return "text";
    };
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("py") => "python",
        Some("json") => "json",
        Some("md") => "markdown",
        Some("toml") => "toml",
        Some("yml" | "yaml") => "yaml",
        Some(_) | None => "text",
    }
}
