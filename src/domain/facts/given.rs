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

/// Ids that opinions are asked for, none of which the rubric in the tree has, where the synthesis takes for a criterion
/// only opinions with its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ForeignIds {
    /// The ids, sorted.
    pub ids: Vec<String>,
    /// The texts that ask for them.
    pub asked: Vec<Lines>,
    /// The rubric's file.
    pub rubric: String,
    /// Where the opinions are taken.
    #[serde(flatten)]
    pub place: Lines,
}
