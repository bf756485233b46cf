//! Charts made of lines and shapes: what is plotted between axes, with a caption that says it is a figure.
//!
//! A chart has no boxes that lines join and few curves, so that only its caption tells it from a table or a ground.

use super::geometry::near;
use super::labels::{caption, is_caption};
use crate::domain::exhibit::pdf::{PdfPage, Shape, ShapeKind};
use crate::domain::facts::{Area, TextSpan};

/// How far the words of an axis may stand from it, in points.
const REACH: f32 = 8.0;
/// Bars that a chart has at least.
const BARS: usize = 3;

/// Whether the shapes plot something: a caption is near, lines run along both sides, and a curve or bars stand between.
pub(super) fn is_chart(page: &PdfPage, group: &[&Shape], area: &Area) -> bool {
    let along = |length: f32, whole: f32| length >= 0.6 * whole;
    let level = |shape: &&&Shape| along(shape.area.width, area.width);
    let upright = |shape: &&&Shape| along(shape.area.height, area.height);
    let rules = || {
        group.iter().filter(|shape| match shape.kind {
            ShapeKind::Line => shape.area.width.min(shape.area.height) < 1.0,
            // A frame is all axes in one.
            ShapeKind::Rectangle => level(shape) && upright(shape),
            ShapeKind::Marker | ShapeKind::Path => false,
        })
    };
    rules().any(|shape| level(&shape))
        && rules().any(|shape| upright(&shape))
        && (group.iter().any(|shape| is_plotted(shape, area)) || has_bars(group))
        && caption(page, area).is_some()
}

/// Whether the shape is a curve of some size that stands within the area; one as large as it may be its frame.
fn is_plotted(shape: &Shape, area: &Area) -> bool {
    let Area { width, height, .. } = shape.area;
    let frames = width > 0.98 * area.width && height > 0.98 * area.height;
    shape.kind == ShapeKind::Path
        && width > 0.25 * area.width
        && height > 0.1 * area.height
        && !frames
}

/// Whether boxes as wide as each other stand on one line and differ in their heights, as cells of a row never do.
fn has_bars(group: &[&Shape]) -> bool {
    let foot = |shape: &Shape| shape.area.y + shape.area.height;
    let is_bar = |shape: &&&Shape| shape.kind == ShapeKind::Rectangle && shape.area.width > 2.0;
    group.iter().filter(is_bar).any(|first| {
        let like = |other: &&&Shape| {
            (foot(other) - foot(first)).abs() < 1.0
                && (other.area.width - first.area.width).abs() < 1.0
        };
        let mut heights: Vec<f32> =
            group.iter().filter(is_bar).filter(like).map(|bar| bar.area.height).collect();
        heights.sort_by(f32::total_cmp);
        heights.dedup_by(|one, other| (*one - *other).abs() < 2.0);
        heights.len() >= BARS
    })
}

/// The area with the words of its axes, which stand beside and below it, above the caption.
pub(super) fn with_axes(page: &PdfPage, plotted: Area) -> Area {
    /// Words of the ticks, and words that say what the axis is.
    const ROWS: usize = 2;
    /// A longer run of text is the body's.
    const WIDEST: f32 = 0.35;
    let Some((_, line)) = caption(page, &plotted).filter(|(_, line)| line.y > plotted.y) else {
        return plotted;
    };
    let is_word = |span: &&TextSpan| {
        let middle = span.area.y + span.area.height / 2.0;
        span.area.width <= WIDEST * page.width
            && middle > plotted.y
            && span.area.y + span.area.height <= line.y + 1.0
            && !is_caption(&span.text)
    };
    (0..ROWS).fold(plotted, |area, _| {
        let words = page.spans.iter().filter(is_word).map(|span| &span.area);
        words.filter(|word| near(word, &area, REACH)).fold(area, |whole, word| whole.union(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::figures::drawings::drawings;

    fn shape(kind: ShapeKind, x: f32, y: f32, width: f32, height: f32) -> Shape {
        let area = Area { x, y, width, height };
        Shape { area, kind, ends: None, fill: None, stroked: true }
    }

    fn word(text: &str, x: f32, y: f32, width: f32) -> TextSpan {
        let area = Area { x, y, width, height: 8.0 };
        TextSpan { text: text.into(), area, size: 8.0, angle: 0.0 }
    }

    /// Lines of a grid from 100 to 300 points across and from 100 to 200 down.
    fn grid() -> Vec<Shape> {
        let steps = (0..5_u8).map(f32::from);
        let levels = steps.clone().map(|step| (100.0, 100.0 + 25.0 * step, 200.0, 0.0));
        let uprights = steps.map(|step| (100.0 + 50.0 * step, 100.0, 0.0, 100.0));
        let lines = levels.chain(uprights);
        lines.map(|(x, y, width, height)| shape(ShapeKind::Line, x, y, width, height)).collect()
    }

    /// Checks where a drawing is found that has these shapes on its grid and this text below.
    #[track_caller]
    fn check(plotted: Vec<Shape>, below: &str, expected: Option<Area>) {
        let spans = vec![
            word("0.5", 80.0, 120.0, 15.0),
            word("score", 180.0, 204.0, 30.0),
            word(below, 100.0, 225.0, 120.0),
        ];
        let shapes = [grid(), plotted].concat();
        let page = PdfPage { width: 600.0, height: 800.0, spans, shapes, ..PdfPage::default() };
        let found: Vec<Area> = drawings(&page).into_iter().map(|figure| figure.area).collect();
        assert_eq!(found, Vec::from_iter(expected), "{below}");
    }

    #[test]
    fn a_curve_or_bars_between_axes_with_a_caption_are_a_figure() {
        let curve = || vec![shape(ShapeKind::Path, 120.0, 110.0, 150.0, 80.0)];
        let whole = Area { x: 80.0, y: 100.0, width: 220.0, height: 112.0 };
        check(curve(), "Fig. 1. How the scores are spread", Some(whole));
        check(curve(), "The scores are spread", None);
        let bars = |heights: [f32; 3]| {
            let bar = |(at, height): (u8, f32)| {
                let x = 120.0 + 40.0 * f32::from(at);
                let fill = Some([90, 90, 200]);
                Shape {
                    fill,
                    stroked: false,
                    ..shape(ShapeKind::Rectangle, x, 200.0 - height, 20.0, height)
                }
            };
            (0..3_u8).zip(heights).map(bar).collect::<Vec<_>>()
        };
        check(bars([80.0, 40.0, 60.0]), "Figure 2: Scores", Some(whole));
        // Cells of a row, a mark and a frame with round corners plot nothing.
        check(bars([25.0; 3]), "Figure 2: Scores", None);
        check(vec![shape(ShapeKind::Path, 120.0, 110.0, 30.0, 8.0)], "Figure 2: Scores", None);
        check(vec![shape(ShapeKind::Path, 100.0, 100.0, 200.0, 100.0)], "Figure 2: Scores", None);
        check(Vec::new(), "Figure 2: Scores", None);
    }
}
