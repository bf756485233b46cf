//! What a text says besides the names in it.

use super::super::path_names::{names_directory, names_file};

/// A heading without the names of files and products whose parts are no words of its own: `.env.example` gives no
/// example, and `Next.js` comes next to nothing.
pub(super) fn without_names(heading: &str) -> String {
    let words = heading.split_whitespace().filter(|word| !is_name(word));
    words.collect::<Vec<_>>().join(" ")
}

/// A text without the words that are paths.
pub(super) fn without_paths(text: &str) -> String {
    let is_path = |word: &&str| {
        let around = |sign: char| !sign.is_alphanumeric() && !matches!(sign, '.' | '/' | '_');
        let word = word.trim_matches(around).trim_end_matches('.');
        names_file(word) || names_directory(word)
    };
    let words = text.split_inclusive(char::is_whitespace);
    words.filter(|word| !is_path(word)).collect()
}

/// Whether a word is written as one with a dot inside, and not as a number or the end of a sentence.
fn is_name(word: &str) -> bool {
    let word = word.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '.');
    word.trim_end_matches('.')
        .rsplit_once('.')
        .is_some_and(|(_, ending)| ending.len() > 1 && ending.starts_with(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_no_words_of_a_text() {
        for (text, left) in [
            ("in src/old/plan.py, `.env.example` and (a/b.py) there", "in and there"),
            ("e.g. legacy/run.sh, and so on.", "e.g. and so on."),
            ("either and/or nothing", "either and/or nothing"),
        ] {
            assert_eq!(without_paths(text), left, "{text}");
        }
    }

    #[test]
    fn names_are_no_words_of_a_heading() {
        for (heading, left) in [
            ("1. Copy `.env.example`", "1. Copy"),
            ("3.1 Frontend (Next.js 15 + React 19)", "3.1 Frontend 15 + React 19)"),
            ("Next steps.", "Next steps."),
            ("Tools, e.g. `plan.py`:", "Tools, e.g."),
        ] {
            assert_eq!(without_names(heading), left, "{heading}");
        }
    }
}
