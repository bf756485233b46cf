//! Language models: one question, one reply.
//!
//! [`ChatModel`] is the port. An [`Endpoint`] speaks to one server; the others wrap a model and add one
//! thing each: a pace that the server bears, an allowance of money, a tape, a file for every prompt, a
//! watcher.

mod allowance;
mod client;
mod dialect;
mod endpoint;
mod errand;
mod error;
mod fallback;
mod gate;
mod probe;
mod remembered;
mod sight;
mod tab;
mod tape;
mod transcript;
mod watched;
mod wire;

pub use allowance::{Allowance, Caps};
pub use dialect::{Dialect, Rung};
pub use endpoint::{Acquaintance, Endpoint, EndpointSettings};
pub use errand::{asking, call, errand, on_errand};
pub use error::ModelError;
pub use fallback::Fallback;
pub use gate::Gate;
pub use remembered::Remembered;
pub use sight::sees;
pub use tape::{Label, Player, Recorder};
pub use transcript::Transcript;
pub use watched::{CallLog, Calls};

use crate::domain::chat::{ChatReply, ChatRequest};
use async_trait::async_trait;

/// Answers questions. Tries once, and its errors say whether trying again can help.
#[async_trait]
pub trait ChatModel: Send + Sync {
    /// Asks one question.
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError>;
}
