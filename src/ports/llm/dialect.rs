//! How one model of one endpoint is spoken to: on which rung it is held to a schema, and which
//! parameters it takes.

use super::error::ModelError;
use super::wire::refusal;
use crate::domain::chat::{
    ChatReply, ChatRequest, FinishReason, Message, Role, Usage, estimated_prompt_tokens,
    estimated_tokens,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// How a reply is held to a schema, the strictest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    /// `response_format: json_schema`, strict.
    JsonSchema,
    /// A tool whose parameters are the schema, and which must be called.
    ToolCall,
    /// `response_format: json_object`: JSON, of a shape that only the prompt describes.
    JsonObject,
    /// The prompt alone.
    Prompt,
}

impl Rung {
    /// All four, the strictest first.
    pub const ALL: [Self; 4] = [Self::JsonSchema, Self::ToolCall, Self::JsonObject, Self::Prompt];

    /// The name that settings and reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::JsonSchema => "json_schema",
            Self::ToolCall => "tool_call",
            Self::JsonObject => "json_object",
            Self::Prompt => "prompt",
        }
    }
}

/// How one model of one endpoint is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a parameter that a model takes or not")]
pub struct Dialect {
    /// How a reply is held to a schema.
    pub rung: Rung,
    /// Whether it takes `temperature`.
    pub temperature: bool,
    /// Whether it takes `seed`.
    pub seed: bool,
    /// Whether its limit is called `max_completion_tokens` rather than `max_tokens`.
    pub completion_tokens: bool,
    /// Whether it takes any limit of tokens.
    pub token_limit: bool,
    /// Whether a schema may bound the lengths of texts and lists.
    pub lengths: bool,
}

impl Dialect {
    /// What is tried first.
    #[must_use]
    pub fn first(host: &str) -> Self {
        Self {
            rung: Rung::JsonSchema,
            temperature: true,
            seed: true,
            completion_tokens: host == "api.openai.com",
            token_limit: true,
            lengths: true,
        }
    }

    /// The dialect without the parameter that an error message complains about, if it names one that is
    /// in use.
    #[must_use]
    pub fn without_what(self, complaint: &str) -> Option<Self> {
        let complaint = complaint.to_ascii_lowercase();
        let names = |name: &str| complaint.contains(name);
        if self.token_limit && names("max_completion_tokens") && names("max_tokens") {
            // `max_tokens is not supported, use max_completion_tokens`, and the other way round.
            let first = complaint.find("max_tokens") < complaint.find("max_completion_tokens");
            return (first != self.completion_tokens)
                .then_some(Self { completion_tokens: !self.completion_tokens, ..self });
        }
        if self.lengths && ["maxlength", "maxitems", "minitems"].into_iter().any(names) {
            Some(Self { lengths: false, ..self })
        } else if self.temperature && names("temperature") {
            Some(Self { temperature: false, ..self })
        } else if self.seed && names("seed") {
            Some(Self { seed: false, ..self })
        } else if self.token_limit && self.completion_tokens && names("max_completion_tokens") {
            Some(Self { completion_tokens: false, ..self })
        } else if self.token_limit && names("max_tokens") {
            Some(Self { token_limit: false, ..self })
        } else {
            None
        }
    }

    /// The body of a request.
    pub(super) fn encode(self, request: &ChatRequest) -> Value {
        let mut body = Map::new();
        body.insert("model".into(), json!(request.model));
        body.insert("messages".into(), request.messages.iter().map(message).collect());
        if self.temperature {
            body.insert("temperature".into(), json!(0));
        }
        if self.seed {
            body.insert("seed".into(), json!(request.seed));
        }
        if self.token_limit {
            let name = if self.completion_tokens { "max_completion_tokens" } else { "max_tokens" };
            body.insert(name.into(), json!(request.max_output_tokens));
        }
        if let Some(schema) = &request.schema {
            let (name, mut schema) = (&schema.name, schema.schema.clone());
            if !self.lengths {
                forget_lengths(&mut schema);
            }
            match self.rung {
                Rung::JsonSchema => {
                    let strict = json!({ "name": name, "strict": true, "schema": schema });
                    let format = json!({ "type": "json_schema", "json_schema": strict });
                    body.insert("response_format".into(), format);
                }
                Rung::ToolCall => {
                    let function = json!({ "name": name, "strict": true, "parameters": schema });
                    let tool = json!({ "type": "function", "function": function });
                    body.insert("tools".into(), json!([tool]));
                    let choice = json!({ "type": "function", "function": { "name": name } });
                    body.insert("tool_choice".into(), choice);
                }
                Rung::JsonObject => {
                    body.insert("response_format".into(), json!({ "type": "json_object" }));
                }
                Rung::Prompt => {}
            }
        }
        Value::Object(body)
    }
}

