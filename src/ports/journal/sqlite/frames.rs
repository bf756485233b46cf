//! The frames of a write-ahead log, and the checksums that hold them together. The format is that of
//! <https://www.sqlite.org/fileformat2.html>.

use super::log::Damage;
use super::schema::PAGE;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

/// Bytes before the first frame.
pub(super) const HEADER: usize = 32;
/// Bytes of a frame before its page.
pub(super) const FRAME: usize = 24;
/// Where a frame, and the header, names the writing that it belongs to.
pub(super) const FRAME_SALT: Range<usize> = 8..16;
pub(super) const HEADER_SALT: Range<usize> = 16..24;
/// How the header begins; the last bit tells the order of bytes of the checksums.
const MAGIC: u32 = 0x377f_0682;
/// The only version of the format that there is.
const VERSION: u32 = 3_007_000;
type Sum = (u32, u32);

/// The bytes of a log.
pub(super) struct Log {
    pub(super) bytes: Vec<u8>,
    is_big_endian: bool,
    /// Bytes of a page.
    pub(super) page: usize,
    /// What names the writing that the frames belong to.
    salt: [u8; 8],
    /// Whether the header is as it was written. Where it is not, the frames tell what it said.
    has_head: bool,
}

impl Log {
    /// Reads a log; `None` where there is none, or nothing in it.
    pub(super) fn read(path: &Path) -> io::Result<Option<Self>> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        if bytes.len() < HEADER || bytes.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        let salt = std::array::from_fn(|n| bytes[HEADER_SALT.start + n]);
        let mut log = Self { is_big_endian: false, page: PAGE, salt, has_head: false, bytes };
        let (magic, page) = (log.number(0), log.number(8) as usize);
        log.is_big_endian = magic & 1 == 1;
        log.has_head = magic & !1 == MAGIC
            && page.is_power_of_two()
            && (512..=65_536).contains(&page)
            && log.head() == log.stored(HEADER - 8);
        if log.has_head {
            log.page = page;
        } else {
            log.guess();
        }
        Ok(Some(log))
    }

    /// Chooses the salt and the order of bytes by which the first frame is whole, or else most of them are. What a
    /// former writing left stands behind the first.
    fn guess(&mut self) {
        let mut best = ((false, 0), self.salt, cfg!(target_endian = "big"));
        let first = (0..self.frames()).take(2).map(|nth| self.frame_salt(nth));
        for salt in first.collect::<Vec<_>>().into_iter().chain([self.salt]) {
            for is_big_endian in [false, true] {
                (self.salt, self.is_big_endian) = (salt, is_big_endian);
                let mut before = self.beginnings();
                let whole = (0..self.frames()).map(|nth| self.follows(nth, &mut before));
                let whole: Vec<bool> = whole.collect();
                let fit = (whole.starts_with(&[true]), whole.iter().filter(|it| **it).count());
                if fit > best.0 {
                    best = (fit, salt, is_big_endian);
                }
            }
        }
        (_, self.salt, self.is_big_endian) = best;
    }

    /// How many frames there are, whole or not.
    pub(super) fn frames(&self) -> usize {
        (self.bytes.len() - HEADER) / (FRAME + self.page)
    }

    /// Where frame `nth`, from 0, begins.
    pub(super) fn start(&self, nth: usize) -> usize {
        HEADER + nth * (FRAME + self.page)
    }

    /// The number that stands there.
    pub(super) fn number(&self, at: usize) -> u32 {
        u32::from_be_bytes(std::array::from_fn(|n| self.bytes[at + n]))
    }

    fn put(&mut self, at: usize, number: u32) {
        self.bytes[at..at + 4].copy_from_slice(&number.to_be_bytes());
    }

    fn frame_salt(&self, nth: usize) -> [u8; 8] {
        std::array::from_fn(|n| self.bytes[self.start(nth) + FRAME_SALT.start + n])
    }

    /// The checksum that stands there.
    fn stored(&self, at: usize) -> Sum {
        (self.number(at), self.number(at + 4))
    }

    fn sum(&self, (mut one, mut two): Sum, bytes: &[u8]) -> Sum {
        for pair in bytes.chunks_exact(8) {
            let word = |from: usize| {
                let word = std::array::from_fn(|n| pair[from + n]);
                if self.is_big_endian { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) }
            };
            one = one.wrapping_add(word(0)).wrapping_add(two);
            two = two.wrapping_add(word(4)).wrapping_add(one);
        }
        (one, two)
    }

    /// The checksum of the header.
    fn head(&self) -> Sum {
        self.sum((0, 0), &self.bytes[..HEADER - 8])
    }

    /// The checksum of frame `nth` behind one with the checksum `before`.
    fn after(&self, before: Sum, nth: usize) -> Sum {
        let start = self.start(nth);
        let head = self.sum(before, &self.bytes[start..start + 8]);
        self.sum(head, &self.bytes[start + FRAME..start + FRAME + self.page])
    }

    /// Whether a frame ends what was committed together.
    fn commits(&self, nth: usize) -> bool {
        self.number(self.start(nth) + 4) != 0
    }

    /// What the header may have had as its checksum.
    fn beginnings(&self) -> Vec<Sum> {
        vec![self.head(), self.stored(HEADER - 8)]
    }

    /// Whether frame `nth` is whole behind a frame that may have had these checksums, which become those that it may
    /// have itself.
    fn follows(&self, nth: usize, before: &mut Vec<Sum>) -> bool {
        let stored = self.stored(self.start(nth) + 16);
        let computed: Vec<Sum> = before.iter().map(|before| self.after(*before, nth)).collect();
        let is_whole = self.frame_salt(nth) == self.salt && computed.contains(&stored);
        *before = if is_whole {
            vec![stored]
        } else {
            computed.into_iter().take(2).chain([stored]).collect()
        };
        is_whole
    }

    /// How many frames `SQLite` reads.
    pub(super) fn committed(&self) -> usize {
        let mut before = if self.has_head { vec![self.head()] } else { Vec::new() };
        let whole = (0..self.frames()).take_while(|nth| self.follows(*nth, &mut before)).count();
        (0..whole).rev().find(|nth| self.commits(*nth)).map_or(0, |last| last + 1)
    }

    /// Whether frames of this writing, or a part of one, stand behind what `SQLite` reads.
    pub(super) fn ends_torn(&self) -> bool {
        if !self.has_head {
            return false;
        }
        let (committed, frames) = (self.committed(), self.frames());
        let behind = &self.bytes[self.start(frames)..];
        // A part that is too short to name its writing belongs to what stands before it.
        let is_of_this = match behind.get(FRAME_SALT) {
            Some(salt) => salt == self.salt,
            None => !behind.is_empty() && committed == frames,
        };
        is_of_this || (committed..frames).any(|nth| self.frame_salt(nth) == self.salt)
    }

    /// What was changed in it, as far as that shows.
    pub(super) fn damage(&self) -> Option<Damage> {
        let mut first = (!self.has_head).then_some(0);
        let mut last = None;
        let mut before = self.beginnings();
        for nth in 0..self.frames() {
            if !self.follows(nth, &mut before) {
                first = first.or(Some(nth + 1));
            } else if first.is_some() && self.commits(nth) {
                last = Some(nth + 1);
            }
        }
        if !self.has_head && self.frames() > 0 {
            // Nobody wrote a log without a head, whatever became of what follows it.
            last = last.or(Some(0));
        }
        Some(Damage { frame: first?, last: last? })
    }

    /// Gives the header and so many frames the marks that they have where nothing is damaged. The file has so many
    /// `pages`. Returns whether the frames are what they were.
    pub(super) fn seal(&mut self, frames: usize, pages: usize) -> bool {
        let are_whole = self.straighten(frames, pages);
        if !self.has_head {
            self.put(0, MAGIC | u32::from(self.is_big_endian));
            self.put(4, VERSION);
            self.put(8, u32::try_from(self.page).expect("a page is small"));
            let salt = self.salt;
            self.bytes[HEADER_SALT].copy_from_slice(&salt);
        }
        let mut sum = self.head();
        self.mark(HEADER - 8, sum);
        for nth in 0..frames {
            let (start, salt) = (self.start(nth), self.salt);
            self.bytes[start + FRAME_SALT.start..start + FRAME_SALT.end].copy_from_slice(&salt);
            sum = self.after(sum, nth);
            self.mark(start + 16, sum);
        }
        // What follows belongs to no commit that is known.
        self.bytes.truncate(self.start(frames));
        are_whole
    }

    /// Makes each frame what it was, where that is but for one bit, and have it tell of no more pages than there can
    /// be. Returns whether all are what they were.
    fn straighten(&mut self, frames: usize, pages: usize) -> bool {
        let mut are_whole = true;
        let most = u32::try_from(2 * (pages + self.frames())).unwrap_or(u32::MAX);
        let mut before = self.beginnings();
        for nth in 0..frames {
            let was = before.clone();
            if !self.follows(nth, &mut before) {
                let stored = self.stored(self.start(nth) + 16);
                let fits = was.iter().any(|before| self.after(*before, nth) == stored);
                are_whole &= fits || self.flip_back(nth, &was);
            }
            let at = self.start(nth);
            // SQLite stops at a frame of no page, and passes over one that is beyond all.
            self.put(at, if self.number(at) == 0 { most } else { self.number(at) });
            self.put(at + 4, self.number(at + 4).min(most));
        }
        are_whole
    }

    /// Takes back the one bit that was flipped in what the checksum of a frame covers; false where it was not one.
    fn flip_back(&mut self, nth: usize, before: &[Sum]) -> bool {
        let (one, two) = self.stored(self.start(nth) + 16);
        let off = |(is, is_too): Sum| (one.wrapping_sub(is), two.wrapping_sub(is_too));
        let mut found = before.iter().map(|before| off(self.after(*before, nth)));
        let Some((at, word)) = found.find_map(|off| self.but_for_one_bit(nth, off)) else {
            return false;
        };
        let word = if self.is_big_endian { word.to_be_bytes() } else { word.to_le_bytes() };
        self.bytes[at..at + 4].copy_from_slice(&word);
        true
    }

    /// The word of a frame, and what it has to be, that makes its checksum another one by so much, where it is but for
    /// one bit.
    fn but_for_one_bit(&self, nth: usize, off: Sum) -> Option<(usize, u32)> {
        let start = self.start(nth);
        let page = (start + FRAME..start + FRAME + self.page).step_by(8);
        // By how much one more in each word of a pair changes the checksum, from the last pair to the first.
        let mut more = [(1_u32, 1_u32), (0, 1)];
        for pair in std::iter::once(start).chain(page).rev() {
            for (at, (one, two)) in [pair, pair + 4].into_iter().zip(more) {
                let there = self.word(at);
                let flipped = (0..u32::BITS).map(|bit| there ^ (1 << bit)).find(|flipped| {
                    let by = flipped.wrapping_sub(there);
                    (one.wrapping_mul(by), two.wrapping_mul(by)) == off
                });
                if let Some(flipped) = flipped {
                    return Some((at, flipped));
                }
            }
            more = more.map(|(one, two)| {
                let one = one.wrapping_add(two);
                (one, two.wrapping_add(one))
            });
        }
        None
    }

    /// A number as checksums take it.
    fn word(&self, at: usize) -> u32 {
        let word = self.number(at);
        if self.is_big_endian { word } else { word.swap_bytes() }
    }

    fn mark(&mut self, at: usize, (one, two): Sum) {
        self.put(at, one);
        self.put(at + 4, two);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::journal::sqlite::place::beside;
    use rusqlite::Connection;

    /// A log of two commits, whose file is open.
    fn written() -> (tempfile::TempDir, Connection, Log) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        let raw = Connection::open(&path).unwrap();
        raw.execute_batch(
            "PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)",
        )
        .unwrap();
        let log = Log::read(&beside(&path, "-wal")).unwrap().unwrap();
        (folder, raw, log)
    }

    #[test]
    fn a_head_whose_frames_never_came_is_no_damage() {
        let (_folder, _raw, mut log) = written();
        assert_eq!((log.damage(), log.committed()), (None, log.frames()));
        // The log was begun anew: what follows was of the former one, and is in the file.
        log.bytes[HEADER_SALT.start] ^= 1;
        let head = log.head();
        log.mark(HEADER - 8, head);
        log.salt = std::array::from_fn(|n| log.bytes[HEADER_SALT.start + n]);
        assert_eq!((log.damage(), log.committed()), (None, 0));
    }
}
