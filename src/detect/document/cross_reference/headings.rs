//! What a heading says besides the names in it.

/// A heading without the names of files and products whose parts are no words of its own: `.env.example` gives no
/// example, and `Next.js` comes next to nothing.
pub(super) fn without_names(heading: &str) -> String {
    let words = heading.split_whitespace().filter(|word| !is_name(word));
    words.collect::<Vec<_>>().join(" ")
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
