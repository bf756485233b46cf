//! Experiments on the engine: faults as data, a simulator in virtual time, and what came of it all.

mod aftermath;
mod allowance;
pub mod analysis;
#[cfg(test)]
mod campaign_tests;
pub mod chronicle;
mod dice;
mod kind;
pub mod lab;
mod mischief;
#[cfg(test)]
mod mutants_tests;
#[cfg(test)]
mod orders_tests;
pub mod page;
pub mod plan;
pub mod real;
pub mod run;
pub mod simulate;
#[cfg(test)]
mod small_sweep;
mod succession;
mod world;

pub use mischief::Struck;
