//! Files of older commits that the tree does not hold any more.

use super::Repository;
use super::changes::spread;
use super::objects::{self, object};
use super::sources::may_be_text;
use crate::domain::facts::{HistoryFacts, TreeEntry, TreeFacts};
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
    let chosen: Vec<&Found> = found
        .iter()
        .zip(sizes)
        .filter(|(_, size)| match size {
            Some(size) if *size > LARGEST.min(limits.blob_bytes) => {
                large += 1;
                false
            }
            Some(size) if *size > budget => {
                beyond += 1;
                false
            }
            Some(size) => {
                budget -= size;
                true
            }
            None => false,
        })
        .map(|(found, _)| found)
        .collect();
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
    let mut seen: BTreeSet<ObjectId> = current.collect();
    let mut found = Vec::new();
    let mut left = limits.tree_entries.saturating_mul(ENTRIES);
    let (mut buffer, mut lost) = (Vec::new(), 0_usize);
    for (commit, fact) in history.commits.iter().enumerate() {
        let root = ObjectId::from_hex(fact.id.as_bytes()).ok().and_then(|id| {
            let bytes = object(&git.objects, id, Kind::Commit, &mut buffer).ok()?;
            objects::commit(bytes)?.tree
        });
        let mut waiting: Vec<(ObjectId, String, usize)> =
            root.into_iter().map(|root| (root, String::new(), 0)).collect();
        while let Some((id, prefix, depth)) = waiting.pop() {
            if !seen.insert(id) || depth > DEPTH {
                continue;
            }
            let Ok(bytes) = object(&git.objects, id, Kind::Tree, &mut buffer) else {
                lost += 1;
                continue;
            };
            for entry in TreeRefIter::from_bytes(bytes, id.kind()).filter_map(Result::ok) {
                left = left.saturating_sub(1);
                if left == 0 {
                    left_out.push("The older trees have more entries than are walked.".into());
                    return found;
                }
                let path = format!("{prefix}{}", String::from_utf8_lossy(entry.filename));
                let oid = entry.oid.to_owned();
                if entry.mode.is_tree() {
                    waiting.push((oid, format!("{path}/"), depth + 1));
                } else if entry.mode.is_blob() && is_text(&path) && seen.insert(oid) {
                    found.push(Found { commit, path, blob: oid });
                }
            }
        }
    }
    if lost > 0 {
        left_out.push(format!("{lost} older directories could not be read."));
    }
    found
}

fn is_text(path: &str) -> bool {
    may_be_text(&TreeEntry { path: path.to_owned(), mode: "file".into(), ..TreeEntry::default() })
}
