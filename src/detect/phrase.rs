//! Phrases that are looked for in sentences.

use regex_automata::meta::{Config, Regex};
use regex_automata::nfa::thompson::WhichCaptures;
use regex_automata::util::syntax;
use std::ops::Range;

/// A pattern that sentences are held against.
///
/// A program that audits one submission compiles a hundred of them, which takes longer than reading a report by
/// them. So letters, digits and spaces are those of ASCII, whose tables are small, and nothing is prepared that
/// only long texts repay.
#[derive(Clone, Debug)]
pub(in crate::detect) struct Phrase(Regex);

impl Phrase {
    /// Compiles a constant `pattern` in the syntax of the crate `regex`. A class that other letters than those of
    /// ASCII belong to stands in `(?u:…)`; what is not in such a class stands for one byte.
    ///
    /// # Panics
    /// If the pattern is not valid.
    pub(in crate::detect) fn new(pattern: &str) -> Self {
        Self::compiled(pattern).expect("the pattern is a constant and valid")
    }

    /// The same of a pattern that comes from outside; nothing where it is not valid or too large.
    pub(in crate::detect) fn compiled(pattern: &str) -> Option<Self> {
        let syntax = syntax::Config::new().unicode(false).utf8(false);
        let config = Config::new()
            .auto_prefilter(false)
            .which_captures(WhichCaptures::Implicit)
            .onepass(false)
            .dfa(false);
        Regex::builder().syntax(syntax).configure(config).build(pattern).ok().map(Self)
    }

    /// Whether the phrase stands in `text`.
    pub(in crate::detect) fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text)
    }

    /// Where it stands first, in bytes; characters that it covers in part belong to it.
    pub(in crate::detect) fn find(&self, text: &str) -> Option<Range<usize>> {
        self.all(text).next()
    }

    /// Where it stands, in order.
    pub(in crate::detect) fn all<'t>(
        &'t self,
        text: &'t str,
    ) -> impl Iterator<Item = Range<usize>> + 't {
        let whole = |range: Range<usize>| {
            text.floor_char_boundary(range.start)..text.ceil_char_boundary(range.end)
        };
        self.0.find_iter(text).map(move |found| whole(found.range()))
    }

    /// `text` with a space in place of the phrase wherever it stands.
    pub(in crate::detect) fn left_out(&self, text: &str) -> String {
        let mut rest = String::with_capacity(text.len());
        let mut from = 0;
        for found in self.all(text) {
            rest.push_str(&text[from..found.start.max(from)]);
            rest.push(' ');
            from = found.end;
        }
        rest.push_str(&text[from..]);
        rest
    }

    /// The words by which it stands there first.
    pub(in crate::detect) fn words<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.find(text).map(|range| &text[range])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_never_ends_within_a_character() {
        let found = Phrase::new(r"(?i)no\b[^.]{0,4}").find("There is NO „λόγος“ here.");
        let text = "There is NO „λόγος“ here.";
        assert_eq!(found.map(|range| &text[range]), Some("NO „"));
    }

    #[test]
    fn capitals_of_ascii_and_classes_of_other_letters_are_known() {
        let phrase = Phrase::new(r"(?i)^(?u:[^\p{L}])*does(?: not|n(?u:['’])t)");
        assert!(phrase.is_match("— Doesn’t run"));
        assert!(phrase.is_match("1. DOES NOT run"));
        assert!(!phrase.is_match("It doesn't run"));
    }
}
