//! Puts glyphs together to runs of text.

use crate::domain::exhibit::pdf::{Concealment, HiddenSpan};
use crate::domain::facts::{Area, TextSpan};
use hayro_interpret::font::Glyph;
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::kurbo::{Affine, Point, Rect, Vec2};

/// A gap wider than this share of the font size parts two words.
const WORD_GAP: f64 = 0.15;
/// A gap wider than this share of the font size parts two runs.
const RUN_GAP: f64 = 0.7;
/// A step back of more than this share of the font size begins another run.
const STEP_BACK: f64 = 0.35;

/// One glyph on the page, in points.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) text: String,
    /// Where its baseline begins.
    pub(super) origin: Point,
    /// From its origin to where the next glyph is expected.
    pub(super) advance: Vec2,
    /// From the baseline to the top of the font; its length is the font size.
    pub(super) up: Vec2,
    pub(super) hidden: Option<Concealment>,
}

impl Mark {
    /// Places a glyph; `None` when its place is no number.
    pub(super) fn new(glyph: &Glyph<'_>, transform: Affine, vertical: bool) -> Option<Self> {
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
        let up = Vec2::new(c * EM, d * EM);
        let finite = origin.is_finite() && advance.is_finite() && up.is_finite();
        finite.then(|| Self { text: letters(glyph), origin, advance, up, hidden: None })
    }

    /// The middle of the letter.
    pub(super) fn center(&self) -> Point {
        self.origin + self.advance * 0.5 + self.up * 0.3
    }

    pub(super) fn size(&self) -> f64 {
        self.up.hypot()
    }
}

/// The letters of a glyph; ligatures are taken apart, and what is unknown is U+FFFD.
fn letters(glyph: &Glyph<'_>) -> String {
    let mut text = String::new();
    match glyph.as_unicode() {
        Some(BfString::Char(letter)) => spell(letter, &mut text),
        Some(BfString::String(string)) => string.chars().for_each(|c| spell(c, &mut text)),
        None => text.push(char::REPLACEMENT_CHARACTER),
    }
    text
}

fn spell(letter: char, text: &mut String) {
    match letter {
        '\u{FB00}' => text.push_str("ff"),
        '\u{FB01}' => text.push_str("fi"),
        '\u{FB02}' => text.push_str("fl"),
        '\u{FB03}' => text.push_str("ffi"),
        '\u{FB04}' => text.push_str("ffl"),
        '\u{FB05}' | '\u{FB06}' => text.push_str("st"),
        // Word draws its bullets with the Symbol font's private characters.
        '\u{F0B7}' | '\u{F0A7}' | '\u{F076}' | '\u{F0D8}' => text.push('•'),
        '\u{AD}' | '\u{2010}' | '\u{2011}' => text.push('-'),
        '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}'
        | '\u{FEFF}' => {}
        other if other.is_whitespace() => text.push(' '),
        other if other.is_control() => {}
        other => text.push(other),
    }
}

/// A run of text that grows glyph by glyph.
struct Run {
    text: String,
    start: Point,
    pen: Point,
    direction: Vec2,
    up: Vec2,
    hidden: Option<Concealment>,
}

/// Collects glyphs into runs.
#[derive(Default)]
pub(super) struct Runs {
    open: Option<Run>,
    pub(super) visible: Vec<TextSpan>,
    pub(super) hidden: Vec<HiddenSpan>,
}

impl Runs {
    pub(super) fn add(&mut self, mark: &Mark) {
        if mark.text.is_empty() {
            return;
        }
        if let Some(run) = &mut self.open
            && run.takes(mark)
        {
            return;
        }
        // A space that continues nothing is only a gap.
        if mark.text.trim().is_empty() && self.open.is_none() {
            return;
        }
        self.close();
        self.open = Some(Run {
            text: mark.text.clone(),
            start: mark.origin,
            pen: mark.origin + mark.advance,
            direction: direction(mark),
            up: mark.up,
            hidden: mark.hidden,
        });
    }

    /// Takes a short bar at the pen for an underscore, and says whether it was one.
    ///
    /// LaTeX's older font encodings have no underscore and draw a rule in its place.
    pub(super) fn underscore(&mut self, bar: Rect) -> bool {
        let Some(run) = &mut self.open else { return false };
        let size = run.up.hypot();
        let level = run.direction.x > 0.99;
        let drop = bar.center().y - run.pen.y;
        let fits = level
            && bar.height() < 0.12 * size
            && (0.15..0.75).contains(&(bar.width() / size))
            && (bar.x0 - run.pen.x).abs() < 0.2 * size
            && (-0.02..0.25).contains(&(drop / size));
        if fits {
            run.text.push('_');
            run.pen.x = bar.x1;
        }
        fits
    }

    pub(super) fn close(&mut self) {
        let Some(run) = self.open.take() else { return };
        if run.text.trim().is_empty() {
            return;
        }
        let hidden = run.hidden;
        let span = run.span();
        match hidden {
            Some(concealment) => self.hidden.push(HiddenSpan { span, concealment }),
            None => self.visible.push(span),
        }
    }
}

impl Run {
    /// Appends a glyph if it continues the run.
    fn takes(&mut self, mark: &Mark) -> bool {
        let size = self.up.hypot();
        if (mark.size() - size).abs() > 0.1 * size
            || mark.hidden != self.hidden
            || direction(mark).dot(self.direction) < 0.99
        {
            return false;
        }
        let step = mark.origin - self.pen;
        let along = step.dot(self.direction);
        let across = step.cross(self.direction).abs();
        if across > 0.1 * size || along < -STEP_BACK * size || along > RUN_GAP * size {
            return false;
        }
        let parted = along > WORD_GAP * size;
        if parted && !self.text.ends_with(' ') && !mark.text.starts_with(' ') {
            self.text.push(' ');
        }
        self.text.push_str(&mark.text);
        self.pen = mark.origin + mark.advance;
        true
    }

    #[expect(clippy::cast_possible_truncation, reason = "places on a page fit an f32")]
    fn span(self) -> TextSpan {
        let corners = [
            self.start + self.up * 0.75,
            self.start - self.up * 0.25,
            self.pen + self.up * 0.75,
            self.pen - self.up * 0.25,
        ];
        let area = corners
            .iter()
            .skip(1)
            .fold(Rect::from_points(corners[0], corners[0]), |area, &c| area.union_pt(c));
        TextSpan {
            text: self.text,
            area: to_area(area),
            size: self.up.hypot() as f32,
            angle: self.direction.y.atan2(self.direction.x).to_degrees() as f32,
        }
    }
}

fn direction(mark: &Mark) -> Vec2 {
    let length = mark.advance.hypot();
    if length > 1e-6 {
        return mark.advance / length;
    }
    // A glyph without width runs at a right angle to its height.
    let up = mark.up.hypot().max(1e-6);
    Vec2::new(-mark.up.y, mark.up.x) / up
}

#[expect(clippy::cast_possible_truncation, reason = "places on a page fit an f32")]
pub(super) fn to_area(rect: Rect) -> Area {
    Area {
        x: rect.x0 as f32,
        y: rect.y0 as f32,
        width: rect.width().max(0.0) as f32,
        height: rect.height().max(0.0) as f32,
    }
}
