//! A journal that lives as long as the process.

use super::{Journal, JournalError};
use crate::domain::event::AuditEvent;
use crate::domain::ids::AuditId;
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps events in memory: they outlive a crashed coordinator, not the process.
#[derive(Debug, Default)]
pub struct InMemory {
    audits: Mutex<BTreeMap<AuditId, Vec<Arc<AuditEvent>>>>,
}

#[async_trait]
impl Journal for InMemory {
    async fn append(
        &self,
        audit: &AuditId,
        seq: u64,
        event: Arc<AuditEvent>,
    ) -> Result<(), JournalError> {
        let mut audits = self.audits.lock().unwrap_or_else(PoisonError::into_inner);
        let events = audits.entry(audit.clone()).or_default();
        if events.len() as u64 != seq {
            return Err(JournalError::Taken { audit: audit.clone(), seq });
        }
        events.push(event);
        Ok(())
    }

    async fn events(&self, audit: &AuditId) -> Result<Vec<Arc<AuditEvent>>, JournalError> {
        let audits = self.audits.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(audits.get(audit).cloned().unwrap_or_default())
    }

    async fn close(&self, audit: &AuditId) {
        self.audits.lock().unwrap_or_else(PoisonError::into_inner).remove(audit);
    }
}
