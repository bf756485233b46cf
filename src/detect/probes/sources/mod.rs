//! Probes of the tree, its sources and its history.

pub(super) mod calls;
pub(super) mod classes;
pub(super) mod clones;
pub(super) mod failing;
pub(super) mod files;
pub(super) mod foregone;
pub(super) mod history;
pub(super) mod locks;
pub(super) mod names;
pub(super) mod query;
pub(super) mod secrets;
pub(super) mod text;
