//! Names that are written like no word of prose: those in capitals, and those of decorators.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A name in capitals with `_` between its parts, or one behind `@`, and where it stands in the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MarkFact {
    /// The name, with its `@`.
    pub name: String,
    /// Whether it stands in texts for readers alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_told: bool,
    /// Where it stands first, in code or settings if it does there.
    #[serde(flatten)]
    pub place: Lines,
}
