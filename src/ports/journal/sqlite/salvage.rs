//! Keeps what is sound of a damaged journal.

use super::calls;
use super::chain::{Logged, entry_seal};
use super::fault::{fault, io_fault};
use super::ledger::{insert, number};
use super::place::{self, Bounds};
use super::reader::{self, Sound, State};
use super::schema::{self, Standing};
use super::scratch::{self, Scratch};
use crate::domain::ids::AuditId;
use crate::ports::journal::JournalError;
use rusqlite::{Connection, TransactionBehavior, params};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What a salvage kept of one audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rescued {
    /// The audit.
    pub id: AuditId,
    /// How many events were kept.
    pub events: u64,
    /// How many model calls were kept.
    pub calls: u64,
    /// What was not: some events, some model calls, how it was asked for. Empty where all was kept.
    pub losses: Vec<JournalError>,
}

/// What a salvage did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Salvage {
    /// What was kept, by name.
    pub audits: Vec<Rescued>,
    /// Where the damaged file is now, its log beside it; `None` where nothing was damaged and nothing was
    /// changed.
    pub set_aside: Option<PathBuf>,
}

/// Copies what is sound of a damaged journal into a fresh file, puts that in its place and sets the damaged
/// one aside under another name. Nothing is deleted, and a journal without damage stays as it is. An audit
/// of which events were lost counts as open. Blocks; wants room for two copies of the file.
///
/// # Errors
/// When somebody uses the file, when nothing in it is a journal's, when a newer version of this program
/// wrote it, or when it cannot be copied. It is as it was then.
pub fn salvage(path: &Path) -> Result<Salvage, JournalError> {
    scratch::check_unused(path)?;
    let scratch = Scratch::of(path)?;
    if scratch.is_log_alone() {
        let why = "the file is empty, but its log is not".to_owned();
        return mend(path, &scratch, JournalError::Malformed { path: path.to_owned(), why });
    }
    match open(path, &scratch) {
        Ok((copy, Standing::Journal)) => {
            let is_intact = is_intact(&copy);
            rescue(path, &scratch, &copy, is_intact)
        }
        Ok((_, Standing::Blank)) => Ok(Salvage { audits: Vec::new(), set_aside: None }),
        Err(error @ (JournalError::NotAJournal { .. } | JournalError::Malformed { .. })) => {
            mend(path, &scratch, error)
        }
        Err(error) => Err(error),
    }
}

fn open(path: &Path, scratch: &Scratch) -> Result<(Connection, Standing), JournalError> {
    let at = fault(path);
    let copy = Connection::open(&scratch.copy).map_err(at)?;
    schema::make_wary(&copy).map_err(at)?;
    let standing = schema::standing(&copy, path)?;
    Ok((copy, standing))
}

/// Reads a file whose first page is damaged. Where no audit shows behind it, it was no journal, which
/// `error` says.
fn mend(path: &Path, scratch: &Scratch, error: JournalError) -> Result<Salvage, JournalError> {
    scratch.mend_first_page(path)?;
    match open(path, scratch) {
        Ok((copy, Standing::Journal)) if !audits(&copy).is_empty() => {
            rescue(path, scratch, &copy, false)
        }
        Ok(_) | Err(_) => Err(error),
    }
}

/// Whether the file holds together as far as `SQLite` can tell.
fn is_intact(copy: &Connection) -> bool {
    let said = copy.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
    said.is_ok_and(|said| said == "ok")
}

fn rescue(
    path: &Path,
    scratch: &Scratch,
    copy: &Connection,
    is_intact: bool,
) -> Result<Salvage, JournalError> {
    let mut fresh = place::to_write(&scratch.fresh, Bounds::default())?;
    let mut kept = Vec::new();
    for audit in audits(copy) {
        let at = fault(path);
        let behavior = TransactionBehavior::Immediate;
        let transaction = fresh.transaction_with_behavior(behavior).map_err(at)?;
        kept.push(carry_over(path, copy, &transaction, audit)?);
        transaction.commit().map_err(at)?;
    }
    if is_intact && kept.iter().all(|one| one.losses.is_empty()) {
        return Ok(Salvage { audits: kept, set_aside: None });
    }
    // Closing it puts all that is in its log into the file itself.
    fresh.close().map_err(|(_, error)| fault(&scratch.fresh)(error))?;
    let set_aside = scratch.swap(path).map_err(io_fault(path))?;
    Ok(Salvage { audits: kept, set_aside: Some(set_aside) })
}

