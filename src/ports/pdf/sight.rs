//! Decides, once a page is drawn to its end, which of its text can be seen.
//!
//! Doubt counts as visible: a text is hidden only where its whole letters are certainly hidden, by whatever
//! paint, clip or mask, and in every way in which the file draws it.

use super::ink::{Clip, Color, Paint, Surface, TRANSPARENT};
use super::marks::Mark;
use super::masks::Mask;
use crate::domain::facts::Concealment;
use hayro_interpret::kurbo::{Point, Rect};
use std::rc::Rc;

/// Largest difference of a channel, 0–1, at which two colours look the same.
const SAME_COLOR: f32 = 0.06;
/// Opacity, 0–1, below which it is what hides a text of a colour that is not seen.
const FAINT: f32 = 0.98;
/// Letters whose font is smaller than this in either direction, in points, cannot be read.
const TINY: f64 = 2.5;
/// Letters whose font is smaller than this in either direction, in points, are a line or a dot.
const DEGENERATE: f64 = 0.01;
/// Most paints near a run that are looked at; where there are more, nothing is said.
const MOST_NEAR: usize = 256;
/// Letters without shape from which they are a passage and no slip of a font.
const BLANK_WORD: usize = 3;

/// How a colour is blended with what is beneath it, channel by channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Blend {
    /// It takes its place.
    #[default]
    Normal,
    Multiply,
    Screen,
    Darken,
    Lighten,
}

impl Blend {
    fn of(self, beneath: f32, color: f32) -> f32 {
        match self {
            Self::Normal => color,
            Self::Multiply => beneath * color,
            Self::Screen => beneath + color - beneath * color,
            Self::Darken => beneath.min(color),
            Self::Lighten => beneath.max(color),
        }
    }
}

/// One way in which a run of glyphs is drawn.
pub(super) struct Ink {
    /// `None` where the colour is not one, or where it is blended with what is beneath in a way that is not known.
    pub(super) color: Option<Color>,
    /// Whether it is a pattern, which may have any colours, or none.
    pub(super) patterned: bool,
    pub(super) opacity: f32,
    /// How the colour is blended with what is beneath.
    pub(super) blend: Blend,
    /// What leaves no ink at all, where that is so.
    pub(super) inkless: Option<Concealment>,
    pub(super) clip: Clip,
    pub(super) masks: Vec<Rc<Mask>>,
    /// How many paints were there before it.
    pub(super) before: usize,
    /// The first paint that may lie over it.
    pub(super) after: usize,
}

/// Glyphs that the file draws at once.
pub(super) struct Run {
    pub(super) marks: Vec<Mark>,
    /// Whether its letters are drawings, whose size their font does not tell.
    pub(super) drawn: bool,
    pub(super) inks: Vec<Ink>,
}

impl Run {
    /// The box around all its glyphs.
    pub(super) fn area(&self) -> Rect {
        let mut areas = self.marks.iter().map(Mark::area);
        let first = areas.next().unwrap_or(Rect::ZERO);
        areas.fold(first, |whole, area| whole.union(area))
    }

    /// Says of every glyph what hides it, if anything does.
    pub(super) fn judge(&mut self, surface: &Surface) {
        let area = self.area();
        let views: Vec<View<'_>> =
            self.inks.iter().map(|ink| View::new(ink, surface, area)).collect();
        for mark in &mut self.marks {
            if mark.hidden.is_some() || mark.is_space() {
                continue;
            }
            let squeezed = squeezed(mark, surface.unit, self.drawn);
            let ways = views.iter().map(|view| view.hides(mark, squeezed));
            mark.hidden = ways.reduce(Option::and).flatten();
        }
        self.find_blanks();
        self.fill_spaces();
    }

    /// Words without any shape; a single letter may be a slip of the font.
    fn find_blanks(&mut self) {
        let mut start = 0;
        while start < self.marks.len() {
            let blank = |mark: &&Mark| mark.blank || mark.is_space();
            let length = self.marks[start..].iter().take_while(blank).count();
            let part = &mut self.marks[start..start + length];
            if part.iter().filter(|mark| mark.blank).count() >= BLANK_WORD {
                for mark in part.iter_mut().filter(|mark| mark.blank) {
                    mark.hidden = mark.hidden.or(Some(Concealment::BlankGlyphs));
                }
            }
            start += length.max(1);
        }
    }

    /// A space is hidden with the letters before it, or else with those after it.
    pub(super) fn fill_spaces(&mut self) {
        let first = self.marks.iter().find(|mark| !mark.is_space());
        let mut last = first.and_then(|mark| mark.hidden);
        for mark in &mut self.marks {
            if mark.is_space() {
                mark.hidden = last;
            } else {
                last = mark.hidden;
            }
        }
    }
}

