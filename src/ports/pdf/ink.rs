//! Decides from paint, background and clip whether ink can be seen.

use crate::domain::exhibit::pdf::Concealment;
use hayro_interpret::Paint;
use hayro_interpret::kurbo::{BezPath, Point, Rect, Shape};

/// Most areas that are remembered as backgrounds of one page.
const MOST_BACKGROUNDS: usize = 4096;
/// Largest difference of a channel, 0–1, at which two colours look the same.
const SAME_COLOR: f32 = 0.06;
/// Opacity, 0–1, below which nothing can be seen.
const TRANSPARENT: f32 = 0.02;

/// Red, green, blue, each 0–1.
pub(super) type Color = [f32; 3];

/// What lies behind the text drawn next, and what cuts it off.
pub(super) struct Surface {
    page: Rect,
    clips: Vec<Rect>,
    opacities: Vec<f32>,
    backgrounds: Vec<Background>,
    overflowed: bool,
}

struct Background {
    area: Rect,
    /// The outline, where it is not the whole of `area`.
    outline: Option<BezPath>,
    /// `None` where the colour is not one, as in images and patterns.
    color: Option<Color>,
}

impl Surface {
    pub(super) fn new(page: Rect) -> Self {
        Self { page, clips: vec![], opacities: vec![], backgrounds: vec![], overflowed: false }
    }

    pub(super) fn push_clip(&mut self, clip: Rect) {
        let inside = self.visible(clip);
        self.clips.push(inside);
    }

    pub(super) fn pop_clip(&mut self) {
        self.clips.pop();
    }

    pub(super) fn push_opacity(&mut self, opacity: f32) {
        let outer = self.opacities.last().copied().unwrap_or(1.0);
        self.opacities.push(outer * opacity);
    }

    pub(super) fn pop_opacity(&mut self) {
        self.opacities.pop();
    }

    /// The part of `area` that lies on the page and within the clip; empty where none does.
    pub(super) fn visible(&self, area: Rect) -> Rect {
        area.intersect(self.clips.last().copied().unwrap_or(self.page)).intersect(self.page)
    }

    /// The paint's colour, and its opacity within the current group.
    pub(super) fn color(&self, paint: &Paint<'_>) -> (Option<Color>, f32) {
        let group = self.opacities.last().copied().unwrap_or(1.0);
        match paint {
            Paint::Color(color) => {
                let [red, green, blue, alpha] = color.to_rgba().components();
                (Some([red, green, blue]), alpha * group)
            }
            Paint::Pattern(_) => (None, group),
        }
    }

    /// Remembers an area that was painted.
    pub(super) fn paint(&mut self, area: Rect, outline: Option<BezPath>, color: Option<Color>) {
        const SMALLEST_SIDE: f64 = 3.0;
        let area = self.visible(area);
        if area.width() < SMALLEST_SIDE || area.height() < SMALLEST_SIDE {
            return;
        }
        if self.backgrounds.len() == MOST_BACKGROUNDS {
            self.overflowed = true;
            return;
        }
        self.backgrounds.push(Background { area, outline, color });
    }

    /// What hides ink of this colour and opacity at these points, if anything does.
    ///
    /// It is hidden only where it is hidden at every point. Doubt counts as visible.
    pub(super) fn hides(
        &self,
        color: Option<Color>,
        opacity: f32,
        points: &[Point],
    ) -> Option<Concealment> {
        if opacity < TRANSPARENT {
            return Some(Concealment::Transparent);
        }
        let window = self.clips.last().copied().unwrap_or(self.page).intersect(self.page);
        // Half a point of tolerance keeps text whose centre lies on the edge of its clip.
        let window = window.inflate(0.5, 0.5);
        if points.iter().all(|&point| !window.contains(point)) {
            return Some(Concealment::OffPage);
        }
        let color = color?;
        let same = |&point: &Point| self.behind(point).is_some_and(|behind| alike(behind, color));
        points.iter().all(same).then_some(Concealment::SameColor)
    }

    /// The colour behind a point, where it is known.
    fn behind(&self, point: Point) -> Option<Color> {
        let hit = |background: &&Background| {
            background.area.contains(point)
                && background.outline.as_ref().is_none_or(|path| path.winding(point) != 0)
        };
        match self.backgrounds.iter().rev().find(hit) {
            Some(background) => background.color,
            None if self.overflowed => None,
            None => Some([1.0; 3]),
        }
    }
}

fn alike(left: Color, right: Color) -> bool {
    left.iter().zip(right).all(|(one, other)| (one - other).abs() < SAME_COLOR)
}
