//! How many lines differ between two versions of a file.
//!
//! Each pair of versions is compared once, however many commits and merges show it, and a version that
//! one commit makes and the next one changes is read once for both.

use super::Repository;
use super::beginnings::Beginnings;
use super::changes::spread;
use super::kept::Kept;
use crate::domain::limits::Limits;
use gix::ObjectId;
use gix::diff::blob::{Algorithm, Diff, InternedInput, sources::byte_lines};
use gix::objs::{FindHeader, Kind};
use std::collections::HashMap;

/// Most bytes of files that are compared in all, in multiples of the limit on sources.
const BUDGET: u64 = 8;
/// Bytes that are compared at once.
const BLOCK: usize = 64;
/// Bytes from which on the beginning of a file is looked at before the whole.
const LARGE: u64 = 32 << 10;
/// Pairs and sizes that are remembered; beyond them all are forgotten, and compared again where needed.
const REMEMBERED: usize = 200_000;

/// Lines that were added and removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    pub(super) added: u32,
    pub(super) removed: u32,
}

impl Lines {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            added: self.added.saturating_add(other.added),
            removed: self.removed.saturating_add(other.removed),
        }
    }
}

/// The blobs before and after; `None` where there is no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pair {
    pub(super) old: Option<ObjectId>,
    pub(super) new: Option<ObjectId>,
}

impl Pair {
    fn ids(self) -> impl Iterator<Item = ObjectId> {
        self.old.into_iter().chain(self.new)
    }
}

/// What is known of pairs so far, within a budget of bytes.
pub(super) struct Tally {
    /// Opened when it is asked for the first time.
    packs: Option<Beginnings>,
    largest: u64,
    left: u64,
    sizes: HashMap<ObjectId, Option<u64>>,
    known: HashMap<Pair, Option<Lines>>,
}

