//! Marked content that gives programs another text than the one that is drawn.

use super::super::glyphs::to_area;
use super::super::marks::Mark;
use super::super::text::decode;
use super::replaced::differs;
use crate::domain::exhibit::pdf::HiddenSpan;
use crate::domain::facts::{Concealment, TextSpan};
use hayro_interpret::kurbo::Rect;
use hayro_syntax::object::{Dict, String as PdfString};

/// Deepest nesting of marked content that is followed.
const DEEPEST: usize = 64;
/// Longest replacement that is kept, in characters.
const LONGEST: usize = 4000;
/// Most letters of a ligature, such as `ffi`.
const LIGATURE: usize = 3;

/// The text of a glyph that its font has no map for.
const UNKNOWN: &str = "\u{FFFD}";

/// Marked content that is open.
struct Sequence {
    replacement: Option<String>,
    shown: String,
    /// Whether a picture stands in it, which the replacement describes.
    pictured: bool,
    area: Option<Rect>,
    size: f64,
}

impl Sequence {
    fn of(replacement: Option<String>) -> Self {
        Self { replacement, shown: String::new(), pictured: false, area: None, size: 0.0 }
    }
}

/// The marked content around what is drawn next.
#[derive(Default)]
pub(super) struct MarkedContent {
    open: Vec<Sequence>,
    /// Sequences that are nested too deep to be followed.
    deeper: usize,
    pub(super) found: Vec<HiddenSpan>,
}

impl MarkedContent {
    pub(super) fn begin(&mut self, properties: Option<&Dict<'_>>) {
        if self.open.len() == DEEPEST {
            self.deeper += 1;
            return;
        }
        let stated = properties.and_then(|dict| dict.get::<PdfString<'_>>(b"ActualText" as &[u8]));
        let replacement = stated.map(|text| decode(text.as_bytes(), LONGEST));
        self.open.push(Sequence::of(replacement));
    }

    /// Spells a glyph that its font has no map for where the content around it says which letters it joins, as
    /// browsers say of ligatures. What is longer is a statement, and is not taken for what is drawn.
    pub(super) fn spell(&self, marks: &mut [Mark]) {
        let [mark] = marks else { return };
        let Some(Sequence { replacement: Some(said), shown, .. }) = self.open.last() else {
            return;
        };
        let is_ligature =
            (1..=LIGATURE).contains(&said.chars().count()) && said.chars().all(char::is_alphabetic);
        if shown.is_empty() && is_ligature && mark.text == UNKNOWN {
            mark.text.clone_from(said);
        }
    }

    /// Notes glyphs that are drawn; the outermost replacement stands for all of them.
    pub(super) fn show(&mut self, marks: &[Mark]) {
        let replaced = |sequence: &&mut Sequence| sequence.replacement.is_some();
        let Some(sequence) = self.open.iter_mut().find(replaced) else { return };
        for mark in marks {
            if sequence.shown.len() < LONGEST {
                sequence.shown.push_str(&mark.text);
            }
            let area = mark.area();
            sequence.area = Some(sequence.area.map_or(area, |whole| whole.union(area)));
            sequence.size = sequence.size.max(mark.size());
        }
    }

    /// Notes a picture that is drawn.
    pub(super) fn picture(&mut self) {
        self.open.iter_mut().for_each(|sequence| sequence.pictured = true);
    }

    pub(super) fn end(&mut self) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let Some(sequence) = self.open.pop() else { return };
        let Sequence { replacement: Some(text), shown, pictured, area, size } = sequence else {
            return;
        };
        if (pictured && shown.trim().is_empty()) || !differs(&text, &shown) {
            return;
        }
        let area = to_area(area.unwrap_or(Rect::ZERO));
        #[expect(clippy::cast_possible_truncation, reason = "the size of a font fits an f32")]
        let span = TextSpan { text, area, size: size as f32, angle: 0.0 };
        self.found.push(HiddenSpan { span, concealment: Concealment::ReplacedText });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hayro_interpret::kurbo::{Point, Vec2};

    /// What a glyph without a map is read as where the content around it is said to be `said`.
    fn spelled(said: &str, glyphs: usize, shown: &str) -> String {
        let sequence = Sequence { shown: shown.into(), ..Sequence::of(Some(said.into())) };
        let marked = MarkedContent { open: vec![sequence], ..MarkedContent::default() };
        let glyph = || Mark {
            text: UNKNOWN.into(),
            unseen: Vec::new(),
            origin: Point::ZERO,
            advance: Vec2::new(10.0, 0.0),
            up: Vec2::new(0.0, 10.0),
            along: Vec2::new(10.0, 0.0),
            named: None,
            blank: false,
            hidden: None,
        };
        let mut marks: Vec<Mark> = (0..glyphs).map(|_| glyph()).collect();
        marked.spell(&mut marks);
        marks.iter().map(|mark| mark.text.as_str()).collect()
    }

    #[test]
    fn a_ligature_without_a_map_is_read_as_the_letters_it_joins() {
        assert_eq!(spelled("fi", 1, ""), "fi");
        assert_eq!(spelled("ffl", 1, ""), "ffl");
        // A second glyph is none of it, and a statement is not what is drawn.
        assert_eq!(spelled("fi", 1, "x"), UNKNOWN);
        assert_eq!(spelled("fi", 2, ""), UNKNOWN.repeat(2));
        assert_eq!(spelled("full score", 1, ""), UNKNOWN);
    }

    #[test]
    fn the_description_of_a_picture_is_no_deceit() {
        let found = |pictured: bool| {
            let text = Some("the architecture of the pipeline".to_owned());
            let mut marked = MarkedContent { open: vec![Sequence::of(text)], ..Default::default() };
            if pictured {
                marked.picture();
            }
            marked.end();
            marked.found.len()
        };
        assert_eq!((found(true), found(false)), (0, 1));
    }
}
