//! Words in names.

/// Words in the names of folders in which something is kept aside that is no longer used.
const WORDS: [&str; 10] = [
    "archive",
    "archived",
    "archives",
    "attic",
    "backup",
    "backups",
    "bak",
    "deprecated",
    "obsolete",
    "old",
];

/// Whether the name of a folder says that what lies there is no longer used.
pub(in super::super) fn is_aside(folder: &str) -> bool {
    has_word(folder, &WORDS)
}

/// Whether one of the words stands in a name by itself.
pub(in super::super) fn has_word(name: &str, words: &[&str]) -> bool {
    name.to_ascii_lowercase().split(['_', '-', '.', ' ']).any(|word| words.contains(&word))
}

/// Whether one of the words, in whatever letters, is in a name, also as part of another word.
pub(in super::super) fn speaks_of(name: &str, words: &[&str]) -> bool {
    let name = name.to_ascii_lowercase();
    words.iter().any(|word| name.contains(word))
}
