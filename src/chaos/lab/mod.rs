//! The laboratory: experiments with a hypothesis, grids of runs on all cores, and failing plans made small.
//!
//! A [`Case`] is one audit under one plan. Cases come from a [`Design`] that ships or from a [`Grid`] of the
//! researcher's own; [`sweep`] runs them, and [`keep_results`] writes what they show.

mod cases;
mod designs;
mod expectation;
mod keep;
mod measure;
mod notebook;
mod shrink;
mod sweep;

pub use cases::{Case, Combination, Grid, kills};
pub use designs::{DESIGNS, Design};
pub use expectation::Expectation;
pub use keep::{Detail, KeepError, Record, keep_results, keep_summary};
pub use measure::measured;
pub use notebook::{Notebook, NotebookError};
pub use shrink::{Shrunk, minimal, shrink};
pub use sweep::{Hall, silence_planned_panics, sweep};
