//! The files at one commit.

use super::objects::object;
use super::{GitError, Repository};
use crate::domain::facts::{TreeEntry, TreeFacts, installed_below};
use crate::domain::limits::Limits;
use gix::ObjectId;
use gix::objs::tree::{EntryKind, EntryMode};
use gix::objs::{Kind, TreeRefIter};
use std::collections::BTreeSet;

/// Deepest nesting of directories that is followed.
const DEPTH: usize = 128;
/// Most sentences about damage.
const SENTENCES: usize = 100;
/// Longest path that is kept, in bytes.
const PATH: usize = 4096;

/// Lists the tree of `commit`, a full hexadecimal id.
///
/// # Errors
/// [`GitError::Damaged`] when the commit cannot be read.
pub fn list_at(repo: &Repository, commit: &str, limits: &Limits) -> Result<TreeFacts, GitError> {
    entries(repo, named(commit)?, limits)
}

/// Reads the file at `path` in the tree of `commit`, a full hexadecimal id.
///
/// Returns `None` when there is no such file, or when a directory, a link or a submodule is there instead.
///
/// # Errors
/// [`GitError::Damaged`] when the commit, a directory on the way or the file cannot be read.
pub fn read_file(repo: &Repository, commit: &str, path: &str) -> Result<Option<Vec<u8>>, GitError> {
    let git = repo.inner.to_thread_local();
    let id = named(commit)?;
    let mut at = tree_of(&git.objects, id)?;
    let mut parts = path.split('/').peekable();
    let mut buffer = Vec::new();
    while let Some(part) = parts.next() {
        let bytes = object(&git.objects, at, Kind::Tree, &mut buffer)
            .map_err(|lost| GitError::damaged(format!("directory {at} {lost}")))?;
        let entry = TreeRefIter::from_bytes(bytes, id.kind())
            .filter_map(Result::ok)
            .find(|entry| entry.filename.to_vec() == part.as_bytes());
        let Some(entry) = entry else { return Ok(None) };
        let (mode, oid) = (entry.mode, entry.oid.to_owned());
        if parts.peek().is_none() {
            return if mode.is_blob() {
                read_blob(&git.objects, oid, path).map(Some)
            } else {
                Ok(None)
            };
        }
        if !mode.is_tree() {
            return Ok(None);
        }
        at = oid;
    }
    Ok(None)
}

fn named(commit: &str) -> Result<ObjectId, GitError> {
    ObjectId::from_hex(commit.as_bytes())
        .map_err(|_| GitError::damaged(format!("`{commit}` is no full id of a commit")))
}

fn read_blob(objects: &gix::OdbHandle, id: ObjectId, path: &str) -> Result<Vec<u8>, GitError> {
    let mut buffer = Vec::new();
    match object(objects, id, Kind::Blob, &mut buffer) {
        Ok(_) => Ok(buffer),
        Err(lost) => Err(GitError::damaged(format!("the content of `{path}` {lost}"))),
    }
}

fn tree_of(objects: &gix::OdbHandle, commit: ObjectId) -> Result<ObjectId, GitError> {
    let mut buffer = Vec::new();
    let bytes = object(objects, commit, Kind::Commit, &mut buffer)
        .map_err(|lost| GitError::damaged(format!("commit {commit} {lost}")))?;
    super::objects::commit(bytes)
        .and_then(|found| found.tree)
        .ok_or_else(|| GitError::damaged(format!("commit {commit} is malformed")))
}

/// Lists the files in the tree of `commit`.
pub(super) fn entries(
    repo: &Repository,
    commit: ObjectId,
    limits: &Limits,
) -> Result<TreeFacts, GitError> {
    let git = repo.inner.to_thread_local();
    let mut listing = Listing::to(limits.tree_entries);
    listing.waiting.push((tree_of(&git.objects, commit)?, String::new()));
    let mut buffer = Vec::new();
    // What a package manager put there comes last, so that it takes no room from the rest.
    while let Some((id, prefix)) = listing.waiting.pop().or_else(|| listing.installed.pop()) {
        match object(&git.objects, id, Kind::Tree, &mut buffer) {
            Ok(bytes) => listing.directory(bytes, id, &prefix),
            Err(lost) if prefix.is_empty() => {
                return Err(GitError::damaged(format!("the tree of commit {commit} {lost}")));
            }
            Err(lost) => listing.damage(&prefix, &format!("directory {id} {lost}")),
        }
        if listing.seen > listing.limit {
            break;
        }
    }
    let mut facts = listing.facts;
    facts.entries.sort();
    facts.damage.sort();
    facts.unlisted.sort();
    facts.unlisted.dedup();
    Ok(facts)
}

