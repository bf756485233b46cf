//! What the interpreter's glyphs say, and where they stand.

use super::super::marks::{Mark, is_passage, letters};
use super::numbered::Numbered;
use crate::domain::facts::Concealment;
use hayro_interpret::font::Glyph;
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::kurbo::{Affine, Point, Vec2};

/// What stands for a letter that nothing tells.
const UNKNOWN: &str = "\u{FFFD}";

/// Places a glyph; `None` when its place is no number. What is unknown is U+FFFD.
pub(super) fn mark(
    glyph: &Glyph<'_>,
    transform: Affine,
    vertical: bool,
    numbered: &Numbered,
) -> Option<Mark> {
    // Glyph space has 1000 units to the font size.
    const EM: f64 = 1000.0;
    let width = match glyph {
        Glyph::Outline(outline) => outline.advance_width(),
        Glyph::Type3(drawn) => drawn.advance_width(),
    };
    let [a, b, c, d, ..] = transform.as_coeffs();
    let width = f64::from(width.unwrap_or(500.0));
    let origin = transform * Point::ZERO;
    let advance =
        if vertical { Vec2::new(-c * EM, -d * EM) } else { Vec2::new(a * width, b * width) };
    let (along, up) = (Vec2::new(a * EM, b * EM), Vec2::new(c * EM, d * EM));
    let finite = origin.is_finite() && advance.is_finite() && up.is_finite();
    let (text, unseen) = match glyph.as_unicode() {
        Some(BfString::Char(letter)) => letters([letter]),
        Some(BfString::String(string)) => letters(string.chars()),
        None => letters(by_number(glyph, numbered).unwrap_or(UNKNOWN).chars()),
    };
    let hidden = is_passage(&text).then_some(Concealment::FalseMap);
    let (named, blank) = (None, false);
    finite.then_some(Mark { text, unseen, origin, advance, up, along, named, blank, hidden })
}

/// The letter that the number of a drawn glyph's code tells, where nothing else does.
fn by_number(glyph: &Glyph<'_>, numbered: &Numbered) -> Option<&'static str> {
    match glyph {
        Glyph::Outline(_) => None,
        Glyph::Type3(drawn) => numbered.letter(drawn.char_code()),
    }
}
