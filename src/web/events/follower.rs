//! One who follows what happens: first what was missed, then what happens, and again what was missed where it
//! happened too fast.

use super::super::answer::text;
use super::brief::brief;
use super::cursor::Cursor;
use crate::docket::{Notice, Registry};
use crate::domain::docket::{DocketEvent, Record};
use crate::domain::event::AuditEvent;
use crate::domain::ids::{AuditId, SubmissionId};
use axum::response::sse::Event;
use serde_json::json;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc, watch};

/// Longest time that somebody may leave us waiting before we let go.
const PATIENCE: Duration = Duration::from_secs(30);

/// What goes to the follower.
type Told = Result<Event, Infallible>;

/// One who follows what happens.
pub(super) struct Follower {
    registry: Arc<dyn Registry>,
    tell: mpsc::Sender<Told>,
    /// How far was told.
    cursor: Cursor,
}

/// That nobody listens any more.
struct Gone;

impl Follower {
    /// One who has heard as far as `cursor` says.
    pub(super) fn new(
        registry: Arc<dyn Registry>,
        tell: mpsc::Sender<Told>,
        cursor: Cursor,
    ) -> Self {
        Self { registry, tell, cursor }
    }

    /// Tells what happens until the follower leaves, or the server is to end.
    pub(super) async fn follow(
        mut self,
        notices: broadcast::Receiver<Notice>,
        mut ending: watch::Receiver<bool>,
    ) {
        let tell = self.tell.clone();
        let ended = async move {
            // Whoever made the router alone has nobody who ends it.
            if ending.wait_for(|is_ending| *is_ending).await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        tokio::select! {
            biased;
            () = tell.closed() => {}
            () = ended => {}
            _ = self.tell_all(notices) => {}
        }
    }

    async fn tell_all(&mut self, mut notices: broadcast::Receiver<Notice>) -> Result<(), Gone> {
        let next = self.registry.docket().next;
        if self.cursor.next > next {
            // It comes from another class, or from before its records were lost.
            self.cursor = Cursor::at(next);
            self.send(Event::default().event("reset").data("{}")).await?;
        }
        self.catch_up().await?;
        loop {
            match notices.recv().await {
                Ok(Notice::Recorded(record)) => self.record(&record).await?,
                Ok(Notice::Audited { id, audit, seq, event }) => {
                    self.audited(&id, &audit, seq, &event).await?;
                }
                Ok(Notice::Written) => {
                    let event = Event::default().event("written").data("{}");
                    self.send(self.numbered(event)).await?;
                }
                Ok(Notice::Unwritten(_)) => {}
                Err(RecvError::Lagged(_)) => self.catch_up().await?,
                Err(RecvError::Closed) => return Ok(()),
            }
        }
    }

    /// Tells what was missed: the records, and the events of every audit that can have had any meanwhile.
    async fn catch_up(&mut self) -> Result<(), Gone> {
        let missed = self.registry.records(self.cursor.next).await;
        let docket = self.registry.docket();
        let mut audits: BTreeMap<AuditId, SubmissionId> =
            docket.running().map(|(id, audit)| (audit.clone(), id.clone())).collect();
        audits.extend(missed.iter().filter_map(|record| named(&record.event)));
        for (audit, id) in audits {
            for (seq, event) in self.registry.events(&audit).await {
                self.audited(&id, &audit, seq, &event).await?;
            }
        }
        // The records come last, because the end of an audit is one and closes its events.
        for record in &missed {
            self.record(record).await?;
        }
        Ok(())
    }

    async fn record(&mut self, record: &Record) -> Result<(), Gone> {
        if record.seq < self.cursor.next {
            return Ok(());
        }
        if record.seq > self.cursor.next {
            // Something was passed by: it is read from what was kept.
            let kept = self.registry.records(self.cursor.next).await;
            let before = kept.iter().filter(|one| one.seq < record.seq);
            for one in before {
                self.one_record(one).await?;
            }
        }
        self.one_record(record).await
    }

    async fn one_record(&mut self, record: &Record) -> Result<(), Gone> {
        let cursor = &mut self.cursor;
        cursor.next = record.seq + 1;
        if let DocketEvent::Graded { audit, .. }
        | DocketEvent::Failed { audit, .. }
        | DocketEvent::Stopped { audit, .. } = &record.event
        {
            cursor.audits.remove(audit);
        }
        let data = text(record).unwrap_or_default();
        let event = self.numbered(Event::default().event("record").data(data));
        self.send(event).await
    }

    async fn audited(
        &mut self,
        id: &SubmissionId,
        audit: &AuditId,
        seq: u64,
        event: &AuditEvent,
    ) -> Result<(), Gone> {
        let next = self.cursor.audits.entry(audit.clone()).or_insert(0);
        if seq < *next {
            return Ok(());
        }
        *next = seq + 1;
        let data = json!({ "submission": id, "audit": audit, "seq": seq, "event": brief(event) });
        let event =
            self.numbered(Event::default().event("audit").data(text(&data).unwrap_or_default()));
        self.send(event).await
    }

    /// The event with the id that says how far was told with it.
    fn numbered(&self, event: Event) -> Event {
        event.id(self.cursor.to_string())
    }

    async fn send(&self, event: Event) -> Result<(), Gone> {
        self.tell.send_timeout(Ok(event), PATIENCE).await.map_err(|_| Gone)
    }
}

/// The audit that a record names, and the submission that it is of.
fn named(event: &DocketEvent) -> Option<(AuditId, SubmissionId)> {
    match event {
        DocketEvent::Begun { id, audit, .. }
        | DocketEvent::Graded { id, audit, .. }
        | DocketEvent::Failed { id, audit, .. }
        | DocketEvent::Stopped { id, audit } => Some((audit.clone(), id.clone())),
        DocketEvent::Entered { .. } | DocketEvent::Ordered { .. } | DocketEvent::Piloted { .. } => {
            None
        }
    }
}
