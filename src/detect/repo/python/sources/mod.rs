//! Files → syntax: which files are the repository's own, what they hold, and what keeps them from being read.

pub(super) mod hidden;
pub(super) mod lower;
pub(super) mod others;
pub(super) mod parse;
pub(super) mod settled;
