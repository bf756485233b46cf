//! Every prompt and reply of an audit as files that a person reads.

use super::{ChatModel, ModelError};
use crate::domain::chat::{ChatReply, ChatRequest, Role};
use async_trait::async_trait;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes down what is said to a model and what it replies.
pub struct Transcript {
    inner: Arc<dyn ChatModel>,
    folder: PathBuf,
    written: AtomicU32,
}

impl Transcript {
    /// Writes into `folder`, which is made where it is missing.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(inner: Arc<dyn ChatModel>, folder: PathBuf) -> Result<Self, String> {
        std::fs::create_dir_all(&folder).map_err(|error| {
            format!("the folder `{}` cannot be made: {error}", folder.display())
        })?;
        Ok(Self { inner, folder, written: AtomicU32::new(0) })
    }
}

#[async_trait]
impl ChatModel for Transcript {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let nth = self.written.fetch_add(1, Ordering::Relaxed) + 1;
        let reply = self.inner.complete(request).await;
        let path = self.folder.join(format!("{nth:04}-{}.txt", request.id()));
        if let Err(error) = tokio::fs::write(&path, text(request, &reply)).await {
            // A transcript is for the reader's curiosity; the audit goes on without it.
            tracing::error!(%error, path = %path.display(), "a transcript could not be written");
        }
        reply
    }
}

fn text(request: &ChatRequest, reply: &Result<ChatReply, ModelError>) -> String {
    let mut text = format!("model: {}\n", request.model);
    for message in &request.messages {
        let role = match message.role {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        let pictures = match message.pictures.len() {
            0 => String::new(),
            some => format!(" (with {some} pictures)"),
        };
        write!(text, "\n──── {role}{pictures} ────\n{}\n", message.text)
            .expect("a string takes what is written");
    }
    let (heading, words) = match reply {
        Ok(reply) => (
            format!(
                "reply of {}, finish {:?}, {} + {} tokens, {} of them cached",
                reply.model.as_deref().unwrap_or("a model without a name"),
                reply.finish,
                reply.usage.prompt_tokens,
                reply.usage.completion_tokens,
                reply.usage.cached_tokens
            ),
            reply.refusal.clone().unwrap_or_else(|| reply.text.clone()),
        ),
        Err(error) => ("no reply".to_owned(), error.to_string()),
    };
    write!(text, "\n──── {heading} ────\n{words}\n").expect("a string takes what is written");
    text
}
