//! What is read: every event is held against the chain.

use super::chain::{Logged, break_at, entry_seal};
use super::fault::fault;
use crate::domain::ids::AuditId;
use crate::ports::journal::JournalError;
use rusqlite::types::Type;
use rusqlite::{Connection, Error, OptionalExtension, Row, Rows};
use serde::Serialize;
use std::path::Path;

/// How an audit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It is going on, or was interrupted.
    Open,
    /// It is over.
    Closed,
    /// What the journal says of it is not as it was written.
    Damaged,
}

/// An audit in the list of all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Its name.
    pub id: AuditId,
    /// When it was opened, in milliseconds since 1970 began in UTC.
    pub opened_at_ms: u64,
    /// How it stands.
    pub state: State,
    /// How many events it has.
    pub events: u64,
    /// How many of its model calls ended.
    pub calls_finished: u64,
    /// How many of its model calls were begun and did not end.
    pub calls_in_flight: u64,
    /// The version of the program that opened it; empty where nobody said.
    pub program_version: String,
}

/// The events of an audit as far as they are as they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sound {
    /// The events before the first damage, from the first that was asked for.
    pub events: Vec<Logged>,
    /// The first damage, if there is any.
    pub damage: Option<JournalError>,
}

/// Reads an audit's events from number `from` on as far as they are sound. Those before are taken for sound.
///
/// # Errors
/// When nobody opened the audit, or the journal cannot be read at all.
pub(super) fn sound(
    connection: &Connection,
    path: &Path,
    audit: &AuditId,
    from: u64,
) -> Result<Sound, JournalError> {
    match as_far_as_possible(connection, path, audit, from) {
        (events, None) => Ok(Sound { events, damage: None }),
        (events, Some(damage @ JournalError::Damaged { .. })) => {
            Ok(Sound { events, damage: Some(damage) })
        }
        (_, Some(error)) => Err(error),
    }
}

/// Reads an audit's events from number `from` on as far as they are sound, and says why not farther, whatever it is.
pub(super) fn as_far_as_possible(
    connection: &Connection,
    path: &Path,
    audit: &AuditId,
    from: u64,
) -> (Vec<Logged>, Option<JournalError>) {
    let at = fault(path);
    let snapshot = match connection.unchecked_transaction() {
        Ok(snapshot) => snapshot,
        Err(error) => return (Vec::new(), Some(at(error))),
    };
    let entry = Tally::read(&snapshot, audit).map_err(at);
    let Chained { events, next, head, fault } = chained(&snapshot, audit, from);
    let why = match (entry, fault) {
        (Ok(None), None) if head.is_empty() => {
            Err(JournalError::Unknown { path: path.to_owned(), audit: audit.clone() })
        }
        (_, Some(Fault::Break(why))) => Ok(Some(why)),
        (_, Some(Fault::Read(error))) => read_fault(at(error)).map(Some),
        (Err(error), None) => read_fault(error).map(Some),
        (Ok(None), None) => Ok(Some("its entry in the list of audits is missing".to_owned())),
        // There is none of that number yet.
        (Ok(Some(tally)), None) if next < from && tally.events < from => Ok(None),
        (Ok(Some(tally)), None) => Ok(tally.differs_from(next, &head)),
    };
    let intact = next;
    let damage = why.map(|why| {
        let (path, audit) = (path.to_owned(), audit.clone());
        why.map(|why| JournalError::Damaged { path, audit, intact, why })
    });
    (events, damage.unwrap_or_else(Some))
}

/// The words of an error that tells of damage; any other error is one of the moment, and is passed on.
fn read_fault(error: JournalError) -> Result<String, JournalError> {
    match error {
        JournalError::Malformed { why, .. } | JournalError::NotAJournal { why, .. } => Ok(why),
        error => Err(error),
    }
}

/// What an audit's entry says of its events.
struct Tally {
    state: String,
    events: u64,
    head: String,
}

impl Tally {
    fn read(connection: &Connection, audit: &AuditId) -> rusqlite::Result<Option<Self>> {
        let sql = "SELECT state, events, head FROM audits WHERE id = ?1";
        let of = |row: &Row<'_>| {
            Ok(Self { state: row.get(0)?, events: whole(row, 1)?, head: row.get(2)? })
        };
        connection.prepare_cached(sql)?.query_row([audit.as_str()], of).optional()
    }

    /// How it contradicts that `found` events are there, of which the last has the hash `head`.
    fn differs_from(&self, found: u64, head: &str) -> Option<String> {
        if found != self.events {
            return Some(format!("{} events were written and {found} are there", self.events));
        }
        if head != self.head {
            return Some("its entry names another last event".to_owned());
        }
        (State::named(&self.state) == State::Damaged)
            .then(|| "its entry names no state that there is".to_owned())
    }
}

impl State {
    /// The word for it, as the file has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Damaged => "damaged",
        }
    }

    fn named(name: &str) -> Self {
        let known = [Self::Open, Self::Closed].into_iter().find(|state| state.name() == name);
        known.unwrap_or(Self::Damaged)
    }
}

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Why no further event could be read.
enum Fault {
    Read(Error),
    Break(String),
}

/// What was read of a chain.
struct Chained {
    events: Vec<Logged>,
    /// The number of the event that would follow.
    next: u64,
    /// The hash of the last event that was read; empty where there is none.
    head: String,
    fault: Option<Fault>,
}

