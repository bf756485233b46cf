//! Evidence that is written before anything was looked at.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A call, or a dictionary, that is evidence which says that something was found, holds nothing that a look could have
/// given, and is reached whatever there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConstantEvidence {
    /// The class of evidence; empty where it is a plain dictionary.
    pub class: String,
    /// What it asserts, as written; empty where it only repeats a part of the criterion.
    pub says: String,
    /// The part of the criterion that it asserts, where it says nothing of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<String>,
    /// The criterion that it answers, where the source names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// Whether it takes the place of what models were asked for, where none of them replies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fallback: bool,
    /// The list that is filled for some criteria, and that it is written into where it has nothing in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leftover: Option<String>,
    /// The function that builds it; `None` at the module's own level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The call, or the dictionary.
    #[serde(flatten)]
    pub place: Lines,
}

impl ConstantEvidence {
    /// Who writes it, where and in which case, as a clause.
    #[must_use]
    pub fn told(&self) -> String {
        let Self { class, answers, fallback, leftover, function, place, .. } = self;
        let who =
            function.as_ref().map_or_else(|| "the source".to_owned(), |one| format!("`{one}`"));
        let of = answers.as_ref().map_or_else(String::new, |one| format!(" for `{one}`"));
        let case = match leftover {
            Some(list) => format!(" where `{list}` has nothing in it"),
            None if *fallback => " where no model replies".to_owned(),
            None => String::new(),
        };
        let what = if class.is_empty() { "evidence".to_owned() } else { format!("`{class}`") };
        format!("{who} writes {what}{of} at `{place}`{case}")
    }
}
