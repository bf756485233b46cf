//! One collector that takes OTLP over HTTP.

use super::{Telemetry, TelemetryError, otlp};
use crate::domain::span::Span;
use async_trait::async_trait;
use prost::Message;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use std::time::Duration;

/// Longest wait for a connection.
const CONNECTING: Duration = Duration::from_secs(5);

/// How messages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// As protocol buffers.
    Protobuf,
    /// As JSON.
    Json,
}

/// Where spans go. The headers may hold a key, so it can be neither printed nor serialised.
#[derive(Clone)]
pub struct Destination {
    /// The whole URL, such as `http://localhost:4318/v1/traces`.
    pub url: String,
    /// Headers of every request.
    pub headers: Vec<(String, SecretString)>,
    /// How messages are written.
    pub protocol: Protocol,
    /// Longest wait for an answer.
    pub deadline: Duration,
    /// Who sends the spans: attributes of the resource, `service.name` among them.
    pub resource: Vec<(String, String)>,
}

/// One collector.
pub struct Collector {
    client: reqwest::Client,
    url: url::Url,
    host: String,
    headers: HeaderMap,
    protocol: Protocol,
    resource: Vec<(String, String)>,
}

impl Collector {
    /// Prepares to send to a collector; nothing is sent yet.
    ///
    /// # Errors
    /// When the URL is no http(s) URL, or a header cannot be sent. One clear sentence without a key.
    pub fn new(destination: Destination) -> Result<Self, String> {
        let Destination { url, headers, protocol, deadline, resource } = destination;
        // The address may hold a password, so no error repeats it.
        let url = url::Url::parse(&url)
            .map_err(|error| format!("the collector's address is no URL: {error}"))?;
        let host = match (url.scheme(), url.host_str(), url.port()) {
            ("http" | "https", Some(host), None) => host.to_owned(),
            ("http" | "https", Some(host), Some(port)) => format!("{host}:{port}"),
            _ => {
                return Err(
                    "the collector's address must begin with https:// or http://".to_owned()
                );
            }
        };
        crate::ports::tls::provide();
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(deadline.min(CONNECTING))
            .timeout(deadline)
            .user_agent(concat!("automaton-auditor/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| format!("no connection can be made: {error}"))?;
        let headers = sendable(&headers, protocol)?;
        Ok(Self { client, url, host, headers, protocol, resource })
    }

    fn explain(&self, error: &reqwest::Error) -> TelemetryError {
        let host = self.host.clone();
        if error.is_timeout() {
            return TelemetryError::TimedOut { host };
        }
        let what = if error.is_connect() { "no connection" } else { "the connection broke" };
        TelemetryError::Unreachable { host, what: what.to_owned() }
    }
}

fn sendable(headers: &[(String, SecretString)], protocol: Protocol) -> Result<HeaderMap, String> {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        let refused = || format!("the header `{name}` cannot be sent");
        let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| refused())?;
        let mut value = HeaderValue::from_str(value.expose_secret()).map_err(|_| refused())?;
        value.set_sensitive(true);
        map.insert(header, value);
    }
    let kind = match protocol {
        Protocol::Protobuf => "application/x-protobuf",
        Protocol::Json => "application/json",
    };
    map.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    Ok(map)
}

#[async_trait]
impl Telemetry for Collector {
    async fn export(&self, spans: &[Span]) -> Result<(), TelemetryError> {
        let request = otlp::request(&self.resource, spans);
        let body = match self.protocol {
            Protocol::Protobuf => request.encode_to_vec(),
            Protocol::Json => serde_json::to_vec(&request).expect("a message has string keys"),
        };
        let post = self.client.post(self.url.clone()).headers(self.headers.clone()).body(body);
        let answer = post.send().await.map_err(|error| self.explain(&error))?;
        let status = answer.status();
        if status.is_success() {
            return Ok(());
        }
        Err(TelemetryError::Refused { host: self.host.clone(), status: status.as_u16() })
    }
}
