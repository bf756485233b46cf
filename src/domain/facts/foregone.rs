//! Evidence that is written before anything was looked at.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A call that builds evidence which says that something was found, holds nothing that a look could have given, and is
/// reached whatever there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConstantEvidence {
    /// The class of evidence.
    pub class: String,
    /// What it asserts, as written.
    pub says: String,
    /// The criterion that it answers, where the source names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// Whether it takes the place of what models were asked for, where none of them replies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fallback: bool,
    /// The function that builds it; `None` at the module's own level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The call.
    #[serde(flatten)]
    pub place: Lines,
}

impl ConstantEvidence {
    /// Who writes it, where and in which case, as a clause.
    #[must_use]
    pub fn told(&self) -> String {
        let Self { class, answers, fallback, function, place, .. } = self;
        let who =
            function.as_ref().map_or_else(|| "the source".to_owned(), |one| format!("`{one}`"));
        let of = answers.as_ref().map_or_else(String::new, |one| format!(" for `{one}`"));
        let case = if *fallback { " where no model replies" } else { "" };
        format!("{who} writes `{class}`{of} at `{place}`{case}")
    }
}
