//! A disk in memory: what it keeps outlives the process, as it does on a real one.

use crate::chaos::aftermath::under_way;
use crate::chaos::mischief::Mischief;
use crate::chaos::plan::FaultKind;
use crate::domain::call::{CallKey, Errand};
use crate::domain::chat::ChatReply;
use crate::domain::event::AuditEvent;
use crate::domain::failure::Failure;
use crate::domain::ids::AuditId;
use crate::domain::task::{Step, Task};
use crate::ports::journal::{CallBook, Journal, JournalError};
use async_trait::async_trait;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// The journal of one audit, with the faults of a plan.
pub struct Disk {
    mischief: Arc<Mischief>,
    kept: Mutex<Kept>,
    /// Told when a write kills the process.
    death: Notify,
}

#[derive(Default)]
struct Kept {
    events: Vec<Arc<AuditEvent>>,
    calls: BTreeMap<CallKey, ChatReply>,
    /// Attempts on which a call was begun.
    begun: BTreeSet<Errand>,
    /// Events whose writer was told that they are kept.
    acknowledged: usize,
    is_dead: bool,
}

/// What becomes of a write.
enum Fate {
    Kept,
    Full,
    /// It happens, and the writer is told that it did not.
    Disowned,
    /// It happens, and the process dies.
    Last,
    /// It does not happen, and the process dies.
    Torn,
}

impl Disk {
    /// An empty disk.
    pub fn new(mischief: Arc<Mischief>) -> Self {
        Self { mischief, kept: Mutex::default(), death: Notify::new() }
    }

    fn with<T>(&self, act: impl FnOnce(&mut Kept) -> T) -> T {
        act(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns when a write has killed the process.
    pub async fn death(&self) {
        self.death.notified().await;
    }

    /// The process is started again.
    pub fn revive(&self) {
        self.with(|kept| kept.is_dead = false);
    }

    /// What is on the disk.
    pub fn events(&self) -> Vec<Arc<AuditEvent>> {
        self.with(|kept| kept.events.clone())
    }

    /// How many events a writer was told are kept.
    pub fn acknowledged(&self) -> usize {
        self.with(|kept| kept.acknowledged)
    }

    /// Whether an attempt is known to have come to nothing.
    pub fn has_lost(&self, errand: &Errand) -> bool {
        self.with(|kept| {
            kept.events.iter().any(|event| {
                matches!(event.as_ref(),
                AuditEvent::Lost { task, attempt, .. }
                    if *task == errand.task && *attempt == errand.attempt)
            })
        })
    }

    /// The work that was under way when the process died, as far as the disk knows.
    pub fn under_way(&self, audit: &AuditId) -> Vec<Task> {
        self.with(|kept| {
            under_way(&kept.events, |step| {
                let Step { task, attempt } = step.clone();
                kept.begun.contains(&Errand { audit: audit.clone(), task, attempt })
            })
        })
    }

    /// Whether the reply to a call is kept.
    pub fn knows(&self, call: &CallKey) -> bool {
        self.with(|kept| kept.calls.contains_key(call))
    }

    fn fate(&self, about: &str) -> Fate {
        match self.mischief.at("journal", about) {
            Some(FaultKind::Enospc) => return Fate::Full,
            Some(FaultKind::Eio) => return Fate::Disowned,
            Some(_) | None => {}
        }
        match self.mischief.at("process", about) {
            Some(FaultKind::Kill) => Fate::Last,
            Some(FaultKind::Torn) => Fate::Torn,
            Some(_) | None => Fate::Kept,
        }
    }

    /// Writes, as fate has it. A process that is dead writes nothing and is told nothing.
    async fn write(
        &self,
        about: &str,
        write: impl FnOnce(&mut Kept) -> Result<(), JournalError>,
    ) -> Result<(), JournalError> {
        if self.with(|kept| kept.is_dead) {
            return std::future::pending().await;
        }
        let path = || PathBuf::from("/simulated");
        match self.fate(about) {
            Fate::Kept => self.with(write),
            Fate::Full => Err(JournalError::DiskFull { path: path() }),
            Fate::Disowned => {
                self.with(write)?;
                Err(JournalError::Io { path: path(), why: "input/output error".to_owned() })
            }
            Fate::Last => {
                self.with(write)?;
                self.die().await
            }
            Fate::Torn => self.die().await,
        }
    }

    async fn die(&self) -> Result<(), JournalError> {
        self.with(|kept| kept.is_dead = true);
        self.death.notify_one();
        std::future::pending().await
    }
}

#[async_trait]
impl Journal for Disk {
    async fn append(
        &self,
        audit: &AuditId,
        seq: u64,
        event: Arc<AuditEvent>,
    ) -> Result<(), JournalError> {
        self.write("append", |kept| {
            let nth = usize::try_from(seq).unwrap_or(usize::MAX);
            match kept.events.get(nth) {
                // An append whose answer was lost is repeated.
                Some(there) if *there == event => {}
                None if kept.events.len() == nth => kept.events.push(event),
                Some(_) | None => return Err(JournalError::Taken { audit: audit.clone(), seq }),
            }
            Ok(())
        })
        .await?;
        self.with(|kept| kept.acknowledged = kept.events.len());
        Ok(())
    }

    async fn events(&self, _: &AuditId) -> Result<Vec<Arc<AuditEvent>>, JournalError> {
        Ok(Self::events(self))
    }

    async fn close(&self, _: &AuditId) {}
}

#[async_trait]
impl CallBook for Disk {
    async fn begin(&self, call: &CallKey) -> Result<Option<ChatReply>, JournalError> {
        let errand = call.errand.clone();
        self.write("call begun", |kept| {
            kept.begun.insert(errand);
            Ok(())
        })
        .await?;
        Ok(self.with(|kept| kept.calls.get(call).cloned()))
    }

    async fn finish(
        &self,
        call: &CallKey,
        outcome: &Result<ChatReply, Failure>,
    ) -> Result<(), JournalError> {
        self.write("call finished", |kept| {
            if let Ok(reply) = outcome {
                kept.calls.insert(call.clone(), reply.clone());
            }
            Ok(())
        })
        .await
    }
}
