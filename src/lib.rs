//! Automaton Auditor: audits a git repository and its PDF report against a rubric, as a court would.

pub mod detect;
pub mod domain;
pub mod ports;
pub mod render;
pub mod worker;
