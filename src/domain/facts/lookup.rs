//! Questions that a rubric asks of the text of the tree, and their answers.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One question about the text of the tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Lookup {
    /// Which files hold this text, compared by case.
    Literal {
        /// The text to find.
        text: String,
        /// Globs over paths; empty means all text files.
        files: Vec<String>,
    },
    /// Which lines match this regular expression.
    Pattern {
        /// A regular expression in the syntax of the `regex` crate; linear time.
        pattern: String,
        /// Globs over paths; empty means all text files.
        files: Vec<String>,
    },
}

/// The answer to one [`Lookup`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LookupAnswer {
    /// The question.
    pub lookup: Lookup,
    /// The first hits in path order, bounded by the limits.
    pub hits: Vec<Hit>,
    /// How many hits there were in all.
    pub total: u32,
    /// How many files were looked through.
    pub files_searched: u32,
    /// Why the question could not be answered, where it could not.
    pub problem: Option<String>,
}

/// One line that answers a lookup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hit {
    /// The line.
    #[serde(flatten)]
    pub place: Lines,
    /// The line's text, shortened.
    pub excerpt: String,
}
