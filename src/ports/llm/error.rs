//! Why a model gave no reply.

use crate::domain::failure::{Failure, FailureKind};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Why a model gave no reply. Completes "the model could not be asked: …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "error", rename_all = "snake_case")]
pub enum ModelError {
    /// No connection came about.
    #[error("{host} cannot be reached: {what}")]
    Unreachable {
        /// The server.
        host: String,
        /// What went wrong.
        what: String,
    },
    /// The connection broke before the reply was complete.
    #[error("{host} broke the connection off before its reply was complete")]
    Severed {
        /// The server.
        host: String,
    },
    /// The deadline passed.
    #[error("{host} gave no reply within {seconds} s")]
    TimedOut {
        /// The server.
        host: String,
        /// The deadline.
        seconds: u64,
    },
    /// Too many questions in too short a time.
    #[error("{host} asks for fewer calls (HTTP 429)")]
    RateLimited {
        /// The server.
        host: String,
        /// How long it asks us to wait, capped, in milliseconds.
        after_ms: Option<u64>,
    },
    /// The server failed.
    #[error("{host} failed (HTTP {status}){}", told(.what))]
    Server {
        /// The server.
        host: String,
        /// The status.
        status: u16,
        /// Its words.
        what: String,
    },
    /// The key is missing or not valid, or may not do this.
    #[error("{host} does not accept the key (HTTP {status}){}", told(.what))]
    Unauthorised {
        /// The server.
        host: String,
        /// The status.
        status: u16,
        /// Its words.
        what: String,
    },
    /// The account has nothing left.
    #[error("the account at {host} has no quota left{}", told(.what))]
    NoQuota {
        /// The server.
        host: String,
        /// Its words.
        what: String,
    },
    /// The server refuses this question.
    #[error("{host} refuses the call (HTTP {status}){}", told(.what))]
    Rejected {
        /// The server.
        host: String,
        /// The status.
        status: u16,
        /// Its words.
        what: String,
    },
    /// The reply is larger than what is read.
    #[error("the reply of {host} has more than {limit} bytes")]
    TooLarge {
        /// The server.
        host: String,
        /// The limit in bytes.
        limit: usize,
    },
    /// There is no reply in what came.
    #[error("{host} answered with {what}")]
    NotAReply {
        /// The server.
        host: String,
        /// What came instead, with what to do about it.
        what: String,
        /// Whether it may be different next time.
        transient: bool,
    },
    /// The server failed too often of late and is left alone.
    #[error("{host} failed too often of late and is left alone for {seconds} s")]
    LeftAlone {
        /// The server.
        host: String,
        /// For how long.
        seconds: u64,
    },
    /// The audit's allowance is spent.
    #[error("{what}")]
    Spent {
        /// Which cap was reached.
        what: String,
    },
    /// The tape does not hold this question, or cannot be read or written.
    #[error("{what}")]
    Tape {
        /// What is wrong with it.
        what: String,
    },
    /// The call could not be kept in the book of calls, and so it does not count.
    #[error("the call could not be kept: {what}")]
    Unkept {
        /// What the book's keeper says.
        what: String,
    },
}

fn told(what: &str) -> String {
    if what.is_empty() { String::new() } else { format!(": {what}") }
}

impl ModelError {
    /// Whether the same question may be answered another time.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. }
            | Self::Severed { .. }
            | Self::TimedOut { .. }
            | Self::RateLimited { .. }
            | Self::Server { .. }
            | Self::LeftAlone { .. }
            | Self::Unkept { .. } => true,
            Self::NotAReply { transient, .. } => *transient,
            Self::Unauthorised { .. }
            | Self::NoQuota { .. }
            | Self::Rejected { .. }
            | Self::TooLarge { .. }
            | Self::Spent { .. }
            | Self::Tape { .. } => false,
        }
    }

    /// Whether another endpoint may do better: this one is down, full, or does not serve us.
    #[must_use]
    pub fn is_the_endpoint_s(&self) -> bool {
        match self {
            Self::Unreachable { .. }
            | Self::Severed { .. }
            | Self::TimedOut { .. }
            | Self::RateLimited { .. }
            | Self::Server { .. }
            | Self::LeftAlone { .. }
            | Self::Unauthorised { .. }
            | Self::NoQuota { .. }
            | Self::Rejected { .. }
            | Self::NotAReply { .. } => true,
            Self::TooLarge { .. }
            | Self::Spent { .. }
            | Self::Tape { .. }
            | Self::Unkept { .. } => false,
        }
    }

    /// How long the server asks us to wait.
    #[must_use]
    pub fn after(&self) -> Option<Duration> {
        match self {
            Self::RateLimited { after_ms, .. } => after_ms.map(Duration::from_millis),
            Self::LeftAlone { seconds, .. } => Some(Duration::from_secs(*seconds)),
            Self::Unreachable { .. }
            | Self::Severed { .. }
            | Self::TimedOut { .. }
            | Self::Server { .. }
            | Self::Unauthorised { .. }
            | Self::NoQuota { .. }
            | Self::Rejected { .. }
            | Self::TooLarge { .. }
            | Self::NotAReply { .. }
            | Self::Spent { .. }
            | Self::Tape { .. }
            | Self::Unkept { .. } => None,
        }
    }

    fn kind(&self) -> FailureKind {
        match self {
            Self::Unreachable { .. }
            | Self::Severed { .. }
            | Self::Server { .. }
            | Self::LeftAlone { .. }
            | Self::Tape { .. }
            | Self::Unkept { .. } => FailureKind::Unreachable,
            Self::TimedOut { .. } => FailureKind::Deadline,
            Self::RateLimited { .. } => FailureKind::RateLimited,
            Self::Unauthorised { .. } | Self::NoQuota { .. } => FailureKind::Unauthorised,
            Self::Rejected { .. } | Self::NotAReply { .. } => FailureKind::Malformed,
            Self::TooLarge { .. } => FailureKind::Limit,
            Self::Spent { .. } => FailureKind::Budget,
        }
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        let (kind, message) = (error.kind(), error.to_string());
        let after_ms =
            error.after().map(|after| u64::try_from(after.as_millis()).unwrap_or(u64::MAX));
        if error.is_transient() {
            Self { after_ms, ..Self::passing(kind, message) }
        } else {
            Self::lasting(kind, message)
        }
    }
}
