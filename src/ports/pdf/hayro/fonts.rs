//! Fonts whose map of characters contradicts the names of their glyphs.

use super::super::marks::spell;
use super::amended::{Amendment, renamed};
use super::numbered::Numbered;
use hayro_interpret::hayro_cmap::{BfString, CMap};
use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, MaybeRef, Name, Object, Stream};
use std::collections::BTreeMap;

/// Most fonts that are compared.
const MOST_FONTS: usize = 500;
/// Letters that have to differ before a map is said to lie.
const LIES: usize = 3;

/// Dictionaries outside of which a font does not stand, each inside the one before: a page's and those in it.
const DEPTH: usize = 4;

/// Takes the `ToUnicode` maps away that say other letters than the encodings of their fonts.
///
/// Only simple fonts name their glyphs in the file's own words; of others nothing is said.
///
/// Beside them comes what the names of glyphs tell by their numbers.
pub(super) fn without_lies(pdf: &Pdf) -> (Vec<Amendment>, Numbered) {
    let dictionaries = pdf.objects().into_iter().filter_map(|object| match object {
        Object::Dict(dict) => Some(dict),
        _ => None,
    });
    let (mut left, mut numbered) = (MOST_FONTS, Numbered::default());
    let honest = dictionaries.filter_map(|dict| {
        numbered.note(&dict);
        let dictionary = honest(&dict, DEPTH, &mut left)?;
        Some(Amendment { object: dict.obj_id()?, dictionary })
    });
    (honest.collect(), numbered)
}

/// A dictionary without the lies of the fonts that it is or that stand in it; `None` where there are none.
fn honest(dict: &Dict<'_>, depth: usize, left: &mut usize) -> Option<Vec<u8>> {
    if is(dict, b"Type", b"Font") {
        *left = left.checked_sub(1)?;
        let lying = lies(dict);
        return lying.then(|| renamed(dict.data(), b"/ToUnicode", b"/NoUnicode")).flatten();
    }
    let depth = depth.checked_sub(1)?;
    let mut whole: Option<Vec<u8>> = None;
    // From the last on, so that what is replaced moves nothing that is replaced after it.
    let mut parts: Vec<(usize, usize, Vec<u8>)> = Vec::new();
    for (_, value) in dict.entries() {
        let MaybeRef::NotRef(Object::Dict(inner)) = value else { continue };
        let Some(new) = honest(&inner, depth, left) else { continue };
        let start = (inner.data().as_ptr() as usize).checked_sub(dict.data().as_ptr() as usize)?;
        parts.push((start, start + inner.data().len(), new));
    }
    parts.sort_by_key(|(start, ..)| std::cmp::Reverse(*start));
    for (start, end, new) in parts {
        let bytes = whole.unwrap_or_else(|| dict.data().to_vec());
        if end > dict.data().len() {
            return None;
        }
        whole = Some([&bytes[..start], &new, &bytes[end..]].concat());
    }
    whole
}

pub(super) fn is(dict: &Dict<'_>, key: &[u8], value: &[u8]) -> bool {
    dict.get::<Name<'_>>(key).is_some_and(|name| name.as_ref() == value)
}

fn lies(font: &Dict<'_>) -> bool {
    let simple =
        [b"Type1" as &[u8], b"TrueType", b"MMType1"].iter().any(|k| is(font, b"Subtype", k));
    let Some(map) = font.get::<Stream<'_>>(b"ToUnicode" as &[u8]).filter(|_| simple) else {
        return false;
    };
    let Ok(data) = map.decoded_data() else { return false };
    let Some(map) = CMap::parse(&data, |_| None) else { return false };
    let (mut same, mut other) = (0, 0);
    for (code, drawn) in encoding(font) {
        let Some(said) = map.lookup_bf_string(u32::from(code)).map(plain) else { continue };
        // Small capitals are drawn for small letters, and signs have many names.
        let letter = |text: &str| text.chars().count() == 1 && text.contains(char::is_alphanumeric);
        if !letter(&said) {
            continue;
        }
        if said.eq_ignore_ascii_case(&drawn.to_string()) {
            same += 1;
        } else if said.is_ascii() {
            other += 1;
        }
    }
    other >= LIES && other > same
}

fn plain(said: BfString) -> String {
    let mut text = String::new();
    match said {
        BfString::Char(letter) => spell(letter, &mut text),
        BfString::String(string) => string.chars().for_each(|c| spell(c, &mut text)),
    }
    text
}

/// The letters and digits that the font's encoding draws for its codes, as far as they are certain.
fn encoding(font: &Dict<'_>) -> BTreeMap<u8, char> {
    let mut letters = BTreeMap::new();
    let descriptor = font.get::<Dict<'_>>(b"FontDescriptor" as &[u8]);
    let files: [&[u8]; 3] = [b"FontFile", b"FontFile2", b"FontFile3"];
    let embedded = descriptor.is_some_and(|d| files.iter().any(|key| d.contains_key(*key)));
    let base = font.get::<Name<'_>>(b"BaseFont" as &[u8]);
    let pictorial = base.is_some_and(|name| {
        let name = name.as_str().to_lowercase();
        ["symbol", "dingbat", "wingding", "webding"].iter().any(|word| name.contains(word))
    });
    // An embedded font may have an order of its own; a font of the system has the common one.
    if !embedded && !pictorial {
        let codes = (b'0'..=b'9').chain(b'A'..=b'Z').chain(b'a'..=b'z');
        letters.extend(codes.map(|code| (code, char::from(code))));
    }
    for (code, name) in differences(font) {
        letters.remove(&code);
        letters.extend(letter_of(&name).map(|letter| (code, letter)));
    }
    letters
}

/// The names that a font's encoding gives to codes.
pub(super) fn differences<'a>(font: &Dict<'a>) -> Vec<(u8, Name<'a>)> {
    let stated = font.get::<Object<'_>>(b"Encoding" as &[u8]);
    let Some(Object::Dict(stated)) = stated else { return Vec::new() };
    let Some(differences) = stated.get::<Array<'_>>(b"Differences" as &[u8]) else {
        return Vec::new();
    };
    let (mut code, mut named): (u32, Vec<_>) = (0, Vec::new());
    for entry in differences.iter::<Object<'_>>().take(1024) {
        match entry {
            Object::Number(number) => code = number_of(number.as_f64()),
            Object::Name(name) => {
                named.extend(u8::try_from(code).ok().map(|code| (code, name)));
                code = code.saturating_add(1);
            }
            // Nothing else belongs here.
            _ => {}
        }
    }
    named
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0–256")]
fn number_of(code: f64) -> u32 {
    code.clamp(0.0, 256.0) as u32
}

/// The letter or digit that a glyph's name names.
fn letter_of(name: &Name<'_>) -> Option<char> {
    const DIGITS: [&[u8]; 10] =
        [b"zero", b"one", b"two", b"three", b"four", b"five", b"six", b"seven", b"eight", b"nine"];
    match name.as_ref() {
        &[letter] if letter.is_ascii_alphabetic() => Some(char::from(letter)),
        other => (b'0'..=b'9')
            .map(char::from)
            .zip(DIGITS)
            .find(|(_, word)| *word == other)
            .map(|(d, _)| d),
    }
}
