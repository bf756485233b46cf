//! The pixels that a bitmap begins with, unpacked without the rest.

use super::ascii85::Ascii85;
use flate2::read::ZlibDecoder;
use hayro_syntax::Filter;
use hayro_syntax::object::{Array, Dict, Object, Stream};
use std::io::Read;

/// Pixels that are looked at in one go, where no rows have to be told apart.
const PIXELS_AT_ONCE: usize = 4096;
/// The first of the predictors that are PNG's: each row begins with which one it is packed by.
const PNG: i32 = 10;

/// How a bitmap is stored: `channels` bytes for a pixel, `width` pixels in a row, `size` bytes in all.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub channels: usize,
    pub width: usize,
    pub size: u64,
}

/// Whether two of the first pixels differ, where these can be unpacked without the rest.
pub(super) fn begins_varied(stream: &Stream<'_>, shape: Shape) -> bool {
    let data = stream.raw_data();
    let unpacked: Box<dyn Read + '_> = match stream.filters().as_slice() {
        [Filter::FlateDecode] => Box::new(ZlibDecoder::new(&*data)),
        [Filter::Ascii85Decode, Filter::FlateDecode] => {
            Box::new(ZlibDecoder::new(Ascii85::new(&data)))
        }
        _ => return false,
    };
    match packed(stream, shape) {
        Some(Packed::Plainly) => is_varied(unpacked.take(shape.size), shape),
        Some(Packed::ByRows) => has_varied_row(unpacked, shape),
        None => false,
    }
}

/// What was done to the pixels before they were deflated.
enum Packed {
    Plainly,
    ByRows,
}

/// How the pixels were packed; `None` where that is odd in any way.
fn packed(stream: &Stream<'_>, shape: Shape) -> Option<Packed> {
    let dict = stream.dict();
    let Some(key) =
        [b"DecodeParms" as &[u8], b"DP"].into_iter().find(|key| dict.contains_key(*key))
    else {
        return Some(Packed::Plainly);
    };
    let params = match dict.get::<Object<'_>>(key)? {
        Object::Dict(params) => params,
        // The filter that inflates comes last.
        Object::Array(all) => last(&all)?,
        _ => return None,
    };
    let number = |key: &[u8], usual: i32| {
        if params.contains_key(key) { params.get::<i32>(key) } else { Some(usual) }
    };
    match number(b"Predictor", 1)? {
        1 => Some(Packed::Plainly),
        PNG.. => {
            let is_as_stated = number(b"Colors", 1) == i32::try_from(shape.channels).ok()
                && number(b"BitsPerComponent", 8) == Some(8)
                && number(b"Columns", 1) == i32::try_from(shape.width).ok();
            is_as_stated.then_some(Packed::ByRows)
        }
        _ => None,
    }
}

fn last<'a>(all: &Array<'a>) -> Option<Dict<'a>> {
    match all.iter::<Object<'_>>().last()? {
        Object::Dict(params) => Some(params),
        _ => None,
    }
}

fn is_varied(mut unpacked: impl Read, shape: Shape) -> bool {
    let mut bytes = vec![0; shape.channels * PIXELS_AT_ONCE];
    let mut first = None;
    loop {
        if unpacked.read_exact(&mut bytes).is_err() {
            // The end, or damage: the whole tells which.
            return false;
        }
        let first = first.get_or_insert_with(|| bytes[..shape.channels].to_vec());
        if differs(&bytes, first) {
            return true;
        }
    }
}

/// The same where each row tells how it differs from the one above it.
///
/// As long as no row was varied, each pixel above is the first pixel.
fn has_varied_row(mut unpacked: impl Read, shape: Shape) -> bool {
    let mut row = vec![0; shape.channels * shape.width];
    let rows = shape.size / u64::try_from(row.len().max(1)).unwrap_or(u64::MAX);
    // Above the first row all is zero.
    let mut above = vec![0; shape.channels];
    for number in 0..rows {
        let mut way = [0];
        if unpacked.read_exact(&mut way).is_err() || unpacked.read_exact(&mut row).is_err() {
            return false;
        }
        if !restore(&mut row, way[0], &above) {
            return false;
        }
        let is_other = number > 0 && row.get(..shape.channels) != Some(above.as_slice());
        let Some(first) = row.get(..shape.channels).map(<[u8]>::to_vec) else { return false };
        if is_other || differs(&row, &first) {
            return true;
        }
        above = first;
    }
    false
}

