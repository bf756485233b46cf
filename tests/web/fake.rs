//! A class in memory: what a test says happens.

use async_trait::async_trait;
use automaton_auditor::docket::{Notice, Refusal, Registry, Spending, Vitals};
use automaton_auditor::domain::docket::{
    Docket, DocketEvent, Item, Order, Record, Revision, Standing, Submission,
};
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::graded::{Graded, State};
use automaton_auditor::domain::ids::{AuditId, SubmissionId};
use automaton_auditor::domain::report::AuditReport;
use automaton_auditor::ports::clock::Calendar;
use automaton_auditor::render::results::CohortHint;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::broadcast;

/// A class in memory.
pub struct Fake {
    inner: Mutex<Inner>,
    notices: broadcast::Sender<Notice>,
}

pub struct Inner {
    pub records: Vec<Record>,
    pub docket: Docket,
    pub events: BTreeMap<AuditId, Vec<(u64, Arc<AuditEvent>)>>,
    pub reports: BTreeMap<AuditId, Arc<AuditReport>>,
    pub hints: Vec<CohortHint>,
    pub vitals: Vitals,
    pub title: String,
    /// When the first record was kept, in seconds since 1970 began.
    pub start: u64,
    /// How long every question about the whole class takes.
    pub slowness: std::time::Duration,
}

impl Default for Fake {
    fn default() -> Self {
        Self::with_room(1024)
    }
}

impl Fake {
    /// A class whose followers may lag so many notices behind.
    pub fn with_room(room: usize) -> Self {
        let spending = Spending {
            cost: 3.42,
            most_cost: Some(10.0),
            tokens: 1_204_331,
            currency: "USD".into(),
            in_flight: 3,
        };
        let vitals = Vitals {
            is_alive: true,
            up_seconds: 4000,
            resident_bytes: Some(100 << 20),
            spending,
            ..Vitals::default()
        };
        let inner = Inner {
            records: Vec::new(),
            docket: Docket::default(),
            events: BTreeMap::new(),
            reports: BTreeMap::new(),
            hints: Vec::new(),
            vitals,
            title: "Week 2: Automaton Auditor".into(),
            start: Calendar::default().now().as_secs() - 600,
            slowness: std::time::Duration::ZERO,
        };
        Self { inner: Mutex::new(inner), notices: broadcast::channel(room).0 }
    }

    pub fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }

    /// Records something, and tells the followers.
    pub fn record(&self, event: DocketEvent) -> u64 {
        let mut inner = self.inner();
        let seq = u64::try_from(inner.records.len()).unwrap();
        let record = Record { seq, at: inner.start + seq, event };
        inner.docket.apply(&record);
        inner.records.push(record.clone());
        drop(inner);
        let _ = self.notices.send(Notice::Recorded(Arc::new(record)));
        seq
    }

    /// Lets something happen in an audit, and tells the followers.
    pub fn happen(&self, id: &SubmissionId, audit: &AuditId, event: Arc<AuditEvent>) {
        let mut inner = self.inner();
        let events = inner.events.entry(audit.clone()).or_default();
        let seq = u64::try_from(events.len()).unwrap();
        events.push((seq, Arc::clone(&event)));
        drop(inner);
        let (id, audit) = (id.clone(), audit.clone());
        let _ = self.notices.send(Notice::Audited { id, audit, seq, event });
    }

    /// The orders that were given, with who gave them.
    pub fn orders(&self) -> Vec<(Order, String)> {
        let all = self.inner().records.clone();
        let orders = all.into_iter().filter_map(|record| match record.event {
            DocketEvent::Ordered { order, by } => Some((order, by)),
            _ => None,
        });
        orders.collect()
    }
}

impl Inner {
    fn graded(&self, id: &SubmissionId, item: &Item) -> Graded {
        let reason = |text: &str| text.to_owned();
        let state = match &item.standing {
            Standing::Waiting { .. } | Standing::Running { .. } => State::Waiting,
            Standing::Graded => match item.latest().and_then(|past| past.grade.partial.clone()) {
                Some(why) => State::Partial { reason: why },
                None => State::Graded,
            },
            Standing::Parked { reason: why } => State::Parked { reason: reason(why) },
            Standing::Cancelled => State::Cancelled,
        };
        let report = item.latest().and_then(|past| self.reports.get(&past.audit)).cloned();
        Graded {
            student: item.submission.student.clone(),
            report,
            human: item.human(),
            ..Graded::new(id.clone(), state)
        }
    }
}

#[async_trait]
impl Registry for Fake {
    fn title(&self) -> String {
        self.inner().title.clone()
    }

    fn docket(&self) -> Arc<Docket> {
        Arc::new(self.inner().docket.clone())
    }

    async fn records(&self, from: u64) -> Vec<Record> {
        self.inner().records.iter().filter(|record| record.seq >= from).cloned().collect()
    }

    fn follow(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    async fn events(&self, audit: &AuditId) -> Vec<(u64, Arc<AuditEvent>)> {
        self.inner().events.get(audit).cloned().unwrap_or_default()
    }

    async fn graded(&self, id: &SubmissionId) -> Option<Arc<Graded>> {
        let inner = self.inner();
        let item = inner.docket.items.get(id)?;
        Some(Arc::new(inner.graded(id, item)))
    }

    async fn class(&self) -> (Vec<Arc<Graded>>, Vec<CohortHint>) {
        let slowness = self.inner().slowness;
        tokio::time::sleep(slowness).await;
        let inner = self.inner();
        let mut items: Vec<_> = inner.docket.items.iter().collect();
        items.sort_by_key(|(_, item)| item.place);
        // As the real one does: lists are held in brief, and a whole report is asked for by itself.
        let class = items.into_iter().map(|(id, item)| {
            let one = inner.graded(id, item);
            let report = one.report.as_ref().map(|report| Arc::new(report.brief()));
            Arc::new(Graded { report, ..one })
        });
        (class.collect(), inner.hints.clone())
    }

    async fn order(&self, order: Order, by: &str) -> Result<u64, Refusal> {
        if let Order::Override { criterion, .. } = &order
            && criterion.as_str().starts_with("unknown")
        {
            return Err(Refusal::Unknown(format!("there is no criterion `{criterion}`")));
        }
        let (running, cancelled) = (self.docket(), matches!(order, Order::Cancel { .. }));
        let about = order.about().cloned();
        let seq = self.record(DocketEvent::Ordered { order, by: by.to_owned() });
        for (id, audit) in running.running() {
            if cancelled && about.as_ref().is_none_or(|one| one == id) {
                self.record(DocketEvent::Stopped { id: id.clone(), audit: audit.clone() });
            }
        }
        Ok(seq)
    }

    async fn submit(&self, submission: Submission, _by: &str) -> Result<u64, Refusal> {
        let revision = Revision::of(&submission, None);
        Ok(self.record(DocketEvent::Entered { submission, revision }))
    }

    fn vitals(&self) -> Vitals {
        self.inner().vitals.clone()
    }
}
