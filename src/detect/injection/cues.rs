//! Finds the words of the lexicon, each as a whole word of its script.

use super::fold::fold;
use super::lexicon::{Class, words};
use std::borrow::Cow;
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

/// A word of the lexicon as it is looked for.
#[derive(Clone)]
struct Entry {
    /// Folded.
    text: Cow<'static, str>,
    class: Class,
    language: &'static str,
    is_stem: bool,
}

impl Entry {
    /// The class of its beginning; none for a word too short to have a whole one.
    fn hash(&self) -> Option<usize> {
        beginning(self.text.as_bytes()).map(hash)
    }
}

/// Words by their first bytes: most places of a text are done with after one look at a table.
struct Finder {
    /// Which hashes of first bytes there are.
    known: Vec<bool>,
    /// Where the words under each hash begin; one more says where the last ones end.
    from: Vec<usize>,
    /// The words, by the hash of their beginning and then by their text.
    words: Vec<Entry>,
    /// Words too short to have a whole beginning.
    short: Vec<Entry>,
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
    /// Builds the finder of these words.
    fn of(entries: impl Iterator<Item = Entry>) -> Self {
        let (mut words, mut short) = (Vec::new(), Vec::new());
        for entry in entries {
            match entry.hash() {
                Some(hash) => words.push((hash, entry)),
                None => short.push(entry),
            }
        }
        // Stable, so that what a word stands for keeps the order of the lexicon.
        words.sort_by(|(a, one), (b, other)| (a, &one.text).cmp(&(b, &other.text)));
        short.sort_by(|one, other| one.text.cmp(&other.text));
        let (mut known, mut from) = (vec![false; HASHES], vec![0; HASHES + 1]);
        for (hash, _) in &words {
            known[*hash] = true;
            from[*hash + 1] += 1;
        }
        for hash in 0..HASHES {
            from[hash + 1] += from[hash];
        }
        let mut firsts = [false; 256];
        for first in short.iter().filter_map(|entry| entry.text.bytes().next()) {
            firsts[usize::from(first)] = true;
        }
        let words = words.into_iter().map(|(_, entry)| entry).collect();
        Self { known, from, words, short, firsts }
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
            let hash = beginning(&bytes[start..]).map(hash);
            if let Some(hash) = hash.filter(|hash| self.known[*hash]) {
                let words = &self.words[self.from[hash]..self.from[hash + 1]];
                compare(words, text, start, inside, &mut each);
            }
            if self.firsts[usize::from(byte)] {
                compare(&self.short, text, start, inside, &mut each);
            }
        }
    }
}

fn compare(words: &[Entry], text: &str, start: usize, inside: bool, each: &mut impl FnMut(Cue)) {
    let rest = &text.as_bytes()[start..];
    for entry in words {
        // One byte settles most cases without a comparison of the whole.
        let wanted = entry.text.as_bytes();
        if wanted.last() != rest.get(wanted.len() - 1) || !rest.starts_with(wanted) {
            continue;
        }
        let end = start + wanted.len();
        let is_whole =
            is_bounded_left(text, start) && (entry.is_stem || is_bounded_right(text, end));
        if is_whole || (inside && wanted.len() > 3) {
            each(Cue { class: entry.class, language: entry.language, start, end });
        }
    }
}

static ALL: LazyLock<Finder> = LazyLock::new(|| {
    Finder::of(words().map(|word| Entry {
        text: folded(word.text),
        class: word.class,
        language: word.language,
        is_stem: word.is_stem,
    }))
});
static RARE: LazyLock<Finder> = LazyLock::new(|| {
    let all = ALL.words.iter().chain(&ALL.short);
    Finder::of(all.filter(|entry| is_rare(entry.class)).cloned())
});

/// A word as it stands in a folded text.
fn folded(word: &'static str) -> Cow<'static, str> {
    let word = word.trim_end();
    let is_folded = word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if is_folded { Cow::Borrowed(word) } else { Cow::Owned(fold(word).text.trim_end().to_owned()) }
}

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
