//! What the named groups of a phrase hold.

use super::Phrase;
use regex_automata::util::captures::Captures;

/// The groups of a phrase where it stands first in a text.
pub(in crate::detect) struct Groups<'t> {
    text: &'t str,
    found: Captures,
}

impl Phrase {
    /// What its groups hold where it stands first; nothing where it does not.
    pub(in crate::detect) fn groups<'t>(&self, text: &'t str) -> Option<Groups<'t>> {
        if !self.is_match(text) {
            return None;
        }
        let whole = self.whole();
        let mut found = whole.create_captures();
        whole.captures(text, &mut found);
        found.is_match().then_some(Groups { text, found })
    }
}

impl<'t> Groups<'t> {
    /// What the group of this name holds; nothing where it took no part, or holds a part of a character.
    pub(in crate::detect) fn name(&self, name: &str) -> Option<&'t str> {
        self.text.get(self.found.get_group_by_name(name)?.range())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_holds_what_stands_there_in_the_letters_of_the_text() {
        let score = Phrase::new(
            r"(?i)^(?P<name>.{3,80}?)(?u:[ (—:])+score: (?P<value>[0-9]+)(?: of (?P<most>[0-9]+))?",
        );
        let told = score.groups("Größe — Score: 4").expect("it stands there");
        assert_eq!((told.name("name"), told.name("value")), (Some("Größe"), Some("4")));
        assert_eq!((told.name("most"), told.name("nobody")), (None, None));
        assert!(score.groups("Größe — Scores: 4").is_none());
    }
}
