//! The colours of what the interpreter paints.

use super::super::ink::{Color, Surface};
use hayro_interpret::Paint;

/// The paint's colour, where it has one, and its opacity within the current group.
pub(super) fn color(surface: &Surface, paint: &Paint<'_>) -> (Option<Color>, f32) {
    match paint {
        Paint::Color(color) => {
            let [red, green, blue, alpha] = color.to_rgba().components();
            (Some([red, green, blue]), alpha * surface.opacity())
        }
        Paint::Pattern(_) => (None, surface.opacity()),
    }
}
