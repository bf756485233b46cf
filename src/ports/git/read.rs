//! Everything about a repository in one reading.

use super::barriers::explained;
use super::names::local_branches;
use super::{GitError, Repository, departures, history, sources, tree};
use crate::domain::exhibit::repository::RepoExhibit;
use crate::domain::limits::Limits;
use gix::ObjectId;

/// Reads the history, the tree and the sources at `HEAD`.
///
/// # Errors
/// [`GitError::Empty`] when there is no commit, [`GitError::Damaged`] when the commit at `HEAD` or its tree
/// cannot be read, [`GitError::Refused`] where it was left out of a partial clone. Damage further down is stated in the
/// exhibit.
pub fn read(repo: &Repository, limits: &Limits) -> Result<RepoExhibit, GitError> {
    exhibit(repo, limits).map_err(|error| explained(&repo.inner.to_thread_local(), error))
}

fn exhibit(repo: &Repository, limits: &Limits) -> Result<RepoExhibit, GitError> {
    let (head, branch) = head(repo)?;
    let mut limits_reached = Vec::new();
    let mut tree = tree::entries(repo, head, limits)?;
    // The history first: what it reads for its counts are the sources, and need not be read again.
    let mut commits = history::history(repo, head, limits)?;
    departures::keep_gone(&mut commits.departures, &tree);
    let (sources, unread) = sources::sources(repo, &mut tree, limits, &mut limits_reached);
    if tree.truncated {
        let limit = limits.tree_entries;
        limits_reached
            .push(format!("The tree has more than {limit} entries; the rest was not listed."));
    } else if let Some(first) = tree.unlisted_packages.first() {
        limits_reached.push(format!(
            "The tree has more than {} entries; what was not listed are files of installed packages, as in `{first}`.",
            limits.tree_entries
        ));
    }
    if commits.truncated {
        let limit = limits.commits;
        limits_reached
            .push(format!("The history has more than {limit} commits; older ones were not read."));
    }
    if let Some(seconds) = commits.counted_seconds {
        limits_reached.push(format!(
            "The changes of {} commits were counted for {seconds} s and then no more.",
            commits.commits.len()
        ));
    }
    let commit = head.to_string();
    Ok(RepoExhibit { commit, branch, commits, tree, sources, unread, limits_reached })
}

/// The full hexadecimal id of the commit at `HEAD`.
///
/// # Errors
/// [`GitError::Empty`] when there is no commit.
pub fn head_commit(repo: &Repository) -> Result<String, GitError> {
    head(repo).map(|(id, _)| id.to_string())
}

