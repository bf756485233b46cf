//! How long the files of the tree are.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The lines of a text file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileLength {
    /// Its path from the root.
    pub path: String,
    /// How many lines it has.
    pub lines: u32,
    /// How many of them are neither empty nor comments alone.
    pub written: u32,
}
