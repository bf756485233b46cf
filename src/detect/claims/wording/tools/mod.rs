//! The detectives' tools: what they examine, what they avoid, and the libraries that are used or were not taken.

mod avoided;
pub(super) mod examined;
pub(in crate::detect::claims) mod libraries;
mod packages;
mod rejected;
mod vendors;

pub(in super::super) use avoided::{Avoided, avoided};
pub(in super::super) use packages::{Named as PackageName, packages};
pub(in super::super) use rejected::{refusal, rejected};
