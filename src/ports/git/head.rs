//! Asking a host for the commit at a repository's head.

use super::GitError;
use super::fetch::{explain, head_among, head_only, ways};
use super::open::isolated;
use crate::domain::limits::Limits;
use crate::domain::repo_url::RepoUrl;
use gix::remote::Direction;
use std::path::Path;

/// The full hexadecimal id of the commit at the remote's `HEAD`; no object is fetched.
///
/// `scratch` is an empty directory, which is written to. Before it, the process must have installed a TLS
/// provider for `rustls`.
///
/// # Errors
/// [`GitError`]. Waiting for an answer cannot be interrupted, so a deadline needs a process that can be killed.
pub fn remote_head(url: &RepoUrl, scratch: &Path, limits: &Limits) -> Result<String, GitError> {
    match ask(url, scratch, limits) {
        Ok(Some(head)) => Ok(head),
        Ok(None) => Err(GitError::Empty { branch: None, others: Vec::new() }),
        Err(error) => Err(explain(url, &error)),
    }
}

fn ask(url: &RepoUrl, scratch: &Path, limits: &Limits) -> gix::Result<Option<String>> {
    let options = isolated(limits, &ways(url)).with(gix::sec::Trust::Full);
    let create = gix::create::Options::default();
    let place =
        gix::ThreadSafeRepository::init_opts(scratch, gix::create::Kind::Bare, create, options)?;
    let repo = place.to_thread_local();
    let address = url.fetch_url();
    let remote = head_only(repo.remote_at(address.as_str())?)?;
    let asked = remote.connect(Direction::Fetch)?;
    let (found, _) =
        asked.ref_map(gix::progress::Discard, gix::remote::ref_map::Options::default())?;
    Ok(head_among(&found.remote_refs).map(|(_, id)| id.to_string()))
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{TestRepo, TestServer};
    use super::*;

    fn asked(repo: &TestRepo, path: &str) -> Result<String, GitError> {
        crate::ports::tls::provide();
        let scratch = tempfile::tempdir().unwrap();
        let url = TestServer::new(repo.path()).url(path);
        let head = remote_head(&url, scratch.path(), &Limits::default());
        let packs = scratch.path().join("objects/pack");
        assert_eq!(std::fs::read_dir(packs).map_or(0, Iterator::count), 0, "objects are fetched");
        head
    }

    #[test]
    fn a_push_shows_in_the_head_of_the_default_branch() {
        let repo = TestRepo::new();
        let first = repo.commit("a.py", "x = 1\n", "one");
        repo.git(&["clone", "-q", "--bare", ".git", "o/r.git"]);
        assert_eq!(asked(&repo, "o/r.git").unwrap(), first);
        let second = repo.commit("a.py", "x = 2\n", "two");
        repo.git(&["checkout", "-q", "-b", "other"]);
        repo.commit("a.py", "x = 3\n", "three");
        repo.git(&["push", "-q", "o/r.git", "main", "other"]);
        assert_eq!(asked(&repo, "o/r.git").unwrap(), second);
    }

    #[test]
    fn each_failure_says_what_happened_and_whether_to_try_again() {
        let repo = TestRepo::new();
        repo.git(&["init", "-q", "--bare", "o/empty.git"]);
        let check = |path: &str, sentence: &str, transient: bool| {
            let error = asked(&repo, path).expect_err("there is no head");
            assert!(error.to_string().contains(sentence), "{error}");
            assert_eq!(error.is_transient(), transient, "{error:?}");
        };
        check("o/none.git", "does not exist", false);
        check("o/empty.git", "has no commits", false);
        check("private/r.git", "asks for a login", false);
        check("busy/r.git", "cannot reach", true);
    }
}