struct Listing {
    facts: TreeFacts,
    seen: usize,
    limit: usize,
    /// Directories that are still to be listed.
    waiting: Vec<(ObjectId, String)>,
    /// Those of them that a package manager made.
    installed: Vec<(ObjectId, String)>,
}

impl Listing {
    fn to(limit: usize) -> Self {
        let facts = TreeFacts::default();
        Self { facts, seen: 0, limit, waiting: Vec::new(), installed: Vec::new() }
    }

    fn directory(&mut self, bytes: &[u8], id: ObjectId, prefix: &str) {
        let mut names = BTreeSet::new();
        for entry in TreeRefIter::from_bytes(bytes, id.kind()) {
            let Ok(entry) = entry else {
                self.damage(prefix, &format!("directory {id} is malformed"));
                return;
            };
            self.seen += 1;
            if self.seen > self.limit {
                self.stop(prefix);
                return;
            }
            let name = String::from_utf8_lossy(entry.filename);
            if leads_astray(&name) {
                self.astray(prefix, &format!("an entry is called `{}`", beginning(&name)));
            }
            if !names.insert(entry.filename) {
                self.astray(prefix, &format!("two entries are called `{}`", beginning(&name)));
            }
            let path = format!("{prefix}{name}");
            let oid = entry.oid.to_owned();
            if path.len() > PATH || path.matches('/').count() > DEPTH {
                self.damage(prefix, "a path is longer or deeper than any file system allows");
            } else if entry.mode.is_tree() {
                let path = format!("{path}/");
                let is_installed = installed_below(&path).is_some();
                if is_installed { &mut self.installed } else { &mut self.waiting }
                    .push((oid, path));
            } else {
                let mode = mode_name(entry.mode).to_owned();
                self.facts.entries.push(TreeEntry { path, blob: oid.to_string(), mode });
            }
        }
    }

    /// Says what is left out at the limit: where only folders of installed packages are left, nothing that somebody wrote.
    fn stop(&mut self, prefix: &str) {
        let left = self.installed.iter().map(|(_, path)| path.as_str()).chain([prefix]);
        let left: BTreeSet<&str> = left.filter_map(installed_below).collect();
        if installed_below(prefix).is_none() {
            self.facts.truncated = true;
        }
        self.facts.unlisted_packages = left.into_iter().map(str::to_owned).collect();
    }

    /// Says that an entry's name leads out of the tree or into git's own files, or is another's.
    fn astray(&mut self, prefix: &str, what: &str) {
        if self.facts.damage.len() < SENTENCES {
            self.facts.damage.push(format!("{} {what}, which git refuses.", place(prefix)));
        }
    }

    fn damage(&mut self, prefix: &str, what: &str) {
        if self.facts.damage.len() < SENTENCES {
            let place = place(prefix);
            self.facts.damage.push(format!("{place} {what}; the files below are unknown."));
        }
        // Beyond the limit any folder may be meant.
        let folder = if self.facts.unlisted.len() < SENTENCES { prefix } else { "" };
        if self.facts.unlisted.last().is_none_or(|last| last != folder) {
            self.facts.unlisted.push(folder.to_owned());
        }
    }
}

/// A name that git never checks out: it climbs, stays, holds a separator, or is git's own directory.
fn leads_astray(name: &str) -> bool {
    name.is_empty()
        || name == "."
        || name == ".."
        || name.contains('/')
        || name.eq_ignore_ascii_case(".git")
}

fn place(prefix: &str) -> String {
    if prefix.is_empty() { "At the top".into() } else { format!("In `{}`", beginning(prefix)) }
}

fn beginning(text: &str) -> String {
    text.chars().take(200).collect()
}

fn mode_name(mode: EntryMode) -> &'static str {
    match mode.kind() {
        EntryKind::Blob | EntryKind::Tree => "file",
        EntryKind::BlobExecutable => "executable",
        EntryKind::Link => "link",
        EntryKind::Commit => "submodule",
    }
}
