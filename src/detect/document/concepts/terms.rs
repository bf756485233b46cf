//! Terms that are looked for, as patterns of their spellings.

use crate::detect::phrase::Phrase;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Terms whose patterns are known at a time.
const MOST_KNOWN: usize = 256;

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
    let parts: Vec<String> = term
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .map(|part| part.chars().map(|c| regex::escape(&c.to_string())).collect::<Vec<_>>())
        // A word may be hyphenated at the end of a line.
        .map(|letters| letters.join(r"(?:-\n)?"))
        .collect();
    let ending = if term.trim_end().ends_with('*') { r"\w*" } else { "(?:s|es)?" };
    if parts.is_empty() {
        return None;
    }
    // Between two words stand a hyphen, a slash, spaces, a line end, or nothing.
    let between = r"(?u:[\s\-‐‑–—/&_]){0,5}";
    // Only a term of other letters than those of ASCII needs their tables.
    let letters = if term.is_ascii() { "(?i)" } else { "(?iu)" };
    Phrase::compiled(&format!(r"{letters}\b{}{ending}\b", parts.join(between)))
}
