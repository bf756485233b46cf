//! One server that speaks the chat completions protocol.

use super::client::Served;
use super::dialect::{Dialect, Rung, decode};
use super::error::ModelError;
use super::wire::{self, Wire};
use super::{ChatModel, call, probe};
use crate::domain::call::CallKey;
use crate::domain::chat::{ChatReply, ChatRequest, Usage};
use crate::domain::models::ApiKey;
use async_openai::Client;
use async_openai::error::OpenAIError;
use async_trait::async_trait;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::OnceCell;

/// Where an endpoint is and how it is asked.
#[derive(Clone)]
pub struct EndpointSettings {
    /// Its base URL, such as `https://api.openai.com/v1`.
    pub base_url: String,
    /// The key, where it wants one.
    pub key: Option<ApiKey>,
    /// The rung, where the operator knows it; otherwise it is found out.
    pub rung: Option<Rung>,
    /// Longest wait for one reply.
    pub deadline: Duration,
}

/// One server that speaks the chat completions protocol.
pub struct Endpoint {
    client: Client<Served>,
    host: String,
    rung: Option<Rung>,
    /// What was found out about each model.
    known: Mutex<BTreeMap<String, Arc<OnceCell<Acquaintance>>>>,
}

/// What was found out about a model, and what finding it out used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acquaintance {
    /// How it is spoken to.
    pub dialect: Dialect,
    /// What the questions used that found it out.
    pub usage: Usage,
}

impl Endpoint {
    /// Prepares to speak to an endpoint; nothing is sent yet.
    ///
    /// # Errors
    /// When the base URL is no http(s) URL, or no client can be made. One clear fragment.
    pub fn new(settings: EndpointSettings) -> Result<Self, String> {
        let EndpointSettings { base_url, key, rung, deadline } = settings;
        let url = url::Url::parse(&base_url)
            .map_err(|error| format!("the base URL `{base_url}` is none: {error}"))?;
        let host = match (url.scheme(), url.host_str(), url.port()) {
            ("http" | "https", Some(host), None) => host.to_owned(),
            ("http" | "https", Some(host), Some(port)) => format!("{host}:{port}"),
            _ => {
                return Err(format!(
                    "the base URL `{base_url}` must begin with https:// or http://"
                ));
            }
        };
        crate::ports::tls::provide();
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(deadline.min(Duration::from_secs(10)))
            .user_agent(concat!("automaton-auditor/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| format!("no connection can be made: {error}"))?;
        let wire = Wire { client: client.clone(), host: host.clone(), deadline };
        let client =
            Client::build(client, Served::new(&base_url, key.as_ref())).with_http_service(wire);
        Ok(Self { client, host, rung, known: Mutex::default() })
    }

    /// The server's name, with its port where it is not the usual one.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Finds out how `model` is spoken to, once.
    ///
    /// # Errors
    /// When the endpoint cannot be reached or does not serve this model.
    pub async fn acquaint(&self, model: &str) -> Result<Acquaintance, ModelError> {
        let cell = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(model.to_owned()).or_default())
        };
        let found = cell.get_or_try_init(|| probe::find(self, model, self.rung)).await?;
        Ok(*found)
    }

    /// Asks one question in a given dialect; `call` is what a server may know it by.
    pub(super) async fn ask(
        &self,
        request: &ChatRequest,
        dialect: Dialect,
        call: Option<CallKey>,
    ) -> Result<ChatReply, ModelError> {
        let body = dialect.encode(request);
        // A process that died while a call was in flight makes it again under the same key.
        let key = call.as_ref().map(CallKey::idempotency_key);
        let chat = self.client.chat();
        let reply: Result<Value, OpenAIError> =
            wire::IDEMPOTENCY_KEY.scope(key, chat.create_byot(body)).await;
        decode(&self.host, request, &reply.map_err(|error| self.explain(error))?)
    }

    fn explain(&self, error: OpenAIError) -> ModelError {
        let host = self.host.clone();
        match error {
            OpenAIError::Boxed(error) => match error.downcast::<ModelError>() {
                Ok(error) => *error,
                Err(error) => ModelError::Unreachable { host, what: error.to_string() },
            },
            OpenAIError::JSONDeserialize(..) => {
                let what = "JSON that breaks off or breaks its own rules".to_owned();
                ModelError::NotAReply { host, what, transient: true }
            }
            other => ModelError::Unreachable { host, what: other.to_string() },
        }
    }
}

#[async_trait]
impl ChatModel for Endpoint {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let dialect = self.acquaint(&request.model).await?.dialect;
        let reply = self.ask(request, dialect, call(request)).await;
        match &reply {
            Ok(reply) => {
                tracing::debug!(model = %request.model, usage = ?reply.usage, "a model replied");
            }
            Err(error) => tracing::debug!(model = %request.model, %error, "a model did not reply"),
        }
        reply
    }
}
