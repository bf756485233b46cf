//! Facts about keys and passwords that stand where others can read them.

use super::{HistoryFacts, Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a secret stands.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SecretOrigin {
    /// In a file of the tree at the audited commit.
    Tree,
    /// In a file of an older commit; the tree does not hold it any more.
    History,
    /// In the message of a commit.
    Message,
    /// In the text of the report.
    Report,
}

impl SecretOrigin {
    /// Where that is, in words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Tree => "in the tree at the audited commit",
            Self::History => "in the history; the tree does not hold it any more",
            Self::Message => "in the message of a commit",
            Self::Report => "in the report",
        }
    }
}

/// A secret that was found. The secret itself is nowhere in the facts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct SecretFact {
    /// Where it stands.
    pub origin: SecretOrigin,
    /// The file's lines, the commit that brought it, or the page.
    pub place: Place,
    /// What it is, such as `GitHub token`.
    pub kind: String,
    /// The first eight hexadecimal digits of its SHA-256, by which two findings can be told apart.
    pub hash: String,
    /// The file inside an older commit, with the line: `src/config.py:12`.
    pub file: Option<String>,
    /// Whether the file is a test or a fixture.
    pub in_tests: bool,
    /// When it stops to be good for anything, where it says so, in seconds since 1970-01-01 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<i64>,
    /// Whether it is known by its use alone: the code signs by a text that has the form of no key.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_use: bool,
}

impl SecretFact {
    /// Whether nobody could use it any more at the time of the last commit.
    #[must_use]
    pub fn is_expired(&self, history: &HistoryFacts) -> bool {
        let last = history.commits.iter().map(|commit| commit.committer_time).max();
        self.expires.zip(last).is_some_and(|(end, last)| end < last)
    }

    /// The place in words: `src/config.py:12 in commit 0a1b2c3d4e`.
    #[must_use]
    pub fn whereabouts(&self) -> String {
        match (&self.file, self.origin) {
            (Some(file), _) => format!("{file} in {}", self.place),
            (None, SecretOrigin::Message) => format!("the message of {}", self.place),
            (None, SecretOrigin::Tree | SecretOrigin::History | SecretOrigin::Report) => {
                self.place.to_string()
            }
        }
    }
}
