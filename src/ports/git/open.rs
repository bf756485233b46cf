//! Opening a repository in place, cut off from the rest of the machine.

use super::GitError;
use super::barriers::{check_files, check_format};
use super::kept::Kept;
use crate::domain::limits::Limits;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Longest content of a file that holds one path, in bytes.
const LONGEST_PATH: u64 = 8192;

/// A repository that was opened for reading.
#[derive(Clone)]
pub struct Repository {
    pub(super) inner: gix::ThreadSafeRepository,
    pub(super) kept: Kept,
}

/// Opens the repository at `path`: the root of a work tree, its `.git`, or a bare repository.
///
/// Nothing outside the repository is read: neither the configuration of the machine and its user nor, through
/// alternates or a forged `.git` file, another repository. Replace refs are ignored.
///
/// # Errors
/// [`GitError::NotARepository`] or [`GitError::NotFound`] when there is none, [`GitError::Refused`] when it
/// borrows from or leads to another one or is of a kind that is not read, [`GitError::Io`] where the system does not
/// let us, [`GitError::Damaged`] when it cannot be opened.
pub fn open(path: &Path, limits: &Limits) -> Result<Repository, GitError> {
    match path.try_exists() {
        Ok(true) => {}
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            return Err(GitError::io(path)(error));
        }
        Ok(false) | Err(_) => {
            return Err(GitError::NotFound { place: path.display().to_string() });
        }
    }
    let dot_git = if path.join(".git").exists() { path.join(".git") } else { path.to_owned() };
    check_files(&dot_git)?;
    check_dot_git(&dot_git)?;
    // Opening it would follow what it borrows from, and fail on what is out of reach there.
    check_borrowing(&dot_git.join("objects"))?;
    let inner = isolated(limits, &[]).open(&dot_git).map_err(|error| failure(path, &error))?;
    let opened = inner.to_thread_local();
    check_alternates(&opened)?;
    check_format(&opened)?;
    Ok(Repository { inner, kept: Kept::default() })
}

/// The files and directories that opening and reading the repository at `path` touches.
///
/// They are told from names and from the few bytes by which a linked work tree names its repository; where
/// [`open`] refuses to follow those, so does this.
#[must_use]
pub fn directories(path: &Path) -> Vec<PathBuf> {
    let dot_git = path.join(".git");
    if !dot_git.exists() {
        return vec![path.to_owned()];
    }
    let Some(target) = linked(&dot_git).filter(|target| registered(target)) else {
        return vec![dot_git];
    };
    let shared = target.join("../..");
    vec![dot_git, target, shared]
}

/// Options that read nothing but the repository's own files.
///
/// The ownership of the files is not asked: trust is reduced for all, so the repository's own
/// configuration has no say in anything that could run a program.
pub(super) fn isolated(limits: &Limits, more: &[String]) -> gix::open::Options {
    let mut settings = vec![
        format!("gitoxide.objects.allocLimit={}", limits.object_bytes),
        "core.useReplaceRefs=false".into(),
        "core.askPass=".into(),
        "credential.helper=".into(),
        "gitoxide.credentials.terminalPrompt=false".into(),
        "protocol.allow=never".into(),
    ];
    settings.extend_from_slice(more);
    gix::open::Options::isolated().with(gix::sec::Trust::Reduced).config_overrides(settings)
}

/// Refuses a `.git` that leads away from its own directory.
///
/// A linked work tree is followed only when the repository it leads to knows of it; otherwise an unpacked
/// archive could put any repository of this machine under audit.
fn check_dot_git(dot_git: &Path) -> Result<(), GitError> {
    let meta = std::fs::symlink_metadata(dot_git).map_err(GitError::io(dot_git))?;
    if meta.is_symlink() && dot_git.ends_with(".git") {
        return Err(GitError::refused("`.git` is a symbolic link, which is not followed"));
    }
    if dot_git.is_dir() {
        return if dot_git.join("commondir").exists() && !registered(dot_git) {
            Err(GitError::refused("the repository shares another repository's directory"))
        } else {
            Ok(())
        };
    }
    let Some(target) = linked(dot_git) else {
        return Err(GitError::NotARepository { path: dot_git.to_owned() });
    };
    let back = beginning(&target.join("gitdir"));
    let known = PathBuf::from(back.trim()).canonicalize().ok();
    if known.is_some() && known == dot_git.canonicalize().ok() && registered(&target) {
        Ok(())
    } else {
        Err(GitError::refused("`.git` leads to a repository that does not know this work tree"))
    }
}

/// Where a `.git` that is a file says that the repository is.
fn linked(dot_git: &Path) -> Option<PathBuf> {
    let text = if dot_git.is_file() { beginning(dot_git) } else { String::new() };
    let target = text.strip_prefix("gitdir:")?.trim();
    Some(dot_git.parent().unwrap_or(Path::new("")).join(target))
}

