//! Why a piece of work did not come to its end.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What kind of failure it was.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The actor or the child process crashed.
    Crash,
    /// The deadline passed.
    Deadline,
    /// A limit on untrusted input was reached.
    Limit,
    /// The input could not be read.
    Unreadable,
    /// The far end could not be reached.
    Unreachable,
    /// The answer was not one.
    Malformed,
    /// Somebody asked to stop.
    Cancelled,
}

/// Why a piece of work did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// What kind of failure it was.
    pub kind: FailureKind,
    /// What happened, one clear fragment without a full stop.
    pub message: String,
    /// Whether trying again can help.
    pub transient: bool,
}

impl Failure {
    /// A failure that another attempt would meet again.
    #[must_use]
    pub fn lasting(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), transient: false }
    }

    /// A failure that another attempt may not meet.
    #[must_use]
    pub fn passing(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), transient: true }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}
