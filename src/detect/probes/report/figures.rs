//! Probes of the report's figures.

mod in_text;
mod placeholders;
mod signs;

use super::super::{About, Answer, Ask, Record, Undecided, count, listed};
use super::unrelated::{UNRELATED, is_unrelated};
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    DIAGRAM_SHARE, DocumentFacts, DocumentWarning, Figure, FigureFacts, FigureKind, Place,
};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use in_text::{drawn_in_text, sources, unrendered};
use serde::Deserialize;
use signs::{is_emblem, is_named, is_signed, is_silent};
use std::collections::BTreeSet;

/// Whether there are figures of a size that can be a diagram.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Diagrams {
    #[serde(default = "one")]
    at_least: usize,
    #[serde(default = "a_twenty_fifth")]
    page_share: f32,
}

/// Whether figures carry words as text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Labels {
    words: Vec<String>,
}

fn one() -> usize {
    1
}

fn a_twenty_fifth() -> f32 {
    DIAGRAM_SHARE
}

impl Ask for Diagrams {
    const ABOUT: About = About {
        kind: "figures.present",
        artifact: Artifact::PdfImages,
        summary: "The report has so many figures, bitmaps or drawings, that cover a share of their page.",
        parameters: &[
            ("at_least", "number of figures; 1"),
            (
                "page_share",
                "smallest share of the page, 0–1, half of it where a caption names a diagram; 0.04",
            ),
        ],
        example: r#"{"at_least": 1, "page_share": 0.04}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let facts = record.figures()?;
        let is_large = |one: &&Figure| {
            let share = if is_named(one) { self.page_share / 2.0 } else { self.page_share };
            one.page_share >= share
        };
        let all: Vec<&Figure> = facts.figures.iter().filter(is_large).collect();
        let on_title = |one: &&&Figure| record.document().is_ok_and(|it| is_emblem(one, it));
        let (emblems, large): (Vec<&Figure>, Vec<&Figure>) =
            all.iter().copied().partition(|one| on_title(&one));
        if let Some(open) = self.left_open(record, facts, &large, &emblems) {
            return Err(open);
        }
        let mut findings: Vec<Finding> =
            large.iter().take(8).map(|figure| finding(figure)).collect();
        if large.is_empty() {
            let scope =
                Place::Tree { scope: format!("all {}", count(facts.pages as usize, "page")) };
            findings.push(Finding::absent(
                scope,
                "Looked for bitmaps and for drawings made of lines and shapes.",
            ));
        }
        let source = record.document().ok().and_then(unrendered).filter(|_| large.is_empty());
        let unseen = source.map_or(String::new(), |page| {
            format!(" Page {page} has the source of a diagram as text, which draws nothing.")
        });
        let mut pages: Vec<String> = large.iter().map(|figure| figure.page.to_string()).collect();
        pages.dedup();
        let on = if pages.is_empty() {
            String::new()
        } else {
            format!(" on {} {}", if pages.len() == 1 { "page" } else { "pages" }, pages.join(", "))
        };
        let repeats = repeats(&large);
        let answer = Answer {
            outcome: Outcome::of_share(large.len() - repeats, self.at_least),
            statement: match large.len() {
                0 if facts.figures.is_empty() => format!("The report has no figure.{unseen}"),
                0 => format!("No figure of a diagram's size.{unseen}"),
                some => {
                    format!("{} of a diagram's size{on}{}.", count(some, "figure"), again(repeats))
                }
            },
            missing: missing(large.len() < self.at_least, source),
            findings,
        };
        Ok(placeholders::told(record, answer))
    }
}

