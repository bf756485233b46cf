//! A repository's facts: history, tree, Python and the rubric's own questions.

use crate::detect::repo::lookup;
use crate::domain::exhibit::repository::RepoExhibit;
use crate::domain::facts::{Lookup, PythonFacts, RepositoryFacts};
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
    let python = PythonFacts::default();
    let lookups = lookup::answer(lookups, &sources);
    Ok(RepositoryFacts { commit, branch, history: commits, tree, python, lookups, limits_reached })
}
