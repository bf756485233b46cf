//! Pictures of regions of pages: which are drawn, and how large.

use crate::domain::facts::{Area, Region};
use crate::domain::limits::Limits;
use hayro_interpret::kurbo::Rect;

/// Points around a region that are shown too, so that lines on its edge are whole.
const MARGIN: f64 = 3.0;
/// Pixels per point at most; letters of six points are then as high as those on a screen.
const LARGEST_SCALE: f64 = 4.0;

/// What of a page is drawn, and how large.
pub(super) struct View {
    /// The part of the page, in points from its top left.
    pub(super) shown: Rect,
    /// Pixels per point.
    pub(super) scale: f64,
    /// Width of the picture in pixels.
    pub(super) columns: u16,
    /// Height of the picture in pixels.
    pub(super) rows: u16,
}

impl View {
    /// The view of an area on a page of this width and height; its longest side keeps the limit.
    pub(super) fn new(
        area: Area,
        (width, height): (f32, f32),
        limits: &Limits,
    ) -> Result<Self, String> {
        let paper = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let (x, y) = (f64::from(area.x), f64::from(area.y));
        let wanted = Rect::new(x, y, x + f64::from(area.width), y + f64::from(area.height));
        let shown = wanted.inflate(MARGIN, MARGIN).intersect(paper);
        let longest = shown.width().max(shown.height());
        let is_place = wanted.is_finite() && shown.width() > 0.0 && shown.height() > 0.0;
        if !is_place {
            return Err("the region lies outside the page".into());
        }
        let scale = (f64::from(limits.figure_side) / longest).min(LARGEST_SCALE);
        let (columns, rows) = (side(shown.width() * scale), side(shown.height() * scale));
        Ok(Self { shown, scale, columns, rows })
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a u16")]
fn side(pixels: f64) -> u16 {
    pixels.round().clamp(1.0, f64::from(u16::MAX)) as u16
}

/// Has each region drawn as a PNG file by `draw`, which gets the page's place among all `pages`, from 0.
pub(super) fn render(
    regions: &[Region],
    pages: usize,
    limits: &Limits,
    mut draw: impl FnMut(usize, Area) -> Result<Vec<u8>, String>,
) -> Vec<Result<Vec<u8>, String>> {
    let mut left = limits.figure_bytes;
    let mut pictures = Vec::new();
    for (index, region) in regions.iter().enumerate() {
        let number = usize::try_from(region.page).unwrap_or(usize::MAX);
        let page = number.checked_sub(1).filter(|page| *page < pages);
        let picture = match page {
            None => Err(format!("there is no page {}", region.page)),
            Some(_) if number > limits.pdf_pages => Err("the page is beyond the limit".into()),
            Some(_) if index >= limits.figures => Err("more figures than are drawn".into()),
            Some(page) => draw(page, region.area),
        };
        let picture = picture.and_then(|png| match left.checked_sub(png.len() as u64) {
            Some(rest) => {
                left = rest;
                Ok(png)
            }
            None => Err("the pictures are larger than allowed".into()),
        });
        pictures.push(picture);
    }
    pictures
}
