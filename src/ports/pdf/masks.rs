//! Soft masks: how much of what is drawn through one can be seen.

use super::ink::Surface;
use hayro_interpret::kurbo::Point;

/// What a soft mask lets through, as far as its shapes tell.
pub(super) struct Mask {
    /// What the mask itself draws.
    pub(super) surface: Surface,
    /// Whether it holds more than plain areas, so that nobody knows what it lets through.
    pub(super) vague: bool,
}

impl Mask {
    /// The share, 0–1, of what is drawn at the point that can be seen; `None` where nobody knows.
    pub(super) fn lets_through(&self, point: Point) -> Option<f32> {
        if self.vague {
            return None;
        }
        let [red, green, blue] = self.surface.behind(point, self.surface.paints.iter().rev())?;
        Some(0.3 * red + 0.59 * green + 0.11 * blue)
    }
}
