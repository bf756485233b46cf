//! Relations of rectangles on a page.

use crate::domain::facts::Area;

/// Size of what both have in common, in square points.
pub(super) fn shared(left: &Area, right: &Area) -> f32 {
    let width = (left.x + left.width).min(right.x + right.width) - left.x.max(right.x);
    let height = (left.y + left.height).min(right.y + right.height) - left.y.max(right.y);
    width.max(0.0) * height.max(0.0)
}

/// Whether `outer` covers at least this share of `inner`.
pub(super) fn covers(outer: &Area, inner: &Area, share: f32) -> bool {
    shared(outer, inner) >= share * inner.size()
}

/// Whether the two come within `distance` points of each other.
pub(super) fn near(left: &Area, right: &Area, distance: f32) -> bool {
    left.x - distance <= right.x + right.width
        && right.x - distance <= left.x + left.width
        && left.y - distance <= right.y + right.height
        && right.y - distance <= left.y + left.height
}

/// Whether `inner` lies in `outer`, but for `slack` points on each side.
pub(super) fn holds(outer: &Area, inner: &Area, slack: f32) -> bool {
    inner.x >= outer.x - slack
        && inner.y >= outer.y - slack
        && inner.x + inner.width <= outer.x + outer.width + slack
        && inner.y + inner.height <= outer.y + outer.height + slack
}

/// Whether a point lies within `distance` points of the rectangle.
pub(super) fn reaches(area: &Area, (x, y): (f32, f32), distance: f32) -> bool {
    (area.x - distance..=area.x + area.width + distance).contains(&x)
        && (area.y - distance..=area.y + area.height + distance).contains(&y)
}
