//! Decodes bitmaps.

use super::super::pictures::{Album, Decoded, encode, uniform};
use super::super::reading::Reading;
use crate::domain::digest::Running;
use crate::domain::exhibit::pdf::Bitmap;
use crate::domain::limits::Limits;
use image::{DynamicImage, GrayImage, RgbImage, RgbaImage};
use pdfium_render::prelude::{PdfBitmap, PdfBitmapFormat, PdfColorSpace, PdfPageImageObject};

/// The bitmaps of one file.
pub(super) struct Pictures {
    album: Album,
    /// Images whose colours the library does not tell without decoding them.
    palettes: u32,
}

impl Pictures {
    pub(super) fn new(reading: Reading, limits: &Limits) -> Self {
        Self { album: Album::new(reading, limits), palettes: 0 }
    }

    /// The image's pixels; `None` where they were not asked for.
    pub(super) fn look(&mut self, image: &PdfPageImageObject<'_>) -> Option<Decoded> {
        if !self.album.is_wanted() {
            return None;
        }
        let (width, height) = size(image);
        let mut name = Running::default();
        name.push(&width.to_le_bytes());
        name.push(&height.to_le_bytes());
        let form = (image.bits_per_pixel().ok(), image.color_space().ok());
        name.push(format!("{form:?}").as_bytes());
        match (image.color_space(), image.get_raw_image_data()) {
            (Ok(PdfColorSpace::Indexed | PdfColorSpace::Unknown) | Err(_), _) | (_, Err(_)) => {
                // Such an image has no name before it is decoded, and is decoded each time it is drawn.
                self.palettes += 1;
                name.push(&self.palettes.to_le_bytes());
            }
            (Ok(_), Ok(data)) => name.push(&data),
        }
        let key = u128::from_str_radix(&name.finish()[..32], 16);
        let key = key.expect("a digest is written in hexadecimal digits");
        let pixels = || u64::from(width) * u64::from(height);
        Some(self.album.look(key, pixels, |keep| decode(image, keep)))
    }

    pub(super) fn limit_reached(&self) -> Option<String> {
        self.album.limit_reached()
    }
}

/// Width and height in pixels, as the file states them.
pub(super) fn size(image: &PdfPageImageObject<'_>) -> (u32, u32) {
    let side = |pixels: Result<i32, _>| pixels.ok().and_then(|n| n.try_into().ok()).unwrap_or(0);
    (side(image.width()), side(image.height()))
}

fn decode(image: &PdfPageImageObject<'_>, keep: bool) -> Decoded {
    let undecoded = "its data cannot be decoded";
    let bitmap = image.get_raw_bitmap().map_err(|_| undecoded)?;
    let picture = picture(&bitmap).ok_or(undecoded)?;
    let png = if keep { Some(encode(&picture)?.into()) } else { None };
    let mut name = Running::default();
    name.push(&picture.width().to_le_bytes());
    name.push(&picture.height().to_le_bytes());
    name.push(picture.as_bytes());
    let sha256 = name.finish();
    Ok(Bitmap { sha256, uniform: uniform(&picture), png })
}

/// The library's pixels in our order; `None` where their format is not known.
fn picture(bitmap: &PdfBitmap<'_>) -> Option<DynamicImage> {
    let (width, height) =
        (u32::try_from(bitmap.width()).ok()?, u32::try_from(bitmap.height()).ok()?);
    let bytes = bitmap.as_raw_bytes();
    let stride = bytes.len().checked_div(height as usize)?;
    // Rows may end in bytes that mean nothing.
    let rows = |channels: usize| {
        let used = width as usize * channels;
        bytes.chunks_exact(stride.max(1)).filter_map(move |row| row.get(..used))
    };
    match bitmap.format().ok()? {
        PdfBitmapFormat::Gray => {
            GrayImage::from_raw(width, height, rows(1).flatten().copied().collect())
                .map(DynamicImage::ImageLuma8)
        }
        PdfBitmapFormat::BGR => {
            let pixels =
                rows(3).flat_map(|row| row.chunks_exact(3).flat_map(|p| [p[2], p[1], p[0]]));
            RgbImage::from_raw(width, height, pixels.collect()).map(DynamicImage::ImageRgb8)
        }
        PdfBitmapFormat::BGRx => {
            let pixels =
                rows(4).flat_map(|row| row.chunks_exact(4).flat_map(|p| [p[2], p[1], p[0]]));
            RgbImage::from_raw(width, height, pixels.collect()).map(DynamicImage::ImageRgb8)
        }
        PdfBitmapFormat::BGRA => {
            let pixels =
                rows(4).flat_map(|row| row.chunks_exact(4).flat_map(|p| [p[2], p[1], p[0], p[3]]));
            RgbaImage::from_raw(width, height, pixels.collect()).map(DynamicImage::ImageRgba8)
        }
    }
}
