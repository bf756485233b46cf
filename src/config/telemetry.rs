//! What the environment says about tracing.

use super::file::Telemetry;
use super::{text, text_or};
use secrecy::SecretString;

/// How a variable says yes.
const YES: &[&str] = &["true", "1"];
/// How a variable asks for words: beside yes, some name where the words go, and here they go into spans.
const WORDS: &[&str] = &["true", "1", "span_only", "span_and_event"];

/// What the environment says about tracing. Text that is empty counts as not set.
#[derive(Clone, Default)]
pub struct TelemetrySettings {
    /// `OTEL_SDK_DISABLED`: nothing is traced, whatever else is set.
    pub is_disabled: bool,
    /// `OTEL_TRACES_EXPORTER`: `otlp`, or `none`.
    pub exporter: Option<String>,
    /// `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`: the whole URL.
    pub traces_endpoint: Option<String>,
    /// `OTEL_EXPORTER_OTLP_ENDPOINT`: the URL without `/v1/traces`.
    pub endpoint: Option<String>,
    /// `OTEL_EXPORTER_OTLP_TRACES_HEADERS`, else `OTEL_EXPORTER_OTLP_HEADERS`: they may hold a key.
    pub headers: Option<SecretString>,
    /// `OTEL_EXPORTER_OTLP_TRACES_PROTOCOL`, else `OTEL_EXPORTER_OTLP_PROTOCOL`.
    pub protocol: Option<String>,
    /// `OTEL_EXPORTER_OTLP_TRACES_TIMEOUT`, else `OTEL_EXPORTER_OTLP_TIMEOUT`, in milliseconds.
    pub timeout: Option<String>,
    /// `OTEL_SERVICE_NAME`.
    pub service: Option<String>,
    /// `OTEL_RESOURCE_ATTRIBUTES`.
    pub resource: Option<String>,
    /// `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT`: whether prompts, replies and arguments are
    /// told.
    pub tells_words: bool,
    /// `LANGSMITH_TRACING`, else `LANGCHAIN_TRACING_V2`.
    pub is_langsmith: bool,
    /// `LANGSMITH_API_KEY`, else `LANGCHAIN_API_KEY`.
    pub langsmith_key: Option<SecretString>,
    /// `LANGSMITH_ENDPOINT`, else `LANGCHAIN_ENDPOINT`.
    pub langsmith_endpoint: Option<String>,
    /// `LANGSMITH_PROJECT`, else `LANGCHAIN_PROJECT`.
    pub langsmith_project: Option<String>,
}

impl TelemetrySettings {
    pub(super) fn load(file: &Telemetry) -> Self {
        let either = |names: [&str; 2]| names.into_iter().find_map(text);
        let is_set = |text: Option<String>, words: &[&str]| {
            text.map(|text| words.iter().any(|word| text.eq_ignore_ascii_case(word)))
        };
        let words = text("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT");
        let langsmith = either(["LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2"]);
        let file_timeout = file.otlp_timeout.map(|timeout| timeout.to_string());
        Self {
            is_disabled: is_set(text("OTEL_SDK_DISABLED"), YES).unwrap_or(false),
            exporter: text("OTEL_TRACES_EXPORTER"),
            traces_endpoint: text_or(
                "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
                file.otlp_traces_endpoint.as_ref(),
            ),
            endpoint: text_or("OTEL_EXPORTER_OTLP_ENDPOINT", file.otlp_endpoint.as_ref()),
            headers: either(["OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS"])
                .map(SecretString::from),
            protocol: either(["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"])
                .or_else(|| file.otlp_protocol.clone()),
            timeout: either(["OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT"])
                .or(file_timeout),
            service: text_or("OTEL_SERVICE_NAME", file.service_name.as_ref()),
            resource: text_or("OTEL_RESOURCE_ATTRIBUTES", file.resource_attributes.as_ref()),
            tells_words: is_set(words, WORDS).or(file.words).unwrap_or(false),
            is_langsmith: is_set(langsmith, YES).or(file.langsmith).unwrap_or(false),
            langsmith_key: either(["LANGSMITH_API_KEY", "LANGCHAIN_API_KEY"])
                .map(SecretString::from),
            langsmith_endpoint: either(["LANGSMITH_ENDPOINT", "LANGCHAIN_ENDPOINT"])
                .or_else(|| file.langsmith_endpoint.clone()),
            langsmith_project: either(["LANGSMITH_PROJECT", "LANGCHAIN_PROJECT"])
                .or_else(|| file.langsmith_project.clone()),
        }
    }

    /// Whether anything asks for traces. Where nothing does, nothing is prepared.
    #[must_use]
    pub fn is_on(&self) -> bool {
        let is_otlp = self.traces_endpoint.is_some() || self.endpoint.is_some();
        !self.is_disabled && (self.is_langsmith || is_otlp)
    }
}
