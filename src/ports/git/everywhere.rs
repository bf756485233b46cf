//! How many commits the branches and tags of a repository lead to, all together.

use super::Repository;
use super::objects::{commit, object};
use crate::domain::limits::Limits;
use gix::ObjectId;
use gix::objs::Kind;
use std::collections::BTreeSet;

/// Most branches and tags that are followed.
const MOST: usize = 2_000;

/// Counts the commits that lead to `head` or to any branch or tag.
///
/// Nothing where the repository has one branch alone, as one that was fetched has whatever its source holds, and
/// where not all commits could be read.
pub(super) fn commits(repo: &Repository, head: ObjectId, limits: &Limits) -> Option<u32> {
    let git = repo.inner.to_thread_local();
    if git.shallow_commits().ok()?.is_some() {
        return None;
    }
    let mut open = vec![head];
    let mut branches = 0_usize;
    for reference in git.references().ok()?.all().ok()? {
        let mut reference = reference.ok()?;
        let name = reference.name().as_bstr().to_string();
        let is_branch = name.starts_with("refs/heads/") || name.starts_with("refs/remotes/");
        branches += usize::from(is_branch && !name.ends_with("/HEAD"));
        let id = reference.peel_to_id().ok()?.detach();
        // A tag may name a file.
        if git.find_header(id).ok()?.kind() == Kind::Commit {
            open.push(id);
        }
        if open.len() > MOST {
            return None;
        }
    }
    if branches < 2 {
        return None;
    }
    let mut seen = BTreeSet::new();
    let mut buffer = Vec::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        if seen.len() > limits.commits {
            return None;
        }
        let bytes = object(&git.objects, id, Kind::Commit, &mut buffer).ok()?;
        open.extend(commit(bytes).filter(|one| one.odd_parents == 0)?.parents);
    }
    u32::try_from(seen.len()).ok()
}

#[cfg(test)]
mod tests {
    use super::super::{fixture::TestRepo, open, read};
    use super::*;

    #[track_caller]
    fn check(repo: &TestRepo, expected: Option<u32>) {
        let opened = open(repo.path(), &Limits::default()).unwrap();
        let exhibit = read(&opened, &Limits::default()).unwrap();
        assert_eq!(exhibit.commits.everywhere, expected);
    }

    #[test]
    fn commits_of_all_branches_and_tags_are_counted_where_there_are_several() {
        let repo = TestRepo::new();
        repo.commit("a.py", "1", "one");
        check(&repo, None);
        repo.git(&["checkout", "-q", "-b", "side"]);
        repo.commit("a.py", "2", "two");
        repo.git(&["tag", "-a", "v1", "-m", "first"]);
        repo.git(&["checkout", "-q", "main"]);
        repo.commit("a.py", "3", "three");
        check(&repo, Some(3));
        repo.git(&["branch", "-q", "-D", "side"]);
        // What a tag alone leads to is counted too, but the one branch may be all that was fetched.
        check(&repo, None);
    }
}