fn squeezed(mark: &Mark, unit: f64, drawn: bool) -> Option<Concealment> {
    let smaller = mark.up.hypot().min(mark.along.hypot());
    let area = mark.up.cross(mark.along).abs();
    if smaller < DEGENERATE || area < DEGENERATE * DEGENERATE {
        Some(Concealment::Degenerate)
    } else {
        (smaller * unit < TINY && !drawn).then_some(Concealment::Tiny)
    }
}

/// One ink with the paints near it.
struct View<'p> {
    ink: &'p Ink,
    surface: &'p Surface,
    /// The last first; `None` where there are too many.
    behind: Option<Vec<&'p Paint>>,
    over: Vec<&'p Paint>,
}

impl<'p> View<'p> {
    fn new(ink: &'p Ink, surface: &'p Surface, area: Rect) -> Self {
        let near = |paint: &&Paint| {
            let apart = paint.area.x0 > area.x1
                || paint.area.x1 < area.x0
                || paint.area.y0 > area.y1
                || paint.area.y1 < area.y0;
            !apart
        };
        let paints = &surface.paints;
        let behind: Vec<&Paint> =
            paints[..ink.before].iter().rev().filter(near).take(MOST_NEAR + 1).collect();
        let over = paints[ink.after.min(paints.len())..].iter().filter(near).take(MOST_NEAR);
        let behind = (behind.len() <= MOST_NEAR).then_some(behind);
        Self { ink, surface, behind, over: over.collect() }
    }

    fn hides(&self, mark: &Mark, squeezed: Option<Concealment>) -> Option<Concealment> {
        let places = mark.places();
        let all = |is_hidden: &dyn Fn(Point) -> bool| places.iter().all(|&place| is_hidden(place));
        let paper = self.surface.page.inflate(0.5, 0.5);
        if self.ink.inkless.is_some() {
            self.ink.inkless
        } else if self.ink.opacity < TRANSPARENT {
            Some(Concealment::Transparent)
        } else if squeezed.is_some() {
            squeezed
        } else if all(&|place| !paper.contains(place)) {
            Some(Concealment::OffPage)
        } else if all(&|place| self.ink.clip.cuts(place)) {
            Some(Concealment::Clipped)
        } else if all(&|place| self.masked(place)) {
            Some(Concealment::Masked)
        } else if all(&|place| self.over.iter().any(|paint| paint.covers(place))) {
            Some(Concealment::Covered)
        } else {
            let is_faint = self.ink.opacity < FAINT;
            let why = if is_faint { Concealment::Transparent } else { Concealment::SameColor };
            all(&|place| self.same_color(place)).then_some(why)
        }
    }

    fn masked(&self, place: Point) -> bool {
        let shut =
            |mask: &Rc<Mask>| mask.lets_through(place).is_some_and(|seen| seen < TRANSPARENT);
        self.ink.masks.iter().any(shut)
    }

    fn same_color(&self, place: Point) -> bool {
        let (Some(color), Some(behind)) = (self.ink.color, &self.behind) else { return false };
        self.surface.behind(place, behind.iter().copied()).is_some_and(|behind| {
            let mut left = behind;
            for (beneath, color) in left.iter_mut().zip(color) {
                let blended = self.ink.blend.of(*beneath, color);
                *beneath += (blended - *beneath) * self.ink.opacity.clamp(0.0, 1.0);
            }
            alike(behind, left) || is_pale(behind, left)
        })
    }
}

/// Whether one colour is so pale on the other that it has no contrast by the measure of the Web's guidelines, and differs
/// in its hue by little.
fn is_pale(left: Color, right: Color) -> bool {
    /// Least ratio of luminances at which letters are seen at all; those that are fit to be read have 4.5.
    const CONTRAST: f32 = 1.05;
    /// Largest difference of a channel, 0–1, that is no hue of its own.
    const HUE: f32 = 0.2;
    let linear = |channel: f32| match channel {
        dark if dark <= 0.04 => dark / 12.92,
        bright => ((bright + 0.055) / 1.055).powf(2.4),
    };
    let luminance = |[red, green, blue]: Color| {
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05
    };
    let (one, other) = (luminance(left), luminance(right));
    left.iter().zip(right).all(|(one, other)| (one - other).abs() < HUE)
        && one.max(other) < CONTRAST * one.min(other)
}

/// Whether nobody can tell the two colours apart.
pub(super) fn alike(left: Color, right: Color) -> bool {
    left.iter().zip(right).all(|(one, other)| (one - other).abs() < SAME_COLOR)
}
