//! The records of a class, in its journal: chained like the events of an audit, and open to several
//! processes at once.

use crate::domain::docket::{DocketEvent, Record};
use crate::domain::ids::AuditId;
use crate::ports::clock::Calendar;
use crate::ports::journal::{JournalError, Sound, Sqlite};
use std::sync::Arc;

/// The name under which a journal keeps a class's records, beside those of audits.
pub const DOCKET: &str = "docket";

/// Attempts to write behind records of other processes that keep writing.
const ATTEMPTS: u32 = 16;

/// Why records could not be read or written. Completes "failed to keep the class: ".
#[derive(Debug, thiserror::Error)]
pub enum AnnalsError {
    /// The journal could not be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A record is none that this version knows.
    #[error("record {seq} of the class was written by another version of this program: {why}")]
    Unreadable {
        /// Its number.
        seq: u64,
        /// What is wrong with it.
        why: String,
    },
    /// Another process writes all the time.
    #[error("another process keeps writing to the class; try again")]
    Crowded,
}

/// The records of a class.
#[derive(Clone)]
pub struct Annals {
    journal: Arc<Sqlite>,
    calendar: Calendar,
    name: AuditId,
}

impl Annals {
    /// The records in this journal.
    ///
    /// # Panics
    /// Never: the name is plain.
    #[must_use]
    pub fn new(journal: Arc<Sqlite>) -> Self {
        let name = AuditId::new(DOCKET).expect("the name is plain");
        Self { journal, calendar: Calendar::default(), name }
    }

    /// The journal, which has the class's audits too.
    #[must_use]
    pub fn journal(&self) -> &Arc<Sqlite> {
        &self.journal
    }

    /// Seconds since the beginning of 1970 in UTC.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.calendar.now().as_secs()
    }

    /// The records from number `from` on; those before are taken for sound.
    ///
    /// # Errors
    /// When they are damaged or cannot be read.
    pub async fn records(&self, from: u64) -> Result<Vec<Record>, AnnalsError> {
        let Sound { events, damage } = match self.journal.log_from(&self.name, from).await {
            Ok(sound) => sound,
            Err(JournalError::Unknown { .. }) => return Ok(Vec::new()),
            Err(error) => return Err(error.into()),
        };
        if let Some(damage) = damage {
            return Err(damage.into());
        }
        let read = |body: &str, seq| {
            serde_json::from_str(body)
                .map_err(|error| AnnalsError::Unreadable { seq, why: error.to_string() })
        };
        events.iter().map(|event| read(&event.body, event.seq)).collect()
    }

    /// How many records there are.
    ///
    /// # Errors
    /// When that cannot be read.
    pub async fn count(&self) -> Result<u64, AnnalsError> {
        match self.journal.entry(&self.name).await {
            Ok(entry) => Ok(entry.events),
            Err(JournalError::Unknown { .. }) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes a record behind the last one, `next` being the number that the caller expects it to have;
    /// returns those that another process wrote meanwhile, and then the new one. It is kept once this
    /// returns.
    ///
    /// # Errors
    /// When it cannot be kept.
    ///
    /// # Panics
    /// Never: records have string keys.
    pub async fn append(&self, next: u64, event: DocketEvent) -> Result<Vec<Record>, AnnalsError> {
        let mut others = Vec::new();
        let mut seq = next;
        for _ in 0..ATTEMPTS {
            let record = Record { seq, at: self.now(), event: event.clone() };
            let body = serde_json::to_string(&record).expect("records have string keys");
            match self.journal.note(&self.name, seq, kind(&event), body).await {
                Ok(()) => {
                    others.push(record);
                    return Ok(others);
                }
                Err(JournalError::Taken { .. }) => {
                    others.extend(self.records(seq).await?);
                    seq = others.last().map_or(seq, |last| last.seq + 1);
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(AnnalsError::Crowded)
    }
}

/// The kind of a record, as its body spells it.
const fn kind(event: &DocketEvent) -> &'static str {
    match event {
        DocketEvent::Entered { .. } => "entered",
        DocketEvent::Begun { .. } => "begun",
        DocketEvent::Graded { .. } => "graded",
        DocketEvent::Failed { .. } => "failed",
        DocketEvent::Stopped { .. } => "stopped",
        DocketEvent::Ordered { .. } => "ordered",
        DocketEvent::Piloted { .. } => "piloted",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::docket::{Docket, Order};

    fn paused() -> DocketEvent {
        DocketEvent::Ordered { order: Order::Pause { id: None }, by: "ada".into() }
    }

    #[tokio::test]
    async fn two_processes_write_behind_each_other_and_nothing_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Sqlite::open(&folder.path().join("journal.db"), Calendar::default()).unwrap();
        let (one, other) = (Annals::new(open()), Annals::new(open()));
        assert_eq!(one.append(0, paused()).await.unwrap().len(), 1);
        let piloted = DocketEvent::Piloted { first: 3 };
        let told = other.append(0, piloted.clone()).await.unwrap();
        assert_eq!(told.iter().map(|record| record.seq).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(told[1].event, piloted);
        assert_eq!(one.count().await.unwrap(), 2);
        let records = one.records(0).await.unwrap();
        assert_eq!(records, told);
        assert_eq!(one.records(1).await.unwrap(), records[1..]);
        for beyond in [2, 3, 9] {
            assert_eq!(one.records(beyond).await.unwrap(), []);
        }
        let docket = Docket::of(&records);
        assert_eq!((docket.paused, docket.pilot, docket.next), (true, Some(3), 2));
    }
}
