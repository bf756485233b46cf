//! A class of submissions: who is audited when, what came of it, and what people order.
//!
//! [`Registry`] is all that an edge needs to know of it.

pub mod intake;
mod registry;

pub use registry::{Notice, Refusal, Registry, Spending, Vitals};
