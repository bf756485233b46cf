//! The `auditor` command from end to end.

#![cfg(unix)]

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../program/mod.rs"]
mod program;

mod audits;
mod commands;
mod degraded;
mod downloads;
mod engines;
mod facts;
mod flags;
mod investigate;
mod refusals;
mod rubrics;
mod secrets;
mod settings;
mod signals;
