//! The write-ahead log beside the file: whether something in it was changed after it was written.
//!
//! `SQLite` reads a log up to the first frame that does not fit, and takes the rest for what a process left that
//! died while it wrote; a log whose head does not fit counts as empty. Of the first kind a frame can only be the last;
//! where whole ones follow it, it was damaged later, and what was committed behind it would be lost without a word.
//! Each frame carries a checksum over all before it, so that a frame is known to be whole by the checksum that stands
//! in the one before.

use super::frames::{FRAME, FRAME_SALT, HEADER, HEADER_SALT, Log};
use super::place::{beside, length};
use super::schema::PAGE;
use crate::ports::journal::JournalError;
use rusqlite::Connection;
use std::fs;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Duration;

/// Wait before a second look: whoever writes at this moment has written it by then.
const MOMENT: Duration = Duration::from_millis(30);

/// What was changed in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Damage {
    /// The first frame that does not fit, from 1; 0 for the log's header.
    pub(super) frame: usize,
    /// The last frame that is whole, from 1; 0 where none is.
    pub(super) last: usize,
}

impl Damage {
    /// What it is, in words that complete "it is damaged (…)".
    pub(super) fn in_words(self) -> String {
        match self {
            Self { frame: 0, last: 0 } => {
                "the head of its write-ahead log cannot be read".to_owned()
            }
            Self { frame: 0, last } => format!(
                "the head of its write-ahead log was changed after it was written, and parts up to {last} follow it"
            ),
            Self { frame, last } => format!(
                "part {frame} of its write-ahead log does not fit, and parts up to {last} follow it: it was changed \
                 after it was written, or the disk failed"
            ),
        }
    }
}

/// How a log ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With what was committed.
    Whole,
    /// With a write that is not whole: whoever wrote was stopped in it, or its last part was changed afterwards.
    Torn,
}

/// How the log of a journal ends; or its damage, as far as that shows.
fn examined(path: &Path) -> Result<End, Damage> {
    let look = || {
        let log = Log::read(&beside(path, "-wal")).ok().flatten();
        let is_torn = log.as_ref().is_some_and(Log::ends_torn);
        let end = if is_torn { End::Torn } else { End::Whole };
        (log.as_ref().and_then(Log::damage).map_or(Ok(end), Err), log.map(|log| log.frames()))
    };
    let first = look();
    if first.0 == Ok(End::Whole) {
        return Ok(End::Whole);
    }
    std::thread::sleep(MOMENT);
    // What was being written is another after a moment.
    if look() == first { first.0 } else { Ok(End::Whole) }
}

/// Refuses a journal of which `SQLite` would forget the end.
pub(super) fn check(path: &Path) -> Result<End, JournalError> {
    // What there is to say of an empty file is said when it is opened.
    let end = if length(path) > 0 { examined(path) } else { Ok(End::Whole) };
    end.map_err(|damage| JournalError::Malformed { path: path.to_owned(), why: damage.in_words() })
}

/// The same once `SQLite` has read the log, which shows in a moment where it has read all of it.
pub(super) fn check_as_read(connection: &Connection, path: &Path) -> Result<End, JournalError> {
    let is_all = |frames: Option<usize>| {
        is_all(&beside(path, "-wal"), frames.unwrap_or_default()).unwrap_or(false)
    };
    if frames_read(connection).is_ok_and(is_all) { Ok(End::Whole) } else { check(path) }
}

/// How many frames of a log `SQLite` knows to be whole; `None` where it writes none.
pub(super) fn frames_read(connection: &Connection) -> rusqlite::Result<Option<usize>> {
    let sql = "PRAGMA wal_checkpoint(NOOP)";
    let frames: i64 = connection.query_row(sql, [], |row| row.get(1))?;
    // Without a log it is below zero.
    Ok(usize::try_from(frames).ok())
}

/// Whether nothing of the last writing stands behind so many frames of a log; what a former one left may.
fn is_all(log: &Path, frames: usize) -> io::Result<bool> {
    let log = match fs::File::open(log) {
        Ok(log) => log,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
    };
    let length = usize::try_from(log.metadata()?.len()).unwrap_or(usize::MAX);
    if length == 0 {
        return Ok(true);
    }
    let salt = |at: usize| {
        let mut salt = [0; HEADER_SALT.end - HEADER_SALT.start];
        log.read_exact_at(&mut salt, at as u64).map(|()| salt)
    };
    let last_writing = salt(HEADER_SALT.start)?;
    for start in (HEADER..length).step_by(FRAME + PAGE).skip(frames) {
        // Of a part that is too short to name its writing this does not tell.
        if start + FRAME > length || salt(start + FRAME_SALT.start)? == last_writing {
            return Ok(false);
        }
    }
    Ok(frames > 0)
}

/// What came of the mending of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mended {
    /// Nothing: it was not damaged.
    Nothing,
    /// It is what it was before.
    Whole,
    /// All of it is read; what is wrong in a page is told by what stands there.
    Patched,
}

