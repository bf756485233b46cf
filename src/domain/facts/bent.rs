//! Facts about validators that change what is valid.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A validator that puts another whole number in the place of one within the field's own bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BentNumber {
    /// The class.
    pub class: String,
    /// The field.
    pub field: String,
    /// The least number that becomes another.
    pub number: String,
    /// What it becomes.
    pub given: String,
    /// The statement that gives it.
    #[serde(flatten)]
    pub place: Lines,
}
