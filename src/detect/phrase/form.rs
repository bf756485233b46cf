//! Patterns that are compiled in a moment.

use super::syntax;
use regex_automata::nfa::thompson::pikevm::PikeVM;
use std::ops::Range;

/// A pattern that is asked for what stands at a place in it, in few and short texts.
///
/// It is compiled in a moment, and reads more slowly than a [`Phrase`](super::Phrase).
pub(in crate::detect) struct Form(PikeVM);

impl Form {
    /// Compiles a constant `pattern` with one group, in the syntax of [`Phrase::new`](super::Phrase::new).
    ///
    /// # Panics
    /// If the pattern is not valid.
    pub(in crate::detect) fn new(pattern: &str) -> Self {
        let compiled = PikeVM::builder().syntax(syntax()).build(pattern);
        Self(compiled.expect("the pattern is a constant and valid"))
    }

    /// What the group holds where the pattern stands first.
    pub(in crate::detect) fn group<'t>(&self, text: &'t str) -> Option<&'t str> {
        text.get(self.place(text)?)
    }

    /// Where the group stands where the pattern stands first.
    pub(in crate::detect) fn place(&self, text: &str) -> Option<Range<usize>> {
        let (mut cache, mut groups) = (self.0.create_cache(), self.0.create_captures());
        self.0.captures(&mut cache, text, &mut groups);
        Some(groups.get_group(1)?.range())
    }
}
