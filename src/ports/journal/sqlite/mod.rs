//! A journal in a `SQLite` file: what it has taken survives `kill -9`, and all that counts the loss of power.
//!
//! What could be had again for nothing is forced to the disk with the next that could not: before a model is
//! asked, anything is decided or a report is written upon it.
//!
//! What is written stands in a log beside the file, also when the file is closed, and is taken into it when that has
//! become long: when the file is opened to write the next time, or while it is written.
//!
//! A verdict is kept without its evidence and readings, which the testimonies before it hold.
//!
//! One thread writes, and commits all that is waiting at once; readers have connections of their own. Two
//! processes may have the file open. Every event carries a hash over itself and the one before it, and an
//! audit's entry names how many there are and the last hash, so that a flipped bit, a gap and a missing
//! end all show. The SQL is plain, so that another database can take it.

mod aside;
mod calls;
mod carve;
mod chain;
mod deed;
mod fault;
mod frames;
mod ledger;
mod log;
mod place;
mod reader;
mod readers;
mod remains;
mod salvage;
mod schema;
mod scratch;
mod strewn;
mod writer;

pub use calls::{Call, Outcome};
pub use chain::Logged;
pub use place::Bounds;
pub use reader::{Entry, Sound, State};
pub use salvage::{Rescued, Salvage, salvage};

use super::{CallBook, CutOff, Journal, JournalError};
use crate::domain::call::CallKey;
use crate::domain::chat::ChatReply;
use crate::domain::event::AuditEvent;
use crate::domain::failure::Failure;
use crate::domain::ids::AuditId;
use crate::domain::kept;
use crate::ports::clock::Calendar;
use async_trait::async_trait;
use deed::Safe;
use ledger::{Entering, Ledger};
use log::End;
use readers::Readers;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use writer::Writer;

/// A journal in a file. Its methods want a tokio runtime and never block it. Dropping the last handle
/// commits what is waiting, and waits a moment for that.
#[derive(Debug)]
pub struct Sqlite {
    readers: Arc<Readers>,
    /// `None` where nothing may be written.
    writer: Option<Writer>,
    /// How audits are asked for of which no event is kept yet: the version of the program, and the terms.
    announced: Mutex<BTreeMap<AuditId, (String, String)>>,
    /// How the file's log ended when it was opened.
    end: End,
}

impl Sqlite {
    /// Opens a journal, and makes folder and file, for their owner alone, where there are none. Blocks for
    /// some milliseconds.
    ///
    /// # Errors
    /// When the file cannot be written, is something else, is damaged at its root, or was written by a
    /// newer version of this program. It is not changed then.
    pub fn open(path: &Path, calendar: Calendar) -> Result<Arc<Self>, JournalError> {
        Self::open_within(path, calendar, Bounds::default())
    }

