//! Finds the words of the lexicon, each as a whole word of its script.

use super::fold::fold;
use super::lexicon::{Class, words};
use aho_corasick::{AhoCorasick, AhoCorasickKind};
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

struct Finder {
    automaton: AhoCorasick,
    meanings: Vec<Vec<Meaning>>,
}

static FINDER: LazyLock<Finder> = LazyLock::new(|| {
    let mut patterns: BTreeMap<String, Vec<Meaning>> = BTreeMap::new();
    for word in words() {
        let text = fold(word.text).text.trim_end().to_owned();
        let meaning = Meaning { class: word.class, language: word.language, is_stem: word.is_stem };
        patterns.entry(text).or_default().push(meaning);
    }
    let automaton = AhoCorasick::builder()
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(patterns.keys())
        .expect("the words are few and short");
    Finder { automaton, meanings: patterns.into_values().collect() }
});

/// The words of the lexicon in a folded text, by their ends; `inner` is told of those inside longer words.
pub(super) fn cues(text: &str, mut each: impl FnMut(Cue), mut inner: impl FnMut(Cue)) {
    for hit in FINDER.automaton.find_overlapping_iter(text) {
        let (start, end) = (hit.start(), hit.end());
        let left = is_bounded_left(text, start);
        let right = is_bounded_right(text, end);
        for meaning in &FINDER.meanings[hit.pattern().as_usize()] {
            let cue = Cue { class: meaning.class, language: meaning.language, start, end };
            if left && (right || meaning.is_stem) {
                each(cue);
            } else if end - start > 3 {
                inner(cue);
            }
        }
    }
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
