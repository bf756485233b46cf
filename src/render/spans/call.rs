//! The span of a model call.

use super::{kind, provider};
use crate::domain::call::ModelCall;
use crate::domain::chat::{ChatReply, FinishReason, Message, Role};
use crate::domain::evidence::Detective;
use crate::domain::opinion::{Round, Seat};
use crate::domain::span::{Attributes, Span, SpanId, SpanKind, TraceId};
use crate::domain::task::Task;
use serde_json::{Value, json};

/// The span of a call, which still needs its place in the trace.
pub(super) fn span(call: &ModelCall, tells_words: bool) -> Span {
    let trace = TraceId::of(&[]);
    let failure = call.outcome.as_ref().err();
    let words = |text: &str| if tells_words { text.to_owned() } else { String::new() };
    Span {
        id: SpanId::of(&trace, &[]),
        trace,
        parent: None,
        name: format!("chat {}", call.request.model),
        kind: SpanKind::Client,
        start: call.start,
        end: call.end.max(call.start),
        attributes: attributes(call, tells_words)
            .maybe("error.type", failure.map(|failure| kind(failure.kind))),
        events: Vec::new(),
        failed: failure.map(|failure| words(&failure.message)),
    }
}

fn attributes(call: &ModelCall, tells_words: bool) -> Attributes {
    let request = &call.request;
    let (name, port) = provider::address(&call.host);
    let whose = provider::of(&call.host);
    let shape = if request.schema.is_some() { "json" } else { "text" };
    let said = seat(call.errand.as_ref().map(|errand| &errand.task))
        .with("gen_ai.operation.name", "chat")
        .with("gen_ai.provider.name", whose)
        // The name of the same thing before, which many that read traces still look for.
        .with("gen_ai.system", whose)
        .with("gen_ai.request.model", request.model.as_str())
        .with("gen_ai.request.max_tokens", request.max_output_tokens)
        .with("gen_ai.output.type", shape)
        .with("server.address", name)
        .maybe("server.port", port)
        .with("auditor.call", request.id().to_string());
    let said = match &call.outcome {
        Ok(reply) => replied(reply, said),
        Err(_) => said,
    };
    if !tells_words {
        return said;
    }
    let said = said.with("gen_ai.input.messages", asked(&request.messages));
    match &call.outcome {
        Ok(reply) => said.with("gen_ai.output.messages", answered(reply)),
        Err(_) => said,
    }
}

fn replied(reply: &ChatReply, said: Attributes) -> Attributes {
    let usage = reply.usage;
    said.with("gen_ai.response.finish_reasons", vec![finish(&reply.finish).to_owned()])
        .maybe("gen_ai.response.model", reply.model.as_deref())
        .with("gen_ai.usage.input_tokens", usage.prompt_tokens)
        .with("gen_ai.usage.cache_read.input_tokens", usage.cached_tokens)
        .with("gen_ai.usage.output_tokens", usage.completion_tokens)
        .maybe("auditor.usage.estimated", usage.estimated.then_some(true))
}

/// For whom a call was made.
fn seat(task: Option<&Task>) -> Attributes {
    let said = Attributes::new();
    match task {
        Some(Task::Hear { seat: Seat { criterion, round, persona } }) => {
            let round: u32 = match round {
                Round::First => 1,
                Round::Second => 2,
            };
            said.with("auditor.judge", persona.name())
                .with("auditor.criterion", criterion.as_str())
                .with("auditor.round", round)
        }
        Some(Task::Examine { detective } | Task::Testify { detective }) => {
            said.with("auditor.detective", detective.name())
        }
        Some(Task::Look) => said.with("auditor.detective", Detective::VisionInspector.name()),
        Some(Task::Fetch | Task::Locate | Task::Decide | Task::Publish) | None => said,
    }
}

fn finish(reason: &FinishReason) -> &str {
    match reason {
        FinishReason::Stop => "stop",
        FinishReason::Length => "length",
        FinishReason::ContentFilter => "content_filter",
        FinishReason::Other(other) => other,
    }
}

/// The conversation in the shape of the conventions, as JSON. Pictures are named and left out.
fn asked(messages: &[Message]) -> String {
    let all = messages.iter().map(|message| {
        let role = match message.role {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        let pictures = message.pictures.iter().map(|_| json!({ "type": "picture_left_out" }));
        let words = json!({ "type": "text", "content": message.text });
        let parts: Vec<Value> = [words].into_iter().chain(pictures).collect();
        json!({ "role": role, "parts": parts })
    });
    Value::Array(all.collect()).to_string()
}

fn answered(reply: &ChatReply) -> String {
    let words = reply.refusal.as_ref().unwrap_or(&reply.text);
    let part = json!({ "type": "text", "content": words });
    json!([{ "role": "assistant", "parts": [part], "finish_reason": finish(&reply.finish) }])
        .to_string()
}
