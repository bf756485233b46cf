//! Model calls: begun, finished, replayed.

use super::fault::fault;
use super::ledger::Ledger;
use crate::domain::call::CallKey;
use crate::domain::chat::ChatReply;
use crate::domain::digest::sha256_of_parts;
use crate::domain::failure::Failure;
use crate::domain::ids::AuditId;
use crate::ports::journal::JournalError;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// What came of a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The model's reply: it is never asked for again.
    Reply(ChatReply),
    /// Why there is none: the call may be made again.
    Failure(Failure),
}

/// A model call as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Call {
    /// The work that it was made for, in words.
    pub task: String,
    /// The attempt at that work, from 1.
    pub attempt: u32,
    /// The question, by its content.
    pub call: String,
    /// What the server was given to tell calls apart.
    pub idempotency_key: String,
    /// How often it was begun: more than once where it failed or was in flight when the program ended.
    pub begun: u64,
    /// When it was begun last, in milliseconds since 1970 began in UTC.
    pub begun_at_ms: u64,
    /// When it was finished, in the same unit; `None` while it is in flight.
    pub finished_at_ms: Option<u64>,
    /// What came of it; `None` while it is in flight.
    pub outcome: Option<Outcome>,
}

/// A row of the table, as it is written.
#[derive(Clone)]
pub(super) struct Page {
    pub(super) task: String,
    pub(super) attempt: i64,
    pub(super) call: String,
    pub(super) idempotency_key: String,
    pub(super) begun: i64,
    pub(super) begun_at_ms: i64,
    pub(super) finished_at_ms: Option<i64>,
    pub(super) seal: String,
    pub(super) outcome: Option<String>,
}

/// What tells the calls of an audit apart: the task, the attempt and the question.
pub(super) type Key = (String, i64, String);

const COLUMNS: &str =
    "task, attempt, call, idempotency_key, begun, begun_at_ms, finished_at_ms, seal, outcome";

impl Page {
    fn of(key: &CallKey) -> Self {
        Self {
            task: key.errand.task.to_string(),
            attempt: key.errand.attempt.into(),
            call: key.call.to_string(),
            idempotency_key: key.idempotency_key(),
            begun: 0,
            begun_at_ms: 0,
            finished_at_ms: None,
            seal: String::new(),
            outcome: None,
        }
    }

    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            task: row.get(0)?,
            attempt: row.get(1)?,
            call: row.get(2)?,
            idempotency_key: row.get(3)?,
            begun: row.get(4)?,
            begun_at_ms: row.get(5)?,
            finished_at_ms: row.get(6)?,
            seal: row.get(7)?,
            outcome: row.get(8)?,
        })
    }

    pub(super) fn key(&self) -> Key {
        (self.task.clone(), self.attempt, self.call.clone())
    }

    /// Whether the row is as it was written.
    pub(super) fn is_sealed(&self, audit: &AuditId) -> bool {
        self.seal == self.sealed(audit)
    }

    fn sealed(&self, audit: &AuditId) -> String {
        let number = |number: Option<i64>| number.map_or(String::new(), |it| it.to_string());
        sha256_of_parts(&[
            audit.as_str(),
            &self.task,
            &number(Some(self.attempt)),
            &self.call,
            &self.idempotency_key,
            &number(Some(self.begun)),
            &number(Some(self.begun_at_ms)),
            &number(self.finished_at_ms),
            self.outcome.as_deref().unwrap_or_default(),
        ])
    }

    /// The call, where the row is as it was written.
    fn call(&self, audit: &AuditId, path: &Path) -> Result<Call, JournalError> {
        let spoilt = || {
            let what = format!("a model call to {}", self.task);
            JournalError::Spoilt { path: path.to_owned(), audit: audit.clone(), what }
        };
        let whole = |number: i64| u64::try_from(number).map_err(|_| spoilt());
        if !self.is_sealed(audit) {
            return Err(spoilt());
        }
        let outcome = self.outcome.as_deref().map(serde_json::from_str).transpose();
        Ok(Call {
            task: self.task.clone(),
            attempt: u32::try_from(self.attempt).map_err(|_| spoilt())?,
            call: self.call.clone(),
            idempotency_key: self.idempotency_key.clone(),
            begun: whole(self.begun)?,
            begun_at_ms: whole(self.begun_at_ms)?,
            finished_at_ms: self.finished_at_ms.map(whole).transpose()?,
            outcome: outcome.map_err(|_| spoilt())?,
        })
    }
}

