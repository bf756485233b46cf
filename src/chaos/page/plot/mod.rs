//! Plots as SVG: scales with ticks at round numbers, a frame, marks with intervals, a legend.
//!
//! Drawn here and not by `plotters`, although its SVG back end needs no fonts and no C. It writes
//! fixed RGB values and whole pixels and no classes, so one drawing could not follow the reader's
//! light or dark theme and would shake at print size; it has no log axis with a place for 0, and its
//! tick search is known to hang where all values are equal. These drawings need some seven hundred lines.
//!
//! Every drawing stands on its own: colours are attributes as well, which the style of the page
//! overrides.

mod canvas;
mod chart;
mod frame;
mod legend;
mod palette;
mod scale;
#[cfg(test)]
mod tests;

pub(super) use canvas::{Anchor, Canvas};
pub(super) use chart::{Chart, Point, Series, Shape};
pub(super) use frame::{Axis, BOTTOM, Frame, RIGHT, TOP};
pub(super) use legend::{Entry, Key, legend};
pub(super) use palette::{COLOURS, colour};
pub(super) use scale::Scale;
