//! Why a job brought no answer.

use super::protocol::{Failure, FailureKind};

/// Why a job brought no answer. Completes "failed to examine the submission: …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExamineError {
    /// The reader hit one of its limits.
    #[error("the reader reached its limit on {which}")]
    Limit {
        /// Which one.
        which: LimitKind,
    },
    /// The reader ended without an answer.
    #[error("the reader ended by {by}: {stderr}")]
    Crashed {
        /// `signal 11` or `exit code 101`.
        by: String,
        /// The last words on its standard error.
        stderr: String,
    },
    /// The reader was killed at its deadline.
    #[error(
        "the reader did not finish within {seconds} s, the setting `limits.{setting}` of a file for `--config`"
    )]
    Deadline {
        /// The deadline in seconds.
        seconds: u64,
        /// The limit that sets it.
        setting: &'static str,
    },
    /// The reader answered something that is no answer to the job.
    #[error("the reader's answer cannot be understood: {reason}")]
    Protocol {
        /// What is wrong with it.
        reason: String,
    },
    /// The reader could not be started.
    #[error("the reader could not be started: {reason}")]
    Spawn {
        /// What the system said.
        reason: String,
    },
    /// The repository could not be read.
    #[error("failed to read repository: {message}")]
    Repository {
        /// Why.
        message: String,
        /// Whether trying again can help.
        transient: bool,
    },
    /// The report could not be read.
    #[error("failed to read report: {message}")]
    Report {
        /// Why.
        message: String,
        /// Whether trying again can help.
        transient: bool,
    },
}

/// A limit on a reader's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// Memory.
    Memory,
    /// Processor time.
    ProcessorTime,
    /// The size of a file that it wrote.
    FileSize,
    /// The size of its answer.
    Answer,
}

impl std::fmt::Display for LimitKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Memory => {
                "memory: `limits.worker_memory_bytes`, for a report `limits.pdf_memory_bytes`, in a file for `--config`"
            }
            Self::ProcessorTime => "processor time",
            Self::FileSize => "the size of a file",
            Self::Answer => {
                "the size of its answer: `limits.worker_answer_bytes` in a file for `--config`"
            }
        })
    }
}

impl ExamineError {
    /// Whether trying again can help.
    ///
    /// Readers are deterministic, so the same bytes crash them again; only the network and this machine's
    /// own shortages pass.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Repository { transient, .. } | Self::Report { transient, .. } => *transient,
            Self::Spawn { .. } => true,
            Self::Limit { .. }
            | Self::Crashed { .. }
            | Self::Deadline { .. }
            | Self::Protocol { .. } => false,
        }
    }
}

impl From<Failure> for ExamineError {
    fn from(failure: Failure) -> Self {
        let Failure { kind, message, transient } = failure;
        match kind {
            FailureKind::Repository => Self::Repository { message, transient },
            FailureKind::Report => Self::Report { message, transient },
        }
    }
}
