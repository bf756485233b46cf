//! Where spans go, by what the environment says.

use crate::config::TelemetrySettings;
use crate::ports::telemetry::{Destination, Protocol};
use secrecy::{ExposeSecret, SecretString};
use std::time::Duration;

/// `LangSmith`, where no other address is named.
const LANGSMITH: &str = "https://api.smith.langchain.com";
/// Longest wait for an answer, where the environment says nothing else.
const ANSWERING: Duration = Duration::from_secs(10);
/// What the program calls itself.
const SERVICE: &str = "automaton-auditor";

/// Every destination that is asked for, or why it cannot be used: one sentence without a key.
pub(super) fn of(settings: &TelemetrySettings) -> Vec<Result<Destination, String>> {
    if !settings.is_on() {
        return Vec::new();
    }
    let mut all = Vec::new();
    if settings.is_langsmith {
        all.push(langsmith(settings));
    }
    all.extend(otlp(settings).transpose());
    all
}

/// `LangSmith` takes OTLP beside its own protocol.
fn langsmith(settings: &TelemetrySettings) -> Result<Destination, String> {
    let key = settings.langsmith_key.clone().ok_or(
        "`LANGSMITH_TRACING` asks for traces, and `LANGSMITH_API_KEY` is not set".to_owned(),
    )?;
    let base = settings.langsmith_endpoint.as_deref().unwrap_or(LANGSMITH);
    let mut headers = vec![("x-api-key".to_owned(), key)];
    if let Some(project) = &settings.langsmith_project {
        headers.push(("Langsmith-Project".to_owned(), project.clone().into()));
    }
    Ok(Destination {
        url: format!("{}/otel/v1/traces", base.trim_end_matches('/')),
        headers,
        protocol: Protocol::Protobuf,
        deadline: ANSWERING,
        resource: resource(settings),
    })
}

/// Any other collector; `None` where none is named.
fn otlp(settings: &TelemetrySettings) -> Result<Option<Destination>, String> {
    let exporter = settings.exporter.as_deref().unwrap_or("otlp");
    if exporter.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let url = match (&settings.traces_endpoint, &settings.endpoint) {
        (Some(url), _) => url.clone(),
        (None, Some(base)) => format!("{}/v1/traces", base.trim_end_matches('/')),
        (None, None) => return Ok(None),
    };
    if !exporter.split(',').any(|one| one.trim().eq_ignore_ascii_case("otlp")) {
        return Err(format!("`OTEL_TRACES_EXPORTER` must be `otlp` or `none`, not `{exporter}`"));
    }
    let protocol = match settings.protocol.as_deref().unwrap_or("http/protobuf") {
        "http/protobuf" => Protocol::Protobuf,
        "http/json" => Protocol::Json,
        other => {
            return Err(format!(
                "`OTEL_EXPORTER_OTLP_PROTOCOL` must be `http/protobuf` or `http/json`, not `{other}`"
            ));
        }
    };
    let deadline = match &settings.timeout {
        None => ANSWERING,
        Some(text) => text.parse().map(Duration::from_millis).map_err(|_| {
            format!("`OTEL_EXPORTER_OTLP_TIMEOUT` must be a number of milliseconds, not `{text}`")
        })?,
    };
    let headers = settings.headers.as_ref().map_or(Ok(Vec::new()), headers)?;
    Ok(Some(Destination { url, headers, protocol, deadline, resource: resource(settings) }))
}

/// Understands `name=value,name=value`. The text may hold a key, so no error repeats it.
fn headers(text: &SecretString) -> Result<Vec<(String, SecretString)>, String> {
    let pairs = pairs(text.expose_secret()).ok_or(
        "`OTEL_EXPORTER_OTLP_HEADERS` must be of the form `name=value,name=value`".to_owned(),
    )?;
    Ok(pairs.into_iter().map(|(name, value)| (name, value.into())).collect())
}

/// Who sends: the service's name, its version, and what the operator adds.
fn resource(settings: &TelemetrySettings) -> Vec<(String, String)> {
    let added = settings.resource.as_deref().and_then(pairs).unwrap_or_default();
    let named = added.iter().find(|(name, _)| name == "service.name");
    let service = settings.service.clone().or(named.map(|(_, service)| service.clone()));
    let mut all = vec![
        ("service.name".to_owned(), service.unwrap_or_else(|| SERVICE.to_owned())),
        ("service.version".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
    ];
    for (name, value) in added {
        if all.iter().all(|(known, _)| *known != name) {
            all.push((name, value));
        }
    }
    all
}

/// Understands `name=value,name=value` with values in percent encoding, as baggage is written.
fn pairs(text: &str) -> Option<Vec<(String, String)>> {
    let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    entries
        .map(|entry| {
            let (name, value) = entry.split_once('=')?;
            let name = name.trim();
            (!name.is_empty()).then(|| (name.to_owned(), decoded(value.trim())))
        })
        .collect()
}

/// Undoes percent encoding; what is none stays as it is.
fn decoded(text: &str) -> String {
    let (bytes, mut out, mut at) = (text.as_bytes(), Vec::with_capacity(text.len()), 0);
    while at < bytes.len() {
        let digits = text.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let byte = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let decoded = byte.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        out.push(decoded.unwrap_or(bytes[at]));
        at += if decoded.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests;
