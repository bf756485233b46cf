//! What embedded fonts name their glyphs.

use super::super::names::Named;
use hayro_interpret::font::OutlineGlyph;
use skrifa::Font;
use std::collections::BTreeMap;

/// Most fonts whose names are remembered.
const MOST_FONTS: usize = 500;

/// The names of letters and digits in the fonts of one file.
#[derive(Default)]
pub(super) struct Names(BTreeMap<u128, BTreeMap<u32, char>>);

impl Names {
    /// The letter that the glyph's font names it; `None` where it names none.
    ///
    /// Fonts of the kinds `TrueType` and composite are asked. Names that a converter made up are no letters.
    pub(super) fn look(&mut self, glyph: &OutlineGlyph) -> Option<Named> {
        let data = glyph.font_data()?;
        let font = data.cache_key;
        if !self.0.contains_key(&font) {
            if self.0.len() == MOST_FONTS {
                return None;
            }
            let letters = Font::new(data.data, 0).map(|font| letters(&font)).unwrap_or_default();
            self.0.insert(font, letters);
        }
        let letter = *self.0.get(&font)?.get(&glyph.glyph_id().to_u32())?;
        Some(Named { font, letter })
    }
}

fn letters(font: &Font) -> BTreeMap<u32, char> {
    const DIGITS: [&str; 10] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let digits = ('0'..='9').zip(DIGITS.map(str::to_owned));
    let letters = ('a'..='z').chain('A'..='Z').map(|letter| (letter, letter.to_string()));
    let named = digits.chain(letters).filter_map(|(letter, name)| {
        font.glyph_by_name(&name).map(|glyph| (glyph.to_u32(), letter))
    });
    named.collect()
}
