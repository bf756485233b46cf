//! Keeps a class: one loop that takes what comes in, writes it down, and does what is due.

use super::annals::{Annals, AnnalsError};
use super::cabinet::{Cabinet, CabinetError, Key};
use super::desk::objection;
use super::follow::Followed;
use super::registry::{Notice, Refusal, Spending};
use super::vitals::{Meter, Pulse};
use crate::domain::docket::{
    Docket, DocketEvent, Order, Origin, Record, Revision, Schedule, Submission,
};
use crate::domain::graded::{Graded, Yardstick};
use crate::domain::ids::{AuditId, SubmissionId};
use crate::domain::request::AuditRequest;
use crate::domain::rubric::Rubric;
use crate::engine::Engine;
use crate::render::results::CohortHint;
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, oneshot, watch};
use tokio::task::JoinSet;

/// Messages that may wait for the registrar; whoever sends more waits.
const INBOX: usize = 256;
/// Notices that a follower may lag behind before it misses some.
const NOTICES: usize = 4_096;
/// The heart beats at least so often, and records of other processes are looked for.
const TICK: Duration = Duration::from_millis(250);
/// How long audits get to finish or park when the class is closed.
const CLOSING: Duration = Duration::from_secs(10);

/// What a registrar is told.
#[derive(Debug)]
pub enum Command {
    /// What is listed at this moment.
    Seen {
        /// The submissions, each with its state.
        found: Vec<(Submission, Revision)>,
        /// What could not be read, each with its place.
        problems: Vec<String>,
        /// Whether something that is there was left for later, such as a file that is being written.
        more: bool,
    },
    /// Where a repository stands now.
    Head {
        /// Whose.
        id: SubmissionId,
        /// The commit.
        commit: String,
    },
    /// Somebody orders something.
    Order {
        /// What.
        order: Order,
        /// Who.
        by: String,
        /// Gets the number of its record.
        reply: oneshot::Sender<Result<u64, Refusal>>,
    },
    /// Somebody hands something in.
    Submit {
        /// What.
        submission: Box<Submission>,
        /// Who.
        by: String,
        /// Gets the number of its record.
        reply: oneshot::Sender<Result<u64, Refusal>>,
    },
    /// The class's rubric is another from now on.
    Rubric(Arc<Rubric>),
}

/// What a registrar goes by.
pub struct Settings {
    /// How many audits at a time, and within which bounds.
    pub schedule: Schedule,
    /// The class's rubric.
    pub rubric: Arc<Rubric>,
    /// How a submission is asked for.
    pub request: Box<dyn Fn(&Submission) -> AuditRequest + Send + Sync>,
    /// What model calls used so far.
    pub meter: Meter,
    /// How many submissions are audited before the others wait for a word.
    pub pilot: Option<u32>,
    /// Whether to end as soon as nothing is left to do.
    pub once: bool,
}

/// Why a registrar ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing is left to do.
    Done,
    /// What is left waits for a person's word, for this reason.
    Held(String),
    /// It was asked to stop.
    Stopped,
    /// Nothing is left to do, and the files of results cannot be written, for this reason.
    Unwritten(String),
}

/// What the registrar shares with whoever asks it.
pub(super) struct Shared {
    pub title: String,
    pub cabinet: Cabinet,
    pub annals: Annals,
    pub docket: watch::Sender<Arc<Docket>>,
    pub notices: broadcast::Sender<Notice>,
    pub pulse: Pulse,
    pub yardstick: Mutex<Yardstick>,
    pub class: Mutex<Class>,
}

/// What is held of a class in memory.
#[derive(Default)]
pub(super) struct Class {
    /// Its submissions with brief reports.
    pub graded: BTreeMap<SubmissionId, Arc<Graded>>,
    /// What they have in common.
    pub hints: Vec<CohortHint>,
}

/// Asks a registrar, and tells it things. It can be cloned.
#[derive(Clone)]
pub struct RegistrarHandle {
    pub(super) shared: Arc<Shared>,
    outbox: mpsc::Sender<Command>,
}

