//! How much each commit changed against its first parent.
//!
//! Counted as `git log --numstat` does: a file that moved is one file with the lines that changed in it, and binary
//! files have no lines.

use super::Repository;
use super::departures::{Gone, Traffic};
use super::history::Node;
use super::lines::{Lines, Pair, Tally};
use super::moved::pair_alike;
use crate::domain::facts::{FolderLines, is_installed, is_lock_file, is_program};
use crate::domain::limits::Limits;
use crate::spread;
use gix::ObjectId;
use gix::diff::tree::visit::{Action, Change};
use gix::objs::tree::EntryMode;
use gix::objs::{Kind, TreeRefIter};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};

/// Commits whose differences are held in memory at once.
const BATCH: usize = 256;
/// Most entries of one difference; beyond them it is not taken.
const ENTRIES: usize = 10_000;

/// Most names of files and folders that are kept of one difference.
const NAMES: usize = 64;
/// Longest name that is kept, in bytes.
const NAME: usize = 200;

/// Bytes of objects that each thread keeps for the next commit.
const CACHE: usize = 16 << 20;

/// What changed in one file.
#[derive(Clone, Copy)]
pub(super) enum Touched {
    /// Contents, by the ids of the blobs before and after, and what kind of file it is.
    Blob(Pair, Written),
    /// A submodule, of which git shows one line for each end.
    Submodule(Lines),
    /// The mode alone, or a file that moved as it was.
    Contentless,
}

/// What kind of file is written.
#[derive(Clone, Copy, Default)]
pub(super) struct Written {
    /// A number that stands for its name.
    pub(super) name: u64,
    /// Whether a tool writes it to pin versions.
    locked: bool,
    /// Whether a package manager puts it there.
    installed: bool,
    /// Whether it is source text of a program that somebody wrote here.
    program: bool,
    /// The outermost folder that it lies in, by its number.
    folder: Option<usize>,
}

impl Written {
    /// Whether no tool writes it.
    const fn is_by_hand(&self) -> bool {
        !self.locked && !self.installed
    }
}

impl Touched {
    fn pair(&self) -> Option<Pair> {
        match self {
            Self::Blob(pair, _) => Some(*pair),
            Self::Submodule(_) | Self::Contentless => None,
        }
    }
}

/// Fills in the counts of `nodes`, which hold parents before children.
///
/// Counts stay `None` where a tree or a blob cannot be read, where the parents are missing from a shallow
/// clone, and beyond the limits. The result does not depend on the number of threads.
///
/// Half of the time for reading a repository is left to the rest of it: what cannot be counted by then is not, and the
/// seconds are returned.
pub(super) fn count(
    repo: &Repository,
    nodes: &mut [Node],
    boundary: &BTreeSet<ObjectId>,
    limits: &Limits,
) -> Option<u64> {
    let (begun, most) = (Instant::now(), limits.repository_seconds / 2);
    let trees: BTreeMap<ObjectId, ObjectId> =
        nodes.iter().filter_map(|node| Some((node.id, node.tree?))).collect();
    let mut tally = Tally::new(limits);
    for batch in nodes.chunks_mut(BATCH) {
        if begun.elapsed() >= Duration::from_secs(most) {
            return Some(most);
        }
        let trees: Vec<_> = batch.iter().map(|n| ends(n, &trees, boundary)).collect();
        let touched = spread_cached(repo, trees.len(), CACHE, |git, at| {
            let (before, after) = trees[at]?;
            compare_trees(git, before, after)
        });
        let all = touched.iter().flatten().flat_map(|difference| &difference.files);
        tally.take(repo, all.filter_map(Touched::pair));
        for (node, difference) in batch.iter_mut().zip(touched) {
            let Some(Difference { files, names, folders, gone }) = difference else { continue };
            node.gone = gone;
            let lines = files.iter().try_fold(Lines::default(), |sum, file| match file {
                Touched::Contentless => Some(sum),
                Touched::Submodule(lines) => Some(sum.plus(*lines)),
                Touched::Blob(pair, _) => Some(sum.plus(tally.lines(*pair)?)),
            });
            let added = files.iter().filter_map(|file| match file {
                Touched::Blob(pair, written) => Some((*written, tally.lines(*pair)?.added)),
                Touched::Submodule(_) | Touched::Contentless => None,
            });
            let added: Vec<(Written, u32)> = added.collect();
            node.fact.locked_insertions = sum(&added, |written| written.locked);
            node.fact.installed_insertions = sum(&added, |written| written.installed);
            node.fact.program_insertions = sum(&added, |written| written.program);
            node.fact.heaviest_folder = heaviest(&added, &folders);
            node.fact.files_changed = u32::try_from(files.len()).ok();
            node.fact.names_changed = names;
            node.fact.insertions = lines.map(|lines| lines.added);
            node.fact.deletions = lines.map(|lines| lines.removed);
        }
    }
    None
}

