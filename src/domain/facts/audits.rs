//! Audits that a tree holds of its own program.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The audits of the program itself that lie in its tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SelfAudits {
    /// Those of which scores were found, in the order of their files.
    pub files: Vec<AuditFile>,
    /// Files that seem to be such audits and whose score was not found, in order.
    pub unread: Vec<String>,
    /// Audits of another program, and those that another's auditor made of this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of_peers: Vec<AuditFile>,
    /// Files that seem to be such audits and whose score was not found, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of_peers_unread: Vec<String>,
}

/// The scores of one audit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditFile {
    /// The repository that it says it is of, `owner/name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// What it gives the whole, where that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<AuditScore>,
    /// What it gives the criteria, by their names there, in their order.
    pub criteria: Vec<(String, AuditScore)>,
}

impl AuditFile {
    /// Where the file lies: one of which no score was found is none of these.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        let first = || self.criteria.first().map(|(_, score)| score);
        self.whole.as_ref().or_else(first).map(|score| score.place.file.as_str())
    }
}

/// A score in an audit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuditScore {
    /// Where it stands.
    pub place: Lines,
    /// The number as written: `4.30`.
    pub value: String,
    /// Out of what, where that is said.
    pub most: Option<u32>,
}

/// Most digits behind the point that are shown.
const DIGITS: usize = 3;

impl AuditScore {
    /// The number as it is shown: a long fraction is cut off.
    #[must_use]
    pub fn number(&self) -> String {
        match self.value.split_once('.') {
            Some((whole, digits)) if digits.len() > DIGITS => format!("{whole}.{}…", &digits[..2]),
            Some(_) | None => self.value.clone(),
        }
    }
}

/// Writes `4.3/5`, or `4.3` where the maximum is not said.
impl std::fmt::Display for AuditScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.number())?;
        match self.most {
            Some(most) => write!(f, "/{most}"),
            None => Ok(()),
        }
    }
}
