//! Numbers that the sources give, as far as reports tell them.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The numbers that the sources outside the tests give a field themselves, where all else that it is given is
/// passed on to it under its own name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FieldNumbers {
    /// The field of a class.
    pub field: String,
    /// The numbers as written, sorted.
    pub numbers: Vec<String>,
    /// Where it is given the first of them.
    #[serde(flatten)]
    pub place: Lines,
}

/// How long a rubric is that lies in the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RubricLength {
    /// Its file.
    pub file: String,
    /// How many dimensions it lists.
    pub dimensions: u32,
}
