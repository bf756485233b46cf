//! A repository's facts: history, tree, Python and the rubric's own questions.

use crate::detect::repo::{lookup, python};
use crate::domain::exhibit::repository::RepoExhibit;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Lookup, RepositoryFacts};
use crate::domain::limits::Limits;
use crate::ports::git::{self, GitError};
use std::path::Path;

/// Reads the repository at `path` and states its facts.
///
/// # Errors
/// [`GitError`] when the repository or the commit at its `HEAD` cannot be read.
pub(super) fn facts(
    path: &Path,
    lookups: &[Lookup],
    limits: &Limits,
) -> Result<RepositoryFacts, GitError> {
    let repo = git::open(path, limits)?;
    let RepoExhibit { commit, branch, commits, tree, sources, limits_reached } =
        git::read(&repo, limits)?;
    let lookups = lookup::answer(lookups, &sources);
    let modules: Vec<Source> = sources.into_iter().filter(Source::is_python).collect();
    let python = python::examine(&modules, limits);
    Ok(RepositoryFacts { commit, branch, history: commits, tree, python, lookups, limits_reached })
}
