//! The history: how repositories are cloned, what remains of a clone, and how many commits there are.

mod cloning;
pub(super) mod commits;
pub(super) mod remains;

pub(in super::super) use cloning::{OfClone, cloning};
pub(in super::super) use remains::{is_removed, is_shallow, said as tells_of_clones};
