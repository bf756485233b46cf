//! Draws a page, or a part of it, on white.

use hayro_interpret::kurbo::Point;
use image::RgbImage;
use pdfium_render::prelude::{PdfBitmap, PdfBitmapFormat, PdfColor, PdfPage, PdfRenderConfig};

/// Bytes of a pixel: blue, green, red, and one that says nothing here.
const PIXEL: usize = 4;

/// A picture of a page or of a part of it.
pub(super) struct Sample {
    bytes: Vec<u8>,
    columns: u32,
    rows: u32,
}

impl Sample {
    /// Draws the page at `scale` pixels per point into a picture of this width and height, whose top left shows
    /// this place of the page, in points.
    pub(super) fn draw(
        page: &PdfPage<'_>,
        scale: f64,
        origin: Point,
        (columns, rows): (u16, u16),
    ) -> Result<Self, String> {
        let undrawn = |_| "the page cannot be drawn".to_owned();
        let (width, height) = (f64::from(page.width().value), f64::from(page.height().value));
        let settings = PdfRenderConfig::new()
            .set_fixed_size(whole(width * scale).max(1), whole(height * scale).max(1))
            .set_origin(whole(-origin.x * scale), whole(-origin.y * scale))
            .clear_before_rendering(true)
            .set_clear_color(PdfColor::WHITE)
            .set_reverse_byte_order(false)
            .render_annotations(true);
        let format = PdfBitmapFormat::BGRA;
        let mut bitmap =
            PdfBitmap::empty(i32::from(columns), i32::from(rows), format).map_err(undrawn)?;
        page.render_into_bitmap_with_config(&mut bitmap, &settings).map_err(undrawn)?;
        let (bytes, columns, rows) = (bitmap.as_raw_bytes(), u32::from(columns), u32::from(rows));
        let drawn = Self { bytes, columns, rows };
        let is_whole = drawn.bytes.len() == columns as usize * rows as usize * PIXEL;
        if is_whole { Ok(drawn) } else { Err("the page cannot be drawn".to_owned()) }
    }

    /// Red, green and blue at a place; the nearest there is where it lies outside.
    pub(super) fn at(&self, x: u32, y: u32) -> [u8; 3] {
        let (x, y) = (x.min(self.columns - 1) as usize, y.min(self.rows - 1) as usize);
        let pixel = &self.bytes[(y * self.columns as usize + x) * PIXEL..][..PIXEL];
        [pixel[2], pixel[1], pixel[0]]
    }

    /// Whether no channel differs by more than `tolerance` from left to right and from top to bottom.
    pub(super) fn is_like(
        &self,
        other: &Self,
        (left, right): (u32, u32),
        (top, bottom): (u32, u32),
        tolerance: u8,
    ) -> bool {
        let (left, right) = (left.min(self.columns) as usize, right.min(self.columns) as usize);
        (top..bottom.min(self.rows)).all(|row| {
            let start = row as usize * self.columns as usize;
            let part = (start + left) * PIXEL..(start + right.max(left)) * PIXEL;
            let (one, other) = (&self.bytes[part.clone()], &other.bytes[part]);
            one == other
                || one.iter().zip(other).all(|(one, other)| one.abs_diff(*other) <= tolerance)
        })
    }

    /// The picture in colours.
    pub(super) fn picture(&self) -> RgbImage {
        RgbImage::from_fn(self.columns, self.rows, |x, y| image::Rgb(self.at(x, y)))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a page has fewer pixels than an i32 counts")]
fn whole(pixels: f64) -> i32 {
    pixels.round() as i32
}
