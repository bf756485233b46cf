//! Directories of older commits that cannot be read.

use super::Repository;
use super::history::Node;
use super::objects::{Lost, object};
use gix::ObjectId;
use gix::objs::{Kind, TreeRefIter};
use std::collections::BTreeSet;

/// Most directories that are looked at in all commits together.
const DIRECTORIES: usize = 20_000;

/// Says of commits whose difference could not be taken which of their directories is damaged or missing.
///
/// A commit beside the boundary of a shallow clone has no difference either, and nothing wrong with it.
pub(super) fn directories(
    repo: &Repository,
    nodes: &[Node],
    boundary: &BTreeSet<ObjectId>,
) -> Vec<String> {
    let git = repo.inner.to_thread_local();
    let mut sound = BTreeSet::new();
    let unknown = nodes
        .iter()
        .filter(|node| node.fact.files_changed.is_none() && !boundary.contains(&node.id));
    let told = unknown.filter_map(|node| {
        let (directory, lost) = first(&git.objects, node.tree?, &mut sound)?;
        Some(format!(
            "Commit {}: its directory {directory} {lost}; what it changed is unknown.",
            node.id
        ))
    });
    told.collect()
}

/// The first directory below `tree` that cannot be read. Those that can be are remembered.
fn first(
    objects: &gix::OdbHandle,
    tree: ObjectId,
    sound: &mut BTreeSet<ObjectId>,
) -> Option<(ObjectId, Lost)> {
    let mut waiting = vec![tree];
    let mut buffer = Vec::new();
    while let Some(id) = waiting.pop() {
        if sound.contains(&id) {
            continue;
        }
        if sound.len() >= DIRECTORIES {
            return None;
        }
        let bytes = match object(objects, id, Kind::Tree, &mut buffer) {
            Ok(bytes) => bytes,
            Err(lost) => return Some((id, lost)),
        };
        for entry in TreeRefIter::from_bytes(bytes, id.kind()) {
            let Ok(entry) = entry else { return Some((id, Lost::Damaged)) };
            if entry.mode.is_tree() {
                waiting.push(entry.oid.to_owned());
            }
        }
        sound.insert(id);
    }
    None
}