    /// Opens a journal that keeps within bounds.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_within(
        path: &Path,
        calendar: Calendar,
        bounds: Bounds,
    ) -> Result<Arc<Self>, JournalError> {
        check_one(path)?;
        let (connection, end) = place::to_write_after(path, bounds)?;
        let writer = Writer::start(connection, path.to_owned(), calendar)?;
        let readers = Arc::new(Readers::new(path, bounds.patience));
        Ok(Arc::new(Self { readers, writer: Some(writer), announced: Mutex::default(), end }))
    }

    /// Opens a journal to look at it; whatever writes fails. An audit may be writing to it meanwhile.
    ///
    /// # Errors
    /// When there is no journal, or it cannot be read.
    pub fn read_only(path: &Path) -> Result<Arc<Self>, JournalError> {
        check_one(path)?;
        let end = log::check(path)?;
        let patience = Bounds::default().patience;
        let readers = Readers::new(path, patience);
        readers.add(place::to_read(path, patience)?);
        let readers = Arc::new(readers);
        Ok(Arc::new(Self { readers, writer: None, announced: Mutex::default(), end }))
    }

    /// What has to be said of the end of the file as it was found; nothing where that is a whole write.
    #[must_use]
    pub fn remark(&self) -> Option<String> {
        let path = self.path().display();
        (self.end == End::Torn).then(|| {
            format!(
                "the last write to the journal `{path}` is not whole: whoever wrote it was stopped in it, or it was \
                 damaged afterwards; all that was kept before it is there"
            )
        })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.readers.path()
    }

    /// Says how a new audit is asked for, so that it can be resumed: it is kept with the first event, in one
    /// commit. That fails where the audit exists and was asked for in another way. `terms` is JSON of the caller's.
    pub fn announce(&self, audit: &AuditId, program_version: &str, terms: &str) {
        let announced = (program_version.to_owned(), terms.to_owned());
        self.announced().insert(audit.clone(), announced);
    }

    fn announced(&self) -> MutexGuard<'_, BTreeMap<AuditId, (String, String)>> {
        self.announced.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All audits, the newest first.
    ///
    /// # Errors
    /// When the list cannot be read.
    pub async fn audits(&self) -> Result<Vec<Entry>, JournalError> {
        self.readers.read(reader::entries).await
    }

    /// One audit.
    ///
    /// # Errors
    /// When there is none of that name, or it cannot be read.
    pub async fn entry(&self, audit: &AuditId) -> Result<Entry, JournalError> {
        let audit = audit.clone();
        self.readers.read(move |connection, path| reader::entry(connection, path, &audit)).await
    }

    /// The body of an audit's last event of a kind, whether or not it is as it was written; `None` where it has none
    /// that can be read as text.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn last_of(
        &self,
        audit: &AuditId,
        kind: &'static str,
    ) -> Result<Option<String>, JournalError> {
        let audit = audit.clone();
        self.readers
            .read(move |connection, path| reader::last_of(connection, path, &audit, kind))
            .await
    }

    /// How an audit was asked for, in JSON; `null` where nobody said.
    ///
    /// # Errors
    /// When there is no such audit, or the record of it is damaged.
    pub async fn terms(&self, audit: &AuditId) -> Result<String, JournalError> {
        let audit = audit.clone();
        self.readers.read(move |connection, path| reader::terms(connection, path, &audit)).await
    }

    /// An audit's events as far as they are as they were written, and the first damage.
    ///
    /// # Errors
    /// When there is no such audit, or the file cannot be read at this moment.
    pub async fn log(&self, audit: &AuditId) -> Result<Sound, JournalError> {
        self.log_from(audit, 0).await
    }

    /// The same from event number `from` on, for whoever has those before: they are neither read nor checked again.
    ///
    /// # Errors
    /// When there is no such audit, or the file cannot be read at this moment.
    pub async fn log_from(&self, audit: &AuditId, from: u64) -> Result<Sound, JournalError> {
        let audit = audit.clone();
        let read = move |connection: &_, path: &_| reader::sound(connection, path, &audit, from);
        self.readers.read(read).await
    }

    /// Checks an audit's chain from its first event to its last, and returns how many there are.
    ///
    /// # Errors
    /// When there is no such audit, or it is damaged: names how many events before are intact.
    pub async fn verify(&self, audit: &AuditId) -> Result<u64, JournalError> {
        let Sound { events, damage } = self.log(audit).await?;
        damage.map_or(Ok(events.len() as u64), Err)
    }

    /// An audit's model calls, by task, attempt and question.
    ///
    /// # Errors
    /// When one of them is damaged, or they cannot be read.
    pub async fn calls(&self, audit: &AuditId) -> Result<Vec<Call>, JournalError> {
        let audit = audit.clone();
        self.readers.read(move |connection, path| calls::of_audit(connection, path, &audit)).await
    }

    /// Keeps entry number `seq` of a list that is no audit's, such as what happened to a class. It is
    /// chained and read as an audit's events are. Repeating it changes nothing.
    ///
    /// # Errors
    /// When the list has another entry of that number, or lacks those before; or nothing can be written.
    pub async fn note(
        &self,
        list: &AuditId,
        seq: u64,
        kind: &'static str,
        body: String,
    ) -> Result<(), JournalError> {
        let entering = Entering { audit: list.clone(), seq, kind, seat: None, body };
        self.write(Safe::AtOnce, move |ledger| ledger.append(&entering)).await
    }

    /// Removes all of an audit from the file.
    ///
    /// # Errors
    /// When there is no such audit, or nothing can be written.
    pub async fn forget(&self, audit: &AuditId) -> Result<(), JournalError> {
        self.announced().remove(audit);
        let audit = audit.clone();
        self.write(Safe::AtOnceForGood, move |ledger| ledger.forget(&audit)).await
    }

    async fn write<T, F>(&self, safe: Safe, act: F) -> Result<T, JournalError>
    where
        T: Send + 'static,
        F: FnMut(&Ledger<'_>) -> Result<T, JournalError> + Send + 'static,
    {
        match &self.writer {
            Some(writer) => writer.ask(safe, act).await,
            None => Err(JournalError::ReadOnly { path: self.path().to_owned() }),
        }
    }
}