impl Tally {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            packs: None,
            largest: limits.object_bytes,
            left: limits.source_bytes.saturating_mul(BUDGET),
            sizes: HashMap::new(),
            known: HashMap::new(),
        }
    }

    /// The lines of a pair that was taken; `None` when a blob is missing, damaged or too large, or when the
    /// budget had run out.
    pub(super) fn lines(&self, pair: Pair) -> Option<Lines> {
        self.known.get(&pair).copied().flatten()
    }

    /// Compares those pairs that are not known yet.
    ///
    /// What is compared follows from the order of the pairs, and not from the number of threads.
    pub(super) fn take(&mut self, repo: &Repository, pairs: impl Iterator<Item = Pair>) {
        if self.known.len() > REMEMBERED || self.sizes.len() > REMEMBERED {
            self.known.clear();
            self.sizes.clear();
        }
        let mut fresh = Vec::new();
        for pair in pairs {
            self.known.entry(pair).or_insert_with(|| {
                fresh.push(pair);
                None
            });
        }
        self.measure(repo, &fresh);
        fresh.retain(|pair| !self.shows_binary(repo, *pair) && self.afford(*pair));
        let chains = chains(&fresh);
        let compared =
            spread(repo, chains.len(), |git, at| compare_chain(git, &repo.kept, &chains[at]));
        for (chain, lines) in chains.into_iter().zip(compared) {
            self.known.extend(chain.into_iter().zip(lines));
        }
    }

    fn measure(&mut self, repo: &Repository, pairs: &[Pair]) {
        let mut ids = Vec::new();
        for id in pairs.iter().flat_map(|pair| pair.ids()) {
            self.sizes.entry(id).or_insert_with(|| {
                ids.push(id);
                None
            });
        }
        let sizes = spread(repo, ids.len(), |git, at| {
            git.objects.try_header(&ids[at]).ok().flatten().map(|header| header.size)
        });
        self.sizes.extend(ids.into_iter().zip(sizes));
    }

    /// Whether the beginning of a large file tells that it has no lines, which is then known of the pair.
    fn shows_binary(&mut self, repo: &Repository, pair: Pair) -> bool {
        let sizes: Option<Vec<(ObjectId, u64)>> =
            pair.ids().map(|id| Some((id, self.sizes.get(&id).copied().flatten()?))).collect();
        let large = sizes.into_iter().flatten().filter(|(_, size)| *size > LARGE);
        let packs = &mut self.packs;
        let mut is_binary = |id| packs.get_or_insert_with(|| Beginnings::of(repo)).is_binary(id);
        let shows = large.map(|(id, _)| id).any(&mut is_binary);
        if shows {
            self.known.insert(pair, Some(Lines::default()));
        }
        shows
    }

    /// Whether a pair can be read within the limits; takes its bytes from the budget if so.
    fn afford(&mut self, pair: Pair) -> bool {
        let mut bytes = 0_u64;
        for id in pair.ids() {
            let Some(size) = self.sizes.get(&id).copied().flatten() else { return false };
            if size > self.largest {
                return false;
            }
            bytes = bytes.saturating_add(size);
        }
        let left = self.left.checked_sub(bytes);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

/// Puts pairs in rows in which each begins with the version that the one before ends with.
fn chains(pairs: &[Pair]) -> Vec<Vec<Pair>> {
    let mut waiting: HashMap<ObjectId, Vec<usize>> = HashMap::new();
    // The first one is to be taken first, and is therefore put last.
    for (at, pair) in pairs.iter().enumerate().rev() {
        if let Some(old) = pair.old {
            waiting.entry(old).or_default().push(at);
        }
    }
    let mut used = vec![false; pairs.len()];
    let mut chains = Vec::new();
    for first in 0..pairs.len() {
        let (mut chain, mut at) = (Vec::new(), Some(first).filter(|first| !used[*first]));
        while let Some(here) = at {
            used[here] = true;
            chain.push(pairs[here]);
            let next = pairs[here].new.and_then(|new| waiting.get_mut(&new));
            at = next.and_then(|list| {
                std::iter::from_fn(|| list.pop()).find(|candidate| !used[*candidate])
            });
        }
        if !chain.is_empty() {
            chains.push(chain);
        }
    }
    chains
}

/// Compares a row of pairs, handing each version on to the next; those that are text are kept.
fn compare_chain(git: &gix::Repository, kept: &Kept, chain: &[Pair]) -> Vec<Option<Lines>> {
    let mut held: Option<Version> = None;
    let mut compare = |pair: &Pair| {
        let old = match held.take().filter(|held| held.id.is_some() && held.id == pair.old) {
            Some(held) => held,
            None => Version::read(git, pair.old)?,
        };
        let new = Version::read(git, pair.new);
        let lines = new.as_ref().map(|new| compare_lines(&old.bytes, &new.bytes));
        old.keep(kept);
        held = new;
        lines
    };
    let lines = chain.iter().map(&mut compare).collect();
    if let Some(last) = held {
        last.keep(kept);
    }
    lines
}

/// One version of a file; without an id and empty where there is no file.
#[derive(Default)]
struct Version {
    id: Option<ObjectId>,
    bytes: Vec<u8>,
}

impl Version {
    fn read(git: &gix::Repository, id: Option<ObjectId>) -> Option<Self> {
        let Some(blob) = id else { return Some(Self::default()) };
        // What a blob is put together in is several times as large, and serves for the next one.
        let found = git.try_find_object(blob).ok()??;
        (found.kind == Kind::Blob).then(|| Self { id, bytes: found.data.clone() })
    }

    fn keep(self, kept: &Kept) {
        if let Some(id) = self.id.filter(|_| !is_binary(&self.bytes)) {
            kept.keep(id, self.bytes);
        }
    }
}

fn compare_lines(old: &[u8], new: &[u8]) -> Lines {
    if is_binary(old) || is_binary(new) {
        return Lines::default();
    }
    let count = |text: &[u8]| u32::try_from(byte_lines(text).count()).unwrap_or(u32::MAX);
    let (left, right) = without_common_ends(old, new);
    if left.is_empty() || right.is_empty() {
        return Lines { added: count(right), removed: count(left) };
    }
    // How often a line stands in all of a file decides what git holds against each other: only the whole gives its counts.
    let diff = Diff::compute(Algorithm::Myers, &InternedInput::new(old, new));
    Lines { added: diff.count_additions(), removed: diff.count_removals() }
}

/// Takes off the lines that both texts begin with and those that both end with.
fn without_common_ends<'a>(old: &'a [u8], new: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    let alike = common_beginning(old, new);
    let start = old[..alike].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let (old, new) = (&old[start..], &new[start..]);
    let alike = common_end(old, new);
    let end = &old[old.len() - alike..];
    // What comes before the first line break of the common end may be a part of two different lines.
    let kept = end.iter().position(|byte| *byte == b'\n').map_or(0, |at| end.len() - at - 1);
    (&old[..old.len() - kept], &new[..new.len() - kept])
}

