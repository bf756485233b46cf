//! Keeps what is sound of a damaged journal.

use super::aside;
use super::calls;
use super::chain::entry_seal;
use super::fault::{fault, io_fault};
use super::ledger::{insert, number};
use super::log::Mended;
use super::place::{self, Bounds};
use super::remains::{Found, Front, Remains};
use super::schema::{self, Standing};
use super::scratch::{self, Copied, Scratch};
use crate::domain::ids::AuditId;
use crate::ports::journal::JournalError;
use rusqlite::{Connection, TransactionBehavior, params};
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
/// one aside under another name. Nothing is deleted, and a journal without damage stays as it is, unless it is
/// of an earlier format. An audit whose end was lost counts as open. Where a former salvage was stopped half-way, its
/// file is as it was before that. Blocks; wants room for three copies of the file.
///
/// # Errors
/// When somebody uses the file, when nothing in it is a journal's, when a newer version of this program
/// wrote it, or when it cannot be copied. It is as it was then.
pub fn salvage(path: &Path) -> Result<Salvage, JournalError> {
    scratch::check_unused(path)?;
    aside::take_back(path).map_err(io_fault(path))?;
    let scratch = Scratch::of(path, Copied::Mended)?;
    if scratch.is_log_alone() {
        let why = "the file is empty, but its log is not".to_owned();
        return mend(path, &scratch, JournalError::Malformed { path: path.to_owned(), why });
    }
    let copy = open(&scratch).map_err(fault(path))?;
    match schema::standing(&copy, path) {
        Ok(Standing::Journal) => {
            let remains = Remains::new(path, &scratch, &copy, is_intact(&scratch, &copy))?;
            if scratch.log == Mended::Patched
                && let Some(done) = without_its_end(path, &remains)?
            {
                return Ok(done);
            }
            rescue(path, &scratch, &remains, Leave::Sound)
        }
        // Its tables are read as those of this format are.
        Err(JournalError::Older { .. }) => {
            let remains = Remains::new(path, &scratch, &copy, is_intact(&scratch, &copy))?;
            rescue(path, &scratch, &remains, Leave::Nothing)
        }
        Ok(Standing::Blank) if scratch.log != Mended::Nothing => {
            let remains = Remains::new(path, &scratch, &copy, true)?;
            rescue(path, &scratch, &remains, Leave::Sound)
        }
        Ok(Standing::Blank) => Ok(Salvage { audits: Vec::new(), set_aside: None }),
        Err(error @ (JournalError::NotAJournal { .. } | JournalError::Malformed { .. })) => {
            drop(copy);
            mend(path, &scratch, error)
        }
        Err(error) => Err(error),
    }
}

/// What stays as it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leave {
    /// A file without damage.
    Sound,
    /// No file: it is of an earlier format.
    Nothing,
}

fn open(scratch: &Scratch) -> rusqlite::Result<Connection> {
    let copy = Connection::open(&scratch.copy)?;
    schema::make_wary(&copy)?;
    Ok(copy)
}

/// Reads a file whose first page is damaged. Where no audit shows behind it, it was no journal, which
/// `error` says.
fn mend(path: &Path, scratch: &Scratch, error: JournalError) -> Result<Salvage, JournalError> {
    scratch.mend_first_page(path)?;
    let Ok(copy) = open(scratch) else { return Err(error) };
    if !matches!(schema::standing(&copy, path), Ok(Standing::Journal)) {
        return Err(error);
    }
    let remains = Remains::new(path, scratch, &copy, false)?;
    if remains.audits().is_empty() {
        return Err(error);
    }
    rescue(path, scratch, &remains, Leave::Sound)
}

/// Whether the file holds together as far as `SQLite` can tell, which reads what is missing of a page as zeros.
fn is_intact(scratch: &Scratch, copy: &Connection) -> bool {
    let said = copy.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0));
    said.is_ok_and(|said| said == "ok") && !scratch.is_cut
}

/// Keeps a journal without the end of its log where nothing can be read in that which is not before it: a commit that
/// failed on a failing disk left it, and the next one overwrote its beginning. `None` where something would be lost.
fn without_its_end(path: &Path, all: &Remains<'_>) -> Result<Option<Salvage>, JournalError> {
    let scratch = Scratch::of(path, Copied::AsItIs)?;
    let copy = open(&scratch).map_err(fault(path))?;
    if !matches!(schema::standing(&copy, path), Ok(Standing::Journal)) {
        return Ok(None);
    }
    let before = Remains::new(path, &scratch, &copy, is_intact(&scratch, &copy))?;
    if !before.is_intact() {
        return Ok(None);
    }
    let known = before.audits();
    for audit in all.audits().union(&known) {
        let (kept, wanted) = (before.of(audit)?, all.of(audit)?);
        // A name that only the end has may have nothing behind it.
        let is_whole = kept.losses.is_empty() && wanted.claims_no_more_than(&kept);
        if wanted.exceeds(&kept) || known.contains(audit) && !is_whole {
            return Ok(None);
        }
    }
    rescue(path, &scratch, &before, Leave::Nothing).map(Some)
}

fn rescue(
    path: &Path,
    scratch: &Scratch,
    remains: &Remains<'_>,
    leave: Leave,
) -> Result<Salvage, JournalError> {
    let mut fresh = place::to_write(&scratch.fresh, Bounds::default())?;
    let mut kept = Vec::new();
    for audit in remains.audits() {
        let at = fault(path);
        let behavior = TransactionBehavior::Immediate;
        let transaction = fresh.transaction_with_behavior(behavior).map_err(at)?;
        let found = remains.of(&audit)?;
        write(&transaction, &audit, &found).map_err(at)?;
        transaction.commit().map_err(at)?;
        let (events, calls) = (found.events.len() as u64, found.pages.len() as u64);
        kept.push(Rescued { id: audit, events, calls, losses: found.losses });
    }
    let is_sound = remains.is_intact()
        && scratch.log == Mended::Nothing
        && kept.iter().all(|one| one.losses.is_empty());
    if is_sound && leave == Leave::Sound {
        return Ok(Salvage { audits: kept, set_aside: None });
    }
    // Closing it puts all that is in its log into the file itself.
    fresh.close().map_err(|(_, error)| fault(&scratch.fresh)(error))?;
    let set_aside = aside::swap(path, &scratch.fresh, !is_sound).map_err(io_fault(path))?;
    Ok(Salvage { audits: kept, set_aside: Some(set_aside) })
}

fn write(fresh: &Connection, audit: &AuditId, found: &Found) -> rusqlite::Result<()> {
    // A name behind which nothing is sound may be a damaged one that nobody ever gave.
    let Some(front) = &found.front else { return Ok(()) };
    for event in &found.events {
        insert(fresh, audit, event)?;
    }
    for page in &found.pages {
        calls::write(fresh, audit, page)?;
    }
    let Front { opened_at_ms, version, terms, .. } = front;
    let seal = entry_seal(audit, *opened_at_ms, version, terms);
    let state = if found.is_over() { "closed" } else { "open" };
    let head = found.events.last().map_or("", |last| &last.hash);
    let count = number(found.events.len() as u64);
    let sql = "INSERT INTO audits
               (id, opened_at_ms, program_version, terms, seal, state, events, head)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let values = params![audit.as_str(), opened_at_ms, version, terms, seal, state, count, head];
    fresh.execute(sql, values).map(drop)
}
