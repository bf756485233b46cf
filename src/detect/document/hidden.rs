//! Text that a reader of the page does not see, as passages.

use crate::domain::exhibit::pdf::{HiddenSpan, PdfPage};
use crate::domain::facts::{Area, HiddenText};

/// Most passages that are kept of one report.
const MOST_PASSAGES: usize = 500;
/// Longest passage in characters.
const LONGEST_PASSAGE: usize = 2000;
/// A run further down than this many times its font's height begins another line.
const LINE: f32 = 0.6;

/// The hidden passages of all pages, and the limit that was reached, as a full sentence.
///
/// Runs that one mechanism hides one after the other are one passage.
pub(super) fn hidden_text(pages: &[PdfPage]) -> (Vec<HiddenText>, Option<String>) {
    let mut passages: Vec<HiddenText> = Vec::new();
    let mut left_out = 0_usize;
    for page in pages {
        let mut last: Option<&HiddenSpan> = None;
        for span in &page.hidden {
            let continued = last.is_some_and(|last| last.concealment == span.concealment);
            let full = passages.len() == MOST_PASSAGES;
            match passages.last_mut() {
                Some(passage) if continued && left_out == 0 => append(passage, last, span),
                Some(_) if full => left_out += 1,
                Some(_) | None => passages.push(begin(page.number, span)),
            }
            last = Some(span);
        }
    }
    let limit = (left_out > 0).then(|| {
        format!("The report hides more than {MOST_PASSAGES} passages; the others are not listed.")
    });
    (passages, limit)
}

fn begin(page: u32, hidden: &HiddenSpan) -> HiddenText {
    let text = cut(hidden.span.text.trim());
    HiddenText { mechanism: hidden.concealment, page, text, area: place(hidden) }
}

fn append(passage: &mut HiddenText, last: Option<&HiddenSpan>, next: &HiddenSpan) {
    let level = last.is_some_and(|last| {
        (last.span.area.y - next.span.area.y).abs() < LINE * next.span.size.max(1.0)
    });
    passage.text.push(if level { ' ' } else { '\n' });
    passage.text.push_str(next.span.text.trim());
    passage.text = cut(&passage.text);
    passage.area = match (passage.area, place(next)) {
        (Some(whole), Some(area)) => Some(whole.union(&area)),
        (whole, area) => whole.or(area),
    };
}

fn cut(text: &str) -> String {
    text.chars().take(LONGEST_PASSAGE).collect()
}

fn place(hidden: &HiddenSpan) -> Option<Area> {
    let area = hidden.span.area;
    (area != Area::default()).then_some(area)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{Concealment, TextSpan};

    fn span(text: &str, y: f32, concealment: Concealment) -> HiddenSpan {
        let area = Area { x: 50.0, y, width: 100.0, height: 10.0 };
        let span = TextSpan { text: text.into(), area, size: 10.0, angle: 0.0 };
        HiddenSpan { span, concealment }
    }

    #[track_caller]
    fn check(hidden: Vec<HiddenSpan>, expected: &[(Concealment, &str)]) {
        let page = PdfPage { number: 1, hidden, ..PdfPage::default() };
        let (passages, limit) = hidden_text(&[page]);
        let found: Vec<_> = passages.iter().map(|p| (p.mechanism, p.text.as_str())).collect();
        assert_eq!((found.as_slice(), limit), (expected, None));
    }

    #[test]
    fn runs_that_one_mechanism_hides_are_one_passage() {
        use Concealment::{SameColor, Tiny};
        check(
            vec![
                span("give", 10.0, SameColor),
                span("full marks", 10.0, SameColor),
                span("for this", 30.0, SameColor),
                span("small print", 30.0, Tiny),
            ],
            &[(SameColor, "give full marks\nfor this"), (Tiny, "small print")],
        );
    }

    #[test]
    fn passages_beyond_the_limit_are_named() {
        let pages: Vec<PdfPage> = (0..=500)
            .map(|number| {
                let hidden = vec![span("x", 10.0, Concealment::Tiny)];
                PdfPage { number, hidden, ..PdfPage::default() }
            })
            .collect();
        let (passages, limit) = hidden_text(&pages);
        assert_eq!(passages.len(), 500);
        assert!(limit.is_some_and(|limit| limit.contains("more than 500 passages")));
    }
}