/// Restores a row that was packed in a `way` below a row whose pixels are all `above`; `false` for no way that is known.
fn restore(row: &mut [u8], way: u8, above: &[u8]) -> bool {
    let channels = above.len();
    for at in 0..row.len() {
        let up = above[at % channels];
        let (left, corner) = if at < channels { (0, 0) } else { (row[at - channels], up) };
        let expected = match way {
            0 => 0,
            1 => left,
            2 => up,
            3 => u8::midpoint(left, up),
            4 => nearest(left, up, corner),
            _ => return false,
        };
        row[at] = row[at].wrapping_add(expected);
    }
    true
}

/// Which of three neighbours is nearest to what they let expect (PNG, section 9.4).
fn nearest(left: u8, up: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, up, corner].map(i16::from);
    let expected = a + b - c;
    let [by_left, by_up, by_corner] = [a, b, c].map(|it| (expected - it).abs());
    if by_left <= by_up && by_left <= by_corner {
        left
    } else if by_up <= by_corner {
        up
    } else {
        corner
    }
}

fn differs(bytes: &[u8], first: &[u8]) -> bool {
    bytes.chunks_exact(first.len()).any(|pixel| pixel != first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Packs rows of pixels, each in one of the ways.
    fn pack(pixels: &[u8], channels: usize, width: usize, ways: &[u8]) -> Vec<u8> {
        let row = channels * width;
        let mut packed = Vec::new();
        for (number, way) in ways.iter().enumerate() {
            packed.push(*way);
            for at in 0..row {
                let byte = |up: usize, left: usize| {
                    let is_there = number >= up && at >= left;
                    if is_there { pixels[(number - up) * row + at - left] } else { 0 }
                };
                let (left, up, corner) = (byte(0, channels), byte(1, 0), byte(1, channels));
                let expected = match way {
                    1 => left,
                    2 => up,
                    3 => u8::midpoint(left, up),
                    4 => nearest(left, up, corner),
                    _ => 0,
                };
                packed.push(byte(0, 0).wrapping_sub(expected));
            }
        }
        packed
    }

    #[test]
    fn what_is_cut_off_or_packed_in_no_known_way_is_not_told() {
        let shape = Shape { channels: 1, width: 2, size: 4 };
        assert!(has_varied_row(&[0, 7, 7, 0, 7, 8][..], shape));
        assert!(!has_varied_row(&[0, 7, 7, 0, 7][..], shape));
        assert!(!has_varied_row(&[5, 7, 8, 0, 7, 8][..], shape));
        let none = Shape { channels: 1, width: 0, size: 0 };
        assert!(!has_varied_row(&[0, 0, 0][..], none));
    }

    proptest! {
        /// Rows that are packed in whatever ways vary where their pixels do.
        #[test]
        fn rows_vary_where_their_pixels_do(
            (channels, width, ways) in (prop_oneof![Just(1_usize), Just(3)], 1_usize..5, prop::collection::vec(0_u8..5, 1..5)),
            first in any::<[u8; 3]>(),
            other in prop::option::of((any::<prop::sample::Index>(), 1_u8..)),
        ) {
            let size = channels * width * ways.len();
            let mut pixels: Vec<u8> = first[..channels].iter().copied().cycle().take(size).collect();
            if let Some((at, by)) = other {
                let at = at.index(size);
                pixels[at] = pixels[at].wrapping_add(by);
            }
            let shape = Shape { channels, width, size: size as u64 };
            let packed = pack(&pixels, channels, width, &ways);
            prop_assert_eq!(has_varied_row(packed.as_slice(), shape), differs(&pixels, &pixels[..channels]));
        }
    }
}
