//! What a detective reads of the program itself.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A source of the program that one of its detectives, or another node, reads by a path into the folder that it is started in, whatever
/// is audited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OwnSource {
    /// The file that is read, as the tree names it.
    pub read: String,
    /// The function that reads it; `None` at the module's own level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The node in which that runs, where it is called no detective's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The call.
    #[serde(flatten)]
    pub place: Lines,
}

impl OwnSource {
    /// Who reads what, and where, as a clause.
    #[must_use]
    pub fn told(&self) -> String {
        let Self { read, function, node, place } = self;
        let who =
            function.as_ref().map_or_else(|| "the source".to_owned(), |one| format!("`{one}`"));
        let by = node.as_ref().map_or_else(String::new, |node| format!(", in the node `{node}`,"));
        format!("{who}{by} reads `{read}` at `{place}`")
    }
}
