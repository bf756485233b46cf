//! What took how long: the spans that an audit leaves behind for whoever watches it with OpenTelemetry.

use super::digest::sha256_of_parts;
use std::collections::BTreeMap;
use std::time::Duration;

/// Names a trace: 32 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TraceId(String);

impl TraceId {
    /// Derives a name from what is the trace's own.
    #[must_use]
    pub fn of(parts: &[&str]) -> Self {
        Self(sha256_of_parts(parts)[..32].to_owned())
    }

    /// The digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Names a span within its trace: 16 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpanId(String);

impl SpanId {
    /// Derives a name from the trace and from what is the span's own. A parent's name is thus known
    /// before anybody has seen the parent.
    #[must_use]
    pub fn of(trace: &TraceId, own: &[&str]) -> Self {
        let parts: Vec<&str> = [trace.as_str()].into_iter().chain(own.iter().copied()).collect();
        Self(sha256_of_parts(&parts)[..16].to_owned())
    }

    /// The digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Where the work of a span is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanKind {
    /// In this program.
    Internal,
    /// By a server that this program asks.
    Client,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum SpanValue {
    /// Words.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A number.
    Real(f64),
    /// Yes or no.
    Flag(bool),
    /// Words in order.
    Texts(Vec<String>),
}

impl From<&str> for SpanValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for SpanValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for SpanValue {
    fn from(number: u64) -> Self {
        Self::Whole(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u32> for SpanValue {
    fn from(number: u32) -> Self {
        Self::Whole(i64::from(number))
    }
}

impl From<f64> for SpanValue {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<bool> for SpanValue {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<Vec<String>> for SpanValue {
    fn from(texts: Vec<String>) -> Self {
        Self::Texts(texts)
    }
}

/// What is said of a span or of a moment in it, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attributes(BTreeMap<&'static str, SpanValue>);

impl Attributes {
    /// Says nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says one thing more.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<SpanValue>) -> Self {
        self.0.insert(name, value.into());
        self
    }

    /// Says one thing more where there is something to say.
    #[must_use]
    pub fn maybe(self, name: &'static str, value: Option<impl Into<SpanValue>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// What is said under a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&SpanValue> {
        self.0.get(name)
    }

    /// All of it, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &SpanValue)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }
}

/// Something that happened at a moment of a span.
#[derive(Clone, Debug, PartialEq)]
pub struct SpanEvent {
    /// What it is called.
    pub name: &'static str,
    /// When, since 1970 began in UTC.
    pub at: Duration,
    /// What is said of it.
    pub attributes: Attributes,
}

/// A piece of work that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The trace it belongs to.
    pub trace: TraceId,
    /// Its own name for programs.
    pub id: SpanId,
    /// The work that it is a part of; `None` for the whole.
    pub parent: Option<SpanId>,
    /// Its name for people.
    pub name: String,
    /// Where it is done.
    pub kind: SpanKind,
    /// When it began, since 1970 began in UTC.
    pub start: Duration,
    /// When it ended; not before its beginning.
    pub end: Duration,
    /// What is said of it.
    pub attributes: Attributes,
    /// What happened meanwhile, in order.
    pub events: Vec<SpanEvent>,
    /// Where it came to nothing: why, in words that may be empty.
    pub failed: Option<String>,
}
