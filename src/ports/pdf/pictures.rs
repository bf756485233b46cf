//! The bitmaps of one file, each decoded once, within the limits.

use super::reading::Reading;
use crate::domain::exhibit::pdf::Bitmap;
use crate::domain::limits::Limits;
use image::{DynamicImage, ImageFormat};
use std::collections::BTreeMap;
use std::io::Cursor;

/// What became of an image: its pixels, or why there are none.
pub(super) type Decoded = Result<Bitmap, String>;

/// The bitmaps that were decoded so far.
pub(super) struct Album {
    reading: Reading,
    most: usize,
    most_pixels: u64,
    decoded: BTreeMap<u128, Decoded>,
    refused: u32,
}

impl Album {
    pub(super) fn new(reading: Reading, limits: &Limits) -> Self {
        let (most, most_pixels) = (limits.pdf_images, limits.image_pixels);
        Self { reading, most, most_pixels, decoded: BTreeMap::new(), refused: 0 }
    }

    /// Whether anybody asks for pixels at all.
    pub(super) fn is_wanted(&self) -> bool {
        self.reading != Reading::Text
    }

    /// The image by this key, decoded now where it is new; `decode` is told whether its PNG file is kept.
    pub(super) fn look(
        &mut self,
        key: u128,
        pixels: impl FnOnce() -> u64,
        decode: impl FnOnce(bool) -> Decoded,
    ) -> Decoded {
        if let Some(decoded) = self.decoded.get(&key) {
            return decoded.clone();
        }
        if self.decoded.len() >= self.most {
            self.refused += 1;
            return Err("more images than are decoded".into());
        }
        let (pixels, most) = (pixels(), self.most_pixels);
        let decoded = if pixels > most {
            Err(format!("{pixels} pixels are more than the limit of {most}"))
        } else {
            decode(self.reading == Reading::Pictures)
        };
        self.decoded.insert(key, decoded.clone());
        decoded
    }

    pub(super) fn limit_reached(&self) -> Option<String> {
        (self.refused > 0).then(|| {
            format!("The report draws more than {} images; the others were not decoded.", self.most)
        })
    }
}

/// Whether all pixels are alike.
pub(super) fn uniform(picture: &DynamicImage) -> bool {
    let channels = usize::from(picture.color().channel_count());
    let bytes = picture.as_bytes();
    bytes.chunks_exact(channels).all(|pixel| pixel == &bytes[..channels])
}

/// The picture as a PNG file.
pub(super) fn encode(picture: &DynamicImage) -> Result<Vec<u8>, String> {
    let mut file = Cursor::new(Vec::new());
    picture
        .write_to(&mut file, ImageFormat::Png)
        .map_err(|e| format!("no PNG can be made: {e}"))?;
    Ok(file.into_inner())
}
