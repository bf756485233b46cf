//! Words by which a sentence shows that it claims nothing about a path.

mod words;

use super::super::path_names::has_extension;
use super::super::sentences::has_branch;
use super::governed;
use super::names::{without_names, without_paths};
use super::opening::{asks_for, condition};
use super::rows;
use super::spelling::is_code;
use crate::detect::phrase::Phrase;
use crate::domain::facts::CitedPath;
use std::sync::LazyLock;
pub(super) use words::Cues;

/// That a sentence speaks of what a program writes.
pub(super) const OUTPUT: &str = "the sentence speaks of output";

/// What was aimed at in what is done: "so that I could".
static AIM: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\bso (?:that )?(?:i|we|it|they|one|you) (?:could|would)\b"));

/// What stands in for something while tests run.
static STAND_IN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\b(?:the|an?|this|each|shared|common) (?:[\w-]+ )?stubs?\b")
});

/// What is read where a program runs, and not written there.
static READ_THERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:load|read|pars|inject|ingest|fetch|consum|distribut)\w*\b[^.;:]{0,80}\bat runtime\b",
    )
});

/// What is known of a path besides its words and its sentence.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a fact by itself, and any may go with any"
)]
#[derive(Clone, Copy, Default)]
pub(super) struct Standing {
    /// A label such as `Location:` stands before it.
    pub(super) labelled: bool,
    /// Its folder is in the tree with other documents like it.
    pub(super) among_its_kind: bool,
    /// Results that the report gives are said to be those that it holds.
    pub(super) source: bool,
    /// The sentence asks to change it, which only what is there can be.
    pub(super) to_change: bool,
}

/// How near words are said of a path, in characters, and how near what may stand in a bracket behind it.
const NEAR: usize = 32;
const BRACKET: usize = 8;

/// The first characters of a text.
fn first(text: &str, length: usize) -> &str {
    text.char_indices().nth(length).map_or(text, |(at, _)| &text[..at])
}

/// Its last ones.
fn last(text: &str, length: usize) -> &str {
    text.char_indices().rev().nth(length - 1).map_or(text, |(at, _)| &text[at..])
}

/// What stands before a path in its sentence.
fn before(cited: &CitedPath) -> &str {
    cited.sentence.split_once(cited.written.as_str()).map_or("", |(before, _)| before)
}

/// What stands behind it.
fn after(cited: &CitedPath) -> &str {
    cited.sentence.split_once(cited.written.as_str()).map_or("", |(_, after)| after)
}

/// What stands around a path in its own box, where strokes on both sides part it from other boxes on its line.
fn in_box<'t>((before, after): (&'t str, &'t str)) -> (&'t str, &'t str) {
    /// The last ones stand for strokes that the font lacks.
    const SIDES: [char; 6] = ['│', '┃', '║', '▏', '\u{fffd}', '\u{ffff}'];
    match (before.rfind(SIDES), after.find(SIDES)) {
        (Some(left), Some(right)) => (before[left..].trim_start_matches(SIDES), &after[..right]),
        _ => (before, after),
    }
}

