//! Language models that reports name.

use crate::detect::repo::python::FAMILIES;

/// Words beside which these are models, and not who wrote the code or the firm that makes them.
const BESIDE: &[&str] = &[
    "vision",
    "sonnet",
    "haiku",
    "opus",
    "flash",
    "judge",
    "multimodal",
    "image",
    "diagram",
    "llm",
    "model",
    "screenshot",
];

/// The families of the models that a text names, each with the name as written, in lower case.
pub(super) fn named(text: &str) -> Vec<(&'static str, String)> {
    let text = text.to_ascii_lowercase();
    let versioned = |name: &str| name.contains(|letter: char| letter.is_ascii_digit());
    let beside = BESIDE.iter().any(|word| text.contains(word));
    let mut found: Vec<(&'static str, String)> = Vec::new();
    for family in FAMILIES {
        for (at, _) in text.match_indices(family) {
            let begins = !text[..at].ends_with(|before: char| before.is_alphanumeric());
            let rest = &text[at + family.len()..];
            let ends = !rest.starts_with(|next: char| next.is_alphabetic() || next == '_');
            let inside =
                |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.');
            let end = rest.find(|letter| !inside(letter)).unwrap_or(rest.len());
            let written = format!("{family}{}", rest[..end].trim_end_matches(['.', '-']));
            let known = found.iter().any(|(other, _)| other == family);
            if begins && ends && !known && (beside || versioned(&written)) {
                found.push((family, written));
            }
        }
    }
    found
}
