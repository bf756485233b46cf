//! The Evidence: every finding with its places, so that a reader can check it.

use super::Sheet;
use super::docket::{Docket, Section};
use crate::domain::evidence::{Evidence, Standing, Tag};
use crate::domain::facts::{Lines, Place};
use crate::render::escape;
use crate::render::phrase::{count, decimal};

/// Most lines of an excerpt.
const LINES: usize = 12;
/// Longest line of an excerpt, in characters.
const COLUMNS: usize = 200;
/// Most places of one finding.
const PLACES: usize = 12;

/// Writes the ledger.
pub(super) fn write(docket: &Docket<'_>, sheet: &mut Sheet) {
    sheet.heading(2, "Evidence");
    let pieces: usize = docket.report.evidences.values().map(Vec::len).sum();
    if pieces == 0 {
        sheet.block("No evidence was given.");
        return;
    }
    sheet.block(format!(
        "{} of evidence. Excerpts are the submission's own words; places are those of the audited \
         commit and of the report's pages.",
        count(pieces, "piece")
    ));
    for section in docket.sections.iter().filter(|section| !section.evidence.is_empty()) {
        sheet.heading(3, &escape::inline(&heading(section)));
        section.evidence.iter().for_each(|evidence| entry(docket, evidence, sheet));
    }
}

fn heading(section: &Section<'_>) -> String {
    format!("Evidence on {}", section.label)
}

fn entry(docket: &Docket<'_>, evidence: &Evidence, sheet: &mut Sheet) {
    sheet.heading(4, &escape::inline(evidence.id.as_str()));
    let excerpt = evidence.content.as_deref().filter(|text| !text.trim().is_empty()).map(excerpt);
    let mut parts = vec![standing(evidence), places(docket, evidence)];
    parts.push(format!("confidence {}", decimal(evidence.confidence.get())));
    parts.push(evidence.detective.name().to_owned());
    if let Some(probe) = &evidence.probe {
        parts.push(format!("probe {}", escape::code_span(probe.as_str())));
    }
    sheet.block(parts.join(" · "));
    let Some((text, shortened)) = excerpt else {
        sheet.block(escape::prose(&evidence.rationale));
        return;
    };
    let note = shortened.map_or_else(String::new, |how| format!(" ({how})"));
    sheet.block(format!("{}{note}", escape::prose(&evidence.rationale)));
    sheet.block(escape::code_block(&text, language(evidence)));
}

fn standing(evidence: &Evidence) -> String {
    let standing = match evidence.standing {
        Standing::Found => "**Found**",
        Standing::Absent => "**Absent**",
        Standing::Unknown => "**Undecided**",
    };
    match evidence.tag {
        Some(Tag::SecurityFlaw) => format!("{standing} · ⚠ **security flaw**"),
        None => standing.to_owned(),
    }
}

fn places(docket: &Docket<'_>, evidence: &Evidence) -> String {
    let shown = evidence.places.iter().take(PLACES).map(|place| docket.place(place));
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

/// At most so many lines, none of them too long, and how that was reached where it was needed.
fn excerpt(content: &str) -> (String, Option<String>) {
    let content = content.trim_matches(['\n', '\r']);
    let lines = content.lines().count();
    let mut is_cut = false;
    let mut kept = Vec::new();
    for line in content.lines().take(LINES) {
        let short: String = line.chars().take(COLUMNS).collect();
        let is_short = short.len() < line.len();
        is_cut |= is_short;
        kept.push(if is_short { short + "…" } else { short });
    }
    let how = match (lines > LINES, is_cut) {
        (true, _) => Some(format!("excerpt shortened: {LINES} of {lines} lines")),
        (false, true) => Some("excerpt shortened: long lines are cut".to_owned()),
        (false, false) => None,
    };
    (kept.join("\n"), how)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_excerpt_is_cut_and_says_so() {
        let long = "x\n".repeat(40);
        let (text, how) = excerpt(&long);
        assert_eq!(text.lines().count(), LINES);
        assert_eq!(how.as_deref(), Some("excerpt shortened: 12 of 40 lines"));
        let (text, how) = excerpt(&"é".repeat(300));
        assert_eq!(text.chars().count(), COLUMNS + 1);
        assert!(how.unwrap().contains("long lines"));
        assert_eq!(excerpt("short"), ("short".to_owned(), None));
    }
}
