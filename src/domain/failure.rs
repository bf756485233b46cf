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
    /// The far end asked to be asked less often.
    RateLimited,
    /// The far end does not serve us: no valid key, no quota, no such model.
    Unauthorised,
    /// Whoever was asked declined to answer.
    Refused,
    /// A cap on money or tokens is reached.
    Budget,
    /// The answer was not one.
    Malformed,
    /// Somebody asked to stop.
    Cancelled,
}

impl FailureKind {
    /// Its name, as events spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Deadline => "deadline",
            Self::Limit => "limit",
            Self::Unreadable => "unreadable",
            Self::Unreachable => "unreachable",
            Self::RateLimited => "rate_limited",
            Self::Unauthorised => "unauthorised",
            Self::Refused => "refused",
            Self::Budget => "budget",
            Self::Malformed => "malformed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether a far end is to blame that serves others as well.
    #[must_use]
    pub const fn is_far(self) -> bool {
        match self {
            Self::Unreachable | Self::RateLimited => true,
            Self::Crash
            | Self::Deadline
            | Self::Limit
            | Self::Unreadable
            | Self::Unauthorised
            | Self::Refused
            | Self::Budget
            | Self::Malformed
            | Self::Cancelled => false,
        }
    }
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
    /// How long the far end asked us to wait before another attempt, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_ms: Option<u64>,
}

impl Failure {
    /// A failure that another attempt would meet again.
    #[must_use]
    pub fn lasting(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), transient: false, after_ms: None }
    }

    /// A failure that another attempt may not meet.
    #[must_use]
    pub fn passing(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), transient: true, after_ms: None }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}
