//! Facts about what is read of a rubric's criteria.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A key that code reads of a criterion, and that no criterion of a rubric in the tree has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LackedKey {
    /// The key.
    pub key: String,
    /// How it is read.
    pub written: String,
    /// Whether that fails where the key is not there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fails: bool,
    /// The rubric's file, the first where there are several.
    pub rubric: String,
    /// Where it is read.
    #[serde(flatten)]
    pub place: Lines,
}
