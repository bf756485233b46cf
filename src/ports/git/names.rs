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

/// The names of its own branches, as far as they can be read.
pub(super) fn local_branches(git: &gix::Repository) -> Vec<String> {
    let Ok(platform) = git.references() else { return Vec::new() };
    let Ok(all) = platform.local_branches() else { return Vec::new() };
    let names = all.filter_map(Result::ok).map(|one| one.name().shorten().to_string());
    names.take(MOST).collect()
}

/// The repository that this one was cloned or fetched from, `owner/name`, by the address of its `origin`.
///
/// Nothing where it has none, where that is a place on a machine, or where its path is no owner with a name. What else
/// the address holds, such as a login, is not told.
#[must_use]
pub fn origin(repo: &Repository) -> Option<String> {
    let git = repo.inner.to_thread_local();
    let address = git.config_snapshot().string("remote.origin.url")?.to_string();
    owner_and_name(&address)
}

/// The last two parts of an address: `https://host/owner/name.git`, `git@host:owner/name`.
fn owner_and_name(address: &str) -> Option<String> {
    let (host, path) = match address.trim().split_once("://") {
        Some((_, rest)) => rest.split_once('/')?,
        None => address.trim().split_once(':')?,
    };
    let host = host.rsplit('@').next().unwrap_or(host);
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let [owner, name] = parts[..] else { return None };
    let name = name.strip_suffix(".git").unwrap_or(name);
    let plain = |part: &str| {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        !part.trim_matches('.').is_empty() && part.chars().all(fits)
    };
    (host.contains('.') && plain(owner) && plain(name)).then(|| format!("{owner}/{name}"))
}

#[cfg(test)]
mod tests {
    use super::super::{fixture::TestRepo, open, read};
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

    #[test]
    fn branches_that_are_there_are_told_where_the_head_names_none_of_them() {
        let repo = TestRepo::new();
        repo.commit("a.py", "1", "one");
        repo.git(&["branch", "feature/x"]);
        repo.git(&["symbolic-ref", "HEAD", "refs/heads/gone"]);
        let opened = open(repo.path(), &Limits::default()).unwrap();
        let error = read(&opened, &Limits::default()).unwrap_err().to_string();
        assert!(error.contains("no commits on `gone`"), "{error}");
        assert!(error.contains("but on `feature/x`, `main`; `git symbolic-ref HEAD"), "{error}");
    }

    #[test]
    fn the_origin_is_told_by_its_owner_and_name_alone() {
        for (address, expected) in [
            ("https://github.com/ada/auditor.git", Some("ada/auditor")),
            ("https://ada:secret@github.com/ada/auditor", Some("ada/auditor")),
            ("https://github.com/ada/auditor/", Some("ada/auditor")),
            ("git@github.com:ada/auditor.git", Some("ada/auditor")),
            ("ssh://git@github.com:22/ada/auditor.git", Some("ada/auditor")),
            ("https://gitlab.com/group/below/name", None),
            ("https://github.com/ada", None),
            ("/home/ada/auditor", None),
            ("../ada/auditor", None),
            ("file:///ada/auditor", None),
            ("C:/ada/auditor", None),
            ("machine:ada/auditor", None),
        ] {
            assert_eq!(owner_and_name(address).as_deref(), expected, "{address}");
        }
        let repo = TestRepo::new();
        repo.commit("a.py", "1", "one");
        let told = || origin(&open(repo.path(), &Limits::default()).unwrap());
        assert_eq!(told(), None);
        repo.git(&["remote", "add", "origin", "https://github.com/ada/auditor.git"]);
        assert_eq!(told().as_deref(), Some("ada/auditor"));
    }
}