/// Takes the bounds on lengths out of a schema, at every depth.
fn forget_lengths(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            map.remove("maxLength");
            map.remove("maxItems");
            map.remove("minItems");
            map.values_mut().for_each(forget_lengths);
        }
        Value::Array(list) => list.iter_mut().for_each(forget_lengths),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn message(message: &Message) -> Value {
    let role = match message.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    if message.pictures.is_empty() {
        return json!({ "role": role, "content": message.text });
    }
    let text = json!({ "type": "text", "text": message.text });
    let pictures = message.pictures.iter().map(|picture| {
        let url = format!("data:image/png;base64,{picture}");
        json!({ "type": "image_url", "image_url": { "url": url } })
    });
    let parts: Value = std::iter::once(text).chain(pictures).collect();
    json!({ "role": role, "content": parts })
}

/// Reads a reply leniently: what is missing or unknown around the words does no harm.
///
/// # Errors
/// When the reply is an error in disguise, or holds no choice at all.
pub(super) fn decode(
    host: &str,
    request: &ChatRequest,
    body: &Value,
) -> Result<ChatReply, ModelError> {
    if let Some(error) = body.get("error").filter(|error| !error.is_null()) {
        let code = error.get("code").or_else(|| error.get("status")).and_then(Value::as_u64);
        let status = code.and_then(|code| u16::try_from(code).ok()).filter(|code| *code >= 400);
        let bytes = body.to_string();
        return Err(refusal(host, status.unwrap_or(502), bytes.as_bytes(), None));
    }
    let Some(choices) = body.get("choices").and_then(Value::as_array) else {
        let what = "JSON without `choices`; is this a chat completions endpoint?".to_owned();
        return Err(ModelError::NotAReply { host: host.to_owned(), what, transient: false });
    };
    let choice = choices.first();
    let message = choice.and_then(|choice| choice.get("message"));
    let text = message.map(words).unwrap_or_default();
    let finish = choice.and_then(|choice| choice.get("finish_reason")).and_then(Value::as_str);
    let refusal = message.and_then(|m| m.get("refusal")).and_then(Value::as_str);
    let model = body.get("model").and_then(Value::as_str);
    Ok(ChatReply {
        usage: usage(body.get("usage"), request, &text),
        text,
        finish: match finish {
            Some("stop" | "tool_calls" | "function_call" | "end_turn" | "eos") => {
                FinishReason::Stop
            }
            Some("length" | "max_tokens") => FinishReason::Length,
            Some("content_filter" | "safety" | "SAFETY") => FinishReason::ContentFilter,
            other => FinishReason::Other(other.unwrap_or_default().chars().take(40).collect()),
        },
        refusal: refusal.filter(|words| !words.trim().is_empty()).map(str::to_owned),
        model: model.map(|name| name.chars().take(120).collect()),
        stand_in: None,
    })
}

/// The arguments of the tool that was called, or else the content: a text, or parts of text.
fn words(message: &Value) -> String {
    let called = message.pointer("/tool_calls/0/function/arguments");
    match called {
        Some(Value::String(arguments)) => return arguments.clone(),
        Some(arguments @ Value::Object(_)) => return arguments.to_string(),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_)) | None => {}
    }
    match message.get("content") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let texts = parts.iter().filter_map(|part| part.get("text").and_then(Value::as_str));
            texts.collect::<Vec<_>>().concat()
        }
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => {
            String::new()
        }
    }
}

/// What the endpoint reports as used; where it does not, our estimate.
fn usage(reported: Option<&Value>, request: &ChatRequest, text: &str) -> Usage {
    let number =
        |path: &str| reported.and_then(|usage| usage.pointer(path)).and_then(Value::as_u64);
    let cached =
        ["/prompt_tokens_details/cached_tokens", "/prompt_cache_hit_tokens", "/cached_tokens"];
    match (number("/prompt_tokens"), number("/completion_tokens")) {
        (Some(prompt_tokens), Some(completion_tokens)) => Usage {
            prompt_tokens,
            cached_tokens: cached
                .iter()
                .find_map(|path| number(path))
                .unwrap_or(0)
                .min(prompt_tokens),
            completion_tokens,
            estimated: false,
        },
        _ => Usage {
            prompt_tokens: estimated_prompt_tokens(request),
            cached_tokens: 0,
            completion_tokens: estimated_tokens(text),
            estimated: true,
        },
    }
}
