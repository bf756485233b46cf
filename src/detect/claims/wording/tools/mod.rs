//! The detectives' tools: what they examine, what they avoid, and the libraries that are used or were not taken.

mod avoided;
mod built_on;
pub(super) mod examined;
pub(in crate::detect::claims) mod libraries;
mod packages;
mod rejected;
mod vendors;
pub(super) mod versions;

pub(in super::super) use avoided::{Avoided, avoided};
pub(in super::super) use built_on::Sort;
pub(in super::super) use packages::{Named as PackageName, packages};
pub(in super::super) use rejected::{refusal, rejected};
pub(in super::super) use versions::{Said as SaidVersion, versions};
