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

/// What a class itself bounds the number of a field by: `Field(ge=1, le=5)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FieldBounds {
    /// The class.
    pub class: String,
    /// The field.
    pub field: String,
    /// The least number that it takes, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<String>,
    /// The greatest number that it takes, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<String>,
    /// Whether something else bounds it besides, or may: an exclusive bound, a bound that is no number, a validator.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub otherwise: bool,
    /// The field's line.
    #[serde(flatten)]
    pub place: Lines,
}

impl FieldBounds {
    /// Most that are listed; beyond that nobody knows what the others are.
    pub const MOST: usize = 200;
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
