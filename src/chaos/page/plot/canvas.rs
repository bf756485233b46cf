//! The SVG text itself.

use super::super::escape::html;
use std::fmt::Write as _;

/// Width of every drawing in its own units. A phone shows them at 0.85 of their size, a desktop at
/// about 1.2.
pub(in crate::chaos::page) const WIDTH: f64 = 420.0;

/// Width of a letter of 12 units in a wide sans-serif, to keep texts apart where nothing measures them.
const LETTER: f64 = 6.9;

/// On which side of its place a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::chaos::page) enum Anchor {
    /// The text begins there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

impl Anchor {
    const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// A drawing in the making. Coordinates go right and down from the upper left corner.
#[derive(Default)]
pub(in crate::chaos::page) struct Canvas(String);

impl Canvas {
    /// Opens a group of `class`, with further attributes for a reader without our style.
    pub(in crate::chaos::page) fn open(&mut self, class: &str, attributes: &str) {
        let _ = write!(self.0, "<g class=\"{class}\" {attributes}>");
    }

    /// Closes the group.
    pub(in crate::chaos::page) fn close(&mut self) {
        self.0.push_str("</g>\n");
    }

    /// A straight line.
    pub(in crate::chaos::page) fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        let (x1, y1, x2, y2) = (at(from.0), at(from.1), at(to.0), at(to.1));
        let _ = write!(self.0, "<path d=\"M{x1} {y1}L{x2} {y2}\"/>");
    }

    /// A line through all `points`, with extra attributes.
    pub(in crate::chaos::page) fn polyline(&mut self, points: &[(f64, f64)], attributes: &str) {
        let mut d = String::new();
        for (nth, (x, y)) in points.iter().enumerate() {
            let _ = write!(d, "{}{} {}", if nth == 0 { 'M' } else { 'L' }, at(*x), at(*y));
        }
        let _ = write!(self.0, "<path d=\"{d}\" fill=\"none\" {attributes}/>");
    }

    /// A closed shape, with what a reader sees who points at it.
    pub(in crate::chaos::page) fn shape(&mut self, d: &str, told: &str) {
        if told.is_empty() {
            let _ = write!(self.0, "<path d=\"{d}\"/>");
        } else {
            let _ = write!(self.0, "<path d=\"{d}\"><title>{}</title></path>", html(told));
        }
    }

    /// A path that is not filled, with extra attributes and what a reader sees who points at it.
    pub(in crate::chaos::page) fn outline(&mut self, d: &str, attributes: &str, told: &str) {
        let told = html(told);
        let _ = write!(
            self.0,
            "<path d=\"{d}\" fill=\"none\" {attributes}><title>{told}</title></path>"
        );
    }

    /// A rectangle, with what a reader sees who points at it.
    pub(in crate::chaos::page) fn bar(&mut self, corner: (f64, f64), size: (f64, f64), told: &str) {
        let (x, y) = corner;
        let d = format!("M{} {}h{}v{}h-{}z", at(x), at(y), at(size.0), at(size.1), at(size.0));
        self.shape(&d, told);
    }

    /// A text of `class` on the line `place.1`.
    pub(in crate::chaos::page) fn text(
        &mut self,
        place: (f64, f64),
        class: &str,
        side: Anchor,
        text: &str,
    ) {
        let (x, y, side) = (at(place.0), at(place.1), side.name());
        let weight = if class == "title" { " font-size=\"13\" font-weight=\"600\"" } else { "" };
        let _ = write!(
            self.0,
            "<text x=\"{x}\" y=\"{y}\" class=\"{class}\" text-anchor=\"{side}\"{weight}>{}</text>",
            html(text)
        );
    }

    /// The finished drawing of `height` units, named `title` for whoever cannot see it.
    pub(in crate::chaos::page) fn finish(self, height: f64, title: &str) -> String {
        let (height, title) = (at(height), html(title));
        format!(
            "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             role=\"img\" aria-label=\"{title}\" font-family=\"system-ui, sans-serif\" \
             font-size=\"12\" fill=\"#1d1d1f\" stroke=\"none\">\n{}</svg>\n",
            self.0
        )
    }
}

/// A coordinate to one tenth of a unit. What is no finite number would break the drawing; it becomes 0.
pub(in crate::chaos::page) fn at(coordinate: f64) -> String {
    let tenths = (coordinate * 10.0).round() / 10.0;
    if tenths.is_finite() && tenths != 0.0 { tenths.to_string() } else { "0".to_owned() }
}

/// About how wide `text` will be.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(|c| if c.is_ascii() { LETTER } else { LETTER * 1.4 }).sum()
}

/// `text` in lines that are no wider than `room`, broken after a space or a `+`; a word that is wider by itself is
/// cut.
pub(super) fn wrapped(text: &str, room: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive([' ', '+']) {
        let last = lines.last_mut().expect("there is a line from the beginning");
        let longer = format!("{last}{word}");
        if last.is_empty() || width(longer.trim_end()) <= room {
            *last = longer;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.iter().map(|line| cut(line.trim_end(), room)).collect()
}

/// `text`, cut with an ellipsis where it would be wider than `room`.
pub(super) fn cut(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        if width(&kept) + 2.5 * LETTER > room {
            break;
        }
        kept.push(c);
    }
    kept + "…"
}
