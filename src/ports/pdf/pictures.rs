//! Decodes bitmaps, within the limits.

use super::hayro::{Reading, hexadecimal};
use crate::domain::exhibit::pdf::Bitmap;
use crate::domain::limits::Limits;
use hayro_interpret::{CacheKey, Image, ImageData, LumaData};
use hayro_syntax::Filter;
use hayro_syntax::object::Stream;
use image::{DynamicImage, ImageFormat, ImageReader};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::Cursor;

/// What became of an image: its pixels, or why there are none.
pub(super) type Decoded = Result<Bitmap, String>;

/// The bitmaps of one file, each decoded once.
pub(super) struct Pictures {
    reading: Reading,
    most: usize,
    most_pixels: u64,
    decoded: BTreeMap<u128, Decoded>,
    refused: u32,
}

impl Pictures {
    pub(super) fn new(reading: Reading, limits: &Limits) -> Self {
        let (most, most_pixels) = (limits.pdf_images, limits.image_pixels);
        Self { reading, most, most_pixels, decoded: BTreeMap::new(), refused: 0 }
    }

    /// The image's pixels; `None` where they were not asked for.
    pub(super) fn look(&mut self, image: &Image<'_, '_>) -> Option<Decoded> {
        if self.reading == Reading::Text {
            return None;
        }
        let key = image.cache_key();
        if let Some(decoded) = self.decoded.get(&key) {
            return Some(decoded.clone());
        }
        if self.decoded.len() >= self.most {
            self.refused += 1;
            return Some(Err("more images than are decoded".into()));
        }
        let decoded = self.decode(image);
        self.decoded.insert(key, decoded.clone());
        Some(decoded)
    }

    pub(super) fn limit_reached(&self) -> Option<String> {
        (self.refused > 0).then(|| {
            format!("The report draws more than {} images; the others were not decoded.", self.most)
        })
    }

    fn decode(&self, image: &Image<'_, '_>) -> Decoded {
        let pixels = pixels(image);
        if pixels > self.most_pixels {
            return Err(format!("{pixels} pixels are more than the limit of {}", self.most_pixels));
        }
        let keep = self.reading == Reading::Pictures;
        let mut seen = None;
        match image {
            Image::Stencil(stencil) => {
                stencil.with_stencil(|mask, _| seen = ink_of(&mask), None);
            }
            Image::Raster(raster) => {
                raster.with_rgba(|data, alpha| seen = merge(data, alpha), None);
            }
        }
        let picture = seen.ok_or("its data cannot be decoded")?;
        let mut digest = Sha256::new();
        digest.update(picture.width().to_le_bytes());
        digest.update(picture.height().to_le_bytes());
        digest.update([picture.color().channel_count()]);
        digest.update(picture.as_bytes());
        let png = if keep { Some(encode(&picture)?.into()) } else { None };
        Ok(Bitmap { sha256: hexadecimal(&digest.finalize()), uniform: uniform(&picture), png })
    }
}

/// How many pixels decoding the image takes.
pub(super) fn pixels(image: &Image<'_, '_>) -> u64 {
    let stated = u64::from(image.width()) * u64::from(image.height());
    stated.max(match image {
        Image::Stencil(stencil) => real_pixels(stencil.stream()),
        Image::Raster(raster) => real_pixels(raster.stream()),
    })
}

/// Pixels that the JPEG data and the soft mask state, which may differ from what the file does.
fn real_pixels(stream: &Stream<'_>) -> u64 {
    let area = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
    let jpeg = stream.filters().as_slice() == [Filter::DctDecode];
    let inside = if jpeg {
        let reader = ImageReader::with_format(Cursor::new(stream.raw_data()), ImageFormat::Jpeg);
        reader.into_dimensions().map_or(0, area)
    } else {
        0
    };
    let mask = stream.dict().get::<Stream<'_>>(b"SMask" as &[u8]).map_or(0, |mask| {
        let side = |key: &[u8]| mask.dict().get::<u32>(key).unwrap_or(0);
        area((side(b"Width"), side(b"Height")))
    });
    inside.max(mask)
}

/// Shows a stencil as black ink on white.
fn ink_of(mask: &LumaData) -> Option<DynamicImage> {
    let gray = mask.data.iter().map(|&ink| 255 - ink).collect();
    image::GrayImage::from_raw(mask.width, mask.height, gray).map(DynamicImage::ImageLuma8)
}

fn merge(data: ImageData, alpha: Option<LumaData>) -> Option<DynamicImage> {
    let opaque = match data {
        ImageData::Rgb(rgb) => {
            DynamicImage::ImageRgb8(image::RgbImage::from_raw(rgb.width, rgb.height, rgb.data)?)
        }
        ImageData::Luma(luma) => DynamicImage::ImageLuma8(image::GrayImage::from_raw(
            luma.width,
            luma.height,
            luma.data,
        )?),
    };
    // A mask of another size would have to be scaled; what it hides is not worth that.
    let same = |mask: &LumaData| (mask.width, mask.height) == (opaque.width(), opaque.height());
    let Some(mask) = alpha.filter(same).filter(|mask| mask.data.iter().any(|&a| a < 255)) else {
        return Some(opaque);
    };
    let mut whole = opaque.into_rgba8();
    for (pixel, alpha) in whole.pixels_mut().zip(mask.data) {
        pixel.0[3] = alpha;
    }
    Some(DynamicImage::ImageRgba8(whole))
}

fn uniform(picture: &DynamicImage) -> bool {
    let channels = usize::from(picture.color().channel_count());
    let bytes = picture.as_bytes();
    bytes.chunks_exact(channels).all(|pixel| pixel == &bytes[..channels])
}

fn encode(picture: &DynamicImage) -> Result<Vec<u8>, String> {
    let mut file = Cursor::new(Vec::new());
    picture
        .write_to(&mut file, ImageFormat::Png)
        .map_err(|e| format!("no PNG can be made: {e}"))?;
    Ok(file.into_inner())
}
