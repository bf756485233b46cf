//! What is painted on a page, in order: the grounds behind text, what covers it later, and what cuts it off.

use super::masks::Mask;
use hayro_interpret::FillRule;
use hayro_interpret::kurbo::{BezPath, Point, Rect, Shape};
use std::rc::Rc;

/// Most paints that are remembered of one page.
const MOST_PAINTS: usize = 8192;
/// Most clips that are not rectangles and hold at once; beyond it nobody knows what is cut off.
const MOST_CLIP_SHAPES: usize = 8;
/// An outline with more elements than this is not asked whether it holds a point.
const LARGEST_OUTLINE: usize = 400;
/// Opacity, 0–1, from which nothing shines through.
const OPAQUE: f32 = 0.98;
/// Opacity, 0–1, below which nothing can be seen.
pub(super) const TRANSPARENT: f32 = 0.02;

/// Red, green, blue, each 0–1.
pub(super) type Color = [f32; 3];

/// An outline and how its inside is told.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) path: BezPath,
    pub(super) rule: FillRule,
}

impl Outline {
    /// Whether the point is inside; `None` where the outline is too large to be asked.
    fn holds(&self, point: Point) -> Option<bool> {
        if self.path.elements().len() > LARGEST_OUTLINE {
            return None;
        }
        let winding = self.path.winding(point);
        Some(match self.rule {
            FillRule::NonZero => winding != 0,
            FillRule::EvenOdd => winding % 2 != 0,
        })
    }
}

/// The region that is drawn at all.
#[derive(Clone, Debug)]
pub(super) struct Clip {
    window: Rect,
    shapes: Rc<[Rc<Outline>]>,
    /// Whether more cuts than are remembered.
    vague: bool,
}

impl Clip {
    /// Whether the point is drawn; `None` where nobody knows.
    fn holds(&self, point: Point) -> Option<bool> {
        if !self.window.contains(point) {
            return Some(false);
        }
        let mut known = !self.vague;
        for shape in self.shapes.iter() {
            match shape.holds(point) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => known = false,
            }
        }
        known.then_some(true)
    }

    /// Whether the point is certainly cut off; half a point of tolerance keeps what lies on the edge.
    pub(super) fn cuts(&self, point: Point) -> bool {
        const TOLERANCE: f64 = 0.5;
        !self.window.inflate(TOLERANCE, TOLERANCE).contains(point)
            || self.shapes.iter().any(|shape| shape.holds(point) == Some(false))
    }
}

/// An area that was painted.
#[derive(Debug)]
pub(super) struct Paint {
    /// Its box within the page and the clip.
    pub(super) area: Rect,
    /// The outline, where it is not the whole of the box.
    outline: Option<Outline>,
    /// `None` where the colour is not one, as in images and patterns.
    color: Option<Color>,
    /// How much of what is beneath it hides, 0–1; `None` where nobody knows.
    opacity: Option<f32>,
    clip: Clip,
}

impl Paint {
    /// Whether the point is painted; `None` where nobody knows.
    fn reaches(&self, point: Point) -> Option<bool> {
        if !self.area.contains(point) {
            return Some(false);
        }
        let inside = self.outline.as_ref().map_or(Some(true), |outline| outline.holds(point));
        match (inside, self.clip.holds(point)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            (None, _) | (_, None) => None,
        }
    }

    /// Whether it lies near the area, and nobody knows how much it hides.
    pub(super) fn is_vague_at(&self, area: Rect) -> bool {
        self.opacity.is_none() && self.area.overlaps(area)
    }

    /// Whether it lies over the whole area, and nobody knows how much of that it hides.
    pub(super) fn veils(&self, area: Rect) -> bool {
        self.opacity.is_none() && self.area.contains_rect(area)
    }

    /// Whether nothing beneath it can be seen at the point.
    pub(super) fn covers(&self, point: Point) -> bool {
        self.opacity.is_some_and(|opacity| opacity >= OPAQUE) && self.reaches(point) == Some(true)
    }
}

/// What is asked to be painted.
pub(super) struct Stroke {
    pub(super) area: Rect,
    pub(super) outline: Option<Outline>,
    pub(super) color: Option<Color>,
    pub(super) opacity: Option<f32>,
}

/// One transparency group that is open.
#[derive(Clone)]
struct Group {
    opacity: f32,
    /// Whether it is blended in a way, or through a mask, that changes what is painted in it.
    changed: bool,
    mask: Option<Rc<Mask>>,
}

