//! Draws regions of pages.

use super::super::pictures::encode;
use super::super::regions::{View, render as render_each};
use super::objects::for_each_image;
use super::pictures::size;
use super::sample::Sample;
use crate::domain::facts::{Area, Region};
use crate::domain::limits::Limits;
use image::DynamicImage;
use pdfium_render::prelude::{PdfDocument, PdfPage, PdfPageIndex};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Draws each region as a PNG file, on white, with everything that a reader sees there.
pub(super) fn render(
    document: &PdfDocument<'_>,
    regions: &[Region],
    limits: &Limits,
) -> Vec<Result<Vec<u8>, String>> {
    let pages = usize::try_from(document.pages().len()).unwrap_or(0);
    render_each(regions, pages, limits, |page, area| {
        let undrawn = || "the page cannot be drawn".to_owned();
        let drawn = catch_unwind(AssertUnwindSafe(|| {
            let index = PdfPageIndex::try_from(page).map_err(|_| undrawn())?;
            let page = document.pages().get(index).map_err(|_| undrawn())?;
            draw(&page, area, limits)
        }));
        drawn.unwrap_or_else(|_| Err(undrawn()))
    })
}

fn draw(page: &PdfPage<'_>, area: Area, limits: &Limits) -> Result<Vec<u8>, String> {
    let page_size = (page.width().value, page.height().value);
    let View { shown, scale, columns, rows } = View::new(area, page_size, limits)?;
    let (mut largest, limit) = (0, limits.image_pixels);
    for_each_image(page, &mut |image| {
        let (width, height) = size(image);
        largest = largest.max(u64::from(width) * u64::from(height));
    });
    if largest > limit {
        return Err(format!("an image of {largest} pixels is larger than the limit of {limit}"));
    }
    let drawn = Sample::draw(page, scale, shown.origin(), (columns, rows))?;
    encode(&DynamicImage::ImageRgb8(drawn.picture()))
}
