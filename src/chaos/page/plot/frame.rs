//! What stands around the marks: title, axes, ticks.

use super::canvas::{Anchor, Canvas, WIDTH, cut, width};
use super::scale::Scale;

/// The upper end of the area for marks, below the title and the name of the upright axis.
pub(in crate::chaos::page) const TOP: f64 = 50.0;
/// The lower end of the area for marks.
pub(in crate::chaos::page) const BOTTOM: f64 = 240.0;
/// The right end of the area for marks.
pub(in crate::chaos::page) const RIGHT: f64 = WIDTH - 16.0;
/// Room between the axes and the outermost values, so that marks at the ends stay whole.
const INSET: f64 = 12.0;
/// The look of axes without our style.
const AXIS: &str = "stroke=\"#6b6b70\" fill=\"none\"";

/// An axis: what it shows, and how.
pub(in crate::chaos::page) struct Axis {
    /// What it shows, with the unit.
    pub(in crate::chaos::page) label: String,
    /// Where values stand.
    pub(in crate::chaos::page) scale: Scale,
    /// How a value is written.
    pub(in crate::chaos::page) told: fn(f64) -> String,
}

/// The area for marks and the scale of its lying axis.
pub(in crate::chaos::page) struct Frame {
    left: f64,
    x: Scale,
}

impl Frame {
    /// Begins a drawing: title, name of the upright axis, and room for `labels` to the left.
    pub(in crate::chaos::page) fn open(
        canvas: &mut Canvas,
        title: &str,
        upright: &str,
        labels: &[String],
        x: Scale,
    ) -> Self {
        let widest = labels.iter().map(|label| width(label)).fold(0.0, f64::max);
        let left = (widest + 14.0).clamp(34.0, 130.0);
        canvas.text((2.0, 15.0), "title", Anchor::Start, &cut(title, WIDTH * 0.88));
        canvas.text((2.0, 34.0), "quiet", Anchor::Start, &cut(upright, WIDTH));
        Self { left, x }
    }

    /// The left end of the area for marks.
    pub(in crate::chaos::page) const fn left(&self) -> f64 {
        self.left
    }

    /// Where the lying axis' scale begins and ends.
    pub(in crate::chaos::page) const fn span(&self) -> (f64, f64) {
        (self.left + INSET, RIGHT - INSET)
    }

    /// Where a value of the lying axis stands.
    pub(in crate::chaos::page) fn x(&self, value: f64) -> f64 {
        self.along(self.x.place(value))
    }

    /// Where a part of the lying axis, 0–1, ends.
    fn along(&self, part: f64) -> f64 {
        let (begin, end) = self.span();
        begin + part * (end - begin)
    }

    /// The lying axis: line, ticks, numbers, and its name below.
    pub(in crate::chaos::page) fn lying(&self, canvas: &mut Canvas, axis: &Axis) {
        let ticks = self.spaced(axis);
        canvas.open("axis", AXIS);
        canvas.line((self.left, BOTTOM), (RIGHT, BOTTOM));
        for (tick, _) in &ticks {
            canvas.line((*tick, BOTTOM), (*tick, BOTTOM + 4.0));
        }
        if let Some(place) = axis.scale.axis_break() {
            let x = self.along(place);
            for x in [x - 2.0, x + 2.0] {
                canvas.line((x - 2.0, BOTTOM + 4.0), (x + 2.0, BOTTOM - 4.0));
            }
        }
        canvas.close();
        for (tick, label) in ticks {
            canvas.text((tick, BOTTOM + 18.0), "tick", Anchor::Middle, &label);
        }
        let middle = f64::midpoint(self.left, RIGHT);
        let label = cut(&axis.label, WIDTH);
        // A name that is wider than the axis is centred below the whole drawing.
        let place = if width(&label) / 2.0 > RIGHT - middle { WIDTH / 2.0 } else { middle };
        canvas.text((place, BOTTOM + 36.0), "quiet", Anchor::Middle, &label);
    }

    /// Ticks of the lying axis whose numbers do not touch: place and number.
    fn spaced(&self, axis: &Axis) -> Vec<(f64, String)> {
        let mut kept = Vec::new();
        let mut free_from = 0.0;
        for tick in axis.scale.ticks() {
            let (place, label) = (self.x(tick), (axis.told)(tick));
            let half = width(&label) / 2.0;
            if place - half >= free_from && place + half <= WIDTH {
                free_from = place + half + 6.0;
                kept.push((place, label));
            }
        }
        kept
    }

    /// The upright axis: a fine line across and a number for each tick.
    pub(in crate::chaos::page) fn upright(&self, canvas: &mut Canvas, axis: &Axis) {
        canvas.open("grid", "stroke=\"#d9d9de\" fill=\"none\"");
        for tick in axis.scale.ticks() {
            let height = y(&axis.scale, tick);
            canvas.line((self.left, height), (RIGHT, height));
        }
        canvas.close();
        for tick in axis.scale.ticks() {
            let place = (self.left - 6.0, y(&axis.scale, tick) + 4.0);
            canvas.text(place, "tick", Anchor::End, &(axis.told)(tick));
        }
    }
}

/// Where a value of an upright axis stands.
pub(super) fn y(scale: &Scale, value: f64) -> f64 {
    BOTTOM - scale.place(value) * (BOTTOM - TOP)
}