/// How many bytes two texts begin with in common, compared in blocks as far as whole ones are alike.
fn common_beginning(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.chunks_exact(BLOCK).zip(new.chunks_exact(BLOCK));
    let done = blocks.take_while(|(a, b)| a == b).count() * BLOCK;
    done + old[done..].iter().zip(&new[done..]).take_while(|(a, b)| a == b).count()
}

/// How many bytes two texts end with in common.
fn common_end(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.rchunks_exact(BLOCK).zip(new.rchunks_exact(BLOCK));
    let done = blocks.take_while(|(a, b)| a == b).count() * BLOCK;
    let (old, new) = (&old[..old.len() - done], &new[..new.len() - done]);
    done + old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// Git's own rule: a file is binary when one of its first 8,000 bytes is zero.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(8000)].contains(&0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, added: u32, removed: u32) {
        assert_eq!(compare_lines(old.as_bytes(), new.as_bytes()), Lines { added, removed });
        let whole = Diff::compute(Algorithm::Myers, &InternedInput::new(old, new));
        assert_eq!((whole.count_additions(), whole.count_removals()), (added, removed));
    }

    #[test]
    fn the_counts_are_those_of_the_whole_texts() {
        check("", "", 0, 0);
        check("a\n", "a\n", 0, 0);
        check("", "a\nb", 2, 0);
        check("a\nb", "a\nb\n", 1, 1);
        check("a\nb", "a\nb\nc", 2, 1);
        check("x\na\n", "a\n", 0, 1);
        check("xa\nb\n", "ya\nb\n", 1, 1);
        check("a\na\n", "a\na\na\n", 1, 0);
        check("1\n2\n3\n4\n", "1\n2b\n3\n4\n5\n", 2, 1);
        check("\n\n", "\n", 0, 1);
        // A line that stands there often is held against nothing, and five of these are common beginnings.
        let lines = |text: &str| text.chars().flat_map(|one| [one, '\n']).collect::<String>();
        check(&lines("xxxxxeabaxddfd"), &lines("xxxxxhhxihjkjd"), 8, 8);
    }

    #[test]
    fn a_row_hands_each_version_to_the_next_and_keeps_every_pair() {
        let id = |n: u8| Some(ObjectId::from_bytes_or_panic(&[n; 20]));
        let pair = |old: u8, new: u8| Pair { old: id(old), new: id(new) };
        let pairs = [pair(1, 2), pair(5, 6), pair(2, 3), pair(3, 2), pair(2, 4), pair(1, 7)];
        let rows = chains(&pairs);
        assert_eq!(rows[0], [pair(1, 2), pair(2, 3), pair(3, 2), pair(2, 4)]);
        assert_eq!(rows[1..], [vec![pair(5, 6)], vec![pair(1, 7)]]);
    }
}
