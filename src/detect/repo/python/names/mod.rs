//! What names stand for beyond their own scope, and where they are mentioned.

pub(super) mod built_in;
pub(super) mod capitals;
pub(super) mod lookups;
pub(super) mod mentions;
pub(super) mod scope;
pub(super) mod stars;
pub(super) mod texts;
pub(super) mod words;
