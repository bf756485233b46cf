//! Fonts that the file draws itself and whose glyphs are named by their codes alone, as those are that TeX makes of
//! bitmaps.

use super::fonts::{differences, is};
use hayro_syntax::object::Dict;
use std::collections::BTreeSet;

/// The letters that such names stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbered {
    codes: BTreeSet<u8>,
    /// What another font of the file has under a name of which nothing is known.
    others: BTreeSet<u8>,
}

impl Numbered {
    /// Looks at one dictionary of the file.
    pub(super) fn note(&mut self, font: &Dict<'_>) {
        let drawn = is(font, b"Type", b"Font") && is(font, b"Subtype", b"Type3");
        if !drawn || font.contains_key(b"ToUnicode" as &[u8]) {
            return;
        }
        let named = differences(font);
        let (own, others): (Vec<_>, Vec<_>) =
            named.iter().partition(|(code, name)| is_number(name.as_ref(), *code));
        let own: BTreeSet<u8> = own.into_iter().map(|(code, _)| *code).collect();
        // Whoever counts the glyphs from the first on has numbers of their order, and no codes of letters.
        let counted = (0..3).all(|code| own.contains(&code));
        if counted {
            self.others.extend(own);
        } else {
            self.codes.extend(own);
        }
        let unknown = others.into_iter().filter(|(_, name)| is_numbered(name.as_ref()));
        self.others.extend(unknown.map(|(code, _)| *code));
    }

    /// The letter of a glyph of which nothing else tells it.
    pub(super) fn letter(&self, code: u32) -> Option<&'static str> {
        let code = u8::try_from(code).ok()?;
        (self.codes.contains(&code) && !self.others.contains(&code)).then(|| plain(code)).flatten()
    }
}

/// The letter of a code in the order that TeX's fonts of text have: that of ASCII, with dashes and ligatures before it.
fn plain(code: u8) -> Option<&'static str> {
    const PRINTABLE: &str = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    const FIRST: u8 = b' ';
    match code {
        16 | 17 => Some("\""),
        21 => Some("–"),
        22 => Some("—"),
        27 => Some("ff"),
        28 => Some("fi"),
        29 => Some("fl"),
        30 => Some("ffi"),
        31 => Some("ffl"),
        _ => {
            let at = usize::from(code.checked_sub(FIRST)?);
            PRINTABLE.get(at..=at)
        }
    }
}

/// Whether a name is one letter before the number of the code.
fn is_number(name: &[u8], code: u8) -> bool {
    let Some((&[letter], number)) = name.split_at_checked(1) else { return false };
    let Ok(number) = std::str::from_utf8(number) else { return false };
    let whole = letter.is_ascii_alphabetic() && number.bytes().all(|one| one.is_ascii_hexdigit());
    let is = |radix| u32::from_str_radix(number, radix) == Ok(u32::from(code));
    // Hexadecimal ones have two digits.
    whole && (is(10) || (number.len() == 2 && is(16)))
}

/// Whether a name is one letter before a number.
fn is_numbered(name: &[u8]) -> bool {
    let Some((&[letter], number)) = name.split_at_checked(1) else { return false };
    letter.is_ascii_alphabetic() && !number.is_empty() && number.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_in_a_name_is_that_of_the_code() {
        for (name, code) in [("a42", 42), ("A2A", 42), ("g42", 42), ("c97", 97), ("A61", 97)] {
            assert!(is_number(name.as_bytes(), code), "{name}");
        }
        for (name, code) in [("a43", 42), ("a", 42), ("42", 42), ("aa42", 42), ("A2A0", 42)] {
            assert!(!is_number(name.as_bytes(), code), "{name}");
        }
    }

    #[test]
    fn codes_are_letters_in_the_order_of_ascii() {
        let told: Vec<_> = [31, 32, 42, 97, 126, 127, 3].map(plain).to_vec();
        let expected =
            [Some("ffl"), Some(" "), Some("*"), Some("a"), Some("~"), None, None].to_vec();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_code_that_another_font_has_for_something_else_is_no_letter() {
        let numbered = Numbered { codes: (90..100).collect(), others: [98].into() };
        assert_eq!(numbered.letter(97), Some("a"));
        assert_eq!(numbered.letter(98), None);
        assert_eq!(numbered.letter(100), None);
        assert_eq!(numbered.letter(1000), None);
    }
}
