//! Exhibits → facts → evidence. Pure: no files, clock, network or logging.

pub mod document;
pub mod figures;
mod instruction;
pub mod probes;
pub mod repo;
pub mod secrets;
mod testimony;

pub use testimony::{bind, lookups, testify};
