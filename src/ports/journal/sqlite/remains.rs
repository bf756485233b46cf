//! What is left of a damaged journal: by its trees, and, where those are broken, in its bytes.

use super::calls::{self, Page};
use super::chain::{Logged, entry_seal};
use super::fault::{fault, io_fault};
use super::ledger::number;
use super::reader;
use super::scratch::Scratch;
use super::strewn::Strewn;
use crate::domain::ids::AuditId;
use crate::ports::journal::JournalError;
use rusqlite::{Connection, OptionalExtension};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A copy of a journal, and the rows that lie in its pages whether or not a tree leads to them.
pub(super) struct Remains<'a> {
    path: &'a Path,
    copy: &'a Connection,
    /// `None` where the trees are intact: they lead to everything.
    strewn: Option<Strewn>,
}

/// What is sound of one audit.
pub(super) struct Found {
    pub(super) events: Vec<Logged>,
    pub(super) pages: Vec<Page>,
    /// `None` where nothing speaks for there having been such an audit.
    pub(super) front: Option<Front>,
    /// What was lost.
    pub(super) losses: Vec<JournalError>,
}

/// An audit's entry in the list of all.
#[derive(Clone)]
pub(super) struct Front {
    pub(super) opened_at_ms: i64,
    pub(super) version: String,
    pub(super) terms: String,
    pub(super) is_closed: bool,
    pub(super) events: i64,
    pub(super) head: String,
}

impl Front {
    /// A row of the table, where it is as it was written.
    pub(super) fn sealed(self, audit: &AuditId, seal: &str) -> Option<Self> {
        let is_sealed = entry_seal(audit, self.opened_at_ms, &self.version, &self.terms) == seal;
        is_sealed.then_some(self)
    }

    /// An entry for events that have lost theirs.
    fn of(events: &[Logged]) -> Self {
        let opened_at_ms = events.first().map_or(0, |first| number(first.at_ms));
        let (version, terms, head) = (String::new(), "null".to_owned(), String::new());
        Self { opened_at_ms, version, terms, is_closed: false, events: 0, head }
    }

    fn tells_of(&self, events: &[Logged]) -> bool {
        self.events == number(events.len() as u64)
            && self.head == events.last().map_or("", |last| &last.hash)
    }
}

impl Found {
    /// How much there is: events, model calls that ended, and all model calls.
    fn extent(&self) -> [usize; 3] {
        let ended = self.pages.iter().filter(|page| page.outcome.is_some()).count();
        [self.events.len(), ended, self.pages.len()]
    }

    /// Whether there is anything of which the other has less.
    pub(super) fn exceeds(&self, other: &Self) -> bool {
        self.extent().iter().zip(other.extent()).any(|(own, others)| *own > others)
    }

    /// Whether its entry tells of no more events than the other has.
    pub(super) fn claims_no_more_than(&self, other: &Self) -> bool {
        let count = number(other.events.len() as u64);
        self.front.as_ref().is_some_and(|front| front.events <= count)
    }

    /// Whether the audit is known to be over: nothing of it was lost, or its last event is one that nothing follows.
    pub(super) fn is_over(&self) -> bool {
        let is_last = |event: &Logged| ["published", "abandoned"].contains(&event.kind.as_str());
        let was_closed = self.front.as_ref().is_some_and(|front| front.is_closed);
        was_closed && self.losses.is_empty() || self.events.last().is_some_and(is_last)
    }
}

impl<'a> Remains<'a> {
    pub(super) fn new(
        path: &'a Path,
        scratch: &Scratch,
        copy: &'a Connection,
        is_intact: bool,
    ) -> Result<Self, JournalError> {
        if is_intact {
            return Ok(Self { path, copy, strewn: None });
        }
        // As far as the log can be brought into the file it is; the trees are read through both anyway.
        let _ = copy.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        let bytes = fs::read(&scratch.copy).map_err(io_fault(path))?;
        Ok(Self { path, copy, strewn: Some(Strewn::in_file(&bytes)) })
    }

    pub(super) fn is_intact(&self) -> bool {
        self.strewn.is_none()
    }

    /// The names of all audits that can be found.
    pub(super) fn audits(&self) -> BTreeSet<AuditId> {
        let mut found = self.strewn.as_ref().map(Strewn::audits).unwrap_or_default();
        for (table, column) in [("audits", "id"), ("events", "audit")] {
            self.walk(table, column, false, &mut found);
            self.walk(table, column, true, &mut found);
        }
        found
    }

