//! Somebody who watches an audit and tells it as spans. The audit knows nothing of it.

mod destinations;

use super::exit::complain;
use crate::config::TelemetrySettings;
use crate::domain::call::ModelCall;
use crate::domain::event::AuditEvent;
use crate::domain::ids::AuditId;
use crate::domain::span::{Span, TraceId};
use crate::ports::clock::Calendar;
use crate::ports::llm::Calls;
use crate::ports::telemetry::{Collector, Outbox};
use crate::render::spans::Trail;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// How long the end of a run waits for collectors, all together.
const FLUSHING: Duration = Duration::from_secs(2);
/// Events that may wait to be turned into spans; an audit of ten criteria has about 50.
const EVENTS_KEPT: usize = 1_024;

/// An event and when it was seen.
type Told = (Duration, Arc<AuditEvent>);

/// Somebody who watches one audit.
pub(super) struct Watcher {
    teller: Sender<Told>,
    calendar: Calendar,
    watching: JoinHandle<Vec<Outbox>>,
    is_quiet: bool,
}

impl Watcher {
    /// Begins to watch where anything asks for it; called within a runtime. What cannot be done is told
    /// on stderr, unless `is_quiet`, and harms no audit.
    pub fn start(
        settings: &TelemetrySettings,
        audit: &AuditId,
        calls: Option<Calls>,
        is_quiet: bool,
    ) -> Option<Self> {
        if !settings.is_on() {
            return None;
        }
        let mut outboxes = Vec::new();
        for destination in destinations::of(settings) {
            match destination.and_then(Collector::new) {
                Ok(collector) => outboxes.push(Outbox::new(Arc::new(collector))),
                Err(_) if is_quiet => {}
                Err(problem) => complain("warning", &format!("nothing is traced: {problem}")),
            }
        }
        if outboxes.is_empty() {
            return None;
        }
        // Calls and events are timed by one calendar, so that none stands outside its judge.
        let calendar = calls.as_ref().map_or_else(Calendar::default, |calls| calls.calendar);
        let calls = calls.map(|calls| calls.ended);
        let (moment, process) = (calendar.now().as_nanos(), std::process::id());
        let trace = TraceId::of(&[audit.as_str(), &moment.to_string(), &process.to_string()]);
        let trail = Trail::new(trace, audit, settings.tells_words);
        let (teller, told) = channel(EVENTS_KEPT);
        let watching = tokio::spawn(watch(trail, told, calls, outboxes, calendar));
        Some(Self { teller, calendar, watching, is_quiet })
    }

    /// Tells of an event that was just seen.
    pub fn tell(&self, event: &Arc<AuditEvent>) {
        // Whoever watches may have gone or be far behind, which is no failure of the audit.
        let _ = self.teller.try_send((self.calendar.now(), Arc::clone(event)));
    }

    /// Ends the trace and sends what is left, within two seconds.
    pub async fn finish(mut self) {
        let deadline = Instant::now() + FLUSHING;
        drop(self.teller);
        let watched = tokio::time::timeout_at(deadline, &mut self.watching).await;
        let Ok(Ok(outboxes)) = watched else { return self.watching.abort() };
        // Each is closed at once, so that a slow one takes no time from the others.
        let closing: Vec<_> =
            outboxes.into_iter().map(|outbox| tokio::spawn(outbox.close(deadline))).collect();
        for closed in closing {
            match closed.await {
                Ok(Err(problem)) if !self.is_quiet => {
                    complain("warning", &format!("the trace is not complete: {problem}"));
                }
                Ok(Ok(()) | Err(_)) | Err(_) => {}
            }
        }
    }
}

/// Turns what is told into spans until nothing more is told, then ends the trace.
async fn watch(
    mut trail: Trail,
    mut told: Receiver<Told>,
    mut calls: Option<Receiver<ModelCall>>,
    outboxes: Vec<Outbox>,
    calendar: Calendar,
) -> Vec<Outbox> {
    let put = |span: Span| outboxes.iter().for_each(|outbox| outbox.put(span.clone()));
    let mut is_told = true;
    while is_told {
        let event = tokio::select! {
            biased;
            event = told.recv() => event,
            Some(call) = next(&mut calls) => {
                put(trail.call(&call));
                continue;
            }
        };
        // A call that led to this event has been waiting since before it.
        while let Some(call) = calls.as_mut().and_then(|calls| calls.try_recv().ok()) {
            put(trail.call(&call));
        }
        is_told = event.is_some();
        if let Some((now, event)) = event {
            trail.event(now, &event).into_iter().for_each(put);
        }
    }
    trail.close(calendar.now()).into_iter().for_each(put);
    outboxes
}

/// The next call; never where none are told any more.
async fn next(calls: &mut Option<Receiver<ModelCall>>) -> Option<ModelCall> {
    let next = match calls {
        Some(calls) => calls.recv().await,
        None => std::future::pending().await,
    };
    if next.is_none() {
        *calls = None;
    }
    next
}
