//! A journal that lives as long as the process.

use super::{CallBook, CutOff, Journal, JournalError};
use crate::domain::call::CallKey;
use crate::domain::chat::ChatReply;
use crate::domain::event::AuditEvent;
use crate::domain::failure::Failure;
use crate::domain::ids::AuditId;
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps events in memory: they outlive a crashed coordinator, not the process.
#[derive(Debug, Default)]
pub struct InMemory {
    audits: Mutex<BTreeMap<AuditId, Vec<Arc<AuditEvent>>>>,
    /// Replies of finished calls.
    calls: Mutex<BTreeMap<CallKey, ChatReply>>,
}

#[async_trait]
impl Journal for InMemory {
    async fn append(
        &self,
        audit: &AuditId,
        seq: u64,
        event: Arc<AuditEvent>,
    ) -> Result<(), JournalError> {
        self.append_all(audit, seq, &[event]).await.map_err(|cut_off| cut_off.why)
    }

    async fn append_all(
        &self,
        audit: &AuditId,
        seq: u64,
        events: &[Arc<AuditEvent>],
    ) -> Result<(), CutOff> {
        let mut audits = self.audits.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = audits.entry(audit.clone()).or_default();
        if kept.len() as u64 != seq {
            return Err(CutOff { kept: 0, why: JournalError::Taken { audit: audit.clone(), seq } });
        }
        kept.extend_from_slice(events);
        Ok(())
    }

    async fn events(&self, audit: &AuditId) -> Result<Vec<Arc<AuditEvent>>, JournalError> {
        let audits = self.audits.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(audits.get(audit).cloned().unwrap_or_default())
    }

    async fn close(&self, audit: &AuditId) {
        self.audits.lock().unwrap_or_else(PoisonError::into_inner).remove(audit);
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.retain(|call, _| call.errand.audit != *audit);
    }
}

#[async_trait]
impl CallBook for InMemory {
    async fn begin(&self, call: &CallKey) -> Result<Option<ChatReply>, JournalError> {
        Ok(self.calls.lock().unwrap_or_else(PoisonError::into_inner).get(call).cloned())
    }

    async fn finish(
        &self,
        call: &CallKey,
        outcome: &Result<ChatReply, Failure>,
    ) -> Result<(), JournalError> {
        if let Ok(reply) = outcome {
            let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
            calls.insert(call.clone(), reply.clone());
        }
        Ok(())
    }
}
