//! Decodes bitmaps.

use super::super::pictures::{Album, Decoded, encode, uniform};
use super::super::reading::Reading;
use super::first_pixels::{Shape, begins_varied};
use crate::domain::digest::Running;
use crate::domain::exhibit::pdf::Bitmap;
use crate::domain::limits::Limits;
use hayro_interpret::{CacheKey, Image, ImageData, LumaData};
use hayro_syntax::Filter;
use hayro_syntax::object::stream::ImageDecodeParams;
use hayro_syntax::object::{Name, Object, Stream};
use image::{DynamicImage, ImageFormat, ImageReader};
use std::io::Cursor;

/// The bitmaps of one file.
pub(super) struct Pictures(Album);

impl Pictures {
    pub(super) fn new(reading: Reading, limits: &Limits) -> Self {
        Self(Album::new(reading, limits))
    }

    /// The image's pixels; `None` where they were not asked for.
    pub(super) fn look(&mut self, image: &Image<'_, '_>) -> Option<Decoded> {
        let key = image.cache_key();
        let wanted = self.0.is_wanted();
        wanted.then(|| self.0.look(key, || pixels(image), |keep| decode(image, keep)))
    }

    pub(super) fn limit_reached(&self) -> Option<String> {
        self.0.limit_reached()
    }
}

fn decode(image: &Image<'_, '_>, keep: bool) -> Decoded {
    if let Image::Raster(raster) = image
        && !keep
        && is_varied(raster.stream(), image.width(), image.height())
    {
        return Ok(Bitmap { sha256: identity(image), uniform: false, png: None });
    }
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
    let png = if keep { Some(encode(&picture)?.into()) } else { None };
    Ok(Bitmap { sha256: identity(image), uniform: uniform(&picture), png })
}

/// Names the picture by how it is stored, which costs far less than going over its pixels.
fn identity(image: &Image<'_, '_>) -> String {
    let mut digest = Running::default();
    digest.push(&image.width().to_le_bytes());
    digest.push(&image.height().to_le_bytes());
    let stream = match image {
        Image::Stencil(stencil) => stencil.stream(),
        Image::Raster(raster) => raster.stream(),
    };
    store(stream, &mut digest);
    if let Some(mask) = stream.dict().get::<Stream<'_>>(b"SMask" as &[u8]) {
        store(&mask, &mut digest);
    }
    digest.finish()
}

/// Adds the stored data, how it is packed, and how its colours are to be read.
fn store(stream: &Stream<'_>, digest: &mut Running) {
    let data = stream.raw_data();
    digest.push(&(data.len() as u64).to_le_bytes());
    digest.push(&data);
    for filter in stream.filters() {
        digest.push(format!("{filter:?}").as_bytes());
    }
    let keys: [&[u8]; 6] =
        [b"BitsPerComponent", b"Decode", b"DecodeParms", b"ColorSpace", b"BPC", b"CS"];
    for key in keys {
        digest.push(key);
        if let Some(value) = stream.dict().get::<Object<'_>>(key) {
            state(&value, 0, digest);
        }
    }
}

/// Adds a value, with what its references lead to, as far as it tells colours apart.
fn state(value: &Object<'_>, depth: u8, digest: &mut Running) {
    const DEEPEST: u8 = 3;
    const MOST_VALUES: usize = 64;
    match value {
        Object::Null(_) => digest.push(&[0]),
        Object::Boolean(value) => digest.push(&[1, u8::from(*value)]),
        Object::Number(value) => digest.push(&value.as_f64().to_le_bytes()),
        Object::String(value) => digest.push(value.as_bytes()),
        Object::Name(value) => digest.push(value.as_ref()),
        Object::Dict(dict) => digest.push(dict.data()),
        Object::Stream(stream) => digest.push(&stream.raw_data()),
        Object::Array(values) if depth < DEEPEST => {
            for value in values.iter::<Object<'_>>().take(MOST_VALUES) {
                state(&value, depth + 1, digest);
            }
        }
        Object::Array(values) => digest.push(values.data()),
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

/// Whether the stored pixels are known to show more than one colour.
///
/// Converting the colours takes longer than all else about an image, and no space of colours that is known here
/// makes one of two. Where that is not certain, or the data is odd in any way, only the converted pixels tell.
fn is_varied(stream: &Stream<'_>, width: u32, height: u32) -> bool {
    let dict = stream.dict();
    let states = |keys: [&[u8]; 2]| keys.iter().any(|key| dict.contains_key(*key));
    let bits = dict.get::<u8>(b"BitsPerComponent" as &[u8]);
    let mask = dict.get::<Stream<'_>>(b"SMask" as &[u8]);
    let matte = mask.is_some_and(|mask| mask.dict().contains_key(b"Matte" as &[u8]));
    if bits != Some(8) || matte || states([b"Decode", b"D"]) {
        return false;
    }
    let space = dict.get::<Object<'_>>(b"ColorSpace" as &[u8]);
    let Some(channels) = space.and_then(|space| channels(&space)) else { return false };
    let size = u64::from(width) * u64::from(height) * u64::from(channels);
    let shape = Shape { channels: channels.into(), width: width as usize, size };
    if begins_varied(stream, shape) {
        return true;
    }
    let params = ImageDecodeParams {
        bpc: bits,
        num_components: Some(channels),
        width,
        height,
        ..ImageDecodeParams::default()
    };
    let Ok(decoded) = stream.decoded_image(&params) else { return false };
    let as_stated = decoded.image_data.is_none_or(|data| {
        data.bits_per_component == 8 && (data.width, data.height) == (width, height)
    });
    let (channels, width, height) = (usize::from(channels), width as usize, height as usize);
    let whole = width.checked_mul(height).and_then(|pixels| pixels.checked_mul(channels));
    let Some(pixels) = whole.and_then(|size| decoded.data.get(..size)) else { return false };
    as_stated && pixels.chunks_exact(channels).any(|pixel| pixel != &pixels[..channels])
}

/// How many channels a space of colours has that tells all of its values apart.
fn channels(space: &Object<'_>) -> Option<u8> {
    let named = |name: &Name<'_>| match name.as_ref() {
        b"DeviceGray" | b"CalGray" => Some(1),
        b"DeviceRGB" | b"CalRGB" => Some(3),
        _ => None,
    };
    match space {
        Object::Name(name) => named(name),
        Object::Array(parts) => {
            let mut parts = parts.iter::<Object<'_>>();
            match (parts.next()?, parts.next()) {
                (Object::Name(name), Some(Object::Stream(profile)))
                    if name.as_ref() == b"ICCBased" =>
                {
                    profile.dict().get::<u8>(b"N" as &[u8]).filter(|n| matches!(n, 1 | 3))
                }
                (Object::Name(name), _) => named(&name),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The colour of a small image that has but one; of larger ones nobody knows without decoding them.
pub(super) fn one_color(image: &Image<'_, '_>) -> Option<[f32; 3]> {
    const SMALL: u64 = 64 * 64;
    let Image::Raster(raster) = image else { return None };
    if pixels(image) > SMALL {
        return None;
    }
    let mut seen = None;
    raster.with_rgba(|data, alpha| seen = merge(data, alpha), None);
    let picture = seen.filter(uniform)?.into_rgb8();
    picture.pixels().next().map(|pixel| pixel.0.map(|channel| f32::from(channel) / 255.0))
}
