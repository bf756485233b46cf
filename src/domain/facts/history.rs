//! Facts about the commits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The history reachable from the audited commit, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryFacts {
    /// Commits in topological order, parents before children, oldest first.
    pub commits: Vec<CommitFact>,
    /// Number of commits with more than one parent.
    pub merges: u32,
    /// Distinct authors by mail address, first seen first.
    pub authors: Vec<Identity>,
    /// What could not be read, each a full sentence; empty when all of it could.
    pub damage: Vec<String>,
    /// Whether the walk ended at the limit on commits.
    pub truncated: bool,
    /// Whether the clone is shallow, so that older commits are missing from it.
    pub shallow: bool,
}

/// One commit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CommitFact {
    /// Full hexadecimal id.
    pub id: String,
    /// Full hexadecimal ids of the parents, in their order.
    pub parents: Vec<String>,
    /// Who wrote it.
    pub author: Identity,
    /// When it was written, in seconds since 1970-01-01 UTC.
    pub author_time: i64,
    /// When it was committed, in seconds since 1970-01-01 UTC.
    pub committer_time: i64,
    /// First line of the message.
    pub subject: String,
    /// Whole message.
    pub message: String,
    /// Files that differ from the first parent; `None` when the difference was not taken.
    pub files_changed: Option<u32>,
    /// Lines added against the first parent.
    pub insertions: Option<u32>,
    /// Lines removed against the first parent.
    pub deletions: Option<u32>,
}

/// A name and a mail address as a commit states them.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub struct Identity {
    /// Display name.
    pub name: String,
    /// Mail address.
    pub email: String,
}
