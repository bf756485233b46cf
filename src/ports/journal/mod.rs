//! Keeps what happened in an audit. An event counts once the journal has it.

mod error;
mod in_memory;
mod sqlite;

pub use error::JournalError;
pub use in_memory::InMemory;
pub use sqlite::{
    Bounds, Call, Entry, Logged, Outcome, Rescued, Salvage, Sound, Sqlite, State, salvage,
};

use crate::domain::call::CallKey;
use crate::domain::chat::ChatReply;
use crate::domain::event::AuditEvent;
use crate::domain::failure::Failure;
use crate::domain::ids::AuditId;
use async_trait::async_trait;
use std::sync::Arc;

/// Why not all of several events were kept.
#[derive(Debug)]
pub struct CutOff {
    /// How many of them are known to be kept, from the first on.
    pub kept: usize,
    /// Why the next was not.
    pub why: JournalError,
}

/// An append-only list of events per audit.
#[async_trait]
pub trait Journal: Send + Sync {
    /// Keeps event number `seq` (from 0) of an audit; returns once it is kept.
    async fn append(
        &self,
        audit: &AuditId,
        seq: u64,
        event: Arc<AuditEvent>,
    ) -> Result<(), JournalError>;

    /// Keeps several events in their order, the first of them as number `seq`; returns once all of them are
    /// kept, or how far it came.
    async fn append_all(
        &self,
        audit: &AuditId,
        seq: u64,
        events: &[Arc<AuditEvent>],
    ) -> Result<(), CutOff> {
        for (nth, event) in events.iter().enumerate() {
            let kept = self.append(audit, seq + nth as u64, Arc::clone(event)).await;
            kept.map_err(|why| CutOff { kept: nth, why })?;
        }
        Ok(())
    }

    /// The events of an audit, in order; empty for one that nobody opened.
    async fn events(&self, audit: &AuditId) -> Result<Vec<Arc<AuditEvent>>, JournalError>;

    /// Tells that an audit is over: nothing will be appended to it or read for it any more, and a
    /// journal that keeps nothing beyond the process may forget it.
    async fn close(&self, audit: &AuditId);
}

/// A book of model calls. A call that finished is never made again.
#[async_trait]
pub trait CallBook: Send + Sync {
    /// Keeps that a call is about to be made, and returns its reply where it finished before.
    async fn begin(&self, call: &CallKey) -> Result<Option<ChatReply>, JournalError>;

    /// Keeps what came of a call; returns once it is kept. A failed call may be made again.
    async fn finish(
        &self,
        call: &CallKey,
        outcome: &Result<ChatReply, Failure>,
    ) -> Result<(), JournalError>;
}
