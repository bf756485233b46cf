//! Language models on the bench, against a server that speaks by a script.

#![cfg(unix)]

#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../program/mod.rs"]
mod program;

mod audits;
mod bribery;
mod collector;
mod kept;
mod ladder;
mod pace;
mod regrades;
mod replies;
mod scene;
mod server;
mod sight;
mod stand_ins;
mod tracing;
mod verified;
mod wire;
