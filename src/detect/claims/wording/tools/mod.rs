//! The detectives' tools: what they examine, what they avoid, and the libraries that are used or were not taken.

mod avoided;
pub(super) mod examined;
pub(in crate::detect::claims) mod libraries;
mod packages;
mod rejected;
mod vendors;

pub(in crate::detect::claims) use avoided::{Avoided, avoided};
pub(in crate::detect::claims) use packages::{Named as PackageName, packages};
pub(in crate::detect::claims) use rejected::{refusal, rejected};
