//! What is said to a language model and what comes back, whoever serves it.

use super::digest::sha256_hex;
use super::models::Speaker;
use super::opinion::Persona;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Who says a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The court: what holds for every call.
    System,
    /// The court: what this call is about.
    User,
    /// The model.
    Assistant,
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub text: String,
    /// Pictures that go with it, PNG files in base64.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<String>,
}

impl Message {
    /// A message of words alone.
    #[must_use]
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self { role, text: text.into(), pictures: Vec::new() }
    }
}

/// The shape that a reply must have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplySchema {
    /// Its name: letters, digits and `_`.
    pub name: String,
    /// The JSON Schema. Every key is required and no other is allowed, as strict modes want it.
    pub schema: serde_json::Value,
}

/// One question to a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// The model, as its endpoint names it.
    pub model: String,
    /// The conversation so far, oldest first.
    pub messages: Vec<Message>,
    /// The shape that the reply must have; `None` for free text.
    pub schema: Option<ReplySchema>,
    /// Most tokens of the reply.
    pub max_output_tokens: u32,
    /// Draws another reply to the same question, where an endpoint supports it; from 0.
    pub seed: u64,
}

impl ChatRequest {
    /// Names the question by its content.
    ///
    /// # Panics
    /// Never: a request is plain data.
    #[must_use]
    pub fn id(&self) -> CallId {
        let text = serde_json::to_vec(self).expect("a request has string keys and finite numbers");
        CallId(sha256_hex(&text)[..16].to_owned())
    }
}

/// Names a call by the content of its question: 16 hexadecimal digits.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct CallId(String);

impl std::fmt::Display for CallId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a model stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    /// It was done; a call of a tool counts as that.
    Stop,
    /// It ran into the limit of tokens: the reply is cut off.
    Length,
    /// The provider's filter stopped it.
    ContentFilter,
    /// The endpoint says something else, or nothing.
    Other(String),
}

/// What a model replied.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatReply {
    /// The words, or the arguments of the tool call that was asked for.
    pub text: String,
    /// Why it stopped.
    pub finish: FinishReason,
    /// Its words where it declined to answer.
    pub refusal: Option<String>,
    /// What it cost in tokens.
    pub usage: Usage,
    /// The model that answered, as the endpoint names it.
    pub model: Option<String>,
    /// Who answered in place of the one that was asked, where that was another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<Speaker>,
}

/// Tokens of one call, or of many added up.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub struct Usage {
    /// Tokens of the prompt, those from a cache among them.
    pub prompt_tokens: u64,
    /// Tokens of the prompt that came from the provider's cache.
    pub cached_tokens: u64,
    /// Tokens of the reply, hidden reasoning among them.
    pub completion_tokens: u64,
    /// Whether an endpoint did not say, so that these are our estimates.
    pub estimated: bool,
}

impl Usage {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            prompt_tokens: self.prompt_tokens.saturating_add(other.prompt_tokens),
            cached_tokens: self.cached_tokens.saturating_add(other.cached_tokens),
            completion_tokens: self.completion_tokens.saturating_add(other.completion_tokens),
            estimated: self.estimated || other.estimated,
        }
    }

    /// All tokens, cached ones included.
    #[must_use]
    pub const fn tokens(&self) -> u64 {
        self.prompt_tokens.saturating_add(self.completion_tokens)
    }
}

/// What finished calls used, by call. Merging is a union, so that a call that is told twice counts once.
pub type Account = BTreeMap<CallId, Spent>;

/// What one finished call used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Spent {
    /// The judge on whose behalf it was asked; `None` for a question about a figure.
    pub judge: Option<Persona>,
    /// The model that answered.
    pub model: String,
    /// Its server, where that is another one than the bench's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
    /// What it used.
    pub usage: Usage,
}

impl Spent {
    /// What a reply used to a question that `model` was asked on behalf of a judge, or about a figure.
    #[must_use]
    pub fn on(reply: &ChatReply, judge: Option<Persona>, model: &str) -> Self {
        let stand_in = reply.stand_in.as_ref();
        Self {
            judge,
            model: stand_in.map_or(model, |one| &one.model).to_owned(),
            endpoint: stand_in.map(|one| one.endpoint.clone()),
            usage: reply.usage,
        }
    }
}

/// Tokens of a text, estimated: about three and a half bytes each for English and code.
#[must_use]
pub fn estimated_tokens(text: &str) -> u64 {
    (text.len() as u64 * 2).div_ceil(7)
}

/// Tokens of a whole question, estimated.
#[must_use]
pub fn estimated_prompt_tokens(request: &ChatRequest) -> u64 {
    /// What a provider adds around each message.
    const AROUND: u64 = 4;
    /// What a picture of a page costs with the usual providers.
    const PICTURE: u64 = 1_000;
    let of = |message: &Message| {
        estimated_tokens(&message.text) + AROUND + PICTURE * message.pictures.len() as u64
    };
    request.messages.iter().map(of).sum()
}
