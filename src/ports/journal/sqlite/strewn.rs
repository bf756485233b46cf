//! The journal's rows in a file's pages, found without the trees that should lead to them. What a hash or
//! a seal does not vouch for is left where it is.

use super::calls::{Key, Page};
use super::carve::{Value, rows};
use super::chain::Logged;
use super::remains::Front;
use crate::domain::ids::AuditId;
use std::collections::{BTreeMap, BTreeSet};

/// Rows by what they claim to be.
#[derive(Default)]
pub(super) struct Strewn {
    /// By number; a number may be claimed more than once.
    events: BTreeMap<(AuditId, u64), Vec<Logged>>,
    calls: BTreeMap<AuditId, BTreeMap<Key, Page>>,
    fronts: BTreeMap<AuditId, Front>,
}

impl Strewn {
    /// Sorts the rows of a file.
    pub(super) fn in_file(bytes: &[u8]) -> Self {
        let mut strewn = Self::default();
        rows(bytes, &[EVENT, CALL, FRONT], &mut |row| strewn.take(row));
        strewn
    }

    /// The audits of which something is certain: an entry, a first event or a call.
    pub(super) fn audits(&self) -> BTreeSet<AuditId> {
        let firsts = self.events.iter().filter(|((audit, number), events)| {
            *number == 0 && events.iter().any(|event| event.hash_after("", audit) == event.hash)
        });
        let firsts = firsts.map(|((audit, _), _)| audit);
        firsts.chain(self.calls.keys()).chain(self.fronts.keys()).cloned().collect()
    }

    /// Adds the events that follow, as far as the chain holds.
    pub(super) fn go_on(&self, audit: &AuditId, events: &mut Vec<Logged>) {
        loop {
            let previous = events.last().map_or("", |last| last.hash.as_str());
            let claims = self.events.get(&(audit.clone(), events.len() as u64));
            let fits = |event: &&Logged| event.hash_after(previous, audit) == event.hash;
            let Some(next) = claims.and_then(|claims| claims.iter().find(fits)) else { return };
            events.push(next.clone());
        }
    }

    /// The calls of an audit that are as they were written.
    pub(super) fn calls(&self, audit: &AuditId) -> BTreeMap<Key, Page> {
        self.calls.get(audit).cloned().unwrap_or_default()
    }

    /// The entry of an audit, where it is as it was written.
    pub(super) fn front(&self, audit: &AuditId) -> Option<Front> {
        self.fronts.get(audit).cloned()
    }

    fn take(&mut self, row: Vec<Value>) {
        let width = row.len();
        let mut columns = Columns(row.into_iter());
        let Ok(name) = columns.text() else { return };
        let Ok(audit) = AuditId::new(name) else { return };
        // Whatever is none of ours stays where it is.
        let _ = self.sort(width, audit, &mut columns);
    }

    fn sort(
        &mut self,
        width: usize,
        audit: AuditId,
        columns: &mut Columns<impl Iterator<Item = Value>>,
    ) -> Result<(), Misfit> {
        match width {
            EVENT => {
                let event = event(columns)?;
                self.events.entry((audit, event.seq)).or_default().push(event);
            }
            CALL => {
                let page = call(columns)?;
                if page.is_sealed(&audit) {
                    self.calls.entry(audit).or_default().insert(page.key(), page);
                }
            }
            FRONT => {
                let front = front(columns, &audit)?;
                self.fronts.insert(audit, front);
            }
            _ => return Err(Misfit),
        }
        Ok(())
    }
}

/// How many columns a row of each table has; no two have as many.
const EVENT: usize = 7;
const CALL: usize = 10;
const FRONT: usize = 8;

/// What reads as a row is none of ours.
struct Misfit;

/// The columns of a row, in the order of its table.
struct Columns<I>(I);

impl<I: Iterator<Item = Value>> Columns<I> {
    fn text(&mut self) -> Result<String, Misfit> {
        self.maybe_text()?.ok_or(Misfit)
    }

    fn number(&mut self) -> Result<i64, Misfit> {
        self.maybe_number()?.ok_or(Misfit)
    }

    fn maybe_text(&mut self) -> Result<Option<String>, Misfit> {
        match self.0.next() {
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(Value::Null) => Ok(None),
            Some(Value::Whole(_)) | None => Err(Misfit),
        }
    }

    fn maybe_number(&mut self) -> Result<Option<i64>, Misfit> {
        match self.0.next() {
            Some(Value::Whole(number)) => Ok(Some(number)),
            Some(Value::Null) => Ok(None),
            Some(Value::Text(_)) | None => Err(Misfit),
        }
    }
}

fn event(row: &mut Columns<impl Iterator<Item = Value>>) -> Result<Logged, Misfit> {
    Ok(Logged {
        seq: row.number()?.try_into().map_err(|_| Misfit)?,
        at_ms: row.number()?.try_into().map_err(|_| Misfit)?,
        kind: row.text()?,
        seat: row.maybe_text()?,
        hash: row.text()?,
        body: row.text()?,
    })
}

fn call(row: &mut Columns<impl Iterator<Item = Value>>) -> Result<Page, Misfit> {
    Ok(Page {
        task: row.text()?,
        attempt: row.number()?,
        call: row.text()?,
        idempotency_key: row.text()?,
        begun: row.number()?,
        begun_at_ms: row.number()?,
        finished_at_ms: row.maybe_number()?,
        seal: row.text()?,
        outcome: row.maybe_text()?,
    })
}

fn front(row: &mut Columns<impl Iterator<Item = Value>>, audit: &AuditId) -> Result<Front, Misfit> {
    let opened_at_ms = row.number()?;
    let (version, terms, seal, state) = (row.text()?, row.text()?, row.text()?, row.text()?);
    let (events, head) = (row.number()?, row.text()?);
    let is_closed = state == "closed";
    let front = Front { opened_at_ms, version, terms, is_closed, events, head };
    front.sealed(audit, &seal).ok_or(Misfit)
}
