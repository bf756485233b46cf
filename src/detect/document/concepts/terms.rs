//! Terms that are looked for, as patterns of their spellings.

use super::super::path_names::names_file;
use crate::detect::phrase::Phrase;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// Terms whose patterns are known at a time.
const MOST_KNOWN: usize = 256;

/// Endings of the names of pictures and documents: a word in one says what it shows, and not how a thing is done.
const DOCUMENTS: &[&str] = &[
    "csv", "drawio", "gif", "jpeg", "jpg", "json", "md", "mmd", "pdf", "png", "puml", "svg", "txt",
    "webp",
];

/// The patterns of terms that were looked for.
static VARIANTS: Mutex<BTreeMap<String, Option<Arc<Phrase>>>> = Mutex::new(BTreeMap::new());

/// The term as it stands there, where it leaves open how.
pub(super) fn spoken(term: &str, said: &str, pattern: &Phrase, others: &[Arc<Phrase>]) -> String {
    if !term.contains(['*', '+']) {
        return term.to_owned();
    }
    let others = others.iter().map(AsRef::as_ref);
    let found = [pattern].into_iter().chain(others).filter_map(|one| one.words(said));
    let words = found.map(|found| found.split_whitespace().collect::<Vec<_>>().join(" "));
    words.collect::<Vec<_>>().join(" … ")
}

/// Whether a text says a term, and not the name of a picture or a document alone.
pub(super) fn is_said(pattern: &Phrase, text: &str) -> bool {
    pattern.is_match(text) && pattern.all(text).any(|found| !is_of_document(text, found))
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

/// A pattern for the term's spellings; `None` when it has no letters. Compiling it takes longer than reading a
/// report by it, and the terms are those of a rubric, which are the same for all audits.
pub(super) fn variants(term: &str) -> Option<Arc<Phrase>> {
    let mut known = VARIANTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pattern) = known.get(term) {
        return pattern.clone();
    }
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    let pattern = compiled(term).map(Arc::new);
    known.insert(term.to_owned(), pattern.clone());
    pattern
}

fn compiled(term: &str) -> Option<Phrase> {
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
    // Only a term of other letters than those of ASCII needs their tables.
    let letters = if term.is_ascii() { "(?i)" } else { "(?iu)" };
    Phrase::compiled(&format!(r"{letters}\b{words}{ending}\b"))
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

    #[test]
    fn the_sign_between_two_words_of_a_term_may_stand_between_them() {
        let ior = compiled("operator.ior").expect("it has letters");
        for text in ["I use operator.ior to merge", "by `Operator ior`", "operator-\nior"] {
            assert!(ior.is_match(text), "{text}");
        }
        assert!(!ior.is_match("operator:ior") && !ior.is_match("operator.iordan"));
        let fan_in = compiled("fan-in").expect("it has letters");
        assert!(fan_in.is_match("Fan-ins and fan in") && !fan_in.is_match("fan.in"));
    }

    #[test]
    fn the_name_of_a_picture_says_no_term() {
        let state = compiled("state").expect("it has letters");
        for name in ["\"location\": \"./docs/state.png\".", "See (reports/state-graph.md)."] {
            assert!(state.is_match(name) && !is_said(&state, name), "{name}");
        }
        for said in ["The state is in src/state.py.", "src/state.py", "state (docs/state.png)"] {
            assert!(is_said(&state, said), "{said}");
        }
    }
}
