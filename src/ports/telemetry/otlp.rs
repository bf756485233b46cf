//! Spans as messages of OTLP.

use crate::domain::span::{Attributes, Span, SpanEvent, SpanKind, SpanValue};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{
    AnyValue, ArrayValue, InstrumentationScope, KeyValue,
};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::tonic::trace::v1::span::{Event, SpanKind as Kind};
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, ScopeSpans, Span as Message, Status};
use std::time::Duration;

/// Marks a span as sampled.
const SAMPLED: u32 = 1;

/// The request that delivers spans of the resource with these attributes.
pub(super) fn request(resource: &[(String, String)], spans: &[Span]) -> ExportTraceServiceRequest {
    let attributes =
        resource.iter().map(|(name, value)| pair(name, &SpanValue::Text(value.clone()))).collect();
    let scope = InstrumentationScope {
        name: env!("CARGO_PKG_NAME").to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        ..InstrumentationScope::default()
    };
    let scoped = ScopeSpans {
        scope: Some(scope),
        spans: spans.iter().map(message).collect(),
        ..ScopeSpans::default()
    };
    let resource = Resource { attributes, ..Resource::default() };
    let spans = ResourceSpans {
        resource: Some(resource),
        scope_spans: vec![scoped],
        ..ResourceSpans::default()
    };
    ExportTraceServiceRequest { resource_spans: vec![spans] }
}

fn message(span: &Span) -> Message {
    let kind = match span.kind {
        SpanKind::Internal => Kind::Internal,
        SpanKind::Client => Kind::Client,
    };
    let status = span
        .failed
        .as_ref()
        .map(|words| Status { message: words.clone(), code: StatusCode::Error.into() });
    Message {
        trace_id: bytes(span.trace.as_str()),
        span_id: bytes(span.id.as_str()),
        parent_span_id: span.parent.as_ref().map(|id| bytes(id.as_str())).unwrap_or_default(),
        flags: SAMPLED,
        name: span.name.clone(),
        kind: kind.into(),
        start_time_unix_nano: nanoseconds(span.start),
        end_time_unix_nano: nanoseconds(span.end),
        attributes: pairs(&span.attributes),
        events: span.events.iter().map(event).collect(),
        status,
        ..Message::default()
    }
}

fn event(event: &SpanEvent) -> Event {
    Event {
        time_unix_nano: nanoseconds(event.at),
        name: event.name.to_owned(),
        attributes: pairs(&event.attributes),
        ..Event::default()
    }
}

fn pairs(attributes: &Attributes) -> Vec<KeyValue> {
    attributes.iter().map(|(name, value)| pair(name, value)).collect()
}

fn pair(name: &str, value: &SpanValue) -> KeyValue {
    let value = match value {
        SpanValue::Text(text) => Value::StringValue(text.clone()),
        SpanValue::Whole(number) => Value::IntValue(*number),
        SpanValue::Real(number) => Value::DoubleValue(*number),
        SpanValue::Flag(flag) => Value::BoolValue(*flag),
        SpanValue::Texts(texts) => {
            let one = |text: &String| AnyValue { value: Some(Value::StringValue(text.clone())) };
            Value::ArrayValue(ArrayValue { values: texts.iter().map(one).collect() })
        }
    };
    KeyValue {
        key: name.to_owned(),
        value: Some(AnyValue { value: Some(value) }),
        ..KeyValue::default()
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The bytes that hexadecimal digits stand for.
fn bytes(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks_exact(2);
    let byte = |pair: &[u8]| {
        let pair = std::str::from_utf8(pair).expect("ids are made of digits");
        u8::from_str_radix(pair, 16).expect("ids are made of hexadecimal digits")
    };
    pairs.map(byte).collect()
}
