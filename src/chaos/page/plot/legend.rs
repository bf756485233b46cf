//! Which sign means what, below a drawing.

use super::canvas::{Anchor, Canvas, WIDTH, cut, width};
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
    for (place, entry) in entries.iter().enumerate() {
        let column = u32::try_from(place % columns).unwrap_or(0);
        let row = u32::try_from(place / columns).unwrap_or(0);
        let left = 2.0 + f64::from(column) * lengths[columns];
        let middle = top + f64::from(row) * LINE + LINE / 2.0;
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
        let label = cut(&entry.label, lengths[columns] - SIGN - 4.0);
        canvas.text((left + SIGN, middle + 4.0), "tick", Anchor::Start, &label);
    }
    let rows = u32::try_from(entries.len().div_ceil(columns)).unwrap_or(0);
    top + f64::from(rows) * LINE
}