/// A page while it is drawn.
pub(super) struct Surface {
    pub(super) page: Rect,
    /// How many points long a unit of the page is.
    pub(super) unit: f64,
    /// The colour of the paper.
    ground: Color,
    clips: Vec<Clip>,
    groups: Vec<Group>,
    pub(super) paints: Vec<Paint>,
    overflowed: bool,
}

impl Surface {
    pub(super) fn new(page: Rect, ground: Color) -> Self {
        let (clips, groups, paints) = (Vec::new(), Vec::new(), Vec::new());
        Self { page, unit: 1.0, ground, clips, groups, paints, overflowed: false }
    }

    pub(super) fn clip(&self) -> Clip {
        let whole = || Clip { window: self.page, shapes: Rc::new([]), vague: false };
        self.clips.last().cloned().unwrap_or_else(whole)
    }

    pub(super) fn push_clip(&mut self, window: Rect, shape: Option<Outline>) {
        let mut clip = self.clip();
        clip.window = clip.window.intersect(window);
        if let Some(shape) = shape {
            if clip.shapes.len() == MOST_CLIP_SHAPES {
                clip.vague = true;
            } else {
                clip.shapes = clip.shapes.iter().cloned().chain([Rc::new(shape)]).collect();
            }
        }
        self.clips.push(clip);
    }

    pub(super) fn pop_clip(&mut self) {
        self.clips.pop();
    }

    pub(super) fn clip_depth(&self) -> usize {
        self.clips.len()
    }

    pub(super) fn push_group(&mut self, opacity: f32, changed: bool, mask: Option<Rc<Mask>>) {
        let changed = changed || mask.is_some() || self.is_changed();
        self.groups.push(Group { opacity: self.opacity() * opacity, changed, mask });
    }

    pub(super) fn pop_group(&mut self) {
        self.groups.pop();
    }

    /// Whether the open groups change what is painted by more than their opacity.
    pub(super) fn is_changed(&self) -> bool {
        self.groups.last().is_some_and(|group| group.changed)
    }

    /// The masks of all open groups.
    pub(super) fn masks(&self) -> Vec<Rc<Mask>> {
        self.groups.iter().filter_map(|group| group.mask.clone()).collect()
    }

    /// The opacity of all open groups together, 0–1.
    pub(super) fn opacity(&self) -> f32 {
        self.groups.last().map_or(1.0, |group| group.opacity)
    }

    /// The part of `area` that lies on the page and within the clip; empty where none does.
    pub(super) fn visible(&self, area: Rect) -> Rect {
        let window = self.clips.last().map_or(self.page, |clip| clip.window);
        area.intersect(window).intersect(self.page)
    }

    /// The opacity of an image in the current group, where nothing else changes it.
    pub(super) fn plain_opacity(&self) -> Option<f32> {
        (!self.is_changed()).then(|| self.opacity())
    }

    /// Remembers an area that was painted.
    pub(super) fn paint(&mut self, stroke: Stroke) {
        const SMALLEST_SIDE: f64 = 0.5;
        let area = self.visible(stroke.area);
        if area.width() < SMALLEST_SIDE || area.height() < SMALLEST_SIDE {
            return;
        }
        if self.paints.len() == MOST_PAINTS {
            self.overflowed = true;
            return;
        }
        let clip = self.clip();
        let Stroke { outline, color, opacity, .. } = stroke;
        self.paints.push(Paint { area, outline, color, opacity, clip });
    }

    /// The colour at a point when only these paints, the last first, are there; `None` where it is not known.
    pub(super) fn behind<'p>(
        &self,
        point: Point,
        paints: impl Iterator<Item = &'p Paint>,
    ) -> Option<Color> {
        if self.overflowed {
            return None;
        }
        let mut seen = [0.0; 3];
        let mut left = 1.0;
        for paint in paints {
            if !paint.reaches(point)? {
                continue;
            }
            let (color, opacity) = (paint.color?, paint.opacity?);
            add(&mut seen, color, left * opacity);
            left *= 1.0 - opacity;
            if left < TRANSPARENT {
                return Some(seen);
            }
        }
        add(&mut seen, self.ground, left);
        Some(seen)
    }
}

fn add(seen: &mut Color, color: Color, share: f32) {
    for (channel, one) in seen.iter_mut().zip(color) {
        *channel += one * share;
    }
}
