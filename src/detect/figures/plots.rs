//! What is plotted between the axes of a chart, by the shapes alone.

use super::geometry::{holds, reaches};
use crate::domain::exhibit::pdf::{Shape, ShapeKind};
use crate::domain::facts::Area;

/// Bars that a chart has at least.
const BARS: usize = 3;
/// Points that a cloud of them has at least.
const POINTS: usize = 5;
/// Boxes with whiskers that a chart has at least.
const BOXES: usize = 2;
/// Most shapes between two axes that are held against each other.
const SHAPES: usize = 1000;
/// Sectors that a circle is cut into at least.
const SECTORS: usize = 3;

/// Whether the shapes inside the axes are a curve, bars, a cloud of points, or boxes with whiskers.
pub(super) fn is_plot(inside: &[&Shape], axes: &Area) -> bool {
    let inside = &inside[..inside.len().min(SHAPES)];
    inside.iter().any(|shape| is_curve(shape, axes))
        || has_bars(inside, upright)
        || has_bars(inside, level)
        || has_points(inside)
        || has_whiskers(inside)
}

/// Whether the shape is a curve of some size that stands within the axes; one as large as they are may be their frame.
fn is_curve(shape: &Shape, axes: &Area) -> bool {
    let Area { width, height, .. } = shape.area;
    let frames = width > 0.98 * axes.width && height > 0.98 * axes.height;
    shape.kind == ShapeKind::Path
        && width > 0.25 * axes.width
        && height > 0.1 * axes.height
        && !frames
}

/// The line that a bar stands on, how thick it is, and how far it reaches.
type Bar = (f32, f32, f32);

fn upright(area: &Area) -> Bar {
    (area.y + area.height, area.width, area.height)
}

fn level(area: &Area) -> Bar {
    (area.x, area.height, area.width)
}

/// Whether boxes as thick as each other stand on one line and reach differently far, as cells of a table never do.
fn has_bars(inside: &[&Shape], bar: fn(&Area) -> Bar) -> bool {
    let rectangles = inside.iter().filter(|shape| shape.kind == ShapeKind::Rectangle);
    let bars: Vec<Bar> =
        rectangles.map(|shape| bar(&shape.area)).filter(|bar| bar.1 > 2.0).collect();
    bars.iter().any(|(foot, thick, _)| {
        let like = |other: &&Bar| (other.0 - foot).abs() < 1.0 && (other.1 - thick).abs() < 1.0;
        different(bars.iter().filter(like).map(|bar| bar.2)) >= BARS
    })
}

/// How many of the lengths differ by two points and more.
fn different(lengths: impl Iterator<Item = f32>) -> usize {
    let mut lengths: Vec<f32> = lengths.collect();
    lengths.sort_by(f32::total_cmp);
    lengths.dedup_by(|one, other| (*one - *other).abs() < 2.0);
    lengths.len()
}

/// Whether marks of one size lie at heights and breadths that differ, as bullets of a list never do.
fn has_points(inside: &[&Shape]) -> bool {
    let marks = || inside.iter().filter(|shape| shape.kind == ShapeKind::Marker);
    marks().any(|first| {
        let like = |other: &&&Shape| {
            (other.area.width - first.area.width).abs() < 0.5
                && (other.area.height - first.area.height).abs() < 0.5
        };
        different(marks().filter(like).map(|mark| mark.area.x)) >= POINTS
            && different(marks().filter(like).map(|mark| mark.area.y)) >= POINTS
    })
}

/// Whether lines lead away from the middles of two opposite sides of several boxes.
fn has_whiskers(inside: &[&Shape]) -> bool {
    const SLACK: f32 = 1.5;
    let leads_away = |area: &Area, (x, y): (f32, f32)| {
        inside.iter().filter(|shape| shape.kind == ShapeKind::Line).any(|line| {
            line.ends.is_some_and(|ends| {
                ends.iter().any(|end| (end.0 - x).abs() < SLACK && (end.1 - y).abs() < SLACK)
            }) && !holds(area, &line.area, SLACK)
        })
    };
    let has_both = |shape: &&&Shape| {
        let Area { x, y, width, height } = shape.area;
        let (middle, center) = (x + width / 2.0, y + height / 2.0);
        let both = |one, other| leads_away(&shape.area, one) && leads_away(&shape.area, other);
        shape.kind == ShapeKind::Rectangle
            && (both((middle, y), (middle, y + height)) || both((x, center), (x + width, center)))
    };
    inside.iter().filter(has_both).count() >= BOXES
}

/// Whether the shapes are the sectors of one circle: filled differently, all of them meet in one point, and together
/// they are as wide as they are high.
pub(super) fn is_pie(group: &[&Shape]) -> bool {
    /// Letters, marks and the swatches of a key are smaller.
    const SMALLEST: f32 = 10.0;
    let is_sector = |shape: &&&Shape| {
        // A sector with upright sides has the form of a rectangle with round corners.
        let is_form = matches!(shape.kind, ShapeKind::Path | ShapeKind::Rectangle);
        let is_filled = shape.fill.is_some_and(|fill| fill.iter().any(|&channel| channel < 250));
        is_form && is_filled && shape.area.width.min(shape.area.height) > SMALLEST
    };
    let sectors: Vec<&Shape> = group.iter().filter(is_sector).copied().collect();
    let mut fills: Vec<_> = sectors.iter().filter_map(|sector| sector.fill).collect();
    fills.sort_unstable();
    fills.dedup();
    let Some(whole) = sectors.iter().map(|one| one.area).reduce(|one, other| one.union(&other))
    else {
        return false;
    };
    let middle = (whole.x + whole.width / 2.0, whole.y + whole.height / 2.0);
    fills.len() >= SECTORS
        && sectors.iter().any(|sector| sector.kind == ShapeKind::Path)
        && (whole.width - whole.height).abs() < 0.1 * whole.width
        && sectors.iter().all(|sector| reaches(&sector.area, middle, 0.04 * whole.width))
}
