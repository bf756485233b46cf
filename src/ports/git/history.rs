//! The walk over all commits that lead to one commit.

use super::changes;
use super::objects::{Commit, Lost, commit, object};
use super::{GitError, Repository};
use crate::domain::facts::{CommitFact, HistoryFacts, Identity, Rhythm};
use crate::domain::limits::Limits;
use gix::ObjectId;
use gix::objs::Kind;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Longest message that is kept, in bytes.
const MESSAGE: usize = 64 * 1024;
/// Longest name or mail address that is kept, in bytes.
const IDENTITY: usize = 1024;
/// Most sentences about damage; the rest is counted in one more.
const SENTENCES: usize = 100;

/// One commit on the way from the database to the facts.
pub(super) struct Node {
    pub(super) id: ObjectId,
    /// `None` when the commit does not name it in a form that can be read.
    pub(super) tree: Option<ObjectId>,
    pub(super) parents: Vec<ObjectId>,
    pub(super) fact: CommitFact,
}

/// Walks all ancestors of `head` and takes each commit's difference against its first parent.
///
/// A commit that cannot be read ends its own line of ancestors only, and is stated as damage.
///
/// # Errors
/// [`GitError::Damaged`] when `head` itself cannot be read.
pub(super) fn history(
    repo: &Repository,
    head: ObjectId,
    limits: &Limits,
) -> Result<HistoryFacts, GitError> {
    let mut walk = Walk::new(&repo.inner.to_thread_local());
    walk.run(head, limits);
    let mut damage = std::mem::take(&mut walk.damage);
    if walk.nodes.is_empty() {
        return Err(GitError::damaged(damage.pop().unwrap_or_else(|| format!("commit {head}"))));
    }
    let (shallow, truncated) = (!walk.boundary.is_empty(), walk.truncated);
    let mut nodes = oldest_first(walk.nodes);
    changes::count(repo, &mut nodes, &walk.boundary, limits);
    if damage.len() > SENTENCES {
        let more = damage.len() - SENTENCES;
        damage.truncate(SENTENCES);
        damage.push(format!("{more} more objects could not be read."));
    }
    if walk.cut {
        damage.push(format!("Readable part of the history: {} commits.", nodes.len()));
    }
    let commits: Vec<CommitFact> = nodes.into_iter().map(|node| node.fact).collect();
    let merges = commits.iter().filter(|c| c.parents.len() > 1).count();
    Ok(HistoryFacts {
        merges: u32::try_from(merges).unwrap_or(u32::MAX),
        authors: authors(&commits),
        commits,
        rhythm: Rhythm::default(),
        damage,
        truncated,
        shallow,
    })
}

struct Walk {
    objects: gix::OdbHandle,
    /// Commits whose parents a shallow clone left out.
    boundary: BTreeSet<ObjectId>,
    nodes: BTreeMap<ObjectId, Node>,
    damage: Vec<String>,
    /// Whether damage hides a part of the history.
    cut: bool,
    truncated: bool,
}

impl Walk {
    fn new(repo: &gix::Repository) -> Self {
        let boundary = repo.shallow_commits().ok().flatten();
        let boundary = boundary.map(|list| list.iter().copied().collect()).unwrap_or_default();
        Self {
            objects: repo.objects.clone(),
            boundary,
            nodes: BTreeMap::new(),
            damage: Vec::new(),
            cut: false,
            truncated: false,
        }
    }

    /// Reads the newest commits first, so that the limit cuts off the oldest.
    fn run(&mut self, head: ObjectId, limits: &Limits) {
        let mut seen = BTreeSet::from([head]);
        let mut waiting = BinaryHeap::new();
        self.visit(head, &mut waiting);
        while let Some((_, id)) = waiting.pop() {
            let parents = if self.boundary.contains(&id) {
                Vec::new()
            } else {
                self.nodes.get(&id).map(|node| node.parents.clone()).unwrap_or_default()
            };
            for parent in parents {
                if !seen.insert(parent) {
                    continue;
                }
                if self.nodes.len() >= limits.commits {
                    self.truncated = true;
                    return;
                }
                self.visit(parent, &mut waiting);
            }
        }
    }

    fn visit(&mut self, id: ObjectId, waiting: &mut BinaryHeap<(i64, ObjectId)>) {
        let mut buffer = Vec::new();
        match read_commit(&self.objects, id, &mut buffer, &mut self.damage) {
            Ok((node, is_whole)) => {
                self.cut |= !is_whole;
                waiting.push((node.fact.committer_time, id));
                self.nodes.insert(id, node);
            }
            Err(lost) => {
                self.cut = true;
                self.damage.push(format!("Commit {id} {lost}; its ancestors could not be read."));
            }
        }
    }
}

