//! Files of older commits that the tree does not hold any more.

use super::Repository;
use super::changes::spread;
use super::objects::{self, object};
use super::sources::may_be_text;
use crate::domain::facts::{HistoryFacts, TreeEntry, TreeFacts, installed_below, is_installed};
use crate::domain::limits::Limits;
use gix::ObjectId;
use gix::objs::{FindHeader, Kind, TreeRefIter};
use std::collections::BTreeSet;

/// Most entries of older trees that are walked, in multiples of the limit on the tree's own.
const ENTRIES: usize = 10;
/// Largest older file that is read, in bytes; what people write by hand is smaller.
const LARGEST: u64 = 2 << 20;
/// Deepest nesting of directories that is followed.
const DEPTH: usize = 64;

/// A file of an older commit.
pub struct PastFile<'a> {
    /// Full hexadecimal id of the oldest commit that holds it.
    pub commit: &'a str,
    /// Path inside the repository.
    pub path: &'a str,
    /// The file's bytes.
    pub bytes: &'a [u8],
}

/// What came of looking at older files.
pub struct Past<T> {
    /// The answers, in the order of the commits and paths; files that could not be read have none.
    pub answers: Vec<T>,
    /// What was not looked at, each a full sentence.
    pub left_out: Vec<String>,
}

/// Where an older file was found first.
struct Found {
    commit: usize,
    path: String,
    blob: ObjectId,
}

/// Looks at each text file of older commits whose content is nowhere in `tree`, once.
///
/// Each directory and each file is read once, however many commits hold it. `look` runs on several threads;
/// the answers do not depend on their number.
pub fn past_files<T: Send>(
    repo: &Repository,
    history: &HistoryFacts,
    tree: &TreeFacts,
    limits: &Limits,
    look: impl Fn(&PastFile<'_>) -> T + Sync,
) -> Past<T> {
    let mut left_out = Vec::new();
    let found = walk(repo, history, tree, limits, &mut left_out);
    let sizes = spread(repo, found.len(), |git, at| {
        git.objects.try_header(&found[at].blob).ok().flatten().map(|header| header.size)
    });
    let mut budget = limits.source_bytes;
    let (mut large, mut beyond) = (0_usize, 0_usize);
    // What a package manager put there takes no room from the rest.
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|at| is_installed(found[*at].path.as_bytes()));
    order.retain(|at| match sizes[*at] {
        Some(size) if size > LARGEST.min(limits.blob_bytes) => {
            large += 1;
            false
        }
        Some(size) if size > budget => {
            beyond += 1;
            false
        }
        Some(size) => {
            budget -= size;
            true
        }
        None => false,
    });
    order.sort_unstable();
    let chosen: Vec<&Found> = order.into_iter().map(|at| &found[at]).collect();
    let answers = spread(repo, chosen.len(), |git, at| {
        let Found { commit, path, blob } = chosen[at];
        let bytes = objects::blob(git, &repo.kept, *blob).ok()?;
        Some(look(&PastFile { commit: &history.commits[*commit].id, path, bytes: &bytes }))
    });
    let missing = answers.iter().filter(|answer| answer.is_none()).count()
        + found.len().saturating_sub(chosen.len() + large + beyond);
    for (number, why) in [
        (large, "not read for their size"),
        (beyond, "not read, being beyond the limit on bytes in all"),
        (missing, "not readable"),
    ] {
        if number > 0 {
            left_out.push(format!("Of {} older files, {number} {why}.", found.len()));
        }
    }
    Past { answers: answers.into_iter().flatten().collect(), left_out }
}

/// Lists the older files in the order of the commits, oldest first.
fn walk(
    repo: &Repository,
    history: &HistoryFacts,
    tree: &TreeFacts,
    limits: &Limits,
    left_out: &mut Vec<String>,
) -> Vec<Found> {
    let git = repo.inner.to_thread_local();
    let current =
        tree.entries.iter().filter_map(|entry| ObjectId::from_hex(entry.blob.as_bytes()).ok());
    let mut walk = Walk {
        seen: current.collect(),
        found: Vec::new(),
        installed: Vec::new(),
        left: limits.tree_entries.saturating_mul(ENTRIES),
        lost: 0,
    };
    let mut buffer = Vec::new();
    let roots = history.commits.iter().enumerate().filter_map(|(commit, fact)| {
        let id = ObjectId::from_hex(fact.id.as_bytes()).ok()?;
        let bytes = object(&git.objects, id, Kind::Commit, &mut buffer).ok()?;
        let id = objects::commit(bytes)?.tree?;
        Some(Waiting { commit, id, prefix: String::new(), depth: 0 })
    });
    let roots: Vec<Waiting> = roots.collect();
    let mut is_whole = roots.into_iter().all(|root| walk.down(&git, vec![root], true));
    if is_whole {
        // The oldest is taken first.
        let mut installed = std::mem::take(&mut walk.installed);
        installed.reverse();
        is_whole = walk.down(&git, installed, false);
        walk.found.sort_by_key(|found| found.commit);
    }
    if !is_whole {
        left_out.push("The older trees have more entries than are walked.".into());
    } else if walk.lost > 0 {
        left_out.push(format!("{} older directories could not be read.", walk.lost));
    }
    walk.found
}

/// A directory of an older commit that is still to be listed.
struct Waiting {
    commit: usize,
    id: ObjectId,
    prefix: String,
    depth: usize,
}

/// What was found on the way through older trees.
struct Walk {
    seen: BTreeSet<ObjectId>,
    found: Vec<Found>,
    /// What a package manager put there, which comes after all else.
    installed: Vec<Waiting>,
    /// How many entries may still be walked.
    left: usize,
    /// How many directories could not be read.
    lost: usize,
}

impl Walk {
    /// Lists directories and what is below them, without installed packages if these are kept `apart`; gives whether
    /// there was room for all.
    fn down(&mut self, git: &gix::Repository, mut waiting: Vec<Waiting>, apart: bool) -> bool {
        let mut buffer = Vec::new();
        while let Some(Waiting { commit, id, prefix, depth }) = waiting.pop() {
            if !self.seen.insert(id) || depth > DEPTH {
                continue;
            }
            let Ok(bytes) = object(&git.objects, id, Kind::Tree, &mut buffer) else {
                self.lost += 1;
                continue;
            };
            for entry in TreeRefIter::from_bytes(bytes, id.kind()).filter_map(Result::ok) {
                self.left = self.left.saturating_sub(1);
                if self.left == 0 {
                    return false;
                }
                let path = format!("{prefix}{}", String::from_utf8_lossy(entry.filename));
                let id = entry.oid.to_owned();
                if entry.mode.is_tree() {
                    let prefix = format!("{path}/");
                    let is_later = apart && installed_below(&prefix).is_some();
                    let all = if is_later { &mut self.installed } else { &mut waiting };
                    all.push(Waiting { commit, id, prefix, depth: depth + 1 });
                } else if entry.mode.is_blob() && is_text(&path) && self.seen.insert(id) {
                    self.found.push(Found { commit, path, blob: id });
                }
            }
        }
        true
    }
}

fn is_text(path: &str) -> bool {
    may_be_text(&TreeEntry { path: path.to_owned(), mode: "file".into(), ..TreeEntry::default() })
}
