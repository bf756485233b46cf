//! Finds out how a model is spoken to. Many endpoints accept a schema and ignore it, so that a rung
//! counts only when a reply shows that it was enforced.

use super::dialect::{Dialect, Rung};
use super::endpoint::{Acquaintance, Endpoint};
use super::error::ModelError;
use crate::domain::chat::{ChatReply, ChatRequest, Message, ReplySchema, Role, Usage};
use serde_json::{Value, json};

/// A word that no model says unless a schema makes it.
const PASSWORD: &str = "quillfeather";
/// Most questions that finding out may take: four rungs and as many parameters that are refused.
const MOST_QUESTIONS: usize = 10;
/// Enough for a model that thinks before it answers.
const MOST_TOKENS: u32 = 1_024;

/// Goes down the ladder to the first rung that is enforced, and drops parameters that are refused.
pub(super) async fn find(
    endpoint: &Endpoint,
    model: &str,
    fixed: Option<Rung>,
) -> Result<Acquaintance, ModelError> {
    let mut dialect =
        Dialect { rung: fixed.unwrap_or(Rung::JsonSchema), ..Dialect::first(endpoint.host()) };
    let mut usage = Usage::default();
    for _ in 0..MOST_QUESTIONS {
        match endpoint.ask(&question(model, dialect.rung), dialect, None).await {
            Ok(reply) => {
                usage = usage.plus(reply.usage);
                if fixed.is_some() || is_enforced(dialect.rung, &reply) {
                    return Ok(Acquaintance { dialect, usage });
                }
                dialect.rung = below(dialect.rung);
            }
            Err(ModelError::Rejected { host, status, what }) => {
                if let Some(other) = dialect.without_what(&what) {
                    dialect = other;
                } else if fixed.is_none() && dialect.rung != Rung::Prompt && status != 404 {
                    // What it does not like may be the rung.
                    dialect.rung = below(dialect.rung);
                } else {
                    return Err(ModelError::Rejected { host, status, what });
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Acquaintance { dialect: Dialect { rung: Rung::Prompt, ..dialect }, usage })
}

fn below(rung: Rung) -> Rung {
    let next = Rung::ALL.iter().skip_while(|one| **one != rung).nth(1);
    next.copied().unwrap_or(Rung::Prompt)
}

/// The schema asks for one word, the prompt for another.
fn question(model: &str, rung: Rung) -> ChatRequest {
    let words = match rung {
        Rung::JsonSchema | Rung::ToolCall => "Reply with the JSON object {\"word\": \"hello\"}.",
        Rung::JsonObject => "Say hello. If you are held to JSON, reply with a JSON object.",
        Rung::Prompt => "Say hello.",
    };
    let schema = json!({
        "type": "object",
        "properties": {
            "word": { "type": "string", "enum": [PASSWORD] },
            // Bounds on lengths are refused by some, and then left out of every schema.
            "notes": {
                "type": "array",
                "items": { "type": "string", "maxLength": 20 },
                "minItems": 0,
                "maxItems": 1,
            },
        },
        "required": ["word", "notes"],
        "additionalProperties": false,
    });
    ChatRequest {
        model: model.to_owned(),
        messages: vec![Message::new(Role::User, words)],
        schema: Some(ReplySchema { name: "Greeting".to_owned(), schema }),
        max_output_tokens: MOST_TOKENS,
        seed: 0,
    }
}

fn is_enforced(rung: Rung, reply: &ChatReply) -> bool {
    let value = serde_json::from_str::<Value>(reply.text.trim()).ok();
    match rung {
        Rung::JsonSchema | Rung::ToolCall => {
            value.is_some_and(|value| value.get("word").and_then(Value::as_str) == Some(PASSWORD))
        }
        Rung::JsonObject => value.is_some_and(|value| value.is_object()),
        Rung::Prompt => true,
    }
}
