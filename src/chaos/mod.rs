//! Experiments on the engine: faults as data, a simulator in virtual time, and what came of it all.

pub mod analysis;
#[cfg(test)]
mod campaign_tests;
pub mod chronicle;
mod dice;
mod kind;
pub mod lab;
mod mischief;
pub mod page;
pub mod plan;
pub mod real;
pub mod run;
pub mod simulate;
mod world;

pub use mischief::Struck;
