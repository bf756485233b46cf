//! The names that a repository gives to its commits.

use super::Repository;

/// Most names of a kind that are read.
const MOST: usize = 2_000;

/// The names of branches and tags, sorted, without `refs/heads/` and the like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Branches, those of remotes with the remote's name before theirs.
    pub branches: Vec<String>,
    /// Tags.
    pub tags: Vec<String>,
}

/// Reads the names of branches and tags; those that cannot be read are left out.
///
/// A repository that was fetched has its default branch alone.
#[must_use]
pub fn names(repo: &Repository) -> Names {
    let git = repo.inner.to_thread_local();
    let Ok(platform) = git.references() else { return Names::default() };
    let mut names = Names::default();
    let Ok(all) = platform.all() else { return names };
    for reference in all.filter_map(Result::ok).take(MOST) {
        let full = reference.name().as_bstr().to_string();
        if let Some(tag) = full.strip_prefix("refs/tags/") {
            names.tags.push(tag.to_owned());
        } else if let Some(branch) =
            full.strip_prefix("refs/heads/").or_else(|| full.strip_prefix("refs/remotes/"))
        {
            names.branches.push(branch.to_owned());
        }
    }
    names.branches.sort();
    names.tags.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::super::{fixture::TestRepo, open};
    use super::*;
    use crate::domain::limits::Limits;

    #[test]
    fn branches_and_tags_are_told_by_their_short_names() {
        let repo = TestRepo::new();
        repo.commit("a.py", "1", "one");
        repo.git(&["branch", "feature/x"]);
        repo.git(&["tag", "v1"]);
        let opened = open(repo.path(), &Limits::default()).unwrap();
        let expected =
            Names { branches: vec!["feature/x".into(), "main".into()], tags: vec!["v1".into()] };
        assert_eq!(names(&opened), expected);
    }
}
