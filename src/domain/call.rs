//! Calls of language models: for which work they are made, and what whoever watches sees of them.

use super::chat::{CallId, ChatReply, ChatRequest};
use super::failure::Failure;
use super::ids::AuditId;
use super::task::Task;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// One attempt at a piece of work of one audit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Errand {
    /// The audit.
    pub audit: AuditId,
    /// The work.
    pub task: Task,
    /// The attempt, from 1.
    pub attempt: u32,
}

/// Names a model call for ever: the errand it is made on, and the question. One attempt asks no question
/// twice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CallKey {
    /// What it is made for.
    pub errand: Errand,
    /// The question.
    pub call: CallId,
}

impl CallKey {
    /// The key as a short text that a server may see: it tells two calls apart and says nothing else.
    #[must_use]
    pub fn idempotency_key(&self) -> String {
        let Errand { audit, task, attempt } = &self.errand;
        let (task, attempt, call) = (task.to_string(), attempt.to_string(), self.call.to_string());
        let digest = super::digest::sha256_of_parts(&[audit.as_str(), &task, &attempt, &call]);
        digest[..32].to_owned()
    }
}

/// One call of a language model that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelCall {
    /// The work it was made for, where that is known.
    pub behalf: Option<Task>,
    /// The server that was asked, with its port where it is not the usual one.
    pub host: String,
    /// What was asked.
    pub request: ChatRequest,
    /// What came of it. A call that nobody waited for any longer was cancelled.
    pub outcome: Result<ChatReply, Failure>,
    /// When it was made, since 1970 began in UTC.
    pub start: Duration,
    /// When it ended.
    pub end: Duration,
}
