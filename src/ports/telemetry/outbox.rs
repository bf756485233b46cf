//! Spans on their way out: a bounded queue, and somebody who empties it.

use super::{Telemetry, TelemetryError};
use crate::domain::span::Span;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::{self, error::TryRecvError};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// Spans that may wait; an audit of ten criteria with a second hearing of each has about 300.
const WAITING: usize = 4_096;
/// Most spans of one request.
const BATCH: usize = 128;
/// How long a span waits for company.
const COMPANY: Duration = Duration::from_secs(1);

/// Spans on their way to one destination.
pub struct Outbox {
    sender: mpsc::Sender<Span>,
    lost: Arc<AtomicU64>,
    emptied: JoinHandle<Option<TelemetryError>>,
}

impl Outbox {
    /// Opens an outbox; called within a runtime.
    #[must_use]
    pub fn new(telemetry: Arc<dyn Telemetry>) -> Self {
        let (sender, receiver) = mpsc::channel(WAITING);
        let lost = Arc::<AtomicU64>::default();
        let emptied = tokio::spawn(empty(receiver, telemetry, Arc::clone(&lost)));
        Self { sender, lost, emptied }
    }

    /// Puts a span in, or drops it where the box is full.
    pub fn put(&self, span: Span) {
        if self.sender.try_send(span).is_err() {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Sends what is left, for at most until `deadline`.
    ///
    /// # Errors
    /// When spans were lost, now or before: one sentence.
    pub async fn close(mut self, deadline: Instant) -> Result<(), String> {
        drop(self.sender);
        let ended = tokio::time::timeout_at(deadline, &mut self.emptied).await;
        let lost = self.lost.load(Ordering::Relaxed);
        match ended {
            Ok(Ok(Some(error))) => Err(format!("{lost} spans could not be delivered: {error}")),
            Ok(Ok(None)) if lost == 0 => Ok(()),
            Ok(Ok(None)) => Err(format!("{lost} spans were dropped: too many waited at a time")),
            Ok(Err(_)) => Err("spans could not be delivered: the sender crashed".to_owned()),
            Err(_) => {
                self.emptied.abort();
                Err("not all spans could be delivered: the collector took too long".to_owned())
            }
        }
    }
}

/// Sends batches until the box is closed and empty. Returns the last error, if there was one.
async fn empty(
    mut receiver: mpsc::Receiver<Span>,
    telemetry: Arc<dyn Telemetry>,
    lost: Arc<AtomicU64>,
) -> Option<TelemetryError> {
    let mut failure = None;
    while let Some(first) = receiver.recv().await {
        let batch = gather(first, &mut receiver).await;
        if let Err(error) = telemetry.export(&batch).await {
            tracing::warn!(%error, spans = batch.len(), "spans could not be delivered");
            lost.fetch_add(batch.len() as u64, Ordering::Relaxed);
            failure = Some(error);
        }
    }
    failure
}

/// A span and the company that comes soon.
async fn gather(first: Span, receiver: &mut mpsc::Receiver<Span>) -> Vec<Span> {
    let mut batch = vec![first];
    let until = Instant::now() + COMPANY;
    while batch.len() < BATCH {
        match receiver.try_recv() {
            Ok(span) => batch.push(span),
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                match tokio::time::timeout_at(until, receiver.recv()).await {
                    Ok(Some(span)) => batch.push(span),
                    Ok(None) | Err(_) => break,
                }
            }
        }
    }
    batch
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::span::{Attributes, SpanId, SpanKind, TraceId};
    use async_trait::async_trait;
    use std::sync::Mutex;

    /// How a collector behaves.
    enum Manner {
        Takes,
        Refuses,
        Hangs,
    }

    /// A collector that keeps the sizes of batches.
    struct Kept(Manner, Mutex<Vec<usize>>);

    #[async_trait]
    impl Telemetry for Kept {
        async fn export(&self, spans: &[Span]) -> Result<(), TelemetryError> {
            self.1.lock().unwrap().push(spans.len());
            match self.0 {
                Manner::Takes => Ok(()),
                Manner::Refuses => {
                    Err(TelemetryError::Refused { host: "c".to_owned(), status: 401 })
                }
                Manner::Hangs => std::future::pending().await,
            }
        }
    }

    fn span() -> Span {
        let trace = TraceId::of(&["t"]);
        Span {
            id: SpanId::of(&trace, &["s"]),
            trace,
            parent: None,
            name: "s".to_owned(),
            kind: SpanKind::Internal,
            start: Duration::ZERO,
            end: Duration::ZERO,
            attributes: Attributes::new(),
            events: Vec::new(),
            failed: None,
        }
    }

    /// So many spans, put in at once, leave in batches of these sizes.
    async fn check(manner: Manner, spans: usize, batches: &[usize], end: Result<(), &str>) {
        let kept = Arc::new(Kept(manner, Mutex::default()));
        let outbox = Outbox::new(Arc::clone(&kept) as Arc<dyn Telemetry>);
        for _ in 0..spans {
            outbox.put(span());
        }
        let start = Instant::now();
        let ended = outbox.close(start + Duration::from_secs(2)).await;
        assert_eq!(ended.as_ref().map_err(String::as_str).copied(), end);
        assert_eq!(*kept.1.lock().unwrap(), batches);
        assert!(start.elapsed() <= Duration::from_secs(2));
    }

    #[tokio::test(start_paused = true)]
    async fn spans_leave_in_batches_and_a_batch_is_sent_once() {
        check(Manner::Takes, 0, &[], Ok(())).await;
        check(Manner::Takes, 300, &[128, 128, 44], Ok(())).await;
        let refused = "130 spans could not be delivered: c refuses them (HTTP 401)";
        check(Manner::Refuses, 130, &[128, 2], Err(refused)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_collector_that_hangs_costs_spans_and_two_seconds() {
        let late = "not all spans could be delivered: the collector took too long";
        check(Manner::Hangs, 10_000, &[128], Err(late)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_box_drops_what_is_too_much_and_says_so() {
        let batches = [128; WAITING / 128];
        let dropped = "1 spans were dropped: too many waited at a time";
        check(Manner::Takes, WAITING + 1, &batches, Err(dropped)).await;
    }
}
