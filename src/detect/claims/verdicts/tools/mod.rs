//! The detectives' tools: what they were seen to do, the commands they start, and the libraries they use.

pub(super) mod avoided;
pub(super) mod by_words;
pub(super) mod commands;
mod frameworks;
pub(super) mod imported;
mod joined;
pub(super) mod libraries;
pub(super) mod packages;
pub(super) mod practices;
pub(super) mod syntax_tree;
pub(super) mod versions;
