//! Patterns over sentences of which the parts are wanted.

use super::phrase::Phrase;
use regex_automata::util::captures::Captures;
use std::borrow::Cow;
use std::ops::{Index, Range};

/// A pattern with named groups that sentences are held against.
///
/// Most sentences fit none of them, so that a [`Phrase`] tells first whether one does; what tells its parts is
/// compiled for the first sentence that fits.
pub(in crate::detect) struct Parts(Phrase);

impl Parts {
    /// Compiles a constant `pattern` in the syntax of [`Phrase::new`].
    ///
    /// # Panics
    /// If the pattern is not valid.
    pub(in crate::detect) fn new(pattern: &str) -> Self {
        Self(Phrase::new(pattern))
    }

    /// Whether the pattern fits a part of `text`.
    pub(in crate::detect) fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text)
    }

    /// The first part of `text` that it fits.
    pub(in crate::detect) fn find<'t>(&self, text: &'t str) -> Option<Part<'t>> {
        self.0.find(text).map(|range| Part { text: &text[range.clone()], range })
    }

    /// Every part of `text` that it fits, in order.
    pub(in crate::detect) fn find_iter<'t>(
        &'t self,
        text: &'t str,
    ) -> impl Iterator<Item = Part<'t>> + 't {
        self.0.all(text).map(|range| Part { text: &text[range.clone()], range })
    }

    /// The groups of the first part of `text` that it fits.
    pub(in crate::detect) fn captures<'t>(&self, text: &'t str) -> Option<Groups<'t>> {
        self.captures_iter(text).next()
    }

    /// The groups of every part of `text` that it fits, in order.
    pub(in crate::detect) fn captures_iter<'t>(
        &self,
        text: &'t str,
    ) -> impl Iterator<Item = Groups<'t>> {
        let whole = self.is_match(text).then(|| self.0.whole().captures_iter(text));
        whole.into_iter().flatten().map(move |groups| Groups { text, groups })
    }

    /// `text` with `other` in place of every part that it fits.
    pub(in crate::detect) fn replace_all<'t>(&self, text: &'t str, other: &str) -> Cow<'t, str> {
        if self.is_match(text) { Cow::Owned(self.0.replaced(text, other)) } else { text.into() }
    }

    /// What stands between the parts of `text` that it fits, before the first and behind the last.
    pub(in crate::detect) fn split<'t>(&'t self, text: &'t str) -> impl Iterator<Item = &'t str> {
        let found = self.0.all(text).map(Some).chain([None]);
        found.scan(0, move |from, found| {
            let end = found.as_ref().map_or(text.len(), |found| found.start);
            let before = &text[*from..end.max(*from)];
            *from = found.map_or(end, |found| found.end);
            Some(before)
        })
    }
}

/// A part of a text, and where it stands there, in bytes.
#[derive(Clone)]
pub(in crate::detect) struct Part<'t> {
    text: &'t str,
    range: Range<usize>,
}

impl<'t> Part<'t> {
    pub(in crate::detect) fn as_str(&self) -> &'t str {
        self.text
    }

    pub(in crate::detect) fn start(&self) -> usize {
        self.range.start
    }

    pub(in crate::detect) fn end(&self) -> usize {
        self.range.end
    }
}

/// What the groups of a pattern hold where it fits.
pub(in crate::detect) struct Groups<'t> {
    text: &'t str,
    groups: Captures,
}

impl<'t> Groups<'t> {
    /// What the group of this name holds.
    pub(in crate::detect) fn name(&self, name: &str) -> Option<Part<'t>> {
        self.groups.get_group_by_name(name).map(|span| self.part(span.range()))
    }

    /// What the group of this number holds; all that the pattern fits is the group 0.
    pub(in crate::detect) fn get(&self, number: usize) -> Option<Part<'t>> {
        self.groups.get_group(number).map(|span| self.part(span.range()))
    }

    /// Characters that a group covers in part belong to it.
    fn part(&self, range: Range<usize>) -> Part<'t> {
        let range =
            self.text.floor_char_boundary(range.start)..self.text.ceil_char_boundary(range.end);
        Part { text: &self.text[range.clone()], range }
    }
}

impl Index<&str> for Groups<'_> {
    type Output = str;

    /// # Panics
    /// If the group holds nothing.
    fn index(&self, name: &str) -> &str {
        self.name(name).expect("the pattern never fits without this group").text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_of_every_fit_are_told_in_order() {
        let parts = Parts::new(r"(?i)(?P<count>[0-9]+)(?P<more>\+)? commits");
        let text = "It has 12 Commits, then 40+ commits.";
        let found: Vec<_> = parts.captures_iter(text).collect();
        assert_eq!((&found[0]["count"], &found[1]["count"]), ("12", "40"));
        assert!(found[0].name("more").is_none() && found[1].name("more").is_some());
        let second = found[1].get(0).expect("the whole is a group");
        assert_eq!(&text[second.start()..second.end()], "40+ commits");
        assert!(parts.captures("no commits").is_none());
    }

    #[test]
    fn a_text_is_taken_apart_as_the_crate_regex_does() {
        let texts = ["a, b; c", ", a,", "", "a", "é, ü;", ";;"];
        for pattern in ["[,;]", "[,;] ?", "a"] {
            let (ours, theirs) = (Parts::new(pattern), regex::Regex::new(pattern).expect("valid"));
            for text in texts {
                assert!(ours.split(text).eq(theirs.split(text)), "{pattern}: {text}");
                assert_eq!(ours.replace_all(text, "_"), theirs.replace_all(text, "_"));
                assert_eq!(
                    ours.find(text).map(|it| it.as_str()),
                    theirs.find(text).map(|it| it.as_str())
                );
            }
        }
    }

    #[test]
    fn a_group_never_ends_within_a_character() {
        let found = Parts::new("(?P<two>λ.)").captures("λό").map(|found| found["two"].to_owned());
        assert_eq!(found.as_deref(), Some("λό"));
    }
}