fn chained(connection: &Connection, audit: &AuditId, from: u64) -> Chained {
    let sql = "SELECT seq, at_ms, kind, seat, hash, body FROM events WHERE audit = ?1 AND seq >= ?2 ORDER BY seq";
    // The hash of the first one covers that of the event before it.
    let before = from.checked_sub(1);
    // From the first one on, also what cannot be a number is damage.
    let least = before.map_or(i64::MIN, |before| i64::try_from(before).unwrap_or(i64::MAX));
    let (events, head) = (Vec::new(), String::new());
    let mut read = Chained { events, next: before.unwrap_or(0), head, fault: None };
    let fault = (|| {
        let mut statement = connection.prepare_cached(sql).map_err(Fault::Read)?;
        let mut rows = statement.query((audit.as_str(), least)).map_err(Fault::Read)?;
        while let Some(event) = next(&mut rows).map_err(Fault::Read)? {
            let is_before = before == Some(read.next) && event.seq == read.next;
            if !is_before && let Some(why) = break_at(audit, read.next, &read.head, &event) {
                return Err(Fault::Break(why));
            }
            read.next += 1;
            read.head.clone_from(&event.hash);
            if !is_before {
                read.events.push(event);
            }
        }
        Ok(())
    })();
    Chained { fault: fault.err(), ..read }
}

fn next(rows: &mut Rows<'_>) -> rusqlite::Result<Option<Logged>> {
    let Some(row) = rows.next()? else { return Ok(None) };
    Ok(Some(Logged {
        seq: whole(row, 0)?,
        at_ms: whole(row, 1)?,
        kind: row.get(2)?,
        seat: row.get(3)?,
        hash: row.get(4)?,
        body: row.get(5)?,
    }))
}

const LISTED: &str = "SELECT id, opened_at_ms, state, events, program_version, terms, seal,
    (SELECT COUNT(finished_at_ms) FROM calls WHERE audit = id),
    (SELECT COUNT(*) FROM calls WHERE audit = id)
    FROM audits";

/// All audits, the newest first. Those whose name is damaged are left out.
pub(super) fn entries(connection: &Connection, path: &Path) -> Result<Vec<Entry>, JournalError> {
    let at = fault(path);
    let sql = format!("{LISTED} ORDER BY opened_at_ms DESC, id");
    let mut statement = connection.prepare_cached(&sql).map_err(at)?;
    let rows = statement.query_map([], |row| Ok(entry_in(row))).map_err(at)?;
    let rows: Vec<Option<Entry>> = rows.collect::<rusqlite::Result<_>>().map_err(at)?;
    Ok(rows.into_iter().flatten().collect())
}

/// One audit.
pub(super) fn entry(
    connection: &Connection,
    path: &Path,
    audit: &AuditId,
) -> Result<Entry, JournalError> {
    let at = fault(path);
    let sql = format!("{LISTED} WHERE id = ?1");
    let mut statement = connection.prepare_cached(&sql).map_err(at)?;
    let entry = statement
        .query_row([audit.as_str()], |row| Ok(entry_in(row)))
        .optional()
        .map_err(at)?
        .flatten();
    entry.ok_or_else(|| JournalError::Unknown { path: path.to_owned(), audit: audit.clone() })
}

fn entry_in(row: &Row<'_>) -> Option<Entry> {
    // One damaged row does not hide the others: what cannot be read of it is empty or 0.
    let text = |column: usize| row.get::<_, String>(column).unwrap_or_default();
    let number = |column: usize| whole(row, column).unwrap_or_default();
    let id = AuditId::new(text(0)).ok()?;
    let opened_at_ms = row.get(1).unwrap_or_default();
    let (program_version, terms, seal) = (text(4), text(5), text(6));
    let is_whole =
        entry_seal(&id, opened_at_ms, &program_version, &terms) == seal && whole(row, 3).is_ok();
    let calls_finished = number(7);
    Some(Entry {
        opened_at_ms: opened_at_ms.unsigned_abs(),
        state: if is_whole { State::named(&text(2)) } else { State::Damaged },
        events: number(3),
        calls_finished,
        calls_in_flight: number(8).saturating_sub(calls_finished),
        program_version,
        id,
    })
}

/// How an audit was asked for, in JSON.
pub(super) fn terms(
    connection: &Connection,
    path: &Path,
    audit: &AuditId,
) -> Result<String, JournalError> {
    let at = fault(path);
    let sql = "SELECT opened_at_ms, program_version, terms, seal FROM audits WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql).map_err(at)?;
    let row = statement.query_row([audit.as_str()], |row| {
        let (opened, version): (i64, String) = (row.get(0)?, row.get(1)?);
        let (terms, seal): (String, String) = (row.get(2)?, row.get(3)?);
        let is_sealed = entry_seal(audit, opened, &version, &terms) == seal;
        Ok(is_sealed.then_some(terms))
    });
    let (path, audit) = (path.to_owned(), audit.clone());
    match row.optional().map_err(at)? {
        None => Err(JournalError::Unknown { path, audit }),
        Some(None) => {
            let what = "the record of how it was asked for".to_owned();
            Err(JournalError::Spoilt { path, audit, what })
        }
        Some(Some(terms)) => Ok(terms),
    }
}

/// The body of an audit's last event of a kind, unchecked; `None` where no such one can be read as text.
pub(super) fn last_of(
    connection: &Connection,
    path: &Path,
    audit: &AuditId,
    kind: &str,
) -> Result<Option<String>, JournalError> {
    let sql = "SELECT body FROM events WHERE audit = ?1 AND kind = ?2 ORDER BY seq DESC LIMIT 1";
    let read = || {
        let mut statement = connection.prepare_cached(sql)?;
        statement.query_row([audit.as_str(), kind], |row| Ok(row.get(0).ok())).optional()
    };
    read().map(Option::flatten).map_err(fault(path))
}

/// A number that cannot be negative.
pub(super) fn whole(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    let refused = |error| Error::FromSqlConversionFailure(column, Type::Integer, Box::new(error));
    u64::try_from(number).map_err(refused)
}
