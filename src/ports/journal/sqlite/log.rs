//! The write-ahead log beside the file: whether something in it was changed after it was written.
//!
//! `SQLite` reads a log up to the first frame that does not fit, and takes the rest for what a process left that
//! died while it wrote. Of that kind a frame can only be the last; where whole ones follow it, it was damaged later,
//! and what was committed behind it would be lost without a word. Each frame carries a checksum over all before it,
//! so that a frame is known to be whole by the checksum that stands in the one before.

use super::place::beside;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

/// Bytes before the first frame.
const HEADER: usize = 32;
/// Bytes of a frame before its page.
const FRAME: usize = 24;
/// Where a frame, and the header, names the writing that it belongs to.
const FRAME_SALT: std::ops::Range<usize> = 8..16;
const HEADER_SALT: std::ops::Range<usize> = 16..24;
/// How the header begins; the last bit tells the order of bytes of the checksums.
const MAGIC: u32 = 0x377f_0682;
/// Wait before a second look: whoever writes at this moment has written it by then.
const MOMENT: Duration = Duration::from_millis(30);

type Sum = (u32, u32);

/// What was changed in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Damage {
    /// The first frame that does not fit, from 1; 0 for the log's header.
    frame: usize,
    /// The last frame that is whole, from 1.
    last: usize,
}

impl Damage {
    /// What it is, in words that complete "it is damaged (…)".
    pub(super) fn in_words(self) -> String {
        let Self { frame, last } = self;
        format!(
            "part {frame} of its write-ahead log was changed after it was written, and parts up to {last} follow it"
        )
    }
}

/// Whether the log of a journal is damaged, as far as that shows. A log that was cut off shows nothing.
pub(super) fn damage(path: &Path) -> Option<Damage> {
    let look = || Log::read(&beside(path, "-wal")).ok().flatten()?.damage();
    let first = look()?;
    std::thread::sleep(MOMENT);
    (look()? == first).then_some(first)
}

/// Makes a damaged log fit again, so that all of it is read: what is wrong in a page is told by what stands there.
/// Returns whether it was damaged.
pub(super) fn mend(log: &Path) -> io::Result<bool> {
    let Some(mut read) = Log::read(log)? else { return Ok(false) };
    let Some(damage) = read.damage() else { return Ok(false) };
    read.seal(damage.last);
    fs::write(log, read.bytes)?;
    Ok(true)
}

struct Log {
    bytes: Vec<u8>,
    is_big_endian: bool,
    /// Bytes of a page.
    page: usize,
}

impl Log {
    /// Reads a log; `None` where there is none, or nothing that begins like one.
    fn read(path: &Path) -> io::Result<Option<Self>> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        if bytes.len() < HEADER {
            return Ok(None);
        }
        let number = |at: usize| u32::from_be_bytes(std::array::from_fn(|n| bytes[at + n]));
        let (magic, page) = (number(0), number(8) as usize);
        let is_log =
            magic & !1 == MAGIC && page.is_power_of_two() && (512..=65_536).contains(&page);
        Ok(is_log.then_some(Self { is_big_endian: magic & 1 == 1, page, bytes }))
    }

    fn frames(&self) -> usize {
        (self.bytes.len() - HEADER) / (FRAME + self.page)
    }

    /// Where frame `nth`, from 0, begins.
    fn start(&self, nth: usize) -> usize {
        HEADER + nth * (FRAME + self.page)
    }

    /// The checksum that stands there.
    fn stored(&self, at: usize) -> Sum {
        let number = |at: usize| u32::from_be_bytes(std::array::from_fn(|n| self.bytes[at + n]));
        (number(at), number(at + 4))
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
        let at = self.start(nth) + 4;
        self.bytes[at..at + 4] != [0; 4]
    }

    fn damage(&self) -> Option<Damage> {
        let (computed, stored) = (self.head(), self.stored(HEADER - 8));
        let mut first = (computed != stored).then_some(0);
        let mut last = None;
        // What the frame before may have had as its checksum.
        let mut before = vec![computed, stored];
        for nth in 0..self.frames() {
            let start = self.start(nth);
            let salt = |range: std::ops::Range<usize>, from: usize| {
                &self.bytes[from + range.start..from + range.end]
            };
            let is_ours = salt(FRAME_SALT, start) == salt(HEADER_SALT, 0);
            let stored = self.stored(start + 16);
            let computed: Vec<Sum> = before.iter().map(|before| self.after(*before, nth)).collect();
            let is_whole = is_ours && computed.contains(&stored);
            if is_whole {
                before = vec![stored];
                if first.is_some() && self.commits(nth) {
                    last = Some(nth + 1);
                }
            } else {
                first = first.or(Some(nth + 1));
                before = computed.into_iter().take(2).chain([stored]).collect();
            }
        }
        Some(Damage { frame: first?, last: last? })
    }

    /// Gives the header and so many frames the marks that they have where nothing is damaged.
    fn seal(&mut self, frames: usize) {
        let salt: Vec<u8> = self.bytes[HEADER_SALT].to_vec();
        let mut sum = self.head();
        self.mark(HEADER - 8, sum);
        for nth in 0..frames {
            let start = self.start(nth);
            self.bytes[start + FRAME_SALT.start..start + FRAME_SALT.end].copy_from_slice(&salt);
            sum = self.after(sum, nth);
            self.mark(start + 16, sum);
        }
    }

    fn mark(&mut self, at: usize, (one, two): Sum) {
        self.bytes[at..at + 4].copy_from_slice(&one.to_be_bytes());
        self.bytes[at + 4..at + 8].copy_from_slice(&two.to_be_bytes());
    }
}
