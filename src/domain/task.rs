//! The pieces of work of an audit. Each is idempotent: doing it twice changes nothing.

use super::evidence::Detective;
use super::opinion::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One piece of work.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Task {
    /// Clone the repository into the audit's own folder.
    Fetch,
    /// Take the report out of the repository's tree, or download it.
    Locate,
    /// Read an artifact into facts.
    Examine {
        /// Who reads it.
        detective: Detective,
    },
    /// Have a vision model look at the report's figures.
    Look,
    /// Turn facts into evidence for the rubric's dimensions.
    Testify {
        /// Who gives it.
        detective: Detective,
    },
    /// Hear one judge on one criterion.
    Hear {
        /// The place on the bench.
        seat: Seat,
    },
    /// Rule on everything.
    Decide,
    /// Write the report.
    Publish,
}

/// A stable name, used as the key of retries and in logs: `hear Defense on graph_orchestration`.
impl std::fmt::Display for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Fetch => f.write_str("fetch the repository"),
            Self::Locate => f.write_str("locate the report"),
            Self::Examine { detective } => write!(f, "examine as {detective}"),
            Self::Look => f.write_str("look at the figures"),
            Self::Testify { detective } => write!(f, "testify as {detective}"),
            Self::Hear { seat } => write!(f, "hear {seat}"),
            Self::Decide => f.write_str("decide"),
            Self::Publish => f.write_str("publish"),
        }
    }
}

/// A task that is due, and which attempt at it this is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// What to do.
    pub task: Task,
    /// The attempt, from 1.
    pub attempt: u32,
}