impl Cues {
    /// Why a sentence, or the heading above it, claims nothing about `written` in it.
    pub(super) fn no_claim(&self, cited: &CitedPath, standing: Standing) -> Option<String> {
        let (written, heading) = (cited.written.as_str(), cited.heading.as_deref());
        let sentence = cited.sentence.as_str();
        // The path's own words are no cues: `src/output/old_plan.py` plans nothing.
        let (before, after) = in_box(sentence.split_once(written).unwrap_or((sentence, "")));
        // Behind a label it tells that there are more of the kind.
        let after = if standing.labelled { after.trim_start_matches(", etc") } else { after };
        if standing.among_its_kind {
            return self.no_claim_beside_others(before, after);
        }
        let whole = format!("{before} {after}");
        // What is said of the path itself is excused by what stands before it alone; the words in the names of other
        // files excuse nothing: `.env.example` gives no example.
        let governing = governed::before(before, after);
        // What a row says of its file is what the file is for.
        let row = rows::description(before, after);
        if let Some((word, reason)) = row.and_then(|told| rows::excuse(told, governing.is_some())) {
            return Some(format!("{reason} (`{word}`)"));
        }
        let governing = governing.or(row.map(|_| before));
        let spoken = without_paths(&rows::parted(governing.unwrap_or(&whole)));
        let around = spoken.as_str();
        if standing.labelled && self.is_to_change(after) {
            return None;
        }
        // Nobody else's is what is called one's own.
        let elsewhere = if governed::is_own(before) {
            ""
        } else {
            governed::beside_first(before, after).unwrap_or(around)
        };
        let lacking = row.map(|_| "").or_else(|| governed::lacking(before, after));
        let lacking = lacking.unwrap_or(governing.unwrap_or(&whole));
        // What something is done instead of stands right behind these words.
        let bracket = if row.is_some() { "" } else { first(after, BRACKET) };
        let instead = format!("{} {bracket}", last(&without_paths(before), NEAR));
        let made = READ_THERE.left_out(&whole);
        // What is so now stands behind what was so before.
        let then = before.rsplit_once(" now ").map_or(before, |(_, now)| now);
        let code = written.trim_end_matches(".py") != written
            || (row.is_some() && is_code(written))
            || written.ends_with('/')
            || governed::is_tool(before);
        let said = [
            (&self.planned, around, "the sentence plans or proposes"),
            (&self.removed, around, "the sentence tells of something removed or replaced"),
            (&self.instead, &instead, "the sentence tells of something removed or replaced"),
            (&self.imagined, around, "the sentence gives an example or a condition"),
            (&self.lacking, lacking, "the sentence says that something is missing"),
            // Behind a path it speaks of something else: "in `a.py`, so that it runs without a network".
            (&self.without, before, "the sentence says that something is missing"),
            (&self.elsewhere, elsewhere, "the sentence speaks of another repository"),
            (&self.bygone, then, "the sentence tells of what was"),
            (&self.sought, before, "the sentence looks for it rather than claiming it"),
            // Behind the source of results it says how that came about.
            (
                &self.produced,
                if code {
                    ""
                } else if standing.source {
                    before
                } else {
                    made.as_str()
                },
                OUTPUT,
            ),
        ];
        let unplanned = AIM.left_out(around);
        // What stands in for something in a test is there.
        let of_tests = written.starts_with("tests/") || written.contains("/tests/");
        let unplanned = if of_tests { STAND_IN.left_out(&unplanned) } else { unplanned };
        for (pattern, text, reason) in said {
            let text =
                if std::ptr::eq(pattern, &raw const self.planned) { &unplanned } else { text };
            // A plan to change a file says that the file is there.
            if std::ptr::eq(pattern, &raw const self.planned) && standing.to_change {
                continue;
            }
            if let Some(word) = pattern.find(text) {
                return Some(format!("{reason} (`{}`)", word.trim()));
            }
        }
        if has_extension(written) && asks_for(before) {
            return Some("the sentence asks for it".into());
        }
        let heading = without_names(heading?);
        if governed::is_there_now(before, after) {
            return None;
        }
        let word = self.planned_heading.find(&heading)?;
        if standing.to_change && !self.others_heading.is_match(&heading) {
            return None;
        }
        Some(format!("stands under a heading that plans or compares (`{word}`)"))
    }

    /// Why a sentence claims nothing about a document whose folder has others: only by the words that are said
    /// of it, since a folder for reports of peers and generated ones is one of the repository all the same.
    fn no_claim_beside_others(&self, before: &str, after: &str) -> Option<String> {
        let (before_it, after_it) = (last(before, NEAR), first(after, NEAR));
        let near = format!("{before_it} {after_it}");
        let said = [
            (&self.planned, near.as_str(), "the sentence plans or proposes"),
            (&self.removed, &near, "the sentence tells of something removed or replaced"),
            (&self.instead, &near, "the sentence tells of something removed or replaced"),
            (&self.imagined, &near, "the sentence gives an example or a condition"),
            (&self.imagined, condition(before), "the sentence gives an example or a condition"),
            (&self.lacking, before_it, "the sentence says that something is missing"),
            (&self.absent, after_it, "the sentence says that something is missing"),
            (&self.sought, before, "the sentence looks for it rather than claiming it"),
            (&self.writes, before, OUTPUT),
        ];
        said.into_iter().find_map(|(cue, text, reason)| {
            cue.find(text).map(|word| format!("{reason} (`{}`)", word.trim()))
        })
    }

