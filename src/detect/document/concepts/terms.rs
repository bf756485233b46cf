//! Terms that are looked for, as patterns of their spellings.

use super::super::path_names::names_file;
use crate::detect::phrase::{Needed, Phrase};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Terms whose patterns are known at a time.
const MOST_KNOWN: usize = 256;

/// Endings of the names of pictures and documents: a word in one says what it shows, and not how a thing is done.
const DOCUMENTS: &[&str] = &[
    "csv", "drawio", "gif", "jpeg", "jpg", "json", "md", "mmd", "pdf", "png", "puml", "svg", "txt",
    "webp",
];

/// The terms that were looked for.
static KNOWN: Mutex<BTreeMap<String, Option<Arc<Term>>>> = Mutex::new(BTreeMap::new());

/// A term by its spellings.
pub(super) struct Term {
    pattern: String,
    /// Without its words no text says it, unless a line ends within one of them.
    words: Option<Needed>,
    /// Compiled for the first text that may say it; nothing where it is too large for that.
    phrase: OnceLock<Option<Phrase>>,
}

impl Term {
    /// The pattern of its spellings.
    pub(super) fn phrase(&self) -> Option<&Phrase> {
        self.phrase.get_or_init(|| Phrase::compiled(&self.pattern)).as_ref()
    }

    /// Whether a text says it, and not the name of a picture or a document alone.
    pub(super) fn is_said(&self, text: &str) -> bool {
        let is_here = self.words.as_ref().is_none_or(|words| words.stands_in(text));
        (is_here || text.contains("-\n"))
            && self.phrase().is_some_and(|phrase| {
                phrase.is_match(text) && phrase.all(text).any(|found| !is_of_document(text, found))
            })
    }
}

/// The term as it stands there, where it leaves open how.
pub(super) fn spoken(term: &str, said: &str, all: &[Arc<Term>]) -> String {
    if !term.contains(['*', '+']) {
        return term.to_owned();
    }
    let found = all.iter().filter_map(|one| one.phrase()?.words(said));
    let words = found.map(|found| found.split_whitespace().collect::<Vec<_>>().join(" "));
    words.collect::<Vec<_>>().join(" … ")
}

/// Whether what was found is a part of the name of a picture or a document.
fn is_of_document(text: &str, found: Range<usize>) -> bool {
    let ends = |letter: char| letter.is_whitespace() || "\"'`()[]<>{},;“”‘’".contains(letter);
    let begin = text[..found.start]
        .rfind(ends)
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let end = text[found.end..].find(ends).map_or(text.len(), |at| found.end + at);
    let name = text[begin..end].trim_end_matches(['.', ':', '!', '?']);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| DOCUMENTS.contains(&ending.as_str())) && names_file(name)
}

/// A term by its spellings; `None` when it has no letters. Compiling it takes longer than reading a report by it, and
/// the terms are those of a rubric, which are the same for all audits.
pub(super) fn variants(term: &str) -> Option<Arc<Term>> {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(one) = known.get(term) {
        return one.clone();
    }
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    let one = spelt(term).map(Arc::new);
    known.insert(term.to_owned(), one.clone());
    one
}

fn spelt(term: &str) -> Option<Term> {
    let mut words = String::new();
    let mut signs = String::new();
    for letter in term.chars() {
        if !letter.is_alphanumeric() {
            signs.push(letter);
            continue;
        }
        if !words.is_empty() && signs.is_empty() {
            // A word may be hyphenated at the end of a line.
            words.push_str(r"(?:-\n)?");
        } else if !words.is_empty() {
            words.push_str(&between(&signs));
        }
        words.push_str(&regex::escape(&letter.to_string()));
        signs.clear();
    }
    let ending = if term.trim_end().ends_with('*') { r"\w*" } else { "(?:s|es)?" };
    if words.is_empty() {
        return None;
    }
    // Only a term of other letters than those of ASCII needs their tables, and has capitals of which nothing is known.
    let (letters, plain) = if term.is_ascii() { ("(?i)", Some(term)) } else { ("(?iu)", None) };
    let sign = |letter: char| if letter.is_alphanumeric() { letter } else { '.' };
    let plain = plain.map(|term| term.chars().map(sign).collect::<String>());
    Some(Term {
        pattern: format!(r"{letters}\b{words}{ending}\b"),
        words: plain.and_then(|plain| Needed::of(&plain)),
        phrase: OnceLock::new(),
    })
}

/// What may stand between two words for the signs that part them in a term: a hyphen, a slash, spaces, a line end, those
/// signs themselves, or nothing.
fn between(signs: &str) -> String {
    let own: String = signs.chars().map(|sign| regex::escape(&sign.to_string())).collect();
    format!(r"(?u:[\s\-‐‑–—/&_{own}]){{0,5}}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(term: &str, text: &str) -> bool {
        spelt(term).expect("it has letters").is_said(text)
    }

    #[test]
    fn the_sign_between_two_words_of_a_term_may_stand_between_them() {
        for text in ["I use operator.ior to merge", "by `Operator ior`", "operator-\nior"] {
            assert!(says("operator.ior", text), "{text}");
        }
        assert!(!says("operator.ior", "operator:ior") && !says("operator.ior", "operator.iordan"));
        assert!(says("fan-in", "Fan-ins and fan in") && !says("fan-in", "fan.in"));
    }

    #[test]
    fn a_term_may_be_broken_anywhere_and_be_of_any_letters() {
        assert!(says("Dialectical Synthesis", "a dialec-\ntical synthesis"));
        assert!(!says("Dialectical Synthesis", "a dialec-tical synthesis"));
        assert!(says("Größe", "die GRÖSSE heißt GRÖẞE") && says("Κρίση", "ΚΡΊΣΗ"));
        assert!(says("AST", "an ast") && says("synchroni*", "it is synchronised"));
    }

    #[test]
    fn the_name_of_a_picture_says_no_term() {
        for name in ["\"location\": \"./docs/state.png\".", "See (reports/state-graph.md)."] {
            assert!(!says("state", name), "{name}");
        }
        for said in ["The state is in src/state.py.", "src/state.py", "state (docs/state.png)"] {
            assert!(says("state", said), "{said}");
        }
    }
}
