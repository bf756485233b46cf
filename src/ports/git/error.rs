//! Why a repository could not be read.

use crate::domain::wording::listed;
use std::path::{Path, PathBuf};

/// Why a repository could not be read. Completes "failed to read repository: …".
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// The address is refused.
    #[error("{0}")]
    Address(#[from] crate::domain::repo_url::RepoUrlError),
    /// The host says that there is no such repository.
    #[error("`{place}` does not exist")]
    NotFound {
        /// Address or path.
        place: String,
    },
    /// The host asks for a login, which hosts also do for repositories that do not exist.
    #[error("`{url}` is private or does not exist; its host asks for a login")]
    AuthRequired {
        /// The address.
        url: String,
    },
    /// The host could not be reached, or broke off.
    #[error("cannot reach `{url}`: {reason}")]
    Unreachable {
        /// The address.
        url: String,
        /// What went wrong.
        reason: String,
        /// Whether trying again can help.
        transient: bool,
    },
    /// The fetch took longer than allowed.
    #[error(
        "`{url}` did not arrive within {seconds} s, the setting `limits.fetch_seconds` of a file for `--config`"
    )]
    Timeout {
        /// The address.
        url: String,
        /// The limit in seconds.
        seconds: u64,
    },
    /// The fetch received more than allowed.
    #[error(
        "`{url}` has more than the limit of {limit} bytes, the setting `limits.fetch_bytes` of a file for `--config`"
    )]
    TooLarge {
        /// The address.
        url: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// The path holds no git repository.
    #[error("`{}` is not a git repository", .path.display())]
    NotARepository {
        /// The path.
        path: PathBuf,
    },
    /// There is no commit at `HEAD`.
    #[error("the repository has no commits{}", elsewhere(.branch.as_deref(), .others))]
    Empty {
        /// The branch that `HEAD` names.
        branch: Option<String>,
        /// Branches that have commits, as far as they are known.
        others: Vec<String>,
    },
    /// The repository leads to another place on this machine, or is of a kind that is not read.
    #[error("{reason}")]
    Refused {
        /// A sentence without a capital letter and without a full stop.
        reason: String,
    },
    /// The commit at `HEAD`, or what was asked for, cannot be read.
    #[error("the repository is damaged: {reason}")]
    Damaged {
        /// What cannot be read.
        reason: String,
    },
    /// The machine failed us.
    #[error("`{}`: {source}", .path.display())]
    Io {
        /// The path in question.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
}

/// Which branch has no commits, and which have some. Their names are the submission's, so that none of them stands in a
/// command that somebody may copy.
fn elsewhere(branch: Option<&str>, others: &[String]) -> String {
    /// Most branches that are named.
    const NAMED: usize = 5;
    let named =
        branch.map_or_else(|| " on its default branch".to_owned(), |b| format!(" on `{b}`"));
    if others.is_empty() {
        return named;
    }
    let more = match others.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let others = listed(others.iter().take(NAMED));
    format!(
        "{named}, the branch that its `HEAD` names, but on {others}{more}; `git symbolic-ref HEAD refs/heads/NAME` in it chooses one of them"
    )
}

impl GitError {
    /// Whether trying again can help.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { transient, .. } => *transient,
            Self::Timeout { .. } => true,
            Self::Address(_)
            | Self::NotFound { .. }
            | Self::AuthRequired { .. }
            | Self::TooLarge { .. }
            | Self::NotARepository { .. }
            | Self::Empty { .. }
            | Self::Refused { .. }
            | Self::Damaged { .. }
            | Self::Io { .. } => false,
        }
    }

    pub(super) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Self + '_ {
        move |source| Self::Io { path: path.to_owned(), source }
    }

    pub(super) fn damaged(reason: impl Into<String>) -> Self {
        Self::Damaged { reason: reason.into() }
    }

    pub(super) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused { reason: reason.into() }
    }
}
