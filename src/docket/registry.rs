//! What may be asked of whoever keeps a class, by the command line, the dashboard and programs.

use super::registrar::{Command, RegistrarHandle};
use super::results::in_order;
use super::unknown;
use crate::domain::docket::{Docket, Order, Record, Submission};
use crate::domain::event::AuditEvent;
use crate::domain::graded::Graded;
use crate::domain::ids::{AuditId, SubmissionId};
use crate::render::results::CohortHint;
use async_trait::async_trait;
use serde::Serialize;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::{broadcast, oneshot};

/// Longest wait for a registrar's answer.
const ANSWERING: Duration = Duration::from_secs(10);

/// Whoever keeps a class.
#[async_trait]
pub trait Registry: Send + Sync {
    /// What the class is called.
    fn title(&self) -> String;

    /// The class as it stands.
    fn docket(&self) -> Arc<Docket>;

    /// The records of the class from number `from` on, in order.
    async fn records(&self, from: u64) -> Vec<Record>;

    /// What happens from now on. A follower that is too slow misses some, and is told so; the records
    /// that it missed are in [`Registry::records`].
    fn follow(&self) -> broadcast::Receiver<Notice>;

    /// The events of an audit so far, each with its number from 0; empty for one that nobody knows.
    async fn events(&self, audit: &AuditId) -> Vec<(u64, Arc<AuditEvent>)>;

    /// A submission with its newest report and with people's scores; `None` where there is no such one.
    async fn graded(&self, id: &SubmissionId) -> Option<Arc<Graded>>;

    /// The whole class, in the order of entering, and what its submissions have in common.
    async fn class(&self) -> (Vec<Arc<Graded>>, Vec<CohortHint>);

    /// Orders something; returns the number of the record once it is kept.
    ///
    /// # Errors
    /// When there is no such submission, criterion or evidence, or it cannot be kept.
    async fn order(&self, order: Order, by: &str) -> Result<u64, Refusal>;

    /// Hands a submission in; returns the number of the record once it is kept. One of the same name and
    /// content changes nothing.
    ///
    /// # Errors
    /// When it may not be handed in, or it cannot be kept.
    async fn submit(&self, submission: Submission, by: &str) -> Result<u64, Refusal>;

    /// How the work goes.
    fn vitals(&self) -> Vitals;
}

/// What happened just now.
#[derive(Clone, Debug)]
pub enum Notice {
    /// Something was recorded of the class.
    Recorded(Arc<Record>),
    /// Something happened in an audit.
    Audited {
        /// Of which submission.
        id: SubmissionId,
        /// Which audit.
        audit: AuditId,
        /// The number of the event within the audit, from 0.
        seq: u64,
        /// What.
        event: Arc<AuditEvent>,
    },
    /// They cannot be written, for this reason; it is tried again.
    Unwritten(Arc<str>),
    /// The files of the class's results were written anew.
    Written,
}

/// Why an order was not taken. Completes "failed to take the order: …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It names nothing.
    #[error("{0}")]
    Unknown(String),
    /// It asks for what may not be.
    #[error("{0}")]
    Forbidden(String),
    /// It could not be kept.
    #[error("{0}")]
    NotKept(String),
    /// Nobody answered in time, and it may be kept later.
    #[error(
        "nobody answered within {seconds} s, so that it may yet be kept; look at the class before you order it again"
    )]
    Unanswered {
        /// How long was waited.
        seconds: u64,
    },
}

/// How the work goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Vitals {
    /// Seconds since the heart beat last. It beats while the registrar takes its turns, and only then.
    pub beat_seconds: f64,
    /// Whether the heart beat lately enough.
    pub is_alive: bool,
    /// Seconds since the start.
    pub up_seconds: u64,
    /// Why nothing new is begun, a fragment; `None` where nothing waits in vain.
    pub held: Option<String>,
    /// What could not be read of the class's lists, each with its place.
    pub problems: Vec<String>,
    /// Resident memory in bytes, where the system tells it.
    pub resident_bytes: Option<u64>,
    /// What model calls used.
    pub spending: Spending,
}

/// What model calls of this class used since it was begun.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Spending {
    /// Cost of all calls, where prices are known.
    pub cost: f64,
    /// The most that it may come to.
    pub most_cost: Option<f64>,
    /// Tokens of all calls.
    pub tokens: u64,
    /// The currency of the prices; empty where there are none.
    pub currency: String,
    /// Calls under way at this moment.
    pub in_flight: u64,
}

#[async_trait]
impl Registry for RegistrarHandle {
    fn title(&self) -> String {
        self.shared.title.clone()
    }

    fn docket(&self) -> Arc<Docket> {
        Arc::clone(&self.shared.docket.borrow())
    }

    async fn records(&self, from: u64) -> Vec<Record> {
        self.shared.annals.records(from).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the records of the class cannot be read");
            Vec::new()
        })
    }

    fn follow(&self) -> broadcast::Receiver<Notice> {
        self.shared.notices.subscribe()
    }

    async fn events(&self, audit: &AuditId) -> Vec<(u64, Arc<AuditEvent>)> {
        self.shared.events(audit).await
    }

    async fn graded(&self, id: &SubmissionId) -> Option<Arc<Graded>> {
        let (shared, docket, id) = (Arc::clone(&self.shared), self.docket(), id.clone());
        let read = tokio::task::spawn_blocking(move || shared.graded(&docket, &id));
        read.await.ok().flatten().map(Arc::new)
    }

    async fn class(&self) -> (Vec<Arc<Graded>>, Vec<CohortHint>) {
        let docket = self.docket();
        let class = self.shared.class.lock().unwrap_or_else(PoisonError::into_inner);
        let items = in_order(docket.items.iter());
        let graded =
            items.into_iter().filter_map(|item| class.graded.get(&item.submission.id).cloned());
        (graded.collect(), class.hints.clone())
    }

    async fn order(&self, order: Order, by: &str) -> Result<u64, Refusal> {
        let (shared, docket, by) = (Arc::clone(&self.shared), self.docket(), by.to_owned());
        let look = move || (unknown::evidence(&shared.cabinet, &docket, &order), order);
        let looked = tokio::task::spawn_blocking(look).await;
        let (refusal, order) = looked.map_err(|error| Refusal::NotKept(error.to_string()))?;
        match refusal {
            Some(refusal) => Err(refusal),
            None => self.ask(|reply| Command::Order { order, by, reply }).await,
        }
    }

    async fn submit(&self, submission: Submission, by: &str) -> Result<u64, Refusal> {
        let (submission, by) = (Box::new(submission), by.to_owned());
        self.ask(|reply| Command::Submit { submission, by, reply }).await
    }

    fn vitals(&self) -> Vitals {
        self.shared.pulse.read()
    }
}

impl RegistrarHandle {
    /// Asks the registrar and waits for its answer.
    async fn ask(
        &self,
        question: impl FnOnce(oneshot::Sender<Result<u64, Refusal>>) -> Command,
    ) -> Result<u64, Refusal> {
        let closed = || Refusal::NotKept("the class is being closed".to_owned());
        let (reply, answer) = oneshot::channel();
        if !self.tell(question(reply)).await {
            return Err(closed());
        }
        match tokio::time::timeout(ANSWERING, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(closed()),
            Err(_) => Err(Refusal::Unanswered { seconds: ANSWERING.as_secs() }),
        }
    }
}