/// The names of all audits that can be found from either end of the tables.
fn audits(copy: &Connection) -> BTreeSet<AuditId> {
    let mut found = BTreeSet::new();
    for (table, column) in [("audits", "id"), ("events", "audit")] {
        for (beyond, order, mut last) in
            [(">", "ASC", String::new()), ("<", "DESC", "~".to_owned())]
        {
            let sql = format!(
                "SELECT {column} FROM {table} WHERE {column} {beyond} ?1
                 ORDER BY {column} {order} LIMIT 1"
            );
            let next = |last: &str| copy.prepare_cached(&sql)?.query_row([last], |row| row.get(0));
            // A damaged tree may lead in circles, so that every step has to lead on.
            while let Ok(name) = next(&last)
                && if order == "ASC" { name > last } else { name < last }
            {
                last = name;
                found.extend(AuditId::new(last.as_str()));
            }
        }
    }
    found
}

fn carry_over(
    path: &Path,
    copy: &Connection,
    fresh: &Connection,
    audit: AuditId,
) -> Result<Rescued, JournalError> {
    let at = fault(path);
    let mut losses = Vec::new();
    let events = match reader::sound(copy, path, &audit) {
        Ok(Sound { events, damage }) => {
            losses.extend(damage);
            events
        }
        Err(error) => {
            losses.push(error);
            Vec::new()
        }
    };
    for event in &events {
        insert(fresh, &audit, event).map_err(at)?;
    }
    let (pages, damage) = calls::sound(copy, path, &audit)?;
    for page in &pages {
        calls::write(fresh, &audit, page).map_err(at)?;
    }
    losses.extend(damage);
    let kept = (events.len() as u64, pages.len() as u64);
    let was_closed = is_closed(copy, &audit);
    let entry = Front::read(copy, path, &audit);
    // A name behind which nothing is sound may be a damaged one that nobody ever gave.
    if entry.is_ok() || kept != (0, 0) {
        let entry = entry.unwrap_or_else(|error| {
            losses.push(error);
            Front::lost(&events)
        });
        entry.write(fresh, &audit, &events, was_closed && losses.is_empty()).map_err(at)?;
    } else {
        losses.extend(entry.err());
    }
    Ok(Rescued { events: kept.0, calls: kept.1, id: audit, losses })
}

fn is_closed(copy: &Connection, audit: &AuditId) -> bool {
    let sql = "SELECT state FROM audits WHERE id = ?1";
    let state = copy.query_row(sql, [audit.as_str()], |row| row.get::<_, String>(0));
    state.is_ok_and(|state| State::named(&state) == State::Closed)
}

/// What an audit was enrolled with.
struct Front {
    opened_at_ms: i64,
    version: String,
    terms: String,
}

impl Front {
    fn read(copy: &Connection, path: &Path, audit: &AuditId) -> Result<Self, JournalError> {
        let terms = reader::terms(copy, path, audit)?;
        let sql = "SELECT opened_at_ms, program_version FROM audits WHERE id = ?1";
        let of = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let (opened_at_ms, version) =
            copy.query_row(sql, [audit.as_str()], of).map_err(fault(path))?;
        Ok(Self { opened_at_ms, version, terms })
    }

    fn lost(events: &[Logged]) -> Self {
        let opened_at_ms = events.first().map_or(0, |first| number(first.at_ms));
        Self { opened_at_ms, version: String::new(), terms: "null".to_owned() }
    }

    fn write(
        &self,
        fresh: &Connection,
        audit: &AuditId,
        events: &[Logged],
        is_closed: bool,
    ) -> rusqlite::Result<()> {
        let Self { opened_at_ms, version, terms } = self;
        let seal = entry_seal(audit, *opened_at_ms, version, terms);
        let state = if is_closed { "closed" } else { "open" };
        let head = events.last().map_or("", |last| &last.hash);
        let count = number(events.len() as u64);
        let sql = "INSERT INTO audits
                   (id, opened_at_ms, program_version, terms, seal, state, events, head)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let values =
            params![audit.as_str(), opened_at_ms, version, terms, seal, state, count, head];
        fresh.execute(sql, values).map(drop)
    }
}