    /// Whether a label says what stands at the path: `Location: src/graph.py`.
    pub(super) fn labels(&self, cited: &CitedPath) -> bool {
        self.label.is_match(before(cited))
    }

    /// Whether a plan names the file for what is wrong with it, which has to be there: `File: docs/a.md Gap: it has no
    /// diagram`. A file that is to be made has no gap yet.
    fn is_to_change(&self, after: &str) -> bool {
        let after = after.trim_start_matches(|sign: char| !sign.is_alphanumeric());
        let named = self.to_change.find(after).is_some_and(|found| after.starts_with(found));
        named
            && !["create", "new file", "new module"]
                .iter()
                .any(|word| after.to_lowercase().contains(word))
    }

    /// Whether the sentence asks to change the file: `Refactor src/graph.py`, `wire this into main.py`.
    pub(super) fn changes(&self, cited: &CitedPath) -> bool {
        self.changes.is_match(before(cited)) && !self.makes(cited)
    }

    /// Whether the sentence asks to change the file, or names it for what is wrong with it.
    pub(super) fn is_changed(&self, cited: &CitedPath) -> bool {
        let after = after(cited);
        self.changes(cited) || (self.labels(cited) && self.is_to_change(after))
    }

    /// Whether the sentence tells of a file that somebody makes, or of something that is made and put there.
    pub(super) fn makes(&self, cited: &CitedPath) -> bool {
        self.makes.is_match(before(cited))
    }

    /// Whether the path stands behind a label that says what is given comes from it.
    pub(super) fn is_source(&self, cited: &CitedPath) -> bool {
        self.source.is_match(before(cited))
    }

    /// Whether results are said to be those that the path holds: `Audit (audit/run.md, overall 3 / 5):`, `the results
    /// from your run.md`.
    pub(super) fn gives_results(&self, cited: &CitedPath) -> bool {
        /// What may stand between a path and its score.
        const SIGNS: [char; 12] = ['`', '*', '"', '”', '’', ')', '(', ',', ';', ':', '–', '—'];
        if self.results_of.is_match(before(cited)) {
            return true;
        }
        let after = after(cited);
        let after = after.trim_start_matches(|sign: char| SIGNS.contains(&sign) || sign == ' ');
        self.results.find(after).is_some_and(|found| after.starts_with(found))
    }

    /// Whether the sentence is a protocol of a search that did not find the path.
    pub(super) fn reported_missing(&self, cited: &CitedPath) -> bool {
        self.protocol.is_match(before(cited))
    }

    /// Whether the sentence goes on to say that the path is not there or not finished.
    pub(super) fn denied(&self, cited: &CitedPath) -> bool {
        let after = after(cited);
        let after = after.trim_start_matches(|letter: char| !letter.is_alphanumeric());
        self.denial.find(after).is_some_and(|found| after.starts_with(found))
    }

    /// Whether the sentence says that a file exists or does something.
    ///
    /// A line of a drawn tree says so too, and so do a list of the repository's files and one of the program's parts.
    pub(super) fn claims(&self, cited: &CitedPath) -> bool {
        self.claims.is_match(&cited.sentence)
            || self.lists(cited)
            || governed::is_agent(before(cited))
    }

    /// Whether a drawn tree or a list, of the repository's files or of the program's parts, has the file.
    pub(super) fn lists(&self, cited: &CitedPath) -> bool {
        has_branch(&cited.sentence)
            || cited.heading.as_deref().is_some_and(|heading| self.inventory.is_match(heading))
            || governed::is_of_a_part(before(cited), after(cited))
    }

    /// Whether a part of a commit message tells that something goes away.
    pub(super) fn removes(&self, part: &str) -> bool {
        self.gone.is_match(part)
    }
}
