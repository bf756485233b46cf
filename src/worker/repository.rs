//! A repository's facts: history, tree, Python and the rubric's own questions.

use crate::detect::repo::{lookup, python};
use crate::domain::exhibit::repository::RepoExhibit;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Lookup, Place, RepositoryFacts, TreeEntry, TreeFacts, Unreadable};
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
    let lookups = lookup::answer(lookups, &sources, &tree);
    let modules: Vec<Source> = sources.into_iter().filter(Source::is_python).collect();
    let mut python = python::examine(&modules, limits);
    python.unreadable.extend(unread(&tree, &modules));
    Ok(RepositoryFacts { commit, branch, history: commits, tree, python, lookups, limits_reached })
}

/// Python files of the tree whose content was not read: too large, missing, or beyond a limit.
fn unread(tree: &TreeFacts, modules: &[Source]) -> Vec<Unreadable> {
    let is_module = |entry: &&TreeEntry| {
        let ending = Path::new(&entry.path).extension();
        matches!(entry.mode.as_str(), "file" | "executable") && ending.is_some_and(|e| e == "py")
    };
    let was_read = |entry: &TreeEntry| modules.iter().any(|module| module.path == entry.path);
    let missed = tree.entries.iter().filter(is_module).filter(|entry| !was_read(entry));
    missed
        .map(|entry| Unreadable {
            place: Place::lines(&entry.path, &entry.blob, 1, 1),
            reason: "could not be read".to_owned(),
        })
        .collect()
}
