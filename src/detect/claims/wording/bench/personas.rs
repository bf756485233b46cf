//! The personas of the bench as texts name them.

use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Each with its name among the facts.
static PERSONAS: LazyLock<[(&str, Phrase); 3]> = LazyLock::new(|| {
    [
        ("Prosecutor", Phrase::new(r"(?i)\bprosecut(?:or|ion)")),
        ("Defense", Phrase::new(r"(?i)\bdefen[sc]e")),
        ("TechLead", Phrase::new(r"(?i)\btech[- _]?lead")),
    ]
});

/// The one persona that a text names.
pub(in crate::detect::claims) fn persona(text: &str) -> Option<&'static str> {
    let mut named = PERSONAS.iter().filter(|(_, words)| words.is_match(text));
    let (one, other) = (named.next()?, named.next());
    other.is_none().then_some(one.0)
}

/// The personas that a text names.
pub(in crate::detect::claims) fn personas(text: &str) -> Vec<&'static str> {
    PERSONAS.iter().filter(|(_, words)| words.is_match(text)).map(|(name, _)| *name).collect()
}
