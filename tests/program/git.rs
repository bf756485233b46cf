//! Git, for tests that need a repository: nothing of the machine's own settings reaches it.

use std::path::Path;
use std::process::Command;

/// Runs git as Ann, at a fixed time.
#[track_caller]
pub fn git(at: &Path, args: &[&str]) {
    git_as("Ann", at, args);
}

/// Runs git as an author of this name, at a fixed time.
#[track_caller]
pub fn git_as(author: &str, at: &Path, args: &[&str]) {
    let output = Command::new("git")
        .args(args)
        .current_dir(at)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", at)
        .envs([("GIT_AUTHOR_NAME", author), ("GIT_AUTHOR_EMAIL", "ann@example.org")])
        .envs([("GIT_COMMITTER_NAME", author), ("GIT_COMMITTER_EMAIL", "ann@example.org")])
        .envs([("GIT_AUTHOR_DATE", "1700000000 +0000"), ("GIT_COMMITTER_DATE", "1700000000 +0000")])
        .output()
        .expect("git can be started");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}