/// The first bytes of a file that holds one path; nothing when it holds anything else.
fn beginning(path: &Path) -> String {
    let mut text = String::new();
    let file = std::fs::File::open(path).map(|file| file.take(LONGEST_PATH));
    let read = file.and_then(|mut file| file.read_to_string(&mut text));
    read.map(|_| text).unwrap_or_default()
}

/// Whether `git_dir` lies in the `worktrees` directory of a repository, as git itself puts it there, and
/// shares that repository's directory and no other.
fn registered(git_dir: &Path) -> bool {
    let Ok(git_dir) = git_dir.canonicalize() else { return false };
    let place =
        git_dir.parent().filter(|place| place.file_name().is_some_and(|n| n == "worktrees"));
    let owner = place.and_then(Path::parent);
    let shared = git_dir.join(beginning(&git_dir.join("commondir")).trim());
    owner.is_some() && shared.canonicalize().ok().as_deref() == owner
}

fn check_alternates(repo: &gix::Repository) -> Result<(), GitError> {
    let objects = repo.common_dir().join("objects");
    let inside = objects.canonicalize().ok().zip(repo.common_dir().canonicalize().ok());
    if !inside.is_some_and(|(objects, common)| objects.starts_with(common)) {
        return Err(GitError::refused("the object database lies outside of the repository"));
    }
    check_borrowing(&objects)
}

fn check_borrowing(objects: &Path) -> Result<(), GitError> {
    let alternates = std::fs::metadata(objects.join("info/alternates"));
    if alternates.is_ok_and(|meta| meta.len() > 0) {
        let reason = "the repository borrows objects from another one (objects/info/alternates), which is not followed; clone it anew";
        return Err(GitError::refused(reason));
    }
    Ok(())
}

fn failure(path: &Path, error: &gix::Error) -> GitError {
    let text = chain(error);
    let lower = text.to_ascii_lowercase();
    if lower.contains("sha256") || lower.contains("objectformat") {
        GitError::refused("the repository names its objects by SHA-256, which is not supported")
    } else if error.is_not_found() {
        GitError::NotARepository { path: path.to_owned() }
    } else {
        GitError::damaged(text)
    }
}

/// The causes of `error`, outermost first, in one line.
pub(super) fn chain(error: &gix::Error) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in error.iter_errors().map(|e| format!("{e:#}")) {
        if !parts.iter().any(|known| known.contains(&part)) {
            parts.push(part);
        }
    }
    parts.join(": ").chars().map(|c| if c.is_control() { ' ' } else { c }).take(600).collect()
}

#[cfg(test)]
mod tests {
    use super::super::fixture::TestRepo;
    use super::*;

    #[track_caller]
    fn check(path: &Path, sentence: &str) {
        let error = open(path, &Limits::default()).err().expect("the repository is refused");
        assert!(error.to_string().contains(sentence), "{error}");
    }

    #[test]
    fn a_work_tree_its_git_directory_and_a_bare_repository_open_alike() {
        let repo = TestRepo::new();
        repo.commit("a.py", "x = 1\n", "one");
        repo.git(&["clone", "-q", "--bare", ".", "bare.git"]);
        repo.git(&["worktree", "add", "-q", "linked"]);
        for place in ["", ".git", "bare.git", "linked"] {
            assert!(open(&repo.path().join(place), &Limits::default()).is_ok(), "{place}");
        }
    }

    #[test]
    fn a_repository_that_leads_elsewhere_is_refused() {
        let repo = TestRepo::new();
        repo.commit("a.py", "x = 1\n", "one");
        repo.git(&["clone", "-q", "--shared", ".", "shared"]);
        check(&repo.path().join("shared"), "borrows objects");
        // It is refused for what it borrows, also where nothing is there to borrow from.
        let alternates = repo.path().join("shared/.git/objects/info/alternates");
        std::fs::write(alternates, "/nowhere/at/all/objects\n").unwrap();
        check(&repo.path().join("shared"), "borrows objects");
        std::fs::create_dir(repo.path().join("forged")).unwrap();
        std::fs::write(repo.path().join("forged/.git"), "gitdir: ../.git").unwrap();
        check(&repo.path().join("forged"), "does not know this work tree");
    }

    #[test]
    fn what_is_no_repository_is_said_to_be_none() {
        let dir = tempfile::tempdir().unwrap();
        check(dir.path(), "is not a git repository");
        check(&dir.path().join("nothing"), "does not exist");
    }

    #[test]
    fn a_repository_with_other_object_names_is_refused() {
        let repo = TestRepo::with(&["--object-format=sha256"]);
        repo.commit("a.py", "x = 1\n", "one");
        check(repo.path(), "SHA-256");
    }
}
