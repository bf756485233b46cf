//! Which sign means what, below a drawing.

use super::canvas::{Anchor, Canvas, WIDTH, width, wrapped};
use super::palette::{colour, dashes, sign};

/// Height of a line of the legend.
const LINE: f64 = 17.0;
/// Room for a sign before its text.
const SIGN: f64 = 30.0;

/// How a series shows in the drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::chaos::page) enum Key {
    /// A line with a sign at each value.
    Marked,
    /// A line alone.
    Plain,
    /// Filled bars.
    Filled,
}

/// A line of a legend: the number of the series, which chooses colour and sign, and its name.
pub(in crate::chaos::page) struct Entry {
    /// Number of the series.
    pub(in crate::chaos::page) nth: usize,
    /// Its name.
    pub(in crate::chaos::page) label: String,
}

/// Writes `entries` from `top` on, in as many columns as their names allow; returns where the legend
/// ends.
pub(in crate::chaos::page) fn legend(
    canvas: &mut Canvas,
    top: f64,
    entries: &[Entry],
    key: Key,
) -> f64 {
    let widest = entries.iter().map(|entry| width(&entry.label)).fold(0.0, f64::max) + SIGN + 12.0;
    let columns = if widest <= WIDTH / 3.0 {
        3
    } else if widest <= WIDTH / 2.0 {
        2
    } else {
        1
    };
    let lengths = [WIDTH, WIDTH, WIDTH / 2.0, WIDTH / 3.0];
    let mut bottom = top;
    for row in entries.chunks(columns) {
        let mut most = 0;
        for (column, entry) in row.iter().enumerate() {
            let left = 2.0 + f64::from(u32::try_from(column).unwrap_or(0)) * lengths[columns];
            most = most.max(write(canvas, (left, bottom), entry, key, lengths[columns]));
        }
        bottom += f64::from(most) * LINE;
    }
    bottom
}

/// Writes one entry into this much room; returns its lines.
fn write(canvas: &mut Canvas, (left, top): (f64, f64), entry: &Entry, key: Key, room: f64) -> u32 {
    let middle = top + LINE / 2.0;
    let (class, attributes) = colour(entry.nth);
    canvas.open(&class, &attributes);
    if key == Key::Filled {
        canvas.bar((left + 4.0, middle - 5.0), (16.0, 10.0), "");
    } else {
        canvas.polyline(&[(left, middle), (left + 24.0, middle)], dashes(entry.nth));
    }
    if key == Key::Marked {
        canvas.shape(&sign(entry.nth, (left + 12.0, middle)), "");
    }
    canvas.close();
    let mut lines = 0;
    for line in wrapped(&entry.label, room - SIGN - 4.0) {
        let at = (left + SIGN, middle + 4.0 + f64::from(lines) * LINE);
        canvas.text(at, "tick", Anchor::Start, &line);
        lines += 1;
    }
    lines
}
