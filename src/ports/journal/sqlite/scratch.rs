//! Where a salvage works: copies beside the damaged file, which itself is never written.

use super::fault::{fault, io_fault, is_busy};
use super::log;
use super::place::{self, Bounds, beside, length};
use super::schema::PAGE;
use crate::ports::journal::JournalError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Wait for whoever has the file open: it is for as long as they run, so that waiting longer is in vain.
const PATIENCE: Duration = Duration::from_millis(200);
/// Where the first page tells how many pages there are.
const PAGE_COUNT: std::ops::Range<usize> = 28..32;
/// Most names that are tried for a file that is set aside.
const MOST_ASIDE: u32 = 10_000;

/// A folder beside the journal that goes when the salvage ends.
pub(super) struct Scratch {
    folder: TempDir,
    /// The damaged file as it was, its log beside it.
    pub(super) copy: PathBuf,
    /// Where the fresh file is made.
    pub(super) fresh: PathBuf,
    /// Whether the log was damaged; the copy's fits again.
    pub(super) had_damaged_log: bool,
}

/// Refuses a file that anybody has open.
pub(super) fn check_unused(path: &Path) -> Result<(), JournalError> {
    fs::metadata(path).map_err(io_fault(path))?;
    if length(path) == 0 {
        return Ok(());
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let probe = Connection::open_with_flags(path, flags).and_then(|probe| {
        // A log stays as it is; one that the probe makes goes with it.
        let has_log = length(&beside(path, "-wal")) > 0;
        probe.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, has_log)?;
        probe.busy_timeout(PATIENCE)?;
        probe.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        probe.query_row("SELECT COUNT(*) FROM sqlite_schema", [], |_| Ok(()))
    });
    match probe {
        Err(error) if is_busy(&error) => Err(fault(path)(error)),
        // Whatever else is wrong with it is why it is salvaged.
        Ok(()) | Err(_) => Ok(()),
    }
}

impl Scratch {
    /// Copies a file and its log.
    pub(super) fn of(path: &Path) -> Result<Self, JournalError> {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = tempfile::Builder::new()
            .prefix(".salvage-")
            .tempdir_in(parent.unwrap_or(Path::new(".")))
            .map_err(io_fault(path))?;
        let (copy, fresh) = (folder.path().join("copy.db"), folder.path().join("fresh.db"));
        let mut scratch = Self { folder, copy, fresh, had_damaged_log: false };
        scratch.had_damaged_log = scratch.fill(path)?;
        Ok(scratch)
    }

    /// Copies both; says whether the log was damaged.
    fn fill(&self, path: &Path) -> Result<bool, JournalError> {
        let at = io_fault(path);
        fs::copy(path, &self.copy).map_err(at)?;
        let log = beside(path, "-wal");
        if !log.exists() {
            return Ok(false);
        }
        let copy = beside(&self.copy, "-wal");
        fs::copy(&log, &copy).map_err(at)?;
        log::mend(&copy).map_err(at)
    }

    /// Whether the file is empty, but its log is not. To open it would delete the log.
    pub(super) fn is_log_alone(&self) -> bool {
        length(&self.copy) == 0 && length(&beside(&self.copy, "-wal")) > 0
    }

    /// Copies the file and its log anew, and gives the copy the first page of a fresh journal. The tables are made in one order and nothing is
    /// ever moved, so that every journal's trees have their roots on the same pages.
    pub(super) fn mend_first_page(&self, path: &Path) -> Result<(), JournalError> {
        let at = io_fault(path);
        self.fill(path)?;
        let model = self.folder.path().join("model.db");
        drop(place::to_write(&model, Bounds::default())?);
        let model = fs::read(&model).map_err(at)?;
        let mut bytes = fs::read(&self.copy).map_err(at)?;
        if bytes.len() < model.len() {
            bytes.extend_from_slice(&model[bytes.len()..]);
        }
        bytes[..PAGE].copy_from_slice(&model[..PAGE]);
        let pages = u32::try_from(bytes.len() / PAGE).unwrap_or(u32::MAX);
        bytes[PAGE_COUNT].copy_from_slice(&pages.to_be_bytes());
        fs::write(&self.copy, bytes).map_err(at)
    }

    /// Puts the fresh file in the other one's place, and returns where that is now: under a name that says how it
    /// `is`.
    pub(super) fn swap(&self, path: &Path, is: &str) -> io::Result<PathBuf> {
        let aside = (1..MOST_ASIDE).map(|n| beside(path, &format!(".{is}-{n}")));
        let mut free = aside.filter(|aside| !aside.exists() && !beside(aside, "-wal").exists());
        let aside = free.next().ok_or(io::ErrorKind::AlreadyExists)?;
        // Under its other name it is whole before anything changes under the first.
        let log = beside(path, "-wal");
        keep_as(path, &aside)?;
        if log.exists() {
            keep_as(&log, &beside(&aside, "-wal"))?;
            // A log must never stand beside a file that it does not belong to.
            fs::remove_file(&log)?;
        }
        fs::rename(&self.fresh, path)?;
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::File::open(folder)?.sync_all()?;
        }
        Ok(aside)
    }
}

/// Gives a file another name besides its own, or a copy where the file system knows no second names.
fn keep_as(path: &Path, aside: &Path) -> io::Result<()> {
    fs::hard_link(path, aside).or_else(|_| {
        fs::copy(path, aside)?;
        fs::File::open(aside)?.sync_all()
    })
}