/// The lines added to the files of which something holds.
fn sum(added: &[(Written, u32)], holds: impl Fn(&Written) -> bool) -> u32 {
    let those = added.iter().filter(|(written, _)| holds(written));
    those.fold(0, |sum, (_, lines)| sum.saturating_add(*lines))
}

/// The first of the outermost folders to whose files most lines were added, what tools write left out.
fn heaviest(added: &[(Written, u32)], folders: &[String]) -> Option<FolderLines> {
    let lines = |at| sum(added, |written| written.is_by_hand() && written.folder == Some(at));
    let all = folders.iter().enumerate().map(|(at, folder)| (lines(at), folder));
    // `max_by_key` would take the last of several.
    let (insertions, folder) =
        all.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    (insertions > 0).then(|| FolderLines { folder: folder.clone(), insertions })
}

/// The trees before and after; a root commit is compared with nothing.
type Ends = (Option<ObjectId>, ObjectId);

fn ends(
    node: &Node,
    trees: &BTreeMap<ObjectId, ObjectId>,
    boundary: &BTreeSet<ObjectId>,
) -> Option<Ends> {
    match node.parents.first() {
        None => Some((None, node.tree?)),
        Some(_) if boundary.contains(&node.id) => None,
        Some(parent) => Some((Some(*trees.get(parent)?), node.tree?)),
    }
}

/// Does `work` for each number below `count` on all processors; the answers come in order.
///
/// No object is kept for the next number: to keep it is to copy it, and most are read once.
pub(super) fn spread<T: Send>(
    repo: &Repository,
    count: usize,
    work: impl Fn(&gix::Repository, usize) -> T + Sync,
) -> Vec<T> {
    spread_cached(repo, count, 0, work)
}

/// As [`spread`], and each thread keeps up to `cache` bytes of objects for its next numbers.
fn spread_cached<T: Send>(
    repo: &Repository,
    count: usize,
    cache: usize,
    work: impl Fn(&gix::Repository, usize) -> T + Sync,
) -> Vec<T> {
    let begin = || {
        let mut git = repo.inner.to_thread_local();
        git.object_cache_size(cache);
        git
    };
    spread::spread(count, begin, |git, at| work(git, at))
}

/// What differs between two trees.
#[derive(Default)]
struct Difference {
    files: Vec<Touched>,
    /// The names of files and folders, without their paths; empty where there are many.
    names: Vec<String>,
    /// The outermost folders, in which the files lie.
    folders: Vec<String>,
    /// The files that are in the tree before alone.
    gone: Gone,
}

/// What differs, or `None` when a tree cannot be read or too much differs.
fn compare_trees(
    git: &gix::Repository,
    before: Option<ObjectId>,
    after: ObjectId,
) -> Option<Difference> {
    if before == Some(after) {
        return Some(Difference::default());
    }
    let (old, new) = (before.map(|id| tree(git, id)), tree(git, after)?);
    let old = match &old {
        Some(old) => entries(old.as_ref()?),
        None => TreeRefIter::from_bytes(&[], after.kind()),
    };
    let new = entries(&new);
    let mut record = Record::default();
    let mut state = gix::diff::tree::State::default();
    gix::diff::tree(old, new, &mut state, &git.objects, &mut record).ok()?;
    let names = if record.visited > NAMES { Vec::new() } else { record.names };
    let (files, gone) = (pair_alike(git, pair_moves(record.files)), record.traffic.settled());
    Some(Difference { files, names, folders: record.folders, gone })
}

fn tree(git: &gix::Repository, id: ObjectId) -> Option<gix::Object<'_>> {
    git.try_find_object(id).ok()?.filter(|found| found.kind == Kind::Tree)
}

fn entries<'t>(tree: &'t gix::Object<'_>) -> TreeRefIter<'t> {
    TreeRefIter::from_bytes(&tree.data, tree.id.kind())
}

/// Records what differs, and of the paths no more than the names and the outermost folders.
#[derive(Default)]
struct Record {
    files: Vec<Touched>,
    names: Vec<String>,
    folders: Vec<String>,
    traffic: Traffic,
    visited: usize,
    /// Where the entry lies that is visited next.
    path: Vec<u8>,
    /// The paths of the folders that are entered later.
    later: VecDeque<Vec<u8>>,
}

impl Record {
    fn enter(&mut self, name: &[u8]) {
        if name.is_empty() {
            return;
        }
        if !self.path.is_empty() {
            self.path.push(b'/');
        }
        self.path.extend_from_slice(name);
    }

    /// The name of the entry, without its folders.
    fn name(&self) -> &[u8] {
        self.path.rsplit(|byte| *byte == b'/').next().unwrap_or_default()
    }

    fn written(&mut self) -> Written {
        let installed = is_installed(&self.path);
        let name = self.name();
        // What is installed counts once.
        let locked = !installed && is_lock_file(name);
        let program = !installed && is_program(&String::from_utf8_lossy(name));
        let name = number(name);
        Written { name, locked, installed, program, folder: self.folder() }
    }