/// Keeps a class.
pub struct Registrar {
    pub(super) shared: Arc<Shared>,
    pub(super) settings: Settings,
    pub(super) engine: Engine,
    pub(super) docket: Docket,
    /// Records that are kept and that nobody was told of.
    pub(super) untold: Vec<Record>,
    pub(super) followers: JoinSet<Followed>,
    /// Audits that this process conducts.
    pub(super) at_work: BTreeSet<AuditId>,
    inbox: mpsc::Receiver<Command>,
    /// Whether the lists were read, and nothing in them was left for later.
    is_read: bool,
    /// Submissions whose brief report is not that of their newest result.
    pub(super) stale: BTreeSet<SubmissionId>,
    /// When the files of the class were written last.
    pub(super) written: Option<tokio::time::Instant>,
    pub(super) is_dirty: bool,
    /// Why the files of the class could not be written when that was tried last.
    pub(super) unwritten: Option<String>,
    _key: Key,
}

impl Registrar {
    /// Takes a class up where its records end.
    ///
    /// # Errors
    /// When another process keeps it, or its records cannot be read.
    pub async fn open(
        cabinet: Cabinet,
        annals: Annals,
        engine: Engine,
        mut settings: Settings,
    ) -> Result<(Self, RegistrarHandle), OpenError> {
        let key = cabinet.key()?;
        let docket = Docket::of(&annals.records(0).await?);
        let meter = std::mem::replace(&mut settings.meter, Box::new(Spending::default));
        let shared = Arc::new(Shared {
            title: cabinet.title(),
            cabinet,
            annals,
            docket: watch::channel(Arc::new(docket.clone())).0,
            notices: broadcast::channel(NOTICES).0,
            pulse: Pulse::new(meter),
            yardstick: Mutex::new(Yardstick::of(&settings.rubric)),
            class: Mutex::default(),
        });
        let (outbox, inbox) = mpsc::channel(INBOX);
        let registrar = Self {
            shared: Arc::clone(&shared),
            settings,
            engine,
            stale: docket.items.keys().cloned().collect(),
            docket,
            untold: Vec::new(),
            followers: JoinSet::new(),
            at_work: BTreeSet::new(),
            inbox,
            is_read: false,
            written: None,
            is_dirty: true,
            unwritten: None,
            _key: key,
        };
        Ok((registrar, RegistrarHandle { shared, outbox }))
    }

    /// Keeps the class until it is done, if it is to end then, or until `stop` is there. Audits that run
    /// are parked, and taken up the next time.
    ///
    /// # Errors
    /// When something cannot be kept. What is kept stays.
    pub async fn run(mut self, stop: impl Future<Output = ()>) -> Result<Ending, AnnalsError> {
        let ending = self.serve(stop).await;
        let Self { engine, mut followers, .. } = self;
        engine.shut_down(CLOSING).await;
        // They end with the engine, and what they bring is found in the journal the next time.
        followers.abort_all();
        ending
    }

    async fn serve(&mut self, stop: impl Future<Output = ()>) -> Result<Ending, AnnalsError> {
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        tokio::pin!(stop);
        self.take_up().await?;
        self.pilot().await?;
        loop {
            let held = self.turn().await?;
            self.shared.pulse.beat(held.clone());
            self.publish().await;
            if self.settings.once && self.is_read && self.is_idle() {
                self.publish_docket();
                self.write().await;
                return Ok(match (self.unwritten.take(), held) {
                    (Some(why), _) => Ending::Unwritten(why),
                    (None, Some(held)) => Ending::Held(held),
                    (None, None) => Ending::Done,
                });
            }
            tokio::select! {
                biased;
                () = &mut stop => {
                    self.publish_docket();
                    self.write().await;
                    return Ok(Ending::Stopped);
                }
                Some(over) = self.followers.join_next() => self.ended(over).await?,
                Some(command) = self.inbox.recv() => self.take(command).await?,
                _ = ticks.tick() => self.catch_up().await?,
            }
        }
    }

    /// Whether nothing runs and nothing will be due without a person's word.
    fn is_idle(&self) -> bool {
        self.followers.is_empty() && self.due().is_nothing()
    }

    async fn pilot(&mut self) -> Result<(), AnnalsError> {
        match self.settings.pilot {
            Some(first) if self.docket.pilot.is_none() && !self.docket.is_released => {
                self.record(DocketEvent::Piloted { first }).await?;
            }
            // Whoever starts without a pilot gives the word for which one waits.
            None if self.docket.pilot.is_some() => {
                let (order, by) = (Order::Resume { id: None }, "operator".to_owned());
                self.record(DocketEvent::Ordered { order, by }).await?;
            }
            Some(_) | None => {}
        }
        Ok(())
    }

