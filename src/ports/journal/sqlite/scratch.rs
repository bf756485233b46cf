//! Where a salvage works: copies beside the damaged file, which itself is never written.

use super::fault::{fault, io_fault, is_busy};
use super::log::{self, Mended};
use super::place::{self, Bounds, beside, length};
use super::schema::PAGE;
use crate::ports::journal::JournalError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// Wait for whoever has the file open: it is for as long as they run, so that waiting longer is in vain.
const PATIENCE: Duration = Duration::from_millis(200);
/// Where the first page tells how many pages there are.
const PAGE_COUNT: std::ops::Range<usize> = 28..32;

/// A folder beside the journal that goes when the salvage ends.
pub(super) struct Scratch {
    folder: TempDir,
    /// The damaged file as it was, its log beside it.
    pub(super) copy: PathBuf,
    /// Where the fresh file is made.
    pub(super) fresh: PathBuf,
    /// What became of the log in the copy.
    pub(super) log: Mended,
    /// Whether the file ends within a page.
    pub(super) is_cut: bool,
}

/// How the log is copied.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Copied {
    /// As it is: what lies behind its first damage is not read.
    AsItIs,
    /// So that all of it fits.
    Mended,
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
    pub(super) fn of(path: &Path, log: Copied) -> Result<Self, JournalError> {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = tempfile::Builder::new()
            .prefix(".salvage-")
            .tempdir_in(parent.unwrap_or(Path::new(".")))
            .map_err(io_fault(path))?;
        let (copy, fresh) = (folder.path().join("copy.db"), folder.path().join("fresh.db"));
        let mut scratch = Self { folder, copy, fresh, log: Mended::Nothing, is_cut: false };
        scratch.log = scratch.fill(path, log)?;
        scratch.is_cut = !length(&scratch.copy).is_multiple_of(PAGE as u64);
        Ok(scratch)
    }

    /// Copies both; says what became of the log.
    fn fill(&self, path: &Path, how: Copied) -> Result<Mended, JournalError> {
        let at = io_fault(path);
        fs::copy(path, &self.copy).map_err(at)?;
        let log = beside(path, "-wal");
        if !log.exists() {
            return Ok(Mended::Nothing);
        }
        fs::copy(&log, beside(&self.copy, "-wal")).map_err(at)?;
        match how {
            Copied::AsItIs => Ok(Mended::Nothing),
            Copied::Mended => log::mend(&self.copy).map_err(at),
        }
    }

    /// Whether the file is empty, but its log is not. To open it would delete the log.
    pub(super) fn is_log_alone(&self) -> bool {
        length(&self.copy) == 0 && length(&beside(&self.copy, "-wal")) > 0
    }

    /// Copies the file and its log anew, and gives the copy, with all of the log in it, the first page of a fresh
    /// journal. The tables are made in one order and nothing is ever moved, so that every journal's trees have their
    /// roots on the same pages.
    pub(super) fn mend_first_page(&self, path: &Path) -> Result<(), JournalError> {
        let at = io_fault(path);
        self.fill(path, Copied::Mended)?;
        log::take_in(&self.copy).map_err(at)?;
        let model = self.folder.path().join("model.db");
        drop(place::to_write(&model, Bounds::default())?);
        let model = fs::read(&model).map_err(at)?;
        let mut bytes = fs::read(&self.copy).map_err(at)?;
        if bytes.len() < model.len() {
            bytes.extend_from_slice(&model[bytes.len()..]);
        }
        bytes.resize(bytes.len().next_multiple_of(PAGE), 0);
        bytes[..PAGE].copy_from_slice(&model[..PAGE]);
        let pages = u32::try_from(bytes.len() / PAGE).unwrap_or(u32::MAX);
        bytes[PAGE_COUNT].copy_from_slice(&pages.to_be_bytes());
        fs::write(&self.copy, bytes).map_err(at)
    }
}
