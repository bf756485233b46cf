//! Finds the words of the lexicon, each as a whole word of its script.

use super::fold::fold;
use super::lexicon::{Class, words};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A word of the lexicon in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cue {
    /// What it does.
    pub class: Class,
    /// Two letters; empty for what belongs to no language.
    pub language: &'static str,
    /// Where it begins, in bytes.
    pub start: usize,
    /// Where it ends, in bytes.
    pub end: usize,
}

/// What one pattern stands for.
struct Meaning {
    class: Class,
    language: &'static str,
    is_stem: bool,
}

/// Words by their first bytes: most places of a text are done with after one look at a table.
struct Finder {
    /// Which hashes of first bytes there are.
    known: Vec<bool>,
    /// The words under each beginning.
    words: BTreeMap<u32, Vec<(String, Vec<Meaning>)>>,
    /// Words too short to have a whole beginning.
    short: Vec<(String, Vec<Meaning>)>,
    /// The first bytes of those.
    firsts: [bool; 256],
}

/// How many hashes there are.
const HASHES: usize = 1 << 14;

const fn hash(first: u32) -> usize {
    (first.wrapping_mul(0x9e37_79b1) >> 18) as usize
}

/// The first three bytes of a word; the shortest words have no more.
fn beginning(bytes: &[u8]) -> Option<u32> {
    let first = bytes.first_chunk::<3>()?;
    Some(u32::from_le_bytes([first[0], first[1], first[2], 0]))
}

impl Finder {
    /// Builds the finder of the words that `wanted` picks by their class.
    fn of(wanted: impl Fn(Class) -> bool) -> Self {
        let mut known = vec![false; HASHES];
        let mut all: BTreeMap<String, Vec<Meaning>> = BTreeMap::new();
        for word in words().filter(|word| wanted(word.class)) {
            let (class, language, is_stem) = (word.class, word.language, word.is_stem);
            let text = fold(word.text).text.trim_end().to_owned();
            all.entry(text).or_default().push(Meaning { class, language, is_stem });
        }
        let mut words: BTreeMap<u32, Vec<(String, Vec<Meaning>)>> = BTreeMap::new();
        let (mut short, mut firsts) = (Vec::new(), [false; 256]);
        for (text, meanings) in all {
            if let Some(first) = beginning(text.as_bytes()) {
                known[hash(first)] = true;
                words.entry(first).or_default().push((text, meanings));
            } else if let Some(first) = text.bytes().next() {
                firsts[usize::from(first)] = true;
                short.push((text, meanings));
            }
        }
        Self { known, words, short, firsts }
    }

    /// Tells of each word; of those inside longer words only where `inside` is set.
    fn find(&self, text: &str, inside: bool, mut each: impl FnMut(Cue)) {
        let bytes = text.as_bytes();
        let mut continues = false;
        for (start, byte) in bytes.iter().copied().enumerate() {
            let begins = byte != b' ' && (!continues || inside || !byte.is_ascii_alphanumeric());
            continues = byte.is_ascii_alphanumeric();
            if !begins {
                continue;
            }
            let first = beginning(&bytes[start..]);
            if let Some(first) = first.filter(|first| self.known[hash(*first)]) {
                let words = self.words.get(&first).map_or(&[][..], Vec::as_slice);
                compare(words, text, start, inside, &mut each);
            }
            if self.firsts[usize::from(byte)] {
                compare(&self.short, text, start, inside, &mut each);
            }
        }
    }
}

fn compare(
    words: &[(String, Vec<Meaning>)],
    text: &str,
    start: usize,
    inside: bool,
    each: &mut impl FnMut(Cue),
) {
    for (word, meanings) in words {
        // One byte settles most cases without a comparison of the whole.
        let (rest, wanted) = (&text.as_bytes()[start..], word.as_bytes());
        if wanted.last() != rest.get(wanted.len() - 1) || !rest.starts_with(wanted) {
            continue;
        }
        let end = start + word.len();
        let left = is_bounded_left(text, start);
        let right = is_bounded_right(text, end);
        for meaning in meanings {
            if (left && (right || meaning.is_stem)) || (inside && word.len() > 3) {
                let (class, language) = (meaning.class, meaning.language);
                each(Cue { class, language, start, end });
            }
        }
    }
}

static RARE: LazyLock<Finder> = LazyLock::new(|| Finder::of(is_rare));
static ALL: LazyLock<Finder> = LazyLock::new(|| Finder::of(|_| true));

/// Whether an instruction needs a word of this class, or one that speaks to the grader.
fn is_rare(class: Class) -> bool {
    matches!(
        class,
        Class::Override
            | Class::Best
            | Class::Hide
            | Class::Skip
            | Class::Pass
            | Class::Token
            | Class::Grader
            | Class::AddressedIf
    )
}

/// All words of the lexicon in a folded text, by their beginnings.
pub(super) fn cues(text: &str, each: impl FnMut(Cue)) {
    ALL.find(text, false, each);
}

/// All words of the lexicon in a word that is a sentence, also those without an end of their own.
pub(super) fn parts(text: &str, each: impl FnMut(Cue)) {
    ALL.find(text, true, each);
}

/// The words without which no passage is an instruction.
pub(super) fn rare(text: &str, each: impl FnMut(Cue)) {
    RARE.find(text, false, each);
}

fn is_bounded_left(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let first = bytes[at];
    if first.is_ascii() {
        if !first.is_ascii_alphanumeric() {
            return true;
        }
        let Some(before) = at.checked_sub(1).map(|i| bytes[i]) else { return true };
        if first.is_ascii_digit() && matches!(before, b'.' | b'-' | b'/' | b'#' | b'$' | b':') {
            return before == b':' && !at.checked_sub(2).is_some_and(|i| bytes[i].is_ascii_digit());
        }
        return if before.is_ascii() {
            !before.is_ascii_alphanumeric()
        } else {
            !text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c))
        };
    }
    let letter = text[at..].chars().next().unwrap_or(' ');
    is_unspaced(letter)
        || is_arabic(letter)
        || !text[..at].chars().next_back().is_some_and(char::is_alphanumeric)
}

fn is_bounded_right(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let last = bytes[at - 1];
    if last.is_ascii() {
        if !last.is_ascii_alphanumeric() {
            return true;
        }
        let Some(next) = bytes.get(at).copied() else { return true };
        if last.is_ascii_digit() {
            let then = bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
            if next.is_ascii_digit() || (matches!(next, b'.' | b'-' | b'/' | b':') && then) {
                return false;
            }
        }
        return if next.is_ascii() {
            !next.is_ascii_alphanumeric()
        } else {
            !text[at..].chars().next().is_some_and(|c| c.is_alphanumeric() && !is_unspaced(c))
        };
    }
    let letter = text[..at].chars().next_back().unwrap_or(' ');
    is_unspaced(letter) || !text[at..].chars().next().is_some_and(char::is_alphanumeric)
}

/// Scripts whose words are not parted, or take endings and beginnings freely.
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{1200}'..='\u{137f}' | '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

fn is_arabic(letter: char) -> bool {
    matches!(letter, '\u{600}'..='\u{6ff}')
}
