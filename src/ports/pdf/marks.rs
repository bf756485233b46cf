//! Glyphs with their letters and places.

use super::names::Named;
use crate::domain::facts::Concealment;
use hayro_interpret::kurbo::{Point, Rect, Vec2};

/// One glyph on the page, in points.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) text: String,
    /// Characters that the file claims for the glyph and that have no shape by their nature.
    pub(super) unseen: Vec<char>,
    /// Where its baseline begins.
    pub(super) origin: Point,
    /// From its origin to where the next glyph is expected.
    pub(super) advance: Vec2,
    /// From the baseline to the top of the font; its length is the font size.
    pub(super) up: Vec2,
    /// From its origin along the baseline, as long as the font is wide.
    pub(super) along: Vec2,
    /// What its font names it, where the font says so.
    pub(super) named: Option<Named>,
    /// Whether the font has no shape for it.
    pub(super) blank: bool,
    pub(super) hidden: Option<Concealment>,
}

impl Mark {
    /// Five places on the letter: its middle, and near the corners of a tall letter.
    pub(super) fn places(&self) -> [Point; 5] {
        let at = |along: f64, up: f64| self.origin + self.advance * along + self.up * up;
        [at(0.5, 0.3), at(0.2, 0.03), at(0.8, 0.03), at(0.2, 0.66), at(0.8, 0.66)]
    }

    /// The box around its places.
    pub(super) fn area(&self) -> Rect {
        let [first, rest @ ..] = self.places();
        rest.iter().fold(Rect::from_points(first, first), |area, &place| area.union_pt(place))
    }

    pub(super) fn size(&self) -> f64 {
        self.up.hypot()
    }

    /// Whether it has a letter or a digit.
    pub(super) fn is_word(&self) -> bool {
        self.text.contains(char::is_alphanumeric)
    }

    pub(super) fn is_space(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// Whether what a single glyph stands for is a passage.
pub(super) fn is_passage(text: &str) -> bool {
    /// Ligatures have three letters, and in Latin never more than four.
    const PASSAGE: usize = 9;
    text.chars().filter(char::is_ascii_alphanumeric).count() >= PASSAGE
}

/// The letters that stand for a glyph, and its characters without shape; ligatures are taken apart.
pub(super) fn letters(told: impl IntoIterator<Item = char>) -> (String, Vec<char>) {
    let (mut text, mut unseen) = (String::new(), Vec::new());
    for letter in told {
        if has_no_shape(letter) {
            unseen.push(letter);
        } else {
            spell(letter, &mut text);
        }
    }
    (text, unseen)
}

fn has_no_shape(letter: char) -> bool {
    matches!(
        letter,
        '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2069}'
            | '\u{FEFF}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{E0000}'..='\u{E01EF}'
    )
}

/// Appends a character as a person would type it.
pub(super) fn spell(letter: char, text: &mut String) {
    match letter {
        '\u{FB00}' => text.push_str("ff"),
        '\u{FB01}' => text.push_str("fi"),
        '\u{FB02}' => text.push_str("fl"),
        '\u{FB03}' => text.push_str("ffi"),
        '\u{FB04}' => text.push_str("ffl"),
        '\u{FB05}' | '\u{FB06}' => text.push_str("st"),
        // Word draws its bullets with the Symbol font's private characters.
        '\u{F0B7}' | '\u{F0A7}' | '\u{F076}' | '\u{F0D8}' => text.push('•'),
        '\u{AD}' | '\u{2010}' | '\u{2011}' => text.push('-'),
        other if other.is_whitespace() => text.push(' '),
        other if other.is_control() => {}
        other => text.push(other),
    }
}
