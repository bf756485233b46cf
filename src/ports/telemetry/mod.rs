//! Spans to whoever watches: OTLP over HTTP.
//!
//! A watcher slows nothing: spans wait in a bounded queue, a batch is sent once, and what a collector
//! does not take in time is counted and dropped.

mod collector;
mod otlp;
mod outbox;

pub use collector::{Collector, Destination, Protocol};
pub use outbox::Outbox;

use crate::domain::span::Span;
use async_trait::async_trait;

/// Takes spans.
#[async_trait]
pub trait Telemetry: Send + Sync {
    /// Takes a batch. Tries once.
    async fn export(&self, spans: &[Span]) -> Result<(), TelemetryError>;
}

/// Why spans were not taken. Completes "spans could not be delivered: …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TelemetryError {
    /// No connection came about, or it broke.
    #[error("{host} cannot be reached: {what}")]
    Unreachable {
        /// The collector.
        host: String,
        /// What went wrong.
        what: String,
    },
    /// There was no answer in time.
    #[error("{host} gave no answer in time")]
    TimedOut {
        /// The collector.
        host: String,
    },
    /// The collector refuses.
    #[error("{host} refuses them (HTTP {status})")]
    Refused {
        /// The collector.
        host: String,
        /// The status.
        status: u16,
    },
}
