//! Places of a report that were to be filled in, and were not.

use crate::detect::phrase::Phrase;
use crate::detect::probes::{Answer, Record};
use crate::domain::evidence::Finding;
use crate::domain::facts::{DocumentFacts, Place};
use crate::domain::reading::Outcome;
use crate::domain::score::Confidence;
use std::sync::LazyLock;

/// Most that are told.
const TOLD: usize = 3;
/// The share that is left where a picture that was to stand in the report is not there.
const UNFILLED: f64 = 0.75;

/// A line that asks its writer for a picture: `(Insert your generated image here)`, `[Add screenshot]`.
static PICTURE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^\W*[(\[<{]\s*(?:please )?(?:insert|add|paste|place|put|include|attach|upload)\s+(?:\w+[ -]){0,5}?",
        r"(?:images?|diagrams?|screenshots?|figures?|charts?|pictures?|photos?)\b[^()\[\]<>{}]{0,40}[)\]>}]\W*$",
        r"|^\W*[(\[<{]\s*(?:images?|diagrams?|screenshots?|figures?|charts?|pictures?) (?:goes |to be inserted |to be added )?here\s*[)\]>}]\W*$",
    ))
});
/// A line that stands for a text which nobody wrote.
static TEXT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)^\W*lorem ipsum\b|^\W*[(\[<{]?\s*(?:TODO|TBD)\s*[)\]>}]?\W*$",
        r"|^\W*[(\[<{]\s*(?:insert|add|paste|write)\s+(?:your|the|a|some) (?:\w+[ -]){0,3}?(?:text|description|explanation|content|name|here)\b[^()\[\]<>{}]{0,30}[)\]>}]\W*$",
    ))
});

/// One such line.
struct Unfilled<'d> {
    line: &'d str,
    page: u32,
    is_picture: bool,
}

/// Says beside the answer about figures what was to be filled in and was not; a picture that is not there costs a part.
pub(super) fn told(record: &Record<'_>, mut answer: Answer) -> Answer {
    let all = record.document().map(unfilled).unwrap_or_default();
    for one in all.iter().take(TOLD) {
        let Unfilled { line, page, is_picture } = one;
        let what = if *is_picture { "a picture" } else { "a text" };
        let told = format!("page {page} says “{line}” where {what} was to stand");
        let told = if *is_picture { format!(" But {told}.") } else { note!("{told}") };
        answer.statement.push_str(&told);
        let why = "A line of the report that asks its writer for what is not there.";
        let finding = Finding::found(Place::Page { page: *page }, why);
        answer
            .findings
            .push(finding.with_confidence(Confidence::STRONG).quoting((*line).to_owned()));
    }
    let missing = all.iter().filter(|one| one.is_picture).take(TOLD);
    let missing: Vec<String> =
        missing.map(|one| format!("the picture that page {} leaves out", one.page)).collect();
    if !missing.is_empty() && answer.outcome == Outcome::Holds {
        answer.outcome = Outcome::Partly { share: UNFILLED };
    }
    answer.missing.extend(missing);
    answer
}

/// The lines of a report that were not filled in.
fn unfilled(document: &DocumentFacts) -> Vec<Unfilled<'_>> {
    let lines = document.pages.iter().flat_map(|page| {
        page.text
            .lines()
            .map(|line| (page.number, line.trim()))
            .filter(|(_, line)| line.len() < 200)
    });
    let found = lines.filter_map(|(page, line)| {
        let is_picture = PICTURE.is_match(line);
        (is_picture || TEXT.is_match(line)).then_some(Unfilled { line, page, is_picture })
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::ReportPage;

    #[test]
    fn only_a_line_that_asks_its_writer_for_something_was_not_filled_in() {
        let told = |line: &str| {
            let page = ReportPage { number: 4, text: line.into(), ..ReportPage::default() };
            let document = DocumentFacts { pages: vec![page], ..DocumentFacts::default() };
            unfilled(&document).first().map(|one| one.is_picture)
        };
        for line in [
            "(Insert your generated image here)",
            "[Add screenshot]",
            "[Insert architecture diagram here]",
            "<paste the final state graph diagram>",
            "[Screenshot here]",
        ] {
            assert_eq!(told(line), Some(true), "{line}");
        }
        for line in ["Lorem ipsum dolor sit amet", "TODO", "[TBD]", "[Insert your text here]"] {
            assert_eq!(told(line), Some(false), "{line}");
        }
        for line in [
            "The VisionInspector is a placeholder (add an image model here later on).",
            "(see the diagram here)",
            "Insert the image into the report",
            "TODO comments are counted by the detective.",
            "[Figure 3]",
            "(add_edge calls shown in the diagram)",
            "[insert] adds an image",
        ] {
            assert_eq!(told(line), None, "{line}");
        }
    }
}