#[async_trait]
impl Journal for Sqlite {
    /// Keeps an event. Repeating it, because the answer was lost, changes nothing.
    async fn append(
        &self,
        audit: &AuditId,
        seq: u64,
        event: Arc<AuditEvent>,
    ) -> Result<(), JournalError> {
        self.append_all(audit, seq, &[event]).await.map_err(|cut_off| cut_off.why)
    }

    /// Keeps all of the events or, when it fails, none. Repeating it changes nothing.
    async fn append_all(
        &self,
        audit: &AuditId,
        seq: u64,
        events: &[Arc<AuditEvent>],
    ) -> Result<(), CutOff> {
        let none = |why| CutOff { kept: 0, why };
        let entering = events.iter().zip(seq..).map(|(event, seq)| {
            let (kind, seat) = chain::kind_and_seat(event);
            let body = serde_json::to_string(event).map_err(|error| {
                let why = format!("event {seq} cannot be written as JSON: {error}");
                JournalError::Io { path: self.path().to_owned(), why }
            })?;
            Ok(Entering { audit: audit.clone(), seq, kind, seat, body })
        });
        let entering = entering.collect::<Result<Vec<_>, JournalError>>().map_err(none)?;
        let has = |wanted: fn(&AuditEvent) -> bool| events.iter().any(|event| wanted(event));
        let is_over = has(|event| matches!(event, AuditEvent::Published { .. }));
        let safe =
            if has(|event| !event.can_be_had_again()) { Safe::AtOnce } else { Safe::WithTheNext };
        let (name, announced) = (audit.clone(), self.announced().get(audit).cloned());
        let append = move |ledger: &Ledger<'_>| {
            if let Some((version, terms)) = &announced {
                ledger.enrol(&name, version, terms)?;
            }
            entering.iter().try_for_each(|one| ledger.append(one))?;
            // Nothing follows a report that is written.
            if is_over { ledger.close(&name) } else { Ok(()) }
        };
        self.write(safe, append).await.map_err(none)?;
        self.announced().remove(audit);
        Ok(())
    }

    async fn events(&self, audit: &AuditId) -> Result<Vec<Arc<AuditEvent>>, JournalError> {
        // A new audit need not wait for a connection that reads nothing.
        if self.announced().contains_key(audit) {
            return Ok(Vec::new());
        }
        let audit = audit.clone();
        let read = self.readers.read(move |connection, path| {
            match reader::sound(connection, path, &audit, 0) {
                Ok(Sound { events, damage: None }) => decoded(&events, path, &audit),
                Ok(Sound { damage: Some(damage), .. }) => Err(damage),
                Err(JournalError::Unknown { .. }) => Ok(Vec::new()),
                Err(error) => Err(error),
            }
        });
        read.await
    }

    /// Marks an audit as over; everything is kept. Where that cannot be written the audit stays open, and
    /// resuming it finds that nothing is left to do.
    async fn close(&self, audit: &AuditId) {
        let audit = audit.clone();
        if let Err(error) = self.write(Safe::AtOnce, move |ledger| ledger.close(&audit)).await {
            tracing::warn!(%error, "failed to mark an audit as over");
        }
    }
}

/// Refuses a journal whose log stands under another name.
fn check_one(path: &Path) -> Result<(), JournalError> {
    let Some(aside) = aside::half_aside(path) else { return Ok(()) };
    let log = place::beside(&aside, "-wal");
    let why = format!("a salvage was stopped half-way, and its log is now `{}`", log.display());
    Err(JournalError::Malformed { path: path.to_owned(), why })
}

fn decoded(
    events: &[Logged],
    path: &Path,
    audit: &AuditId,
) -> Result<Vec<Arc<AuditEvent>>, JournalError> {
    let decode = |event: &Logged| {
        serde_json::from_str(&event.body).map_err(|error| JournalError::Unreadable {
            path: path.to_owned(),
            audit: audit.clone(),
            seq: event.seq,
            why: error.to_string(),
        })
    };
    events.iter().map(decode).collect::<Result<_, _>>().map(kept::whole)
}

#[async_trait]
impl CallBook for Sqlite {
    async fn begin(&self, call: &CallKey) -> Result<Option<ChatReply>, JournalError> {
        let call = call.clone();
        self.write(Safe::AtOnce, move |ledger| ledger.begin(&call)).await
    }

    async fn finish(
        &self,
        call: &CallKey,
        outcome: &Result<ChatReply, Failure>,
    ) -> Result<(), JournalError> {
        let call = call.clone();
        let outcome = match outcome {
            Ok(reply) => Outcome::Reply(reply.clone()),
            Err(failure) => Outcome::Failure(failure.clone()),
        };
        self.write(Safe::AtOnce, move |ledger| ledger.finish(&call, &outcome)).await
    }
}
