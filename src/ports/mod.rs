//! Everything that touches the world: one folder per port, its adapters beside it.

pub mod git;
pub mod pdf;
pub mod sandbox;