impl Diagrams {
    /// Why the figures that are large enough do not tell whether there is a diagram.
    fn left_open(
        &self,
        record: &Record<'_>,
        facts: &FigureFacts,
        large: &[&Figure],
        emblems: &[&Figure],
    ) -> Option<Undecided> {
        if large.len() < self.at_least
            && let Some(damage) = facts.damage.first().or_else(|| facts.limits_reached.first())
        {
            let reason = format!("not every image could be read: {}", damage.trim_end_matches('.'));
            return Some(Undecided::new(Place::Report, reason));
        }
        if large.len() < self.at_least
            && let Some(page) = record.document().ok().and_then(drawn_in_text)
        {
            let reason = format!(
                "no bitmap or drawing was found, and page {page} may hold a diagram made of text"
            );
            return Some(Undecided::new(Place::Page { page }, reason));
        }
        if large.len() < self.at_least
            && let Some(emblem) = emblems.first()
        {
            let page = emblem.page;
            let reason = "the picture on the title page, which has no caption, may be an emblem or a diagram: that needs somebody who sees";
            return Some(Undecided {
                findings: vec![finding(emblem)],
                ..Undecided::new(Place::Page { page }, reason)
            });
        }
        if record.document().is_ok_and(is_scan)
            && large.iter().all(|one| one.kind == FigureKind::Raster)
        {
            let reason = "the report's pages are pictures, and whether one shows a diagram needs somebody who sees";
            return Some(Undecided::new(Place::Report, reason));
        }
        if let Some(first) = large.first()
            && record.document().is_ok_and(is_silent)
            && large.iter().all(|one| one.kind == FigureKind::Raster && one.caption.is_none())
        {
            let reason = "the report has pictures and speaks of no diagram, and whether one shows it needs somebody who sees";
            return Some(Undecided {
                findings: vec![finding(first)],
                ..Undecided::new(Place::Report, reason)
            });
        }
        if let Some(first) = large.first()
            && let Ok(document) = record.document()
            && !large.iter().any(|one| is_signed(one, document))
        {
            let reason = match unrendered(document) {
                Some(page) => format!(
                    "a diagram stands on page {page} as its source, and whether a picture of the report shows it needs somebody who sees"
                ),
                None => "nothing beside the report's pictures speaks of a diagram, and whether one shows it needs somebody who sees".to_owned(),
            };
            return Some(Undecided {
                findings: large.iter().take(8).map(|figure| finding(figure)).collect(),
                ..Undecided::new(Place::Page { page: first.page }, reason)
            });
        }
        if !large.is_empty()
            && let (Ok(document), Ok(repository)) = (record.document(), record.repository())
            && is_unrelated(document, repository)
        {
            return Some(Undecided::new(Place::Report, UNRELATED));
        }
        None
    }
}

fn missing(is: bool, source: Option<u32>) -> Vec<String> {
    let rendered = |page| format!("the diagram whose source stands on page {page}, rendered");
    is.then(|| source.map_or("a diagram".into(), rendered)).into_iter().collect()
}

/// How many of the figures are a picture that an earlier one shows already.
fn repeats(figures: &[&Figure]) -> usize {
    let mut seen = BTreeSet::new();
    figures.iter().filter_map(|one| one.sha256.as_ref()).filter(|hash| !seen.insert(*hash)).count()
}

/// How many show what was shown, behind the number of all.
fn again(repeats: usize) -> String {
    match repeats {
        0 => String::new(),
        1 => ", at least 1 of which shows the picture of an earlier one again".to_owned(),
        some => format!(", at least {some} of which show the picture of an earlier one again"),
    }
}

/// Whether the pages of a report are pictures of pages.
fn is_scan(document: &DocumentFacts) -> bool {
    let scanned = |warning: &DocumentWarning| matches!(warning, DocumentWarning::Scanned { .. });
    document.warnings.contains(&DocumentWarning::NoText) && document.warnings.iter().any(scanned)
}