    /// The number of the outermost folder; nothing for what lies in none.
    fn folder(&mut self) -> Option<usize> {
        let end = self.path.iter().position(|byte| *byte == b'/')?;
        let name = String::from_utf8_lossy(&self.path[..end]);
        let known = self.folders.iter().position(|folder| *folder == name);
        Some(known.unwrap_or_else(|| {
            self.folders.push(name.into_owned());
            self.folders.len() - 1
        }))
    }
}

impl gix::diff::tree::Visit for Record {
    fn pop_front_tracked_path_and_set_current(&mut self) {
        self.path = self.later.pop_front().unwrap_or_default();
    }
    fn push_back_tracked_path_component(&mut self, name: &gix::bstr::BStr) {
        self.enter(name);
        self.later.push_back(self.path.clone());
    }
    fn push_path_component(&mut self, name: &gix::bstr::BStr) {
        self.enter(name);
    }
    fn pop_path_component(&mut self) {
        let end = self.path.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
        self.path.truncate(end);
    }

    fn visit(&mut self, change: Change) -> Action {
        self.visited += 1;
        if self.visited > ENTRIES {
            return Action::Break(());
        }
        if self.visited <= NAMES && self.name().len() <= NAME {
            self.names.push(String::from_utf8_lossy(self.name()).into_owned());
        }
        match change {
            Change::Addition { entry_mode, oid, .. } if entry_mode.is_blob() => {
                self.traffic.comes(&self.path, oid);
            }
            Change::Deletion { entry_mode, oid, .. } if entry_mode.is_blob() => {
                self.traffic.leaves(&self.path, oid);
            }
            Change::Addition { .. } | Change::Deletion { .. } | Change::Modification { .. } => {}
        }
        let touched = match change {
            Change::Addition { entry_mode, oid, .. } => touched(None, Some((entry_mode, oid))),
            Change::Deletion { entry_mode, oid, .. } => touched(Some((entry_mode, oid)), None),
            Change::Modification { previous_entry_mode, previous_oid, entry_mode, oid } => {
                touched(Some((previous_entry_mode, previous_oid)), Some((entry_mode, oid)))
            }
        };
        let file = touched.map(|file| match file {
            Touched::Blob(pair, _) => Touched::Blob(pair, self.written()),
            Touched::Submodule(_) | Touched::Contentless => file,
        });
        self.files.extend(file);
        Action::Continue(())
    }
}

/// A number that two names, or lines, have in common where they are the same, and hardly else.
pub(super) fn number(name: &[u8]) -> u64 {
    name.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

type Entry = (EntryMode, ObjectId);

fn touched(before: Option<Entry>, after: Option<Entry>) -> Option<Touched> {
    let file = |e: Option<Entry>| e.filter(|(mode, _)| !mode.is_tree());
    let (before, after) = (file(before), file(after));
    let submodule = |e: Option<Entry>| e.is_some_and(|(mode, _)| mode.is_commit());
    let id = |e: Option<Entry>| e.map(|(_, id)| id);
    match (before, after) {
        (None, None) => None,
        (Some((_, old)), Some((_, new))) if old == new => Some(Touched::Contentless),
        _ if submodule(before) || submodule(after) => {
            let (added, removed) = (u32::from(after.is_some()), u32::from(before.is_some()));
            Some(Touched::Submodule(Lines { added, removed }))
        }
        _ => Some(Touched::Blob(Pair { old: id(before), new: id(after) }, Written::default())),
    }
}

/// Turns a removed and an added file with the same contents into one that moved.
fn pair_moves(files: Vec<Touched>) -> Vec<Touched> {
    let mut removed: BTreeMap<ObjectId, usize> = BTreeMap::new();
    for file in &files {
        if let Touched::Blob(Pair { old: Some(old), new: None }, _) = file {
            *removed.entry(*old).or_default() += 1;
        }
    }
    let mut moved: BTreeMap<ObjectId, usize> = BTreeMap::new();
    let mut kept = Vec::with_capacity(files.len());
    for file in files {
        match file {
            Touched::Blob(Pair { old: None, new: Some(new) }, _)
                if removed.get(&new).is_some_and(|n| *n > 0) =>
            {
                removed.entry(new).and_modify(|n| *n -= 1);
                *moved.entry(new).or_default() += 1;
                kept.push(Touched::Contentless);
            }
            Touched::Blob(..) | Touched::Submodule(_) | Touched::Contentless => kept.push(file),
        }
    }
    kept.retain(|file| match file {
        Touched::Blob(Pair { old: Some(old), new: None }, _) => {
            match moved.get_mut(old).filter(|n| **n > 0) {
                Some(n) => {
                    *n -= 1;
                    false
                }
                None => true,
            }
        }
        Touched::Blob(..) | Touched::Submodule(_) | Touched::Contentless => true,
    });
    kept
}
