//! A journal that can be slow, and can fail.

use async_trait::async_trait;
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::ids::AuditId;
use automaton_auditor::ports::journal::{InMemory, Journal, JournalError};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Keeps events in memory after a while; fails once, or always, at chosen numbers.
#[derive(Default)]
pub struct ScriptedJournal {
    kept: InMemory,
    takes: Duration,
    fails_once_at: Mutex<BTreeSet<u64>>,
    fails_always: bool,
}

impl ScriptedJournal {
    /// Takes this long to keep an event.
    pub fn slow(takes: Duration) -> Self {
        Self { takes, ..Self::default() }
    }

    /// Refuses the first event that comes with each of these numbers.
    pub fn failing_once_at(numbers: impl IntoIterator<Item = u64>) -> Self {
        Self { fails_once_at: Mutex::new(numbers.into_iter().collect()), ..Self::default() }
    }

    /// Refuses everything.
    pub fn broken() -> Self {
        Self { fails_always: true, ..Self::default() }
    }
}

#[async_trait]
impl Journal for ScriptedJournal {
    async fn append(
        &self,
        audit: &AuditId,
        seq: u64,
        event: Arc<AuditEvent>,
    ) -> Result<(), JournalError> {
        tokio::time::sleep(self.takes).await;
        if self.fails_always || self.fails_once_at.lock().unwrap().remove(&seq) {
            return Err(JournalError::Taken { audit: audit.clone(), seq });
        }
        self.kept.append(audit, seq, event).await
    }

    async fn events(&self, audit: &AuditId) -> Result<Vec<Arc<AuditEvent>>, JournalError> {
        self.kept.events(audit).await
    }

    async fn close(&self, audit: &AuditId) {
        self.kept.close(audit).await;
    }
}
