//! Repositories that were made to do harm: each yields its finding and a report, and leads nowhere.

#![cfg(target_os = "linux")]

mod astray;
mod bombs;
mod borders;
mod forge;
mod history;
mod python;
mod reports;

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../program/mod.rs"]
mod program;
