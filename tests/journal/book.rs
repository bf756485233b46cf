//! A journal in a folder of its own, and small events for it.

use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::failure::{Failure, FailureKind};
use automaton_auditor::domain::ids::AuditId;
use automaton_auditor::domain::task::Task;
use automaton_auditor::ports::clock::Calendar;
use automaton_auditor::ports::journal::{Journal, JournalError, Sqlite};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// A folder and the path of a journal in it.
pub struct Book {
    pub folder: TempDir,
    pub path: PathBuf,
}

impl Book {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.db");
        Self { folder, path }
    }

    /// In memory where the system has a place for that: it is a file all the same.
    pub fn fast() -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let path = folder.path().join("journal.db");
        Self { folder, path }
    }

    pub fn open(&self) -> Arc<Sqlite> {
        open(&self.path)
    }

    /// Has all in the file that stands in its log, and no log: whoever closes a database as `SQLite` does leaves it so.
    pub fn take_in(&self) {
        let raw = rusqlite::Connection::open(&self.path).unwrap();
        raw.query_row("SELECT COUNT(*) FROM events", [], |_| Ok(())).unwrap();
        drop(raw);
        assert!(!self.path.with_file_name("journal.db-wal").exists());
    }
}

pub fn open(path: &Path) -> Arc<Sqlite> {
    Sqlite::open(path, Calendar::default()).unwrap()
}

pub fn id(name: &str) -> AuditId {
    AuditId::new(name).unwrap()
}

/// The `n`th small event.
pub fn event(n: u64) -> Arc<AuditEvent> {
    let failure = Failure::passing(FailureKind::Unreachable, format!("the server was away {n}"));
    Arc::new(AuditEvent::lost(Task::Fetch, u32::try_from(n).unwrap() + 1, failure))
}

/// A judge's opinion.
pub fn heard(judge: &str, criterion: &str, score: u8) -> Arc<AuditEvent> {
    let opinion = json!({
        "judge": judge, "criterion_id": criterion, "score": score, "argument": "so it is",
        "cited_evidence": [],
    });
    let event = json!({ "event": "heard", "attempt": 1, "opinion": opinion });
    Arc::new(serde_json::from_value(event).unwrap())
}

/// Appends small events from number `from` to before `to`.
pub async fn fill(journal: &Sqlite, audit: &AuditId, from: u64, to: u64) {
    for seq in from..to {
        journal.append(audit, seq, event(seq)).await.unwrap();
    }
}

/// Small events as they should be read.
pub fn events(count: u64) -> Vec<Arc<AuditEvent>> {
    (0..count).map(event).collect()
}

/// Events that were read are those that were written, as far as they go.
#[track_caller]
pub fn assert_prefix(read: &[Arc<AuditEvent>]) {
    assert_eq!(read, events(read.len() as u64));
}

/// The words of an error.
#[track_caller]
pub fn words<T: std::fmt::Debug>(result: Result<T, JournalError>) -> String {
    result.unwrap_err().to_string()
}
