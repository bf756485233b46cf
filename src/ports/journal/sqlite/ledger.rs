//! What is written, each within a transaction: audits and their events.

use super::chain::{Logged, entry_seal};
use super::fault::fault;
use super::reader;
use crate::domain::ids::AuditId;
use crate::ports::journal::JournalError;
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;

/// A journal in the middle of a transaction.
pub(super) struct Ledger<'a> {
    pub(super) connection: &'a Connection,
    pub(super) path: &'a Path,
    /// Milliseconds since 1970 began in UTC.
    pub(super) now_ms: i64,
}

/// An event on its way into the journal.
pub(super) struct Entering {
    pub(super) audit: AuditId,
    pub(super) seq: u64,
    pub(super) kind: &'static str,
    pub(super) seat: Option<String>,
    pub(super) body: String,
}

/// How far an audit has come.
struct Head {
    is_open: bool,
    events: u64,
    hash: String,
}

impl Ledger<'_> {
    /// Keeps how an audit was asked for. Doing it twice changes nothing.
    pub(super) fn enrol(
        &self,
        audit: &AuditId,
        version: &str,
        terms: &str,
    ) -> Result<(), JournalError> {
        let at = fault(self.path);
        let sql = "SELECT program_version, terms FROM audits WHERE id = ?1";
        let mut there = self.connection.prepare_cached(sql).map_err(at)?;
        let there = there.query_row([audit.as_str()], |row| Ok((row.get(0)?, row.get(1)?)));
        let there: Option<(String, String)> = there.optional().map_err(at)?;
        match there {
            Some((other, others)) if other == version && others == terms => return Ok(()),
            Some(_) => return Err(JournalError::Enrolled { audit: audit.clone() }),
            None => {}
        }
        let seal = entry_seal(audit, self.now_ms, version, terms);
        let sql = "INSERT INTO audits (id, opened_at_ms, program_version, terms, seal, state, events, head)
                   VALUES (?1, ?2, ?3, ?4, ?5, 'open', 0, '')";
        let values = params![audit.as_str(), self.now_ms, version, terms, seal];
        self.connection.prepare_cached(sql).map_err(at)?.execute(values).map_err(at)?;
        Ok(())
    }

    /// Keeps an event, unless exactly this one is there already.
    pub(super) fn append(&self, entering: &Entering) -> Result<(), JournalError> {
        let Entering { audit, seq, .. } = entering;
        let (audit, seq) = (audit.clone(), *seq);
        let head = match self.head(&audit)? {
            Some(head) => head,
            None if seq == 0 => {
                self.enrol(&audit, "", "null")?;
                Head { is_open: true, events: 0, hash: String::new() }
            }
            None => return Err(JournalError::OutOfTurn { audit, seq, next: 0 }),
        };
        if seq < head.events {
            let same = self.body(&audit, seq)?.as_ref() == Some(&entering.body);
            return if same { Ok(()) } else { Err(JournalError::Taken { audit, seq }) };
        }
        if seq > head.events {
            return Err(JournalError::OutOfTurn { audit, seq, next: head.events });
        }
        if !head.is_open {
            return Err(JournalError::Closed { audit });
        }
        if let Some(seat) = &entering.seat
            && let Some(seq) = self.heard_in(&audit, seat)?
        {
            return Err(JournalError::HeardBefore { audit, seat: seat.clone(), seq });
        }
        self.write(entering, &head.hash)
    }

    fn write(&self, entering: &Entering, previous: &str) -> Result<(), JournalError> {
        let at = fault(self.path);
        let mut event = Logged {
            seq: entering.seq,
            at_ms: self.now_ms.unsigned_abs(),
            kind: entering.kind.to_owned(),
            seat: entering.seat.clone(),
            body: entering.body.clone(),
            hash: String::new(),
        };
        event.hash = event.hash_after(previous, &entering.audit);
        insert(self.connection, &entering.audit, &event).map_err(at)?;
        let sql = "UPDATE audits SET events = ?2, head = ?3 WHERE id = ?1";
        let values = params![entering.audit.as_str(), number(event.seq + 1), event.hash];
        self.connection.prepare_cached(sql).map_err(at)?.execute(values).map_err(at)?;
        Ok(())
    }

    /// Marks an audit as over, unless it is; one that nobody opened stays away.
    pub(super) fn close(&self, audit: &AuditId) -> Result<(), JournalError> {
        let at = fault(self.path);
        let sql = "UPDATE audits SET state = 'closed' WHERE id = ?1 AND state <> 'closed'";
        self.connection.prepare_cached(sql).map_err(at)?.execute([audit.as_str()]).map_err(at)?;
        Ok(())
    }

    /// Removes all of an audit.
    pub(super) fn forget(&self, audit: &AuditId) -> Result<(), JournalError> {
        let at = fault(self.path);
        let mut removed = 0;
        for sql in [
            "DELETE FROM calls WHERE audit = ?1",
            "DELETE FROM events WHERE audit = ?1",
            "DELETE FROM audits WHERE id = ?1",
        ] {
            removed += self.connection.execute(sql, [audit.as_str()]).map_err(at)?;
        }
        let unknown = || JournalError::Unknown { path: self.path.to_owned(), audit: audit.clone() };
        if removed == 0 { Err(unknown()) } else { Ok(()) }
    }

    fn head(&self, audit: &AuditId) -> Result<Option<Head>, JournalError> {
        let at = fault(self.path);
        let sql = "SELECT state, events, head FROM audits WHERE id = ?1";
        let mut statement = self.connection.prepare_cached(sql).map_err(at)?;
        let row = statement.query_row([audit.as_str()], |row| {
            let state: String = row.get(0)?;
            let events = reader::whole(row, 1)?;
            Ok(Head { is_open: state != "closed", events, hash: row.get(2)? })
        });
        row.optional().map_err(at)
    }

    fn body(&self, audit: &AuditId, seq: u64) -> Result<Option<String>, JournalError> {
        let at = fault(self.path);
        let sql = "SELECT body FROM events WHERE audit = ?1 AND seq = ?2";
        let mut statement = self.connection.prepare_cached(sql).map_err(at)?;
        let body = statement.query_row(params![audit.as_str(), number(seq)], |row| row.get(0));
        body.optional().map_err(at)
    }

    fn heard_in(&self, audit: &AuditId, seat: &str) -> Result<Option<u64>, JournalError> {
        let at = fault(self.path);
        let sql = "SELECT seq FROM events WHERE audit = ?1 AND seat = ?2";
        let mut statement = self.connection.prepare_cached(sql).map_err(at)?;
        let seq = statement.query_row([audit.as_str(), seat], |row| reader::whole(row, 0));
        seq.optional().map_err(at)
    }
}

/// Writes an event as it is.
pub(super) fn insert(
    connection: &Connection,
    audit: &AuditId,
    event: &Logged,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO events (audit, seq, at_ms, kind, seat, hash, body)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let Logged { seq, at_ms, kind, seat, body, hash } = event;
    let values =
        params![audit.as_str(), number(*seq), number(*at_ms), kind, seat.as_deref(), hash, body];
    connection.prepare_cached(sql)?.execute(values)?;
    Ok(())
}

/// A number as SQL knows it. None of ours comes near the limit.
pub(super) fn number(whole: u64) -> i64 {
    i64::try_from(whole).unwrap_or(i64::MAX)
}
