//! Which claims a sentence can make at all, by parts of words that they cannot do without, and their compiled patterns.

use super::denials;
use super::wordings::{WORDINGS, Wording};
use crate::detect::phrase::Phrase;
use aho_corasick::AhoCorasick;
use std::sync::{LazyLock, OnceLock};

/// The compiled patterns of one wording, and the foreign one.
pub(super) type Compiled = (Vec<Phrase>, Option<Phrase>);

/// The patterns of the wording with this number, compiled.
pub(super) fn patterns(number: usize) -> &'static Compiled {
    static ALL: [OnceLock<Compiled>; WORDINGS.len()] = [const { OnceLock::new() }; WORDINGS.len()];
    ALL[number].get_or_init(|| {
        let word = |words: &&str| Phrase::new(&format!(r"(?i)(?:\b|_)(?:{words})"));
        let Wording { patterns, foreign, .. } = &WORDINGS[number];
        (patterns.iter().map(word).collect(), foreign.as_ref().map(word))
    })
}

/// Finds all keywords in one pass; each belongs to the wording with its number, the last ones to denials.
static KEYWORDS: LazyLock<(AhoCorasick, Vec<usize>)> = LazyLock::new(|| {
    let all = WORDINGS.iter().map(|wording| wording.keywords).chain([denials::KEYWORDS]);
    let owned = all.enumerate().flat_map(|(number, words)| words.iter().map(move |w| (w, number)));
    let (words, owners): (Vec<&&str>, Vec<usize>) = owned.unzip();
    let found = AhoCorasick::builder().ascii_case_insensitive(true).build(words);
    (found.expect("the keywords are few"), owners)
});

/// Which wordings have a keyword in the sentence, and at the end whether a denial has.
pub(super) fn candidates(sentence: &str) -> [bool; WORDINGS.len() + 1] {
    let (keywords, owners) = &*KEYWORDS;
    let mut found = [false; WORDINGS.len() + 1];
    for hit in keywords.find_overlapping_iter(sentence) {
        found[owners[hit.pattern().as_usize()]] = true;
    }
    found
}
