//! Everything that touches the world: one folder per port, its adapters beside it.

pub(crate) mod aside;
pub mod bench;
pub mod clock;
pub mod download;
pub mod files;
pub mod git;
pub mod journal;
pub mod llm;
pub mod pdf;
pub mod reports;
pub mod sandbox;
pub(crate) mod shelf;
pub mod telemetry;
pub(crate) mod tls;
pub mod trouble;
pub mod vision;
pub mod workroom;
