//! Bitmaps that are figures.

use super::SMALLEST_SHARE;
use super::geometry::near;
use crate::domain::exhibit::pdf::{PdfImage, PdfPage};
use crate::domain::facts::{Area, Figure, FigureKind};

/// Bitmaps of a page that show something, in the order in which they are drawn.
pub(super) fn pictures(page: &PdfPage) -> Vec<Figure> {
    let paper = (page.width * page.height).max(1.0);
    merged(&page.images)
        .into_iter()
        .filter(|Whole { area, image, .. }| {
            let blank = image.bitmap.as_ref().is_some_and(|bitmap| bitmap.uniform);
            area.size() / paper >= SMALLEST_SHARE
                && !blank
                && !is_rule(area)
                && !is_background(page, area)
                && image.pixels.0.min(image.pixels.1) > 8
        })
        .map(|Whole { area, image, parts }| Figure {
            page: page.number,
            kind: FigureKind::Raster,
            area,
            page_share: (area.size() / paper).min(1.0),
            pixels: Some(image.pixels),
            bitmaps: Some(parts).filter(|parts| *parts > 1),
            shapes: None,
            labels: Vec::new(),
            sha256: image.bitmap.map(|bitmap| bitmap.sha256),
            png: None,
            caption: None,
        })
        .collect()
}

/// One picture: a bitmap, or several right below each other.
struct Whole {
    area: Area,
    /// The first bitmap, as high as all of them.
    image: PdfImage,
    parts: u32,
}

/// Puts the strips of one picture together; the first strip stands for the whole.
fn merged(images: &[PdfImage]) -> Vec<Whole> {
    let mut all: Vec<Whole> = Vec::new();
    for image in images {
        match all.last_mut() {
            Some(whole) if continues(&whole.area, &image.area) => {
                whole.area = whole.area.union(&image.area);
                let pixels = &mut whole.image.pixels;
                pixels.1 = pixels.1.saturating_add(image.pixels.1);
                whole.parts += 1;
            }
            Some(_) | None => all.push(Whole { area: image.area, image: image.clone(), parts: 1 }),
        }
    }
    all
}

/// Whether `next` goes on right below `area` with the same width.
fn continues(area: &Area, next: &Area) -> bool {
    (area.x - next.x).abs() < 0.5
        && (area.width - next.width).abs() < 0.5
        && (area.y + area.height - next.y).abs() < 1.0
        && near(area, next, 1.0)
}

fn is_rule(area: &Area) -> bool {
    let (short, long) = (area.width.min(area.height), area.width.max(area.height));
    short < 12.0 || long > 25.0 * short
}

/// Whether the picture lies behind the text of the whole page.
fn is_background(page: &PdfPage, area: &Area) -> bool {
    const WHOLE: f32 = 0.85;
    const LETTERS: usize = 200;
    let letters: usize = page.spans.iter().map(|span| span.text.len()).sum();
    area.size() >= WHOLE * page.width * page.height && letters > LETTERS
}
