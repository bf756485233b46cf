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
        .filter(|(area, image)| {
            let blank = image.bitmap.as_ref().is_some_and(|bitmap| bitmap.uniform);
            area.size() / paper >= SMALLEST_SHARE
                && !blank
                && !is_rule(area)
                && !is_background(page, area)
                && image.pixels.0.min(image.pixels.1) > 8
        })
        .map(|(area, image)| Figure {
            page: page.number,
            kind: FigureKind::Raster,
            area,
            page_share: (area.size() / paper).min(1.0),
            pixels: Some(image.pixels),
            shapes: None,
            labels: Vec::new(),
            sha256: image.bitmap.map(|bitmap| bitmap.sha256),
            png: None,
            caption: None,
        })
        .collect()
}

/// Puts the strips of one picture together; the first strip stands for the whole.
fn merged(images: &[PdfImage]) -> Vec<(Area, PdfImage)> {
    let mut whole: Vec<(Area, PdfImage)> = Vec::new();
    for image in images {
        match whole.last_mut() {
            Some((area, first)) if continues(area, &image.area) => {
                *area = area.union(&image.area);
                first.pixels.1 = first.pixels.1.saturating_add(image.pixels.1);
            }
            Some(_) | None => whole.push((image.area, image.clone())),
        }
    }
    whole
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
