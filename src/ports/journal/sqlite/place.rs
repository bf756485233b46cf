//! The file: where it is, who may read it, how it is opened.

use super::fault::{fault, io_fault};
use super::log::{self, End};
use super::schema::{self, Standing};
use crate::ports::journal::JournalError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, MAIN_DB, OpenFlags};
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a journal's file may take.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Longest wait for another process that writes to the same file.
    pub patience: Duration,
    /// Most pages of 4 KiB; `None` for as many as fit on the disk.
    pub most_pages: Option<u32>,
}

impl Default for Bounds {
    /// Five seconds, and the whole disk.
    fn default() -> Self {
        Self { patience: Duration::from_secs(5), most_pages: None }
    }
}

/// Opens a journal to write to it, and makes it where there is none.
pub(super) fn to_write(path: &Path, bounds: Bounds) -> Result<Connection, JournalError> {
    to_write_after(path, bounds).map(|(connection, _)| connection)
}

/// The same, and how the log ended before.
pub(super) fn to_write_after(
    path: &Path,
    bounds: Bounds,
) -> Result<(Connection, End), JournalError> {
    make_file(path)?;
    let at = fault(path);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(at)?;
    // A file that is not ours, or of a newer format, stays as it is even when it is closed.
    keep_log_on_close(&connection, true).map_err(at)?;
    connection.busy_timeout(bounds.patience).map_err(at)?;
    connection.set_prepared_statement_cache_capacity(32);
    schema::make_wary(&connection).map_err(at)?;
    // A log that it reads in part would be written over where that part ends.
    let end = log::check_as_read(&connection, path)?;
    let standing = schema::standing(&connection, path)?;
    // SQLite opens what it may not write all the same, and would say so at the first event only.
    if connection.is_readonly(MAIN_DB).map_err(at)? {
        return Err(JournalError::ReadOnly { path: path.to_owned() });
    }
    schema::make_durable(&connection, path, bounds.patience)?;
    if let Some(most) = bounds.most_pages {
        connection.pragma_update(None, "max_page_count", most).map_err(at)?;
    }
    if standing == Standing::Blank {
        schema::make(&mut connection, path)?;
    }
    keep_log_on_close(&connection, false).map_err(at)?;
    Ok((connection, end))
}

/// Holds a journal so that nobody else writes to it until the connection is dropped.
pub(super) fn hold(path: &Path, patience: Duration) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    keep_log_on_close(&connection, true)?;
    connection.busy_timeout(patience)?;
    connection.execute_batch("BEGIN IMMEDIATE")?;
    Ok(connection)
}

/// Opens a journal to look at it.
pub(super) fn to_read(path: &Path, patience: Duration) -> Result<Connection, JournalError> {
    let at = fault(path);
    is_whole(path)?;
    let looked = look(path, false, patience).and_then(|connection| {
        schema::standing(&connection, path).map(|standing| (connection, standing))
    });
    let unwritable = |error: &JournalError| {
        matches!(error, JournalError::ReadOnly { .. } | JournalError::Io { .. })
    };
    let (connection, standing) = match looked {
        Err(error) if unwritable(&error) => {
            let connection = look_without_a_trace(path, patience).map_err(|_| error)?;
            let standing = schema::standing(&connection, path)?;
            (connection, standing)
        }
        looked => looked?,
    };
    if standing == Standing::Blank {
        let why = "it is empty".to_owned();
        return Err(JournalError::NotAJournal { path: path.to_owned(), why });
    }
    connection.pragma_update(None, "query_only", true).map_err(at)?;
    Ok(connection)
}

/// Opens a journal where nothing can be written, not even a reader's marks. The file is read as it is when all is in
/// it, which an absent or empty log tells; otherwise copies of both are, which nobody else can open.
fn look_without_a_trace(path: &Path, patience: Duration) -> Result<Connection, JournalError> {
    let log = beside(path, "-wal");
    if length(&log) == 0 {
        return look(path, true, patience);
    }
    let at = io_fault(path);
    let folder = tempfile::tempdir().map_err(at)?;
    let copy = folder.path().join("journal.db");
    fs::copy(path, &copy).map_err(at)?;
    fs::copy(&log, beside(&copy, "-wal")).map_err(at)?;
    let connection = look(&copy, false, patience)?;
    // From its first look on it holds what it reads, and the names may go.
    schema::standing(&connection, path)?;
    Ok(connection)
}

fn look(path: &Path, frozen: bool, patience: Duration) -> Result<Connection, JournalError> {
    let at = fault(path);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = if frozen {
        let uri = format!("file:{}?immutable=1", escaped(path));
        Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)
    } else {
        Connection::open_with_flags(path, flags)
    };
    let connection = opened.map_err(at)?;
    connection.busy_timeout(patience).map_err(at)?;
    schema::make_wary(&connection).map_err(at)?;
    Ok(connection)
}

/// The path of a file that `SQLite` keeps beside the journal's.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// Bytes of a file; 0 where there is none.
pub(super) fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}

/// Makes the folder and the file, for their owner alone, unless they are there. A file that is there is
/// not touched: closing it again would let go of the locks that this process holds on it.
fn make_file(path: &Path) -> Result<(), JournalError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(folder);
        made.map_err(io_fault(folder))?;
    }
    match fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Ok(_) => {
            let folder = fs::File::open(folder.unwrap_or(Path::new(".")));
            // A folder that cannot be synchronised loses the file with the power, not what is in it.
            let _ = folder.and_then(|folder| folder.sync_all());
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => is_whole(path),
        Err(error) => Err(io_fault(path)(error)),
    }
}

/// Refuses what `SQLite` would throw away: the log of an empty file.
fn is_whole(path: &Path) -> Result<(), JournalError> {
    let file = fs::metadata(path).map_err(io_fault(path))?;
    if file.is_dir() {
        let why = "it is a folder".to_owned();
        return Err(JournalError::NotAJournal { path: path.to_owned(), why });
    }
    if file.len() == 0 && length(&beside(path, "-wal")) > 0 {
        let why = "the file is empty, but its log is not".to_owned();
        return Err(JournalError::Malformed { path: path.to_owned(), why });
    }
    Ok(())
}

/// Sets whether the log stays beside the file when it is closed, or is taken into it.
pub(super) fn keep_log_on_close(connection: &Connection, keep: bool) -> rusqlite::Result<bool> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep)
}

/// A path as part of a URI.
fn escaped(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let of = |byte: &u8| {
        if plain(*byte) { char::from(*byte).to_string() } else { format!("%{byte:02X}") }
    };
    path.as_os_str().as_bytes().iter().map(of).collect()
}
