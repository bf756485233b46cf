//! Names that fail when the program runs.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An import that fails, because the module does not have the name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenImport {
    /// The name.
    pub name: String,
    /// The file of the module that is asked for it.
    pub module: String,
    /// The import.
    #[serde(flatten)]
    pub place: Lines,
}

/// A name that is used where nothing binds it, so that the line fails with a `NameError` when it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnboundName {
    /// The name.
    pub name: String,
    /// Its first use in the file.
    #[serde(flatten)]
    pub place: Lines,
}
