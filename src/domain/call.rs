//! A call of a language model as whoever watches the program sees it.

use super::chat::{ChatReply, ChatRequest};
use super::failure::Failure;
use super::task::Task;
use std::time::Duration;

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
