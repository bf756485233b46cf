//! Finds words that a page does not show, where only drawing the page tells.
//!
//! A pattern or a shading may have the colour of the ground, or leave no ink, and what is painted over a word by one
//! may cover it. Doubt counts as visible: a word is hidden only where all that it would lie on has one colour.

use super::super::drawing::Drawing;
use super::super::ink::Paint;
use super::super::marks::Mark;
use super::super::page::Event;
use super::super::regions::View;
use super::regions::paint;
use crate::domain::facts::Concealment;
use crate::domain::limits::Limits;
use hayro::RenderCache;
use hayro::vello_cpu::Pixmap;
use hayro_interpret::kurbo::Rect;
use hayro_syntax::page::Page;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Longest side of the picture that is looked at, in pixels.
const LONGEST: f64 = 1600.0;
/// Pixels per point at most.
const LARGEST_SCALE: f64 = 2.0;
/// Largest difference of a channel, 0–255, that nobody sees.
const SAME: u8 = 3;

/// Says of every word that is thought to be seen, and need not be, whether it is.
pub(super) fn find<'a>(page: &'a Page<'a>, drawing: &mut Drawing, limits: &Limits) {
    let Drawing { events, surface, .. } = drawing;
    let mut look: Option<Look> = None;
    for event in events {
        let Event::Run(run) = event else { continue };
        let patterned = run.inks.iter().any(|ink| ink.patterned);
        let after = run.inks.iter().map(|ink| ink.after).min().unwrap_or(0);
        let over = surface.paints.get(after..).unwrap_or_default();
        let whole = run.area();
        let over: Vec<&Paint> = over.iter().filter(|paint| paint.is_vague_at(whole)).collect();
        if !patterned && over.is_empty() {
            continue;
        }
        for word in run.marks.split_mut(Mark::is_space) {
            let areas = word.iter().map(Mark::area).reduce(|whole, area| whole.union(area));
            let Some(area) = areas.filter(|_| is_seen(word)) else { continue };
            let veiled = over.iter().any(|paint| paint.veils(area));
            if !patterned && !veiled {
                continue;
            }
            let look = look.get_or_insert_with(|| Look::at(page, limits));
            if look.is_even(area) {
                let why = if veiled { Concealment::Covered } else { Concealment::Unseen };
                for mark in word {
                    mark.hidden = mark.hidden.or(Some(why));
                }
            }
        }
        run.fill_spaces();
    }
}

fn is_seen(word: &[Mark]) -> bool {
    word.iter().any(|mark| mark.is_word() && mark.hidden.is_none())
}

/// A picture of the page.
struct Look {
    paper: Rect,
    scale: f64,
    /// Nothing where the page could not be drawn.
    drawn: Option<Pixmap>,
}

impl Look {
    fn at<'a>(page: &'a Page<'a>, limits: &Limits) -> Self {
        let (width, height) = page.render_dimensions();
        let paper = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let longest = paper.width().max(paper.height()).max(1.0);
        let scale = (LONGEST / longest).min(LARGEST_SCALE);
        let (columns, rows) = (side(paper.width() * scale), side(paper.height() * scale));
        let view = View { shown: paper, scale, columns, rows };
        let cache = RenderCache::new();
        let draw = || paint(page, &view, &cache, limits);
        let drawn = catch_unwind(AssertUnwindSafe(draw)).ok().and_then(Result::ok);
        Self { paper, scale, drawn }
    }

    /// Whether the area has one colour; one that is not all on the page is not asked for.
    fn is_even(&self, area: Rect) -> bool {
        let Some(drawn) = self.drawn.as_ref().filter(|_| self.paper.contains_rect(area)) else {
            return false;
        };
        let (left, right) = (side(area.x0 * self.scale), side((area.x1 * self.scale).ceil()));
        let (top, bottom) = (side(area.y0 * self.scale), side((area.y1 * self.scale).ceil()));
        let (right, bottom) = (right.min(drawn.width()), bottom.min(drawn.height()));
        let at = |x: u16, y: u16| {
            let pixel = drawn.sample(x, y);
            [pixel.r, pixel.g, pixel.b]
        };
        if left >= right || top >= bottom {
            return false;
        }
        let first = at(left, top);
        let same = |pixel: [u8; 3]| {
            pixel.iter().zip(first).all(|(one, other)| one.abs_diff(other) <= SAME)
        };
        (top..bottom).all(|y| (left..right).all(|x| same(at(x, y))))
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a u16")]
fn side(length: f64) -> u16 {
    length.floor().clamp(0.0, f64::from(u16::MAX)) as u16
}
