//! Series of values on two axes.

use super::canvas::{Canvas, at};
use super::frame::{Axis, BOTTOM, Frame, RIGHT, y};
use super::legend::{Entry, Key, legend};
use super::palette::{colour, dashes, sign};
use std::fmt::Write as _;

/// Sideways distance between series at the same value, so that their intervals stay apart.
const APART: f64 = 5.0;

/// A value, its interval, and what a reader sees who points at it.
pub(in crate::chaos::page) struct Point {
    /// Place on the lying axis.
    pub(in crate::chaos::page) x: f64,
    /// Place on the upright axis.
    pub(in crate::chaos::page) y: f64,
    /// Ends of the interval.
    pub(in crate::chaos::page) interval: Option<(f64, f64)>,
    /// The value in words.
    pub(in crate::chaos::page) told: String,
}

/// What belongs to one name of the legend.
pub(in crate::chaos::page) struct Series {
    /// Its name.
    pub(in crate::chaos::page) label: String,
    /// Its values, from left to right.
    pub(in crate::chaos::page) points: Vec<Point>,
}

/// How values are joined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::chaos::page) enum Shape {
    /// By straight lines, with a sign at each value.
    Lines,
    /// By steps that rise at each value, without signs.
    Steps,
}

/// A drawing of series.
pub(in crate::chaos::page) struct Chart {
    /// What it shows.
    pub(in crate::chaos::page) title: String,
    /// The lying axis.
    pub(in crate::chaos::page) x: Axis,
    /// The upright axis.
    pub(in crate::chaos::page) y: Axis,
    /// The series, at most as many as there are colours.
    pub(in crate::chaos::page) series: Vec<Series>,
    /// How their values are joined.
    pub(in crate::chaos::page) shape: Shape,
}

impl Chart {
    /// The drawing as SVG.
    pub(in crate::chaos::page) fn svg(&self) -> String {
        let mut canvas = Canvas::default();
        let labels: Vec<String> = self.y.scale.ticks().into_iter().map(self.y.told).collect();
        let frame = Frame::open(&mut canvas, &self.title, &self.y.label, &labels, self.x.scale);
        frame.upright(&mut canvas, &self.y);
        frame.lying(&mut canvas, &self.x);
        for (nth, series) in self.series.iter().enumerate() {
            let (class, attributes) = colour(nth);
            canvas.open(&class, &attributes);
            match self.shape {
                Shape::Lines => self.lines(&mut canvas, &frame, nth, series),
                Shape::Steps => self.steps(&mut canvas, &frame, nth, series),
            }
            canvas.close();
        }
        let entries: Vec<Entry> = (0..).zip(&self.series).map(entry).collect();
        let key = if self.shape == Shape::Lines { Key::Marked } else { Key::Plain };
        let bottom = legend(&mut canvas, BOTTOM + 46.0, &entries, key);
        canvas.finish(bottom + 4.0, &self.title)
    }

    fn lines(&self, canvas: &mut Canvas, frame: &Frame, nth: usize, series: &Series) {
        let shift = self.shift(nth);
        let place = |point: &Point| (frame.x(point.x) + shift, y(&self.y.scale, point.y));
        let places: Vec<(f64, f64)> = series.points.iter().map(place).collect();
        // Nothing is known of the way from 0 over the break of a log axis.
        let apart = self.x.scale.axis_break().is_some();
        let skipped = series.points.iter().take_while(|point| apart && point.x <= 0.0).count();
        if places.len() > skipped + 1 {
            canvas.polyline(&places[skipped..], dashes(nth));
        }
        for (point, (x, middle)) in series.points.iter().zip(places) {
            if let Some((low, high)) = point.interval {
                let (low, high) = (y(&self.y.scale, low), y(&self.y.scale, high));
                canvas.polyline(&[(x, low), (x, high)], "stroke-width=\"1.2\"");
                for end in [low, high] {
                    canvas.polyline(&[(x - 2.5, end), (x + 2.5, end)], "stroke-width=\"1.2\"");
                }
            }
            canvas.shape(&sign(nth, (x, middle)), &format!("{}: {}", series.label, point.told));
        }
    }

    /// How far the marks of the `nth` series stand from their value.
    fn shift(&self, nth: usize) -> f64 {
        let real = |count: usize| f64::from(u32::try_from(count).unwrap_or(0));
        (real(nth) - real(self.series.len().saturating_sub(1)) / 2.0) * APART
    }

    fn steps(&self, canvas: &mut Canvas, frame: &Frame, nth: usize, series: &Series) {
        let Some(first) = series.points.first() else { return };
        let mut path = format!("M{} {}", at(frame.x(first.x)), at(BOTTOM));
        for point in &series.points {
            let (right, up) = (at(frame.x(point.x)), at(y(&self.y.scale, point.y)));
            let _ = write!(path, "H{right}V{up}");
        }
        let _ = write!(path, "H{}", at(RIGHT));
        canvas.outline(&path, dashes(nth), &series.label);
    }
}

fn entry((nth, series): (usize, &Series)) -> Entry {
    Entry { nth, label: series.label.clone() }
}
