//! Notebooks: programs in JSON, of which the names are known and no more.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A notebook of the tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotebookFact {
    /// Its path from the root.
    pub path: String,
    /// The names that its cells of code are written in, keywords among them and texts not, sorted; nothing where it
    /// could not be read as a notebook, or holds too many.
    pub names: Option<BTreeSet<String>>,
}

impl NotebookFact {
    /// Whether nobody knows that its code has none of these names. Without names, whether it may hold any code.
    #[must_use]
    pub fn may_name(&self, sought: &[&str]) -> bool {
        self.names.as_ref().is_none_or(|names| match sought {
            [] => !names.is_empty(),
            some => some.iter().any(|name| names.contains(*name)),
        })
    }
}
