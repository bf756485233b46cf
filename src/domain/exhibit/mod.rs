//! What the ports read from a submission, before the detectives look at it.

pub mod pdf;
pub mod repository;
