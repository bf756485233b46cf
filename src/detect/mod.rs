//! Exhibits → facts → evidence. Pure: no files, clock, network or logging.

pub mod document;
pub mod figures;
pub mod repo;
