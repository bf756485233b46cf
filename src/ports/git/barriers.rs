//! What keeps a repository from being read that may be sound all the same: it is told as what it is, and not as damage.

use super::GitError;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// Files of a repository that are opened whatever is asked of it.
const FILES: [&str; 6] =
    ["HEAD", "config", "packed-refs", "commondir", "shallow", "objects/info/alternates"];
/// Its folders.
const FOLDERS: [&str; 2] = ["objects", "refs"];
/// Most bytes of the list of branches and tags.
const LISTED: u64 = 256 << 20;

/// Refuses a repository that the system keeps from us, or by which a reader would be held or filled up.
///
/// # Errors
/// [`GitError::Io`] without permission, [`GitError::Refused`] for a pipe or a device in the place of a file, and for
/// a list of branches and tags that is too long.
pub(super) fn check_files(git_dir: &Path) -> Result<(), GitError> {
    // A `.git` that leads elsewhere is refused as such; nothing is opened there.
    let is_link = fs::symlink_metadata(git_dir).is_ok_and(|meta| meta.is_symlink());
    if is_link && git_dir.ends_with(".git") {
        return Ok(());
    }
    for name in FILES {
        let file = git_dir.join(name);
        let Some(meta) = allowed(&file, fs::metadata(&file))? else { continue };
        if !meta.is_file() && !meta.is_dir() {
            return Err(GitError::refused(format!(
                "its file `{name}` is a pipe or a device, from which nothing is read"
            )));
        }
        if meta.len() > LISTED && name == "packed-refs" {
            return Err(GitError::refused(format!(
                "its list of branches and tags (`packed-refs`) has {} bytes, more than the limit of {LISTED}",
                meta.len()
            )));
        }
        allowed(&file, fs::File::open(&file))?;
    }
    for name in FOLDERS {
        let folder = git_dir.join(name);
        // A link is told of by whoever looks where it leads.
        if fs::symlink_metadata(&folder).is_ok_and(|meta| meta.is_dir()) {
            allowed(&folder, fs::read_dir(&folder))?;
        }
    }
    Ok(())
}

/// What was found; `None` where it is not there, or is found wanting by others.
fn allowed<T>(path: &Path, found: std::io::Result<T>) -> Result<Option<T>, GitError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(GitError::io(path)(error)),
        Err(_) => Ok(None),
    }
}

/// Refuses a repository that keeps its branches in a way that is not read.
///
/// # Errors
/// [`GitError::Refused`].
pub(super) fn check_format(repo: &gix::Repository) -> Result<(), GitError> {
    match setting(repo, "extensions.refStorage") {
        Some(way) if !way.eq_ignore_ascii_case("files") => {
            let way: String = way.chars().filter(char::is_ascii_alphanumeric).take(20).collect();
            Err(GitError::refused(format!(
                "the repository keeps its branches in the format `{way}`, which is not supported; clone it anew with \
                 `git clone --ref-format=files`"
            )))
        }
        Some(_) | None => Ok(()),
    }
}

/// Says of a repository from which objects were left out on purpose that this is why they are missing.
pub(super) fn explained(repo: &gix::Repository, error: GitError) -> GitError {
    match error {
        GitError::Damaged { reason } if is_partial(repo) => GitError::refused(format!(
            "the repository is a partial clone (`git clone --filter`), which leaves out what has to be read: {reason}; \
             clone it anew without a filter"
        )),
        error => error,
    }
}

fn is_partial(repo: &gix::Repository) -> bool {
    let packs = fs::read_dir(repo.common_dir().join("objects/pack")).into_iter().flatten();
    let is_promise =
        |file: fs::DirEntry| file.path().extension().is_some_and(|ending| ending == "promisor");
    setting(repo, "extensions.partialClone").is_some() || packs.flatten().any(is_promise)
}

fn setting(repo: &gix::Repository, name: &str) -> Option<String> {
    repo.config_snapshot().string(name).map(|value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::fixture::TestRepo;
    use super::super::{open, read};
    use crate::domain::limits::Limits;
    use rustix::fs::{CWD, Mode, mkfifoat};
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    #[track_caller]
    fn check(path: &Path, sentence: &str) {
        let limits = Limits::default();
        let error = open(path, &limits).and_then(|repo| read(&repo, &limits).map(drop));
        let error = error.expect_err("it is refused").to_string();
        assert!(error.contains(sentence) && !error.contains("damaged"), "{error}");
    }

    fn repo() -> TestRepo {
        let repo = TestRepo::new();
        repo.commit("a.py", "x = 1\n", "one");
        repo
    }

    #[test]
    fn pipe_in_the_place_of_a_file_holds_nobody() {
        for name in ["HEAD", "config", "packed-refs", "commondir"] {
            let repo = repo();
            let file = repo.path().join(".git").join(name);
            let _ = std::fs::remove_file(&file);
            mkfifoat(CWD, &file, Mode::RUSR | Mode::WUSR).unwrap();
            check(repo.path(), "is a pipe or a device");
        }
    }

    #[test]
    fn list_of_branches_that_is_too_long_is_no_damage() {
        let repo = repo();
        let file = std::fs::File::create(repo.path().join(".git/packed-refs")).unwrap();
        file.set_len(super::LISTED + 1).unwrap();
        check(repo.path(), "more than the limit");
    }

    #[test]
    fn branches_in_another_format_are_no_damage() {
        let repo = repo();
        repo.git(&["config", "core.repositoryFormatVersion", "1"]);
        repo.git(&["config", "extensions.refStorage", "reftable"]);
        check(repo.path(), "in the format `reftable`");
    }

    #[test]
    fn partial_clone_is_told_as_such_where_something_is_missing() {
        let repo = repo();
        repo.git(&["config", "uploadpack.allowFilter", "true"]);
        let from = format!("file://{}", repo.path().display());
        repo.git(&["clone", "-q", "--bare", "--filter=tree:0", &from, "partial.git"]);
        check(&repo.path().join("partial.git"), "is a partial clone");
    }

    #[test]
    fn folder_without_permission_is_no_damage() {
        let repo = repo();
        let objects = repo.path().join(".git/objects");
        let set = |mode| {
            std::fs::set_permissions(&objects, PermissionsExt::from_mode(mode)).unwrap();
        };
        set(0o000);
        // The system refuses nothing to an administrator.
        if std::fs::read_dir(&objects).is_err() {
            check(repo.path(), "ermission denied");
        }
        set(0o755);
    }
}
