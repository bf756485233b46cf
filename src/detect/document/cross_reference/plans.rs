//! Reports by which nobody is accused: in another language, or called the plan of what is still to be made.

use super::super::is_foreign;
use crate::detect::phrase::Phrase;
use crate::domain::facts::{CitedPath, DocumentFacts, PathStatus};
use std::cell::LazyCell;
use std::sync::LazyLock;

/// The title of a plan.
static TITLE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^(?:.{0,100}\b)?(?:(?:design|technical|product|functional|requirements?) (?:spec(?:ification)?|proposal)|(?:build|migration|refactoring|rollout|project) plan|proposal|roadmap|rfc(?:[ #-]?[0-9]+)?) *$",
    )
});

/// The line of the state of something that is not made yet.
static STATE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^(?:document )?status: *(?:draft|proposed|proposal|planned|planning|not started|approved for implementation|ready for implementation)\b",
    )
});

/// What is drafted before it is made.
static DRAFTED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\b(?:design|plan|spec|specification|proposal|rfc|blueprint)\b")
});

/// Takes back that paths are absent where the report as a whole leaves open that they are said to be there.
pub(super) fn spare(found: &mut [CitedPath], document: &DocumentFacts) {
    let (foreign, plan) =
        (LazyCell::new(|| is_foreign(document)), LazyCell::new(|| is_plan(document)));
    for one in found.iter_mut().filter(|one| one.status == PathStatus::Absent) {
        let why = if is_said(one) && *foreign {
            "what its sentence says of it is not in English"
        } else if *plan {
            "the document calls itself a plan"
        } else {
            continue;
        };
        one.status = PathStatus::Ambiguous;
        one.reason = format!("{}, and {why}", one.reason);
    }
}

/// Whether words stand around a path, and not only the strokes of a drawing.
fn is_said(cited: &CitedPath) -> bool {
    cited.sentence.replacen(&cited.written, "", 1).contains(char::is_alphabetic)
}

/// Whether the report calls itself a plan at its beginning.
fn is_plan(document: &DocumentFacts) -> bool {
    /// Letters of the beginning.
    const BEGINNING: usize = 400;
    let first = document.pages.iter().find(|page| !page.text.trim().is_empty());
    first.is_some_and(|page| {
        let text = page.text.trim_start();
        let end = text.char_indices().nth(BEGINNING).map_or(text.len(), |(at, _)| at);
        let has = |phrase: &Phrase| text[..end].lines().any(|line| phrase.is_match(line.trim()));
        has(&TITLE) || (has(&STATE) && has(&DRAFTED))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::document::numbered;

    #[test]
    fn a_plan_says_so_in_its_title_or_its_state() {
        let is = |text: &str| {
            let pages = numbered(&[text]);
            is_plan(&DocumentFacts { pages, ..DocumentFacts::default() })
        };
        for text in [
            "The Router: Design Specification\nBy us.\n",
            "Engine Rework: Full\nDesign\n\nDate: today\nStatus: Draft\nAuthor: somebody\n",
            "Search Platform Build Plan\n",
            "RFC 12\n",
        ] {
            assert!(is(text), "{text}");
        }
        for text in [
            "The Router: Final Report\nThe plan of the first week was a proposal that we kept.\n",
            "Architecture Report\nStatus: Final\n",
            "Architecture Report\nStatus: Draft\n",
            "Architecture Decisions & Implementation Plan\n",
            "Complete Implementation Report\nA roadmap follows.\n",
        ] {
            assert!(!is(text), "{text}");
        }
    }
}
