//! Finds text that makes no difference to how the page looks.
//!
//! What hides it may be a layer, a mask, an image or a way of blending, of which the library says little or
//! nothing. Doubt counts as visible: where anything that differs lies near a word, the word is seen.

use super::super::drawing::Drawing;
use super::super::ink::Surface;
use super::super::marks::Mark;
use super::super::page::Event;
use super::super::sight::{Ink, alike};
use super::frame::Frame;
use super::objects::switch_text_off;
use super::sample::Sample;
use crate::domain::facts::Concealment;
use hayro_interpret::kurbo::{Point, Rect};
use pdfium_render::prelude::PdfPage;

/// Longest side of the pictures that are compared, in pixels.
const LONGEST: f64 = 1600.0;
/// Pixels per point at most.
const LARGEST_SCALE: f64 = 1.5;
/// Largest difference of a channel, 0–255, that nobody sees.
const SAME: u8 = 3;
/// Share of the font size around the places of a letter that its shape may reach.
const AROUND: f64 = 0.3;

/// The page with its text and without it.
struct Pair {
    with: Sample,
    without: Sample,
    scale: f64,
    paper: Rect,
}

/// Says of every word that is thought to be seen whether it is.
///
/// Switches the page's text off for good.
pub(super) fn find(page: &PdfPage<'_>, drawing: &mut Drawing, frame: Frame) {
    if !drawing.events.iter().any(|event| matches!(event, Event::Run(run) if !run.marks.is_empty()))
    {
        return;
    }
    let Ok(pair) = Pair::of(page, frame) else { return };
    let Drawing { events, surface, .. } = drawing;
    for event in events {
        let Event::Run(run) = event else { continue };
        // Letters that cut out a shape are seen by what is painted through them, which stays.
        if run.inks.iter().any(|ink| ink.inkless.is_some()) {
            continue;
        }
        let inks = &run.inks;
        for word in run.marks.split_mut(Mark::is_space) {
            if word.iter().any(|mark| mark.is_word() && mark.hidden.is_none()) && pair.hides(word) {
                let why = name(word, inks, surface, &pair);
                for mark in word {
                    mark.hidden = mark.hidden.or(Some(why));
                }
            }
        }
        run.fill_spaces();
    }
}

/// What hides a word that makes no difference, as far as it can be told.
fn name(word: &[Mark], inks: &[Ink], surface: &Surface, pair: &Pair) -> Concealment {
    let places = || word.iter().flat_map(Mark::places);
    let over = |place: Point| {
        let after = inks.iter().map(|ink| ink.after).min().unwrap_or(0);
        surface.paints.iter().skip(after).any(|paint| paint.area.contains(place))
    };
    let same = |place: Point| {
        let behind = pair.behind(place);
        inks.iter().all(|ink| ink.color.is_some_and(|ink| alike(ink, behind)))
    };
    if places().all(over) {
        Concealment::Covered
    } else if places().all(same) {
        Concealment::SameColor
    } else {
        Concealment::Unseen
    }
}

impl Pair {
    fn of(page: &PdfPage<'_>, frame: Frame) -> Result<Self, String> {
        let (width, height) = (f64::from(frame.size.0), f64::from(frame.size.1));
        let scale = (LONGEST / width.max(height).max(1.0)).min(LARGEST_SCALE);
        let side = (pixels(width * scale), pixels(height * scale));
        let shown = Sample::draw(page, scale, Point::ZERO, side)?;
        switch_text_off(page);
        let bare = Sample::draw(page, scale, Point::ZERO, side)?;
        Ok(Self { with: shown, without: bare, scale, paper: Rect::new(0.0, 0.0, width, height) })
    }

    /// Whether nothing differs where the word stands; a word that is not all on the page is not asked for.
    fn hides(&self, word: &[Mark]) -> bool {
        let areas = word.iter().map(|mark| {
            let around = AROUND * mark.size() + 1.0 / self.scale;
            mark.area().inflate(around, around)
        });
        let Some(area) = areas.reduce(|whole, area| whole.union(area)) else { return false };
        let on_paper = word.iter().all(|mark| self.paper.contains_rect(mark.area()));
        on_paper && !self.differs(area)
    }

    fn differs(&self, area: Rect) -> bool {
        let shown = area.intersect(self.paper);
        let (left, right) = (edge(shown.x0 * self.scale), edge((shown.x1 * self.scale).ceil()));
        let (top, bottom) = (edge(shown.y0 * self.scale), edge((shown.y1 * self.scale).ceil()));
        !self.with.is_like(&self.without, (left, right), (top, bottom), SAME)
    }

    /// The colour at the place without the text.
    fn behind(&self, place: Point) -> [f32; 3] {
        let pixel = self.without.at(edge(place.x * self.scale), edge(place.y * self.scale));
        pixel.map(|channel| f32::from(channel) / 255.0)
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a u16")]
fn pixels(length: f64) -> u16 {
    length.round().clamp(1.0, f64::from(u16::MAX)) as u16
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a u32")]
fn edge(length: f64) -> u32 {
    length.clamp(0.0, f64::from(u32::MAX)) as u32
}
