//! The wire: one HTTP exchange within a deadline and a size, and what an error of it means.

use super::error::ModelError;
use async_openai::error::OpenAIError;
use async_openai::middleware::HttpRequestFactory;
use reqwest::header::HeaderValue;
use serde_json::Value;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime};

/// Largest reply in bytes.
const LARGEST: usize = 2 << 20;
/// Longest wait that a server can ask for.
const LONGEST_PAUSE: Duration = Duration::from_mins(2);
/// Longest quotation of a server's error message, in characters.
const LONGEST_WORDS: usize = 240;

tokio::task_local! {
    /// What tells this call apart from every other, for a server that answers a repeated one from memory.
    pub(super) static IDEMPOTENCY_KEY: Option<String>;
}

/// Sends requests of the client library, and reads replies within bounds.
#[derive(Clone)]
pub(super) struct Wire {
    pub client: reqwest::Client,
    pub host: String,
    pub deadline: Duration,
}

impl tower_service::Service<HttpRequestFactory> for Wire {
    type Response = reqwest::Response;
    type Error = OpenAIError;
    type Future = Pin<Box<dyn Future<Output = Result<reqwest::Response, OpenAIError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), OpenAIError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: HttpRequestFactory) -> Self::Future {
        let wire = self.clone();
        Box::pin(async move {
            let mut request = request.build().await?;
            let key = IDEMPOTENCY_KEY.try_with(Clone::clone).ok().flatten();
            if let Some(key) = key.and_then(|key| HeaderValue::from_str(&key).ok()) {
                request.headers_mut().insert("idempotency-key", key);
            }
            let exchange = tokio::time::timeout(wire.deadline, wire.exchange(request));
            let timed_out = || ModelError::TimedOut {
                host: wire.host.clone(),
                seconds: wire.deadline.as_secs(),
            };
            let reply = exchange.await.unwrap_or_else(|_| Err(timed_out()));
            reply.map_err(|error| OpenAIError::Boxed(Box::new(error)))
        })
    }
}

impl Wire {
    async fn exchange(&self, request: reqwest::Request) -> Result<reqwest::Response, ModelError> {
        let host = || self.host.clone();
        let key = key(&request);
        let response = self.client.execute(request).await.map_err(|error| {
            let what = innermost(&error);
            if error.is_connect() || error.is_request() {
                ModelError::Unreachable { host: host(), what }
            } else {
                ModelError::Severed { host: host() }
            }
        })?;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = without(self.body(response).await?, &key);
        if !status.is_success() {
            let now = SystemTime::now();
            return Err(refusal(&self.host, status.as_u16(), &body, pause(&headers, now)));
        }
        if let Some((what, transient)) = oddity(&body) {
            return Err(ModelError::NotAReply { host: host(), what: what.to_owned(), transient });
        }
        Ok(http::Response::new(body).into())
    }

    /// The whole body, or an error once it is known to be too large or cut off.
    async fn body(&self, mut response: reqwest::Response) -> Result<Vec<u8>, ModelError> {
        let host = || self.host.clone();
        let mut body = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) if body.len() + chunk.len() > LARGEST => {
                    return Err(ModelError::TooLarge { host: host(), limit: LARGEST });
                }
                Ok(Some(chunk)) => body.extend_from_slice(&chunk),
                Ok(None) => return Ok(body),
                Err(_) => return Err(ModelError::Severed { host: host() }),
            }
        }
    }
}

/// Shortest key that is looked for in replies: a shorter one may be a word.
const SHORTEST_KEY: usize = 8;

/// The key that a request is authorised by; empty where there is none that can be told from other words.
fn key(request: &reqwest::Request) -> Vec<u8> {
    let authorised = request.headers().get(reqwest::header::AUTHORIZATION);
    let key = authorised.map_or(&[][..], HeaderValue::as_bytes);
    let key = key.strip_prefix(b"Bearer ").unwrap_or(key);
    if key.len() < SHORTEST_KEY { Vec::new() } else { key.to_vec() }
}

/// What a server sent, without the key: one that repeats it would have it stand in reports.
fn without(body: Vec<u8>, key: &[u8]) -> Vec<u8> {
    if key.is_empty() || memchr::memmem::find(&body, key).is_none() {
        return body;
    }
    let (mut rest, mut struck) = (0, Vec::with_capacity(body.len()));
    for at in memchr::memmem::find_iter(&body, key) {
        struck.extend_from_slice(&body[rest..at]);
        struck.extend_from_slice(b"[key]");
        rest = at + key.len();
    }
    struck.extend_from_slice(&body[rest..]);
    struck
}

/// The cause at the bottom: those above it repeat the URL.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    quoted(&cause.to_string())
}

/// What a successful body is where it is no JSON, and whether it may be another time.
fn oddity(body: &[u8]) -> Option<(&'static str, bool)> {
    match body.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => Some(("an empty body", true)),
        Some(b'{' | b'[') => None,
        Some(b'<') => {
            Some(("an HTML page; is the base URL right? It usually ends in `/v1`", false))
        }
        Some(b'd' | b'e' | b':') => Some(("a stream of events, which was not asked for", false)),
        Some(_) => Some(("something that is no JSON", false)),
    }
}

