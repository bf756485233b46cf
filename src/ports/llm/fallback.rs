//! A second endpoint for when the first is down, full, or does not serve us.

use super::{ChatModel, ModelError, asking};
use crate::domain::chat::{ChatReply, ChatRequest};
use crate::domain::models::Speaker;
use async_trait::async_trait;
use std::sync::Arc;

/// Two endpoints, the second asked where the first cannot answer.
pub struct Fallback {
    first: Arc<dyn ChatModel>,
    second: Arc<dyn ChatModel>,
    /// The model that the second is asked for, and its server.
    stand_in: Speaker,
}

impl Fallback {
    /// Puts `second`, asked for a model of its own, behind `first`.
    #[must_use]
    pub fn new(first: Arc<dyn ChatModel>, second: Arc<dyn ChatModel>, stand_in: Speaker) -> Self {
        Self { first, second, stand_in }
    }
}

#[async_trait]
impl ChatModel for Fallback {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        match self.first.complete(request).await {
            Err(error) if error.is_the_endpoint_s() => {
                tracing::warn!(%error, "the second endpoint is asked");
                let model = self.stand_in.model.clone();
                let request = ChatRequest { model, ..request.clone() };
                let reply = asking(request.id(), self.second.complete(&request)).await;
                match reply {
                    Ok(reply) => Ok(ChatReply { stand_in: Some(self.stand_in.clone()), ..reply }),
                    // Where neither answers, the error is told that another attempt may not meet.
                    Err(other) => Err(if error.is_transient() { error } else { other }),
                }
            }
            reply => reply,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::chat::{FinishReason, Usage};

    /// A server that answers, or is out of order.
    struct Server(bool);

    #[async_trait]
    impl ChatModel for Server {
        async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
            if !self.0 {
                return Err(ModelError::Server {
                    host: "h".into(),
                    status: 500,
                    what: String::new(),
                });
            }
            let (text, finish) = (request.model.clone(), FinishReason::Stop);
            let usage = Usage::default();
            Ok(ChatReply { text, finish, refusal: None, usage, model: None, stand_in: None })
        }
    }

    #[tokio::test]
    async fn a_reply_of_the_second_server_names_it() {
        let request = ChatRequest {
            model: "m".into(),
            messages: Vec::new(),
            schema: None,
            max_output_tokens: 9,
            seed: 0,
        };
        let other = Speaker { model: "other".into(), endpoint: "b:1".into() };
        for (is_up, asked, stand_in) in [(true, "m", None), (false, "other", Some(&other))] {
            let servers = (Arc::new(Server(is_up)), Arc::new(Server(true)));
            let both = Fallback::new(servers.0, servers.1, other.clone());
            let reply = both.complete(&request).await.unwrap();
            assert_eq!((reply.text.as_str(), reply.stand_in.as_ref()), (asked, stand_in));
        }
    }
}
