//! A rubric that is said to have been changed, and never was.

use super::names::NO_NAME;
use super::{Verdict, is_read_whole};
use crate::detect::claims::wording;
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{CommitFact, Lines, RepositoryFacts, TreeEntry};

/// Fewest letters that tell a commit from others.
const SHORT: usize = 8;

/// What the history says to a rubric that is said to have been changed; nothing of other sentences.
pub(super) fn changed(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    wording::is_changed(text)
        .then(|| as_brought(repository).unwrap_or_else(|| Verdict::undecided(NO_NAME)))
}

/// The one rubric of the tree, where a single commit touches a file of its name.
fn as_brought(repository: &RepositoryFacts) -> Option<Verdict> {
    let base = |path: &str| path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let is_rubric = |entry: &&TreeEntry| {
        base(&entry.path).contains("rubric")
            && [".json", ".yaml", ".yml", ".toml"]
                .iter()
                .any(|end| base(&entry.path).ends_with(end))
    };
    let mut rubrics = repository.tree.entries.iter().filter(is_rubric);
    let (Some(rubric), None) = (rubrics.next(), rubrics.next()) else { return None };
    let history = &repository.history;
    let known =
        |commit: &CommitFact| !commit.names_changed.is_empty() || commit.files_changed == Some(0);
    let whole = !history.goes_further_back()
        && history.damage.is_empty()
        && history.commits.iter().all(known)
        && is_read_whole(repository);
    let touches = |commit: &&CommitFact| {
        commit.names_changed.iter().any(|name| name.to_ascii_lowercase() == base(&rubric.path))
    };
    let mut touching = history.commits.iter().filter(touches);
    let (Some(first), None) = (touching.next().filter(|_| whole), touching.next()) else {
        return None;
    };
    let commit = first.id.get(..SHORT).unwrap_or(&first.id);
    let fact =
        format!("`{}` is as commit `{commit}` brought it, and no other changes it", rubric.path);
    let place = Lines::new(&rubric.path, &rubric.blob, 1, 1);
    Some(Verdict::of(Contradicted, fact, [&place]))
}