/// What an HTTP status, or an error in a successful reply, means. The status counts first.
pub(super) fn refusal(host: &str, status: u16, body: &[u8], after: Option<Duration>) -> ModelError {
    let host = host.to_owned();
    let (what, code) = words(body);
    let broke = ["insufficient_quota", "billing_hard_limit_reached", "billing_not_active"];
    match status {
        402 => ModelError::NoQuota { host, what },
        429 if broke.contains(&code.as_str()) => ModelError::NoQuota { host, what },
        429 => {
            let after_ms = after.map(|after| u64::try_from(after.as_millis()).unwrap_or(u64::MAX));
            ModelError::RateLimited { host, after_ms }
        }
        401 | 403 => ModelError::Unauthorised { host, status, what },
        408 | 409 | 425 | 500.. => ModelError::Server { host, status, what },
        _ => ModelError::Rejected { host, status, what },
    }
}

/// The message and the code of an error body, in the shapes that endpoints use: an `error` that is an
/// object or a text, with a code that is a text or a number, alone or in a list.
fn words(body: &[u8]) -> (String, String) {
    let Ok(value) = serde_json::from_slice::<Value>(body) else {
        let is_page = body.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'<');
        let text = if is_page { String::new() } else { String::from_utf8_lossy(body).into_owned() };
        return (quoted(&text), String::new());
    };
    let first = value.as_array().and_then(|list| list.first()).unwrap_or(&value);
    let error = first.get("error").unwrap_or(first);
    let text = |value: Option<&Value>| match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_)) | None => {
            String::new()
        }
    };
    let message = match error {
        Value::String(text) => text.clone(),
        other => text(other.get("message").or_else(|| other.get("detail"))),
    };
    let code = match text(error.get("code")) {
        code if code.is_empty() => text(error.get("type")),
        code => code,
    };
    (quoted(&message), code)
}

/// Words of a server as a message of ours can carry them.
fn quoted(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = line.chars().filter(|c| !c.is_control()).take(LONGEST_WORDS).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short.trim_end_matches('.').to_owned()
}

/// How long a server asks us to wait: `retry-after-ms`, or `retry-after` in seconds or as a date.
fn pause(headers: &http::HeaderMap, now: SystemTime) -> Option<Duration> {
    let header = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let millis = header("retry-after-ms").and_then(|text| text.parse::<f64>().ok());
    let seconds = || {
        let text = header("retry-after")?;
        text.parse::<f64>().ok().or_else(|| until(text, now))
    };
    let seconds = millis.map(|ms| ms / 1_000.0).or_else(seconds)?;
    let asked = Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(LONGEST_PAUSE);
    Some(asked.min(LONGEST_PAUSE))
}

/// Seconds from `now` to an HTTP date.
fn until(date: &str, now: SystemTime) -> Option<f64> {
    let at = jiff::fmt::rfc2822::parse(date).ok()?.timestamp();
    let now = jiff::Timestamp::try_from(now).ok()?;
    Some(at.duration_since(now).as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(status: u16, body: &str, wanted: &str, transient: bool) {
        let error = refusal("h", status, body.as_bytes(), None);
        assert_eq!((error.to_string().as_str(), error.is_transient()), (wanted, transient));
    }

    #[test]
    fn status_counts_first_and_quota_is_no_rate_limit() {
        check(429, "", "h asks for fewer calls (HTTP 429)", true);
        check(
            429,
            r#"{"error":{"message":"You exceeded your quota.","code":"insufficient_quota"}}"#,
            "the account at h has no quota left: You exceeded your quota",
            false,
        );
        check(
            401,
            r#"{"error":"bad key"}"#,
            "h does not accept the key (HTTP 401): bad key",
            false,
        );
        check(503, "<html>x</html>", "h failed (HTTP 503)", true);
        check(
            400,
            r#"[{"error":{"message":"no","code":400}}]"#,
            "h refuses the call (HTTP 400): no",
            false,
        );
        check(
            404,
            r#"{"detail":"no such model"}"#,
            "h refuses the call (HTTP 404): no such model",
            false,
        );
    }

    #[test]
    fn a_key_that_a_server_repeats_goes_no_further() {
        let body = |text: &str, key: &str| {
            String::from_utf8(without(text.as_bytes().to_vec(), key.as_bytes())).unwrap()
        };
        assert_eq!(body("no sk-12345678, sk-12345678!", "sk-12345678"), "no [key], [key]!");
        assert_eq!(body("nothing of it", "sk-12345678"), "nothing of it");
        assert_eq!(body("nothing to strike", ""), "nothing to strike");
    }

    #[test]
    fn pause_is_read_in_every_form_and_capped() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_445_412_470);
        let of = |name: &'static str, value: &str| {
            let mut headers = http::HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            pause(&headers, now)
        };
        assert_eq!(of("retry-after", "7"), Some(Duration::from_secs(7)));
        assert_eq!(of("retry-after", "0.5"), Some(Duration::from_millis(500)));
        assert_eq!(of("retry-after-ms", "1500"), Some(Duration::from_millis(1500)));
        let date = "Wed, 21 Oct 2015 07:28:00 GMT";
        assert_eq!(of("retry-after", date), Some(Duration::from_secs(10)));
        assert_eq!(of("retry-after", "999999"), Some(LONGEST_PAUSE));
        assert_eq!(of("retry-after", "-3"), Some(Duration::ZERO));
        assert_eq!(of("retry-after", "soon"), None);
        assert_eq!(of("x-other", "7"), None);
    }
}
