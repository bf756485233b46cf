//! The history: how repositories are cloned, what remains of a clone, and how many commits there are.

pub(super) mod cloning;
pub(super) mod commits;
pub(super) mod remains;
pub(super) mod temporary;
