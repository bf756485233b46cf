//! What an outline looks like.

use crate::domain::exhibit::pdf::ShapeKind;
use hayro_interpret::kurbo::{
    Affine, BezPath, Cap, PathEl, Point, Rect, Shape as _, Stroke, StrokeOpts, stroke,
};

/// Whether the transform leaves upright rectangles upright.
pub(super) fn is_upright(transform: Affine) -> bool {
    let [a, b, c, d, ..] = transform.as_coeffs();
    (b.abs() < 1e-6 && c.abs() < 1e-6) || (a.abs() < 1e-6 && d.abs() < 1e-6)
}

/// By how much the transform stretches a line.
pub(super) fn scale(transform: Affine) -> f64 {
    transform.determinant().abs().sqrt()
}

/// The kind of shape that an outline of this box and thickness of line is.
pub(super) fn kind(
    outline: &BezPath,
    upright: bool,
    width: f32,
    height: f32,
    thickness: f64,
) -> ShapeKind {
    const THIN: f32 = 2.5;
    const SMALL: f32 = 16.0;
    let elements = outline.elements();
    let curved =
        elements.iter().any(|element| matches!(element, PathEl::CurveTo(..) | PathEl::QuadTo(..)));
    let straight = elements.len() == 2 && matches!(elements[1], PathEl::LineTo(_));
    let closed = elements.last() == Some(&PathEl::ClosePath) || thickness == 0.0;
    if straight || width.min(height) < THIN {
        ShapeKind::Line
    } else if upright || (curved && closed && rounded(outline)) {
        ShapeKind::Rectangle
    } else if closed && elements.len() <= 12 && width.max(height) < SMALL {
        ShapeKind::Marker
    } else {
        ShapeKind::Path
    }
}

/// Whether the outline is a rectangle with rounded corners: long straight sides on its box.
fn rounded(outline: &BezPath) -> bool {
    let area = outline.control_box();
    let elements = outline.elements();
    if elements.len() > 32 {
        return false;
    }
    let mut along = 0.0;
    let mut last = Point::ZERO;
    let mut first = Point::ZERO;
    for element in elements {
        let next = match *element {
            PathEl::MoveTo(point) => {
                first = point;
                last = point;
                continue;
            }
            PathEl::LineTo(point) => {
                along += upright_length(last, point);
                point
            }
            PathEl::QuadTo(_, point) | PathEl::CurveTo(_, _, point) => point,
            PathEl::ClosePath => {
                along += upright_length(last, first);
                first
            }
        };
        last = next;
    }
    along > 0.5 * (area.width() + area.height())
}

fn upright_length(from: Point, to: Point) -> f64 {
    let step = to - from;
    if step.x.abs() < 0.1 || step.y.abs() < 0.1 { step.hypot() } else { 0.0 }
}

/// Where an open path begins and ends.
#[expect(clippy::cast_possible_truncation, reason = "places on a page fit an f32")]
pub(super) fn ends(outline: &BezPath) -> Option<[(f32, f32); 2]> {
    let elements = outline.elements();
    let PathEl::MoveTo(start) = *elements.first()? else { return None };
    let end = match *elements.last()? {
        PathEl::LineTo(p) | PathEl::QuadTo(_, p) | PathEl::CurveTo(_, _, p) => p,
        PathEl::MoveTo(_) | PathEl::ClosePath => return None,
    };
    let pair = |point: Point| (point.x as f32, point.y as f32);
    (start.distance(end) > 1.0).then(|| [pair(start), pair(end)])
}

/// The box that the outline fills, if it is an upright rectangle.
pub(super) fn upright_box(outline: &BezPath) -> Option<Rect> {
    let area = outline.control_box();
    let corner = |point: Point| {
        let near = |one: f64, other: f64| (one - other).abs() < 0.01;
        (near(point.x, area.x0) || near(point.x, area.x1))
            && (near(point.y, area.y0) || near(point.y, area.y1))
    };
    let mut corners = 0;
    for element in outline.elements() {
        match *element {
            PathEl::MoveTo(point) | PathEl::LineTo(point) if corner(point) => corners += 1,
            PathEl::ClosePath => {}
            PathEl::MoveTo(_) | PathEl::LineTo(_) | PathEl::QuadTo(..) | PathEl::CurveTo(..) => {
                return None;
            }
        }
    }
    // A rectangle encloses its whole box; a triangle or a bow tie on its corners encloses half of it.
    let whole = (outline.area().abs() - area.area()).abs() <= 0.01 * area.area();
    ((4..=5).contains(&corners) && whole).then_some(area)
}

/// The inked outline of a line that is thick enough to lie behind letters, or over them.
pub(super) fn thick(outline: &BezPath, thickness: f64) -> Option<BezPath> {
    const THICK: f64 = 3.0;
    const LONGEST: usize = 64;
    const TOLERANCE: f64 = 0.5;
    if thickness < THICK || outline.elements().len() > LONGEST {
        return None;
    }
    let pen = Stroke::new(thickness).with_caps(Cap::Butt);
    Some(stroke(outline.iter(), &pen, &StrokeOpts::default(), TOLERANCE))
}