    /// Goes from name to name, from one end of a table or the other, as far as its tree leads.
    fn walk(&self, table: &str, column: &str, backwards: bool, found: &mut BTreeSet<AuditId>) {
        let (beyond, order, mut last) =
            if backwards { ("<", "DESC", "~".to_owned()) } else { (">", "ASC", String::new()) };
        let sql = format!(
            "SELECT {column} FROM {table} WHERE {column} {beyond} ?1
             ORDER BY {column} {order} LIMIT 1"
        );
        let next = |last: &str| {
            self.copy.prepare_cached(&sql)?.query_row([last], |row| row.get::<_, String>(0))
        };
        // A damaged tree may lead in circles, so that every step has to lead on.
        while let Ok(name) = next(&last)
            && if backwards { name < last } else { name > last }
        {
            found.extend(AuditId::new(name.as_str()));
            last = name;
        }
    }

    /// All that is sound of an audit.
    pub(super) fn of(&self, audit: &AuditId) -> Result<Found, JournalError> {
        let mut losses = Vec::new();
        let front = self.front(audit);
        let (events, damage) = self.events(audit, front.as_ref().ok());
        losses.extend(damage);
        let (pages, damage) = self.pages(audit)?;
        losses.extend(damage);
        let is_there = !events.is_empty() || !pages.is_empty();
        let front = match front {
            Ok(front) => Some(front),
            Err(_) if is_there => {
                losses.insert(0, self.spoilt(audit));
                Some(Front::of(&events))
            }
            Err(error) => {
                losses.insert(0, error);
                None
            }
        };
        Ok(Found { events, pages, front, losses })
    }

    fn events(
        &self,
        audit: &AuditId,
        front: Option<&Front>,
    ) -> (Vec<Logged>, Option<JournalError>) {
        let (mut events, error) = reader::as_far_as_possible(self.copy, self.path, audit, 0);
        let Some(error) = error else { return (events, None) };
        if let Some(strewn) = &self.strewn {
            strewn.go_on(audit, &mut events);
        }
        if front.is_some_and(|front| front.tells_of(&events)) {
            return (events, None);
        }
        let why = match error {
            JournalError::Damaged { why, .. } | JournalError::Malformed { why, .. } => why,
            error if events.is_empty() => return (events, Some(error)),
            error => error.to_string(),
        };
        let (path, audit, intact) = (self.path.to_owned(), audit.clone(), events.len() as u64);
        (events, Some(JournalError::Damaged { path, audit, intact, why }))
    }

    fn pages(&self, audit: &AuditId) -> Result<(Vec<Page>, Option<JournalError>), JournalError> {
        let (pages, damage) = calls::sound(self.copy, self.path, audit)?;
        let Some(strewn) = &self.strewn else { return Ok((pages, damage)) };
        let mut all: BTreeMap<_, _> = strewn.calls(audit);
        all.extend(pages.into_iter().map(|page| (page.key(), page)));
        Ok((all.into_values().collect(), damage))
    }

    fn front(&self, audit: &AuditId) -> Result<Front, JournalError> {
        let strewn = || self.strewn.as_ref().and_then(|strewn| strewn.front(audit));
        self.front_in_tree(audit).or_else(|error| strewn().ok_or(error))
    }

    fn front_in_tree(&self, audit: &AuditId) -> Result<Front, JournalError> {
        let sql = "SELECT opened_at_ms, program_version, terms, state, events, head, seal
                   FROM audits WHERE id = ?1";
        let row = self.copy.query_row(sql, [audit.as_str()], |row| {
            let state: String = row.get(3)?;
            let front = Front {
                opened_at_ms: row.get(0)?,
                version: row.get(1)?,
                terms: row.get(2)?,
                is_closed: state == "closed",
                events: row.get(4)?,
                head: row.get(5)?,
            };
            Ok(front.sealed(audit, &row.get::<_, String>(6)?))
        });
        match row.optional().map_err(fault(self.path))? {
            None => Err(JournalError::Unknown { path: self.path.to_owned(), audit: audit.clone() }),
            Some(None) => Err(self.spoilt(audit)),
            Some(Some(front)) => Ok(front),
        }
    }

    fn spoilt(&self, audit: &AuditId) -> JournalError {
        let what = "the record of how it was asked for".to_owned();
        JournalError::Spoilt { path: self.path.to_owned(), audit: audit.clone(), what }
    }
}
