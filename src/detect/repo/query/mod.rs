//! Answers questions about syntax trees: tree-sitter queries over several languages.
//!
//! A query is compiled twice: when the rubric is loaded, so that its author learns what is wrong with it,
//! and where the sources are read. Each file is parsed once, whatever the number of queries.

mod around;
mod compile;
mod errors;
mod listed;
mod packages;
mod run;
mod test_code;

pub use compile::{captures, check};
pub(super) use run::answer;
