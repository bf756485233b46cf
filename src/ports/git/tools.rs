//! The repository tools of the contract, §5.1.

use super::{Fetched, GitError, Repository, fetch, history, open, read};
use crate::domain::facts::CommitFact;
use crate::domain::limits::Limits;
use crate::domain::repo_url::{Hosts, RepoUrl};
use std::path::{Path, PathBuf};

/// A clone in a temporary directory, which is removed when this value is dropped.
///
/// A repository of this machine is not copied but read in place, and stays.
#[derive(Debug)]
pub struct ClonedRepo {
    path: PathBuf,
    _clone: Option<tempfile::TempDir>,
}

impl ClonedRepo {
    /// Where the repository lies; bare when it was cloned.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Clones a repository with its full history into a temporary directory, without a checkout.
///
/// `repo_url` is an https address on one of the well-known hosts, or the path (also as `file://`) of a
/// repository on this machine. Contract §5.1.
///
/// # Errors
/// [`GitError`] says why the address is refused or the repository could not be fetched.
///
/// ```
/// use automaton_auditor::ports::git::{GitError, clone_repo};
/// let refused = clone_repo("https://github.com/owner/repo/tree/main");
/// assert!(matches!(refused, Err(GitError::Address(_))));
/// ```
pub fn clone_repo(repo_url: &str) -> Result<ClonedRepo, GitError> {
    let limits = Limits::default();
    let local = repo_url.strip_prefix("file://").unwrap_or(repo_url);
    if !local.contains("://") && Path::new(local).is_dir() {
        open(Path::new(local), &limits)?;
        return Ok(ClonedRepo { path: local.into(), _clone: None });
    }
    let url = RepoUrl::parse(repo_url, &Hosts::default())?;
    let dir = tempfile::Builder::new().prefix("auditor-").tempdir();
    let dir = dir.map_err(GitError::io(&tempfile::env::temp_dir()))?;
    let Fetched { .. } = fetch(&url, &dir.path().join("repo.git"), &limits)?;
    Ok(ClonedRepo { path: dir.path().join("repo.git"), _clone: Some(dir) })
}

/// Reads the commits that lead to `HEAD`, oldest first, with parents before children.
///
/// Contract §5.1. [`read`](super::read) tells more: the damage and the limits that were met.
///
/// # Errors
/// [`GitError`] says why the repository at `repo_path` or its newest commit could not be read.
///
/// ```no_run
/// use automaton_auditor::ports::git::{clone_repo, extract_git_history};
/// let clone = clone_repo("https://github.com/owner/repo")?;
/// for commit in extract_git_history(clone.path())? {
///     println!("{} {}", &commit.id[..10], commit.subject);
/// }
/// # Ok::<(), automaton_auditor::ports::git::GitError>(())
/// ```
pub fn extract_git_history(repo_path: &Path) -> Result<Vec<CommitFact>, GitError> {
    let limits = Limits::default();
    let repo: Repository = open(repo_path, &limits)?;
    let (head, _) = read::head(&repo)?;
    Ok(history::history(&repo, head, &limits)?.commits)
}