/// Makes a damaged log of a file fit again, so that all of it is read.
pub(super) fn mend(file: &Path) -> io::Result<Mended> {
    let path = beside(file, "-wal");
    let Some(mut log) = Log::read(&path)? else { return Ok(Mended::Nothing) };
    let Some(damage) = log.damage() else { return Ok(Mended::Nothing) };
    let pages = usize::try_from(fs::metadata(file)?.len()).unwrap_or(usize::MAX).div_ceil(PAGE);
    let are_whole = log.seal(damage.last, pages);
    fs::write(path, log.bytes)?;
    Ok(if are_whole { Mended::Whole } else { Mended::Patched })
}

/// Puts all that a log has committed into its file, whatever stands there, and takes the log away.
pub(super) fn take_in(file: &Path) -> io::Result<()> {
    let path = beside(file, "-wal");
    let Some(log) = Log::read(&path)?.filter(|log| log.page == PAGE) else { return Ok(()) };
    let mut bytes = fs::read(file)?;
    let most = bytes.len().div_ceil(PAGE) + log.frames();
    for nth in 0..log.committed() {
        let start = log.start(nth);
        // A page that is farther out than all together are is not one of ours.
        let number = log.number(start) as usize;
        if (1..=most).contains(&number) {
            bytes.resize(bytes.len().max(number * PAGE), 0);
            let page = &log.bytes[start + FRAME..start + FRAME + PAGE];
            bytes[(number - 1) * PAGE..number * PAGE].copy_from_slice(page);
        }
    }
    fs::write(file, bytes)?;
    fs::remove_file(path)
}

/// Cuts off what stands in the log of a journal behind so many frames. Nobody may write to it meanwhile.
pub(super) fn cut_behind(path: &Path, frames: usize) -> io::Result<()> {
    let log = fs::OpenOptions::new().write(true).open(beside(path, "-wal"))?;
    let length = (HEADER + frames * (FRAME + PAGE)) as u64;
    if log.metadata()?.len() > length { log.set_len(length) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::journal::sqlite::Bounds;
    use crate::ports::journal::sqlite::place;

    #[test]
    fn what_is_behind_the_last_commit_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        let log = vec![7; HEADER + 2 * (FRAME + PAGE)];
        fs::write(beside(&path, "-wal"), [&log[..], &[8; 9_000]].concat()).unwrap();
        for _ in 0..2 {
            cut_behind(&path, 2).unwrap();
            assert!(fs::read(beside(&path, "-wal")).unwrap() == log);
        }
    }

    #[test]
    fn a_log_is_read_whole_where_only_a_former_writing_stands_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db-wal");
        assert!(is_all(&path, 0).unwrap(), "there is none");
        let frame = |salt: u8| [vec![0; FRAME_SALT.start], vec![salt; FRAME + PAGE - 8]].concat();
        let header = [vec![0; HEADER_SALT.start], vec![1; HEADER - HEADER_SALT.start]].concat();
        let write = |frames: &[u8]| {
            let frames: Vec<u8> = frames.iter().flat_map(|salt| frame(*salt)).collect();
            fs::write(&path, [&header[..], &frames[..]].concat()).unwrap();
        };
        write(&[1, 1, 2, 2]);
        assert!(is_all(&path, 2).unwrap() && is_all(&path, 4).unwrap());
        assert!(!is_all(&path, 1).unwrap(), "one of the last writing was not read");
        write(&[1, 3, 1]);
        assert!(!is_all(&path, 1).unwrap(), "one of the last writing stands behind a damaged one");
        assert!(!is_all(&path, 0).unwrap(), "nothing was read");
        let cut = |salt: u8, length: usize| {
            write(&[1, 2, salt]);
            let log = fs::read(&path).unwrap();
            fs::write(&path, &log[..log.len() - (FRAME + PAGE) + length]).unwrap();
            is_all(&path, 1).unwrap()
        };
        assert!(cut(2, FRAME) && cut(2, FRAME + PAGE - 1), "a former writing was cut off");
        assert!(!cut(1, FRAME) && !cut(1, PAGE), "one of the last writing is not whole");
        assert!(!cut(2, FRAME - 1), "it does not say whose it is");
        fs::write(&path, []).unwrap();
        assert!(is_all(&path, 0).unwrap(), "it is empty");
    }

    #[test]
    fn a_last_write_that_is_not_whole_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        let connection = place::to_write(&path, Bounds::default()).unwrap();
        place::keep_log_on_close(&connection, true).unwrap();
        drop(connection);
        assert_eq!(examined(&path), Ok(End::Whole));
        let log = fs::read(beside(&path, "-wal")).unwrap();
        let (mut flipped, last) = (log.clone(), log.len() - 1);
        flipped[last] ^= 1;
        for torn in [&log[..last - 99], &flipped] {
            fs::write(beside(&path, "-wal"), torn).unwrap();
            assert_eq!(examined(&path), Ok(End::Torn));
        }
        // What a former writing left may be cut anywhere.
        let former = vec![0xff; FRAME + PAGE];
        for cut in [FRAME_SALT.end, PAGE, FRAME + PAGE, FRAME + PAGE + 1] {
            let behind: Vec<u8> = former.iter().cycle().take(cut).copied().collect();
            fs::write(beside(&path, "-wal"), [&log[..], &behind].concat()).unwrap();
            assert_eq!(examined(&path), Ok(End::Whole), "{cut} bytes");
        }
    }
}
