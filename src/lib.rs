//! Automaton Auditor: audits a git repository and its PDF report against a rubric, as a court would.

pub mod actors;
pub mod cli;
pub mod config;
pub mod detect;
pub mod domain;
pub mod engine;
pub mod judge;
pub mod justice;
pub mod ports;
pub mod render;
pub mod worker;