impl Ask for Labels {
    const ABOUT: About = About {
        kind: "figures.labels",
        artifact: Artifact::PdfImages,
        summary: "The words stand in a figure as text; a bitmap's words cannot be read without a vision model.",
        parameters: &[("words", "words, compared without case, spaces, hyphens and underscores")],
        example: r#"{"words": ["Prosecutor", "Defense", "Tech Lead"]}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let facts = record.figures()?;
        let found = |word: &String, figure: &Figure| {
            figure.labels.iter().any(|label| plain(label).contains(&plain(word)))
        };
        let score = |figure: &&Figure| self.words.iter().filter(|word| found(word, figure)).count();
        let drawn: Vec<&Figure> =
            facts.figures.iter().filter(|figure| !figure.labels.is_empty()).collect();
        let Some(best) = drawn
            .iter()
            .copied()
            .max_by_key(|figure| (score(figure), std::cmp::Reverse(figure.page)))
        else {
            if has_none(record, facts) {
                return Err(Undecided::moot(
                    Place::Report,
                    "The report has no figure that could hold the words",
                ));
            }
            let document = record.document().ok();
            let reason = match document.and_then(drawn_in_text) {
                Some(page) if facts.figures.is_empty() => format!(
                    "no figure was recognised, though page {page} may have one"
                ),
                None if facts.figures.is_empty() => "no figure was found in the report".to_owned(),
                _ => "no figure holds its words as text, and those in a picture need somebody who sees"
                    .to_owned(),
            };
            let source = document.and_then(|document| self.in_source(document));
            return Err(match source {
                Some((page, told)) => {
                    Undecided::unexamined(Place::Page { page }, format!("{reason}; {told}"))
                }
                None => Undecided::unexamined(Place::Report, reason),
            });
        };
        let (present, absent): (Vec<&String>, Vec<&String>) =
            self.words.iter().partition(|word| found(word, best));
        if !absent.is_empty()
            && facts.figures.iter().any(|figure| figure.kind == FigureKind::Raster)
        {
            let reason = format!(
                "{} may stand in a bitmap, which needs somebody who sees",
                listed(absent.iter().map(|w| w.as_str()))
            );
            return Err(Undecided {
                findings: vec![finding(best)],
                ..Undecided::unexamined(Place::Report, reason)
            });
        }
        Ok(Answer {
            outcome: Outcome::of_share(present.len(), self.words.len()),
            statement: format!(
                "{} of {} words stand in the drawing on page {}.",
                present.len(),
                self.words.len(),
                best.page
            ),
            missing: absent.iter().map(|word| format!("`{word}`")).collect(),
            findings: vec![finding(best)],
        })
    }
}

impl Labels {
    /// Which of the words the source of a diagram has that stands in the report as text, and on which page it begins.
    fn in_source(&self, document: &DocumentFacts) -> Option<(u32, String)> {
        let held = sources(document).into_iter().map(|pages| {
            let lines = pages.iter().flat_map(|page| page.text.lines());
            let lines = lines.filter(|line| line.contains("--"));
            let source: String = lines.map(plain).collect::<Vec<_>>().join("\n");
            let words = self.words.iter().map(String::as_str);
            let has: Vec<&str> = words.filter(|word| source.contains(&plain(word))).collect();
            (pages, has)
        });
        let (pages, has) =
            held.rev().max_by_key(|(_, has)| has.len()).filter(|(_, has)| !has.is_empty())?;
        let told = listed(has.iter().copied());
        let (first, last) = (pages.first()?.number, pages.last()?.number);
        let on = if first == last {
            format!("page {first}")
        } else {
            format!("pages {first} to {last}")
        };
        let told = format!("the source of a diagram, which stands as text on {on}, has {told}");
        Some((first, told))
    }
}

/// Whether the report surely has no figure of any kind.
pub(in super::super) fn has_none(record: &Record<'_>, facts: &FigureFacts) -> bool {
    let in_text = record.document().is_ok_and(|it| is_scan(it) || drawn_in_text(it).is_some());
    let is_whole = facts.damage.is_empty() && facts.limits_reached.is_empty();
    facts.figures.is_empty() && is_whole && !in_text
}

fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn finding(figure: &Figure) -> Finding {
    let share = figure.page_share * 100.0;
    let (rationale, confidence) = match figure.kind {
        FigureKind::Raster => {
            let size = figure.pixels.map_or_else(String::new, |(width, height)| {
                format!(" of {width} × {height} pixels")
            });
            let told = match figure.bitmaps.filter(|parts| *parts > 1) {
                Some(parts) => format!(
                    "{parts} bitmaps right below each other, together{size}, that cover {share:.0} % of the page."
                ),
                None => format!("Bitmap{size} that covers {share:.0} % of the page."),
            };
            (told, Confidence::CERTAIN)
        }
        FigureKind::Vector => {
            let shapes = count(figure.shapes.unwrap_or(0) as usize, "shape");
            (
                format!("Drawing of {shapes} that covers {share:.0} % of the page."),
                Confidence::STRONG,
            )
        }
    };
    let content = figure
        .caption
        .clone()
        .or_else(|| (!figure.labels.is_empty()).then(|| figure.labels.join(" · ")));
    let finding =
        Finding::found(Place::Page { page: figure.page }, rationale).with_confidence(confidence);
    match content {
        Some(content) => finding.quoting(content),
        None => finding,
    }
}

#[cfg(test)]
mod tests;