/// The commit, and whether all of its parents are known.
fn read_commit(
    objects: &gix::OdbHandle,
    id: ObjectId,
    buffer: &mut Vec<u8>,
    damage: &mut Vec<String>,
) -> Result<(Node, bool), Lost> {
    let bytes = object(objects, id, Kind::Commit, buffer)?;
    let Commit { tree, parents, odd_parents, author, committer, message } =
        commit(bytes).ok_or(Lost::Damaged)?;
    if tree.is_none() {
        damage.push(format!("Commit {id} is malformed: it names no tree; its files are unknown."));
    }
    if odd_parents > 0 {
        damage.push(format!(
            "Commit {id} is malformed: it names a parent in a form that cannot be read; that line of ancestors could not be followed."
        ));
    }
    let (author, author_time) = signature(author, id, "author", damage);
    let (_, committer_time) = signature(committer, id, "committer", damage);
    let message = String::from_utf8_lossy(message);
    let message = message.trim_end().trim_start_matches(['\n', '\r']);
    let kept = shorten(message, MESSAGE);
    if kept.len() < message.len() {
        damage.push(format!(
            "The message of commit {id} is longer than {MESSAGE} bytes; its end was left out."
        ));
    }
    let fact = CommitFact {
        id: id.to_string(),
        parents: parents.iter().map(ToString::to_string).collect(),
        author,
        author_time,
        committer_time,
        subject: kept.lines().next().unwrap_or_default().trim_end().to_owned(),
        message: kept.to_owned(),
        files_changed: None,
        insertions: None,
        deletions: None,
    };
    Ok((Node { id, tree, parents, fact }, odd_parents == 0))
}

fn signature(
    line: Option<&[u8]>,
    id: ObjectId,
    role: &str,
    damage: &mut Vec<String>,
) -> (Identity, i64) {
    let found = line.and_then(|line| gix::actor::SignatureRef::from_bytes(line).ok());
    let Some(found) = found else {
        damage.push(format!("Commit {id} states its {role} in a form that cannot be read."));
        return (Identity::default(), 0);
    };
    let text = |bytes: &[u8]| shorten(String::from_utf8_lossy(bytes).trim(), IDENTITY).to_owned();
    // An odd time zone does not matter; a date that is no number must not pass for the year 1970.
    let time = found.time.split_whitespace().next().and_then(|seconds| seconds.parse().ok());
    if time.is_none() {
        damage.push(format!(
            "Commit {id} states the date of its {role} in a form that cannot be read; 1970 stands for it."
        ));
    }
    (Identity { name: text(found.name), email: text(found.email) }, time.unwrap_or(0))
}

/// The longest beginning of `text` that has at most `longest` bytes.
fn shorten(text: &str, longest: usize) -> &str {
    if text.len() <= longest {
        return text;
    }
    let end = (0..=longest).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    &text[..end]
}

/// Orders parents before children, and otherwise by the committer's time and the id.
fn oldest_first(mut nodes: BTreeMap<ObjectId, Node>) -> Vec<Node> {
    let mut children: BTreeMap<ObjectId, Vec<ObjectId>> = BTreeMap::new();
    let mut open_parents: BTreeMap<ObjectId, usize> = BTreeMap::new();
    for node in nodes.values() {
        let known: BTreeSet<_> = node.parents.iter().filter(|p| nodes.contains_key(*p)).collect();
        open_parents.insert(node.id, known.len());
        for parent in known {
            children.entry(*parent).or_default().push(node.id);
        }
    }
    let key = |id: &ObjectId, nodes: &BTreeMap<ObjectId, Node>| {
        Reverse((nodes.get(id).map_or(0, |node| node.fact.committer_time), *id))
    };
    let mut ready: BinaryHeap<_> =
        open_parents.iter().filter(|(_, n)| **n == 0).map(|(id, _)| key(id, &nodes)).collect();
    let mut ordered = Vec::with_capacity(nodes.len());
    while let Some(Reverse((_, id))) = ready.pop() {
        for child in children.remove(&id).unwrap_or_default() {
            let left = open_parents.entry(child).or_default();
            *left = left.saturating_sub(1);
            if *left == 0 {
                ready.push(key(&child, &nodes));
            }
        }
        ordered.extend(nodes.remove(&id));
    }
    ordered
}

/// Distinct authors by mail address without regard to case, first seen first.
fn authors(commits: &[CommitFact]) -> Vec<Identity> {
    let mut seen = BTreeSet::new();
    let new = |c: &&CommitFact| seen.insert(c.author.email.to_lowercase());
    commits.iter().filter(new).map(|c| c.author.clone()).collect()
}