    async fn take(&mut self, command: Command) -> Result<(), AnnalsError> {
        match command {
            Command::Seen { found, problems, more } => {
                for (submission, revision) in found {
                    if self.docket.is_news(&submission.id, &revision) {
                        self.record(DocketEvent::Entered { submission, revision }).await?;
                    }
                }
                self.shared.pulse.note(problems);
                self.is_read = !more;
            }
            Command::Head { id, commit } => self.found_at(&id, &commit).await?,
            Command::Order { order, by, reply } => {
                let one = order.about().and_then(|id| self.graded(id));
                let answer = match objection(&self.docket, &order, &by, one.as_deref()) {
                    Some(refusal) => Err(refusal),
                    None => Ok(self.record(DocketEvent::Ordered { order, by }).await?),
                };
                self.publish_docket();
                // Whoever asked may have gone; the order stands.
                let _ = reply.send(answer);
            }
            Command::Submit { submission, by, reply } => {
                tracing::info!(submission = %submission.id, by, "a submission is handed in");
                let revision = Revision::of(&submission, None);
                let known = self.docket.items.get(&submission.id);
                let listed = known.map(|item| &item.submission.origin);
                if let Some(origin) = listed.filter(|origin| **origin != Origin::Web) {
                    // The next look at the list would take it back.
                    let text =
                        format!("`{}` is listed at {origin}; change it there", submission.id);
                    // Whoever asked may have gone, which harms nobody.
                    let _ = reply.send(Err(Refusal::Forbidden(text)));
                    return Ok(());
                }
                let answer = if known.is_some_and(|item| item.revision.entry == revision.entry) {
                    self.docket.next.saturating_sub(1)
                } else {
                    let submission = *submission;
                    self.record(DocketEvent::Entered { submission, revision }).await?
                };
                self.publish_docket();
                // Whoever asked may have gone; the submission is entered.
                let _ = reply.send(Ok(answer));
            }
            Command::Rubric(rubric) => {
                let yardstick = Yardstick::of(&rubric);
                *self.shared.yardstick.lock().unwrap_or_else(PoisonError::into_inner) = yardstick;
                self.settings.rubric = rubric;
            }
        }
        Ok(())
    }

    fn graded(&self, id: &SubmissionId) -> Option<Arc<Graded>> {
        let class = self.shared.class.lock().unwrap_or_else(PoisonError::into_inner);
        class.graded.get(id).cloned()
    }

    /// Writes a record; it counts once it is kept.
    pub(super) async fn record(&mut self, event: DocketEvent) -> Result<u64, AnnalsError> {
        for record in self.shared.annals.append(self.docket.next, event).await? {
            self.enter(record);
        }
        Ok(self.docket.next - 1)
    }

    /// Takes in what other processes wrote, such as a person's score by the command line.
    async fn catch_up(&mut self) -> Result<(), AnnalsError> {
        if self.shared.annals.count().await? > self.docket.next {
            for record in self.shared.annals.records(self.docket.next).await? {
                self.enter(record);
            }
        }
        Ok(())
    }

    fn enter(&mut self, record: Record) {
        self.docket.apply(&record);
        match &record.event {
            DocketEvent::Entered { submission, .. } => {
                self.stale.insert(submission.id.clone());
            }
            DocketEvent::Ordered { order, .. } => match order.about() {
                Some(id) => {
                    self.stale.insert(id.clone());
                }
                None => self.stale.extend(self.docket.items.keys().cloned()),
            },
            DocketEvent::Begun { id, .. }
            | DocketEvent::Graded { id, .. }
            | DocketEvent::Failed { id, .. }
            | DocketEvent::Stopped { id, .. } => {
                self.stale.insert(id.clone());
            }
            DocketEvent::Piloted { .. } => {}
        }
        self.is_dirty = true;
        self.untold.push(record);
    }
}

/// Why a class could not be taken up. Completes "failed to open the class: ".
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Its folder cannot be used.
    #[error(transparent)]
    Cabinet(#[from] CabinetError),
    /// Its records cannot be read.
    #[error(transparent)]
    Annals(#[from] AnnalsError),
}

impl RegistrarHandle {
    /// Tells the registrar something; waits while too much is waiting already. Says whether there still is
    /// one.
    pub async fn tell(&self, command: Command) -> bool {
        self.outbox.send(command).await.is_ok()
    }
}
