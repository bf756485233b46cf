//! A second endpoint for when the first is down, full, or does not serve us.

use super::{ChatModel, ModelError, asking};
use crate::domain::chat::{ChatReply, ChatRequest};
use async_trait::async_trait;
use std::sync::Arc;

/// Two endpoints, the second asked where the first cannot answer.
pub struct Fallback {
    first: Arc<dyn ChatModel>,
    second: Arc<dyn ChatModel>,
    /// The model that the second is asked for.
    model: String,
}

impl Fallback {
    /// Puts `second`, asked for `model`, behind `first`.
    #[must_use]
    pub fn new(first: Arc<dyn ChatModel>, second: Arc<dyn ChatModel>, model: String) -> Self {
        Self { first, second, model }
    }
}

#[async_trait]
impl ChatModel for Fallback {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        match self.first.complete(request).await {
            Err(error) if error.is_the_endpoint_s() => {
                tracing::warn!(%error, "the second endpoint is asked");
                let request = ChatRequest { model: self.model.clone(), ..request.clone() };
                let reply = asking(request.id(), self.second.complete(&request)).await;
                // Where neither answers, the error is told that another attempt may not meet.
                reply.map_err(|other| if error.is_transient() { error } else { other })
            }
            reply => reply,
        }
    }
}
