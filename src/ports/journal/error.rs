//! What can go wrong with a journal.

use crate::domain::ids::AuditId;
use std::path::{Path, PathBuf};

/// Why an event could not be kept or read back. Completes "failed to keep the journal: …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The number is taken already: two writers are at work on one audit.
    #[error("event {seq} of audit {audit} is written already")]
    Taken {
        /// The audit.
        audit: AuditId,
        /// The event's number.
        seq: u64,
    },
    /// An event before this one is not there.
    #[error("event {seq} of audit {audit} is out of turn: the next one is {next}")]
    OutOfTurn {
        /// The audit.
        audit: AuditId,
        /// The number that was given.
        seq: u64,
        /// The number that is next.
        next: u64,
    },
    /// The seat gave an opinion before: nobody is heard twice.
    #[error("audit {audit} has an opinion of {seat} already, in event {seq}")]
    HeardBefore {
        /// The audit.
        audit: AuditId,
        /// Whose opinion it is, on what, in which hearing.
        seat: String,
        /// The event that brought it.
        seq: u64,
    },
    /// The audit is over.
    #[error("audit {audit} is closed: nothing is added to it any more")]
    Closed {
        /// The audit.
        audit: AuditId,
    },
    /// The audit is there already, and was asked for in another way.
    #[error(
        "audit {audit} exists already and was asked for in another way: give the new one another id"
    )]
    Enrolled {
        /// The audit.
        audit: AuditId,
    },
    /// Nobody opened such an audit.
    #[error("{path} holds no audit {audit}")]
    Unknown {
        /// The file.
        path: PathBuf,
        /// The audit.
        audit: AuditId,
    },
    /// There is no space left for more.
    #[error("no space is left for {path}: free some and resume; everything before is kept")]
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// The file or its folder cannot be written.
    #[error(
        "{path} or its folder cannot be written: allow it, or name another file for the journal"
    )]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// Another process holds the file for too long.
    #[error("{path} is locked by another process: wait for it to end, or stop it, and try again")]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The system could not read or write.
    #[error("{path} cannot be read or written ({why}): check the disk and the file's permissions")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The file is something else.
    #[error(
        "{path} is not a journal ({why}): name another folder, or where it was one, {} keeps all that is sound of it; it \
         was not changed",
        salvaging(.path)
    )]
    NotAJournal {
        /// The file.
        path: PathBuf,
        /// How that shows.
        why: String,
    },
    /// The file is of a later format than this program knows.
    #[error(
        "{path} was written by a newer version of this program (format {format}, this one knows \
         {known}): use that version; nothing was changed"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        format: i64,
        /// The latest format that this program knows.
        known: i64,
    },
    /// The file is of an earlier format.
    #[error(
        "{path} was written by an earlier version of this program (format {format}): {} brings all of it \
         into this version's and sets this file aside",
        salvaging(.path)
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// The format of the file.
        format: i64,
    },
    /// The file's structure is damaged.
    #[error(
        "{path} is damaged ({why}): {} keeps all that is sound and sets this file aside",
        salvaging(.path)
    )]
    Malformed {
        /// The file.
        path: PathBuf,
        /// How that shows.
        why: String,
    },
    /// Something of one audit is damaged.
    #[error(
        "audit {audit} in {path} is damaged ({why}): its first {intact} events are intact; {} keeps them and \
         sets this file aside",
        salvaging(.path)
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The audit.
        audit: AuditId,
        /// How many events before the damage are as they were written.
        intact: u64,
        /// How the damage shows.
        why: String,
    },
    /// An event is as it was written, but this version of the program cannot read it.
    #[error(
        "event {seq} of audit {audit} in {path} is intact, but not readable for this version of the \
         program ({why}): use the version that wrote it"
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The audit.
        audit: AuditId,
        /// The event's number, which is also how many events before it are readable.
        seq: u64,
        /// What the reader says.
        why: String,
    },
    /// What a model replied is not as it was written, or how the audit was asked for.
    #[error(
        "{what} of audit {audit} in {path} is damaged: {} leaves it out and keeps the rest",
        salvaging(.path)
    )]
    Spoilt {
        /// The file.
        path: PathBuf,
        /// The audit.
        audit: AuditId,
        /// What it is.
        what: String,
    },
    /// The journal's writer has ended.
    #[error("the writer of {path} has ended: start the program again and resume")]
    Ended {
        /// The file.
        path: PathBuf,
    },
}

/// The command that keeps what is sound of a journal, wherever it is.
fn salvaging(path: &Path) -> String {
    let folder = path.parent().unwrap_or(Path::new("")).to_string_lossy();
    let folder = if folder.is_empty() { "." } else { &*folder };
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-+@%".contains(letter);
    let typed = if folder.chars().all(is_plain) {
        folder.to_owned()
    } else {
        format!("'{}'", folder.replace('\'', r"'\''"))
    };
    format!("`auditor --state {typed} verify --salvage`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, folder: &str) {
        let error = JournalError::Malformed { path: path.into(), why: "x".into() };
        let command = format!("`auditor --state {folder} verify --salvage`");
        assert!(error.to_string().contains(&command), "{error}");
    }

    #[test]
    fn a_damaged_journal_is_told_with_the_command_that_salvages_this_one() {
        check("/home/ada/.local/state/auditor/journal.db", "/home/ada/.local/state/auditor");
        check("grades/.docket/journal.db", "grades/.docket");
        check("a class's/journal.db", r"'a class'\''s'");
        check("journal.db", ".");
    }
}
