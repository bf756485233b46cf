//! A report that several questions are asked of: what all of them need is worked out once.

use super::{Statements, is_foreign};
use crate::domain::facts::DocumentFacts;
use std::cell::OnceCell;

/// A report with what was worked out of it so far.
pub(in crate::detect) struct Opened<'d> {
    pub(in crate::detect) document: &'d DocumentFacts,
    statements: OnceCell<Statements>,
    foreign: OnceCell<bool>,
}

impl<'d> Opened<'d> {
    pub(in crate::detect) const fn of(document: &'d DocumentFacts) -> Self {
        Self { document, statements: OnceCell::new(), foreign: OnceCell::new() }
    }

    /// What it states, sentence by sentence.
    pub(in crate::detect) fn statements(&self) -> &Statements {
        self.statements.get_or_init(|| Statements::of(&self.document.pages))
    }

    /// Whether it is surely not in English.
    pub(in crate::detect) fn is_foreign(&self) -> bool {
        *self.foreign.get_or_init(|| is_foreign(self.document))
    }
}