impl Ledger<'_> {
    /// Keeps that a call is about to be made, unless it has a reply: then returns that.
    pub(super) fn begin(&self, key: &CallKey) -> Result<Option<ChatReply>, JournalError> {
        let (mut page, outcome) = self.page(key)?;
        if let Some(Outcome::Reply(reply)) = outcome {
            return Ok(Some(reply));
        }
        page.begun += 1;
        page.begun_at_ms = self.now_ms;
        page.finished_at_ms = None;
        page.outcome = None;
        self.put(key, page)?;
        Ok(None)
    }

    /// Keeps what came of a call; a reply that is there stays.
    pub(super) fn finish(&self, key: &CallKey, outcome: &Outcome) -> Result<(), JournalError> {
        let (mut page, before) = self.page(key)?;
        if let Some(Outcome::Reply(_)) = before {
            return Ok(());
        }
        page.finished_at_ms = Some(self.now_ms);
        let text = serde_json::to_string(outcome);
        page.outcome = Some(text.expect("an outcome has string keys and no floats"));
        self.put(key, page)
    }

    /// The row of a call, or a new one, and what is known to have come of the call.
    fn page(&self, key: &CallKey) -> Result<(Page, Option<Outcome>), JournalError> {
        let at = fault(self.path);
        let fresh = Page::of(key);
        let sql = format!(
            "SELECT {COLUMNS} FROM calls WHERE audit = ?1 AND task = ?2 AND attempt = ?3 AND call = ?4"
        );
        let audit = &key.errand.audit;
        let mut statement = self.connection.prepare_cached(&sql).map_err(at)?;
        let which = params![audit.as_str(), fresh.task, fresh.attempt, fresh.call];
        let there = statement.query_row(which, Page::read).optional().map_err(at)?;
        let Some(page) = there else { return Ok((fresh, None)) };
        let outcome = page.call(audit, self.path)?.outcome;
        Ok((page, outcome))
    }

    fn put(&self, key: &CallKey, mut page: Page) -> Result<(), JournalError> {
        page.seal = page.sealed(&key.errand.audit);
        write(self.connection, &key.errand.audit, &page).map_err(fault(self.path))
    }
}

/// Writes a row as it is.
pub(super) fn write(connection: &Connection, audit: &AuditId, page: &Page) -> rusqlite::Result<()> {
    let sql = format!(
        "INSERT INTO calls (audit, {COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
         ON CONFLICT (audit, task, attempt, call) DO UPDATE SET begun = excluded.begun,
         begun_at_ms = excluded.begun_at_ms, finished_at_ms = excluded.finished_at_ms,
         seal = excluded.seal, outcome = excluded.outcome"
    );
    let values = params![
        audit.as_str(),
        page.task,
        page.attempt,
        page.call,
        page.idempotency_key,
        page.begun,
        page.begun_at_ms,
        page.finished_at_ms,
        page.seal,
        page.outcome
    ];
    connection.prepare_cached(&sql)?.execute(values)?;
    Ok(())
}

/// The calls of an audit, by task, attempt and question.
pub(super) fn of_audit(
    connection: &Connection,
    path: &Path,
    audit: &AuditId,
) -> Result<Vec<Call>, JournalError> {
    let (pages, damage) = sound(connection, path, audit)?;
    if let Some(damage) = damage {
        return Err(damage);
    }
    pages.iter().map(|page| page.call(audit, path)).collect()
}

/// The rows of an audit's calls that are as they were written, and the first damage among the others.
pub(super) fn sound(
    connection: &Connection,
    path: &Path,
    audit: &AuditId,
) -> Result<(Vec<Page>, Option<JournalError>), JournalError> {
    let mut pages = BTreeMap::new();
    let mut damage = None;
    // Where the way is barred from the front, the back is tried as well.
    for order in ["task, attempt, call", "task DESC, attempt DESC, call DESC"] {
        let found = walk(connection, path, audit, order, &mut pages)?;
        if damage.is_none() && found.is_none() {
            break;
        }
        damage = damage.or(found);
    }
    Ok((pages.into_values().collect(), damage))
}

fn walk(
    connection: &Connection,
    path: &Path,
    audit: &AuditId,
    order: &str,
    pages: &mut BTreeMap<Key, Page>,
) -> Result<Option<JournalError>, JournalError> {
    let at = fault(path);
    let sql = format!("SELECT {COLUMNS} FROM calls WHERE audit = ?1 ORDER BY {order}");
    let mut statement = connection.prepare_cached(&sql).map_err(at)?;
    let mut rows = statement.query([audit.as_str()]).map_err(at)?;
    let mut damage = None;
    loop {
        let page = match rows.next() {
            Ok(None) => return Ok(damage),
            Ok(Some(row)) => Page::read(row).map_err(at),
            Err(error) => return Ok(damage.or(Some(at(error)))),
        };
        let sealed = page.and_then(|page| page.call(audit, path).map(|_| page));
        match sealed {
            Ok(page) => {
                pages.insert(page.key(), page);
            }
            Err(error) => damage = damage.or(Some(error)),
        }
    }
}
