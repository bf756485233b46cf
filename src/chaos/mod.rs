//! Experiments with injected faults: what was run, what it shows, and the page that shows it.

pub mod analysis;
pub mod page;
pub mod run;