/// The commit at `HEAD` and the branch that `HEAD` names.
pub(super) fn head(repo: &Repository) -> Result<(ObjectId, Option<String>), GitError> {
    let git = repo.inner.to_thread_local();
    let head = git.head().map_err(|error| GitError::damaged(super::open::chain(&error)))?;
    let branch = head.referent_name().map(|name| name.shorten().to_string());
    match head.id() {
        Some(id) => Ok((id.detach(), branch)),
        None => Err(GitError::Empty { branch, others: local_branches(&git) }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::TestRepo;
    use super::super::{list_at, open, read_file};
    use super::*;

    #[track_caller]
    fn check(repo: &TestRepo, limits: &Limits) -> RepoExhibit {
        let opened = open(repo.path(), limits).unwrap();
        let exhibit = read(&opened, limits).unwrap();
        assert_eq!(exhibit, read(&opened, limits).unwrap(), "two readings agree");
        exhibit
    }

    fn counts(exhibit: &RepoExhibit, at: usize) -> (Option<u32>, Option<u32>, Option<u32>) {
        let c = &exhibit.commits.commits[at];
        (c.files_changed, c.insertions, c.deletions)
    }

    fn delete_object(repo: &TestRepo, id: &str) {
        std::fs::remove_file(repo.path().join(".git/objects").join(&id[..2]).join(&id[2..]))
            .unwrap();
    }

    #[test]
    fn commits_come_oldest_first_with_the_counts_that_git_shows() {
        let repo = TestRepo::new();
        repo.commit("a.py", "1\n2\n3\n", "one\n\nbody text");
        repo.commit("a.py", "1\n2b\n3\n4\n", "two");
        repo.git(&["mv", "a.py", "b.py"]);
        repo.commit_all("moved");
        repo.write("image.bin", [0, 1, 2]);
        repo.commit_all("binary");
        repo.git(&["checkout", "-q", "-b", "side", "HEAD~2"]);
        repo.commit("c.py", "c\n", "side");
        repo.git(&["checkout", "-q", "main"]);
        repo.git(&["merge", "-q", "--no-ff", "-m", "merge", "side"]);
        let exhibit = check(&repo, &Limits::default());
        let subjects: Vec<_> = exhibit.commits.commits.iter().map(|c| c.subject.as_str()).collect();
        assert_eq!(subjects, ["one", "two", "moved", "binary", "side", "merge"]);
        assert_eq!(exhibit.commits.commits[0].message, "one\n\nbody text");
        assert_eq!(counts(&exhibit, 0), (Some(1), Some(3), Some(0)));
        assert_eq!(counts(&exhibit, 1), (Some(1), Some(2), Some(1)));
        assert_eq!(counts(&exhibit, 2), (Some(1), Some(0), Some(0)));
        assert_eq!(counts(&exhibit, 3), (Some(1), Some(0), Some(0)));
        assert_eq!(counts(&exhibit, 5), (Some(1), Some(1), Some(0)));
        assert_eq!(exhibit.commits.commits[1].names_changed, ["a.py"]);
        assert_eq!(exhibit.commits.commits[2].names_changed, ["a.py", "b.py"]);
        assert_eq!((exhibit.commits.merges, exhibit.commits.authors.len()), (1, 1));
        assert_eq!(exhibit.branch.as_deref(), Some("main"));
    }

    #[test]
    fn a_missing_commit_hides_only_its_own_ancestors() {
        let repo = TestRepo::new();
        repo.commit("a.py", "1\n", "root");
        let lost = repo.commit("a.py", "2\n", "lost");
        let child = repo.commit("a.py", "3\n", "child");
        repo.commit("a.py", "4\n", "head");
        delete_object(&repo, &lost);
        let exhibit = check(&repo, &Limits::default());
        let ids: Vec<_> = exhibit.commits.commits.iter().map(|c| c.subject.as_str()).collect();
        assert_eq!(ids, ["child", "head"]);
        let sentence = format!(
            "Commit {lost} is missing from the object database; its ancestors could not be read."
        );
        let readable = "Readable part of the history: 2 commits.".to_owned();
        assert_eq!(exhibit.commits.damage, [sentence, readable]);
        assert_eq!(exhibit.commits.commits[0].id, child);
        assert_eq!(counts(&exhibit, 0), (None, None, None));
        assert!(!exhibit.commits.shallow && !exhibit.commits.truncated);
    }

    #[test]
    fn a_damaged_directory_of_an_older_commit_is_damage() {
        let repo = TestRepo::new();
        repo.commit("a.py", "1\n", "root");
        let broken = repo.commit("src/a.py", "2\n", "broken");
        repo.commit("src/a.py", "3\n", "head");
        let directory = repo.git(&["rev-parse", &format!("{broken}:src")]);
        delete_object(&repo, &directory);
        let exhibit = check(&repo, &Limits::default());
        let sentence = format!(
            "Commit {broken}: its directory {directory} is missing from the object database; what it changed is \
             unknown."
        );
        assert_eq!(exhibit.commits.damage, [sentence]);
        assert_eq!(counts(&exhibit, 1), (None, None, None));
        assert!(exhibit.tree.damage.is_empty());
    }

    #[test]
    fn two_entries_of_one_name_are_damage() {
        let repo = TestRepo::new();
        repo.commit("a.py", "1\n", "root");
        let blob = repo.git(&["rev-parse", "HEAD:a.py"]);
        let hex = |at: usize| u8::from_str_radix(&blob[at..at + 2], 16).unwrap();
        let id: Vec<u8> = (0..blob.len()).step_by(2).map(hex).collect();
        let entry = [b"100644 a.py\0", id.as_slice()].concat();
        repo.write("raw", [entry.as_slice(), &entry].concat());
        let tree = repo.git(&["hash-object", "-t", "tree", "-w", "--literally", "raw"]);
        let head = repo.git(&["commit-tree", "-m", "two", &tree]);
        repo.git(&["update-ref", "HEAD", &head]);
        let exhibit = check(&repo, &Limits::default());
        let sentence = "At the top two entries are called `a.py`, which git refuses.";
        assert_eq!(exhibit.tree.damage, [sentence]);
    }

    #[test]
    fn an_object_that_does_not_match_its_name_is_damage() {
        let repo = TestRepo::new();
        repo.commit("a.py", "x = 1\n", "one");
        repo.commit("b.py", "x = 2\n", "two");
        let good = repo.git(&["rev-parse", "HEAD:a.py"]);
        let other = repo.git(&["rev-parse", "HEAD:b.py"]);
        let file = |id: &str| repo.path().join(".git/objects").join(&id[..2]).join(&id[2..]);
        std::fs::remove_file(file(&other)).unwrap();
        std::fs::copy(file(&good), file(&other)).unwrap();
        let exhibit = check(&repo, &Limits::default());
        assert_eq!(exhibit.sources.len(), 1);
        assert_eq!(exhibit.tree.entries.len(), 2);
        assert_eq!(exhibit.tree.damage, [format!("The content of `b.py` ({other}) is damaged.")]);
    }

    #[test]
    fn sources_are_text_files_with_python_first_up_to_the_limits() {
        let repo = TestRepo::new();
        repo.write("README.md", "text");
        repo.write("z/a.py", "x");
        repo.write("picture.png", [1, 2, 3]);
        repo.write("data", [0, 1]);
        repo.write("big.txt", "x".repeat(100));
        repo.write("requirements.txt", [0xff, 0xfe, b'a', 0]);
        repo.commit_all("files");
        let exhibit = check(&repo, &Limits { blob_bytes: 99, ..Limits::default() });
        let paths: Vec<_> = exhibit.sources.iter().map(|s| s.path.as_str()).collect();
        assert_eq!(paths, ["z/a.py", "README.md", "requirements.txt"]);
        let sentence = "`big.txt` has 100 bytes, more than the limit of 99; it was not read.";
        assert_eq!(exhibit.limits_reached, [sentence]);
        assert_eq!(exhibit.sources[2].bytes, b"a");
        let unread: Vec<_> = exhibit.unread.iter().map(|one| one.place.file.as_str()).collect();
        assert_eq!(unread, ["big.txt"]);
        assert!(exhibit.tree.find("picture.png").is_some());
        let little = check(&repo, &Limits { source_bytes: 5, ..Limits::default() });
        assert_eq!(little.sources.len(), 2);
        assert_eq!(little.limits_reached.len(), 3);
    }

    #[test]
    fn what_is_installed_comes_last_and_counts_as_no_work() {
        let repo = TestRepo::new();
        repo.write("app.py", "x = 1\ny = 2\n");
        repo.write(".venv/lib/site-packages/pip.py", "z\n".repeat(50));
        repo.write(".venv/lib/site-packages/package-lock.json", "z\n".repeat(7));
        repo.write("uv.lock", "z\n".repeat(5));
        repo.write("notes.md", "text\n");
        repo.commit_all("everything");
        let exhibit = check(&repo, &Limits { source_bytes: 60, ..Limits::default() });
        let paths: Vec<_> = exhibit.sources.iter().map(|s| s.path.as_str()).collect();
        let installed = ".venv/lib/site-packages/package-lock.json";
        assert_eq!(paths, ["app.py", "notes.md", "uv.lock", installed]);
        assert!(exhibit.unread.is_empty(), "{:?}", exhibit.unread);
        let commit = &exhibit.commits.commits[0];
        let tools = (commit.locked_insertions, commit.installed_insertions);
        assert_eq!((commit.insertions, tools), (Some(65), (5, 57)));
        assert_eq!((commit.written(), commit.program_insertions), (Some(3), 2));
    }

    #[test]
    fn a_pointer_to_a_content_elsewhere_is_no_source() {
        let repo = TestRepo::new();
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n";
        repo.write("state.py", pointer);
        repo.write("notes.md", format!("A pointer begins with\n{pointer}"));
        repo.commit_all("files");
        let exhibit = check(&repo, &Limits::default());
        let paths: Vec<_> = exhibit.sources.iter().map(|s| s.path.as_str()).collect();
        assert_eq!(paths, ["notes.md"]);
        assert_eq!(exhibit.unread[0].place.file, "state.py");
        let sentence = "`state.py` is a Git LFS pointer; its content is not in the repository.";
        assert_eq!(exhibit.limits_reached, [sentence]);
    }

    #[test]
    fn installed_packages_take_no_entries_from_what_somebody_wrote() {
        let repo = TestRepo::new();
        repo.write("src/app.py", "x = 1\n");
        repo.write("tests/test_app.py", "y = 1\n");
        (0..9).for_each(|n| repo.write(&format!("venv/lib/python3.12/a{n}.py"), "z\n"));
        repo.commit_all("everything");
        let exhibit = check(&repo, &Limits { tree_entries: 12, ..Limits::default() });
        assert!(exhibit.tree.find("src/app.py").is_some() && !exhibit.tree.truncated);
        assert_eq!(exhibit.tree.unlisted_packages, ["venv/lib/"]);
        assert_eq!((exhibit.tree.gap(""), exhibit.tree.gap("src/")), (None, None));
        assert!(exhibit.tree.gap("venv/lib/python3.12/").is_some());
        assert!(exhibit.limits_reached[0].ends_with("installed packages, as in `venv/lib/`."));
    }

    #[test]
    fn limits_on_commits_and_entries_are_stated() {
        let repo = TestRepo::new();
        (0..5).for_each(|n| {
            repo.commit(&format!("{n}.py"), "x", &n.to_string());
        });
        let exhibit = check(&repo, &Limits { commits: 2, tree_entries: 3, ..Limits::default() });
        assert_eq!(exhibit.commits.commits.last().unwrap().subject, "4");
        assert_eq!((exhibit.commits.commits.len(), exhibit.tree.entries.len()), (2, 3));
        assert_eq!(exhibit.limits_reached.len(), 2);
    }

    #[test]
    fn a_shallow_clone_is_noted_and_is_no_damage() {
        let repo = TestRepo::new();
        (0..3).for_each(|n| {
            repo.commit("a.py", &n.to_string(), &n.to_string());
        });
        let from = format!("file://{}", repo.path().display());
        repo.git(&["clone", "-q", "--depth", "2", &from, "shallow"]);
        let limits = Limits::default();
        let exhibit = read(&open(&repo.path().join("shallow"), &limits).unwrap(), &limits).unwrap();
        assert!(exhibit.commits.shallow && exhibit.commits.damage.is_empty());
        assert_eq!(exhibit.commits.commits.len(), 2);
        assert_eq!(counts(&exhibit, 0), (None, None, None));
    }

    #[test]
    fn replace_refs_are_ignored() {
        let repo = TestRepo::new();
        let one = repo.commit("a.py", "1", "one");
        let two = repo.commit("a.py", "2", "two");
        repo.git(&["replace", &two, &one]);
        assert_eq!(check(&repo, &Limits::default()).commits.commits.len(), 2);
    }

    #[test]
    fn a_repository_without_commits_says_so() {
        let repo = TestRepo::new();
        let opened = open(repo.path(), &Limits::default()).unwrap();
        let error = read(&opened, &Limits::default()).unwrap_err();
        assert_eq!(error.to_string(), "the repository has no commits on `main`");
    }

    #[test]
    fn files_are_read_by_path_and_links_are_not_followed() {
        let repo = TestRepo::new();
        repo.write("reports/final.pdf", b"%PDF");
        std::os::unix::fs::symlink("/etc/passwd", repo.path().join("link")).unwrap();
        let head = repo.commit_all("files");
        let opened = open(repo.path(), &Limits::default()).unwrap();
        let file = |path: &str| read_file(&opened, &head, path).unwrap();
        assert_eq!(file("reports/final.pdf").as_deref(), Some(&b"%PDF"[..]));
        assert_eq!(
            (file("link"), file("reports"), file("reports/x"), file("link/x")),
            (None, None, None, None)
        );
        let tree = list_at(&opened, &head_commit(&opened).unwrap(), &Limits::default()).unwrap();
        assert_eq!(tree.find("link").map(|e| e.mode.as_str()), Some("link"));
    }

    #[test]
    fn names_that_are_no_utf8_are_replaced() {
        use std::os::unix::ffi::OsStrExt;
        let repo = TestRepo::new();
        let name = std::ffi::OsStr::from_bytes(b"caf\xe9.py");
        std::fs::write(repo.path().join(name), "x").unwrap();
        repo.commit_all("latin");
        assert_eq!(check(&repo, &Limits::default()).sources[0].path, "caf\u{fffd}.py");
    }

    /// Writes an object that git itself would not make.
    fn forge(repo: &TestRepo, kind: &str, bytes: &[u8]) -> String {
        repo.write("forged", bytes);
        repo.git(&["hash-object", "-w", "--literally", "-t", kind, "forged"])
    }

    #[test]
    fn a_history_whose_changes_take_too_long_to_count_is_read_without_their_counts() {
        let repo = TestRepo::new();
        repo.commit("a.py", "x = 1\n", "first");
        let exhibit = check(&repo, &Limits { repository_seconds: 1, ..Limits::default() });
        assert_eq!(
            (exhibit.commits.counted_seconds, counts(&exhibit, 0)),
            (Some(0), (None, None, None))
        );
        assert_eq!(exhibit.sources.len(), 1);
        let told = "counted for 0 s and then no more";
        assert!(exhibit.limits_reached[0].contains(told), "{:?}", exhibit.limits_reached);
        assert_eq!(check(&repo, &Limits::default()).commits.counted_seconds, None);
    }

    #[test]
    fn a_tree_that_unfolds_without_end_is_cut_off() {
        let repo = TestRepo::new();
        let mut id = forge(&repo, "blob", b"x");
        for level in 0..30 {
            let raw: Vec<u8> = gix::ObjectId::from_hex(id.as_bytes()).unwrap().as_slice().to_vec();
            let mode: &[u8] = if level == 0 { b"100644" } else { b"40000" };
            let entry = |n: u8| [mode, b" ", &[b'a' + n], b"\0", &raw].concat();
            let tree: Vec<u8> = (0..10).flat_map(entry).collect();
            id = forge(&repo, "tree", &tree);
        }
        let commit = repo.git(&["commit-tree", "-m", "bomb", &id]);
        repo.git(&["update-ref", "refs/heads/main", &commit]);
        let exhibit = check(&repo, &Limits::default());
        assert!(exhibit.tree.truncated);
        assert_eq!(counts(&exhibit, 0), (None, None, None));
    }

    #[test]
    fn a_malformed_commit_is_damage_and_a_malformed_author_is_said() {
        let repo = TestRepo::new();
        let tree = repo.git(&["write-tree"]);
        let bad = forge(&repo, "commit", b"nonsense\n");
        let header = format!("tree {tree}\nparent {bad}\n");
        let odd = "author nobody\ncommitter Bob <b@x.org> 5 +0000\n\nodd\n";
        let odd = forge(&repo, "commit", format!("{header}{odd}").as_bytes());
        repo.git(&["update-ref", "refs/heads/main", &odd]);
        let exhibit = check(&repo, &Limits::default());
        assert_eq!(exhibit.commits.commits[0].subject, "odd");
        assert_eq!(exhibit.commits.commits[0].author.name, "");
        let damage = [
            format!("Commit {odd} states its author in a form that cannot be read."),
            format!("Commit {bad} is damaged; its ancestors could not be read."),
            "Readable part of the history: 1 commits.".to_owned(),
        ];
        assert_eq!(exhibit.commits.damage, damage);
    }
}
