//! Automaton Auditor: audits a git repository and its PDF report against a rubric, as a court would.

pub mod detect;
pub mod domain;
pub mod judge;
pub mod justice;
pub mod ports;
pub mod worker;
