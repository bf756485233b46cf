//! Paths of other places that lie in a tree as data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A path that data of the tree names among files that are not of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OthersPath {
    /// The path, as the data has it.
    pub path: String,
    /// The first file of the tree that names it.
    pub named_in: String,
}
