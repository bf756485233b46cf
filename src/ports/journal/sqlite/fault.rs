//! What `SQLite` and the system say, in the journal's own words.

use crate::ports::journal::JournalError;
use rusqlite::{Error, ErrorCode, ffi};
use std::io::ErrorKind;
use std::path::Path;

/// Turns what `SQLite` says about a file into what the journal says.
pub(super) fn fault(path: &Path) -> impl Fn(Error) -> JournalError + Copy + '_ {
    move |error| {
        let why = error.to_string();
        match &error {
            Error::SqliteFailure(failure, _) | Error::SqlInputError { error: failure, .. } => {
                coded(*failure, path, why)
            }
            // A value that is not of its column's type was not written by us.
            Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..) => JournalError::Malformed { path: path.to_owned(), why },
            _ => JournalError::Io { path: path.to_owned(), why },
        }
    }
}

fn coded(failure: ffi::Error, path: &Path, why: String) -> JournalError {
    let path = path.to_owned();
    match failure.code {
        ErrorCode::DiskFull => JournalError::DiskFull { path },
        ErrorCode::SystemIoFailure if failure.extended_code == ffi::SQLITE_IOERR_SHMSIZE => {
            JournalError::DiskFull { path }
        }
        ErrorCode::SystemIoFailure if failure.extended_code == ffi::SQLITE_IOERR_SHORT_READ => {
            JournalError::Malformed { path, why: "the file ends too early".to_owned() }
        }
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied => JournalError::ReadOnly { path },
        ErrorCode::DatabaseBusy
        | ErrorCode::DatabaseLocked
        | ErrorCode::FileLockingProtocolFailed => JournalError::Locked { path },
        ErrorCode::NotADatabase => {
            let why = "it is no database, or its first page is damaged".to_owned();
            JournalError::NotAJournal { path, why }
        }
        // A statement that does not fit the tables, or rows that break a rule of theirs: the tables were
        // checked when the file was opened, so that the file is to blame.
        ErrorCode::DatabaseCorrupt
        | ErrorCode::ConstraintViolation
        | ErrorCode::TypeMismatch
        | ErrorCode::SchemaChanged
        | ErrorCode::TooBig
        | ErrorCode::Unknown => JournalError::Malformed { path, why },
        // The list of codes is not ours, and may grow.
        _ => JournalError::Io { path, why },
    }
}

/// Whether somebody else holds the file.
pub(super) fn is_busy(error: &Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Turns what the system says about a file into what the journal says.
pub(super) fn io_fault(path: &Path) -> impl Fn(std::io::Error) -> JournalError + Copy + '_ {
    move |error| {
        let path = path.to_owned();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => JournalError::DiskFull { path },
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                JournalError::ReadOnly { path }
            }
            _ => JournalError::Io { path, why: error.to_string() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(error: Error, words: &str) {
        let said = fault(Path::new("x/journal.db"))(error).to_string();
        assert!(said.contains("x/journal.db") && said.contains(words), "{said}");
    }

    fn coded(code: i32) -> Error {
        Error::SqliteFailure(ffi::Error::new(code), None)
    }

    #[test]
    fn every_fault_has_words_of_its_own() {
        check(coded(ffi::SQLITE_FULL), "no space is left");
        check(coded(ffi::SQLITE_IOERR_SHMSIZE), "no space is left");
        check(coded(ffi::SQLITE_IOERR_SHORT_READ), "is damaged (the file ends too early)");
        check(coded(ffi::SQLITE_IOERR_FSYNC), "check the disk");
        check(coded(ffi::SQLITE_IOERR_READ), "check the disk");
        check(coded(ffi::SQLITE_READONLY), "cannot be written");
        check(coded(ffi::SQLITE_PERM), "cannot be written");
        check(coded(ffi::SQLITE_BUSY), "locked by another process");
        check(coded(ffi::SQLITE_BUSY_RECOVERY), "locked by another process");
        check(coded(ffi::SQLITE_NOTADB), "not a journal");
        check(coded(ffi::SQLITE_CORRUPT), "is damaged");
        check(coded(ffi::SQLITE_CORRUPT_INDEX), "is damaged");
        check(coded(ffi::SQLITE_CONSTRAINT), "is damaged");
        check(coded(ffi::SQLITE_CANTOPEN), "check the disk and the file's permissions");
        check(Error::IntegralValueOutOfRange(1, -1), "is damaged");
    }

    #[test]
    fn what_the_system_says_is_told_apart() {
        let check = |kind: ErrorKind, words: &str| {
            let said = io_fault(Path::new("journal.db"))(kind.into()).to_string();
            assert!(said.contains(words), "{said}");
        };
        check(ErrorKind::StorageFull, "no space is left");
        check(ErrorKind::QuotaExceeded, "no space is left");
        check(ErrorKind::PermissionDenied, "cannot be written");
        check(ErrorKind::ReadOnlyFilesystem, "cannot be written");
        check(ErrorKind::NotFound, "cannot be read or written");
    }
}
