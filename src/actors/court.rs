//! The court: root of the tree. Starts audits, restarts what crashes within a budget, and closes in
//! order. Holds no audit data but what an audit is started with.

use super::bench::{Bench, BenchMsg, Chambers};
use super::coordinator::{Brief, Coordinator, CoordinatorMsg};
use super::rounds::{self, Rounds};
use super::{Belongings, Ending, Equipment, Hours, ended, seated};
use crate::domain::event::AuditEvent;
use crate::domain::ids::AuditId;
use crate::domain::planted::{Bug, is_planted};
use crate::domain::request::AuditRequest;
use crate::domain::retry::RestartBudget;
use crate::domain::rubric::Rubric;
use crate::domain::state::AgentState;
use ractor::{Actor, ActorId, ActorProcessingErr, ActorRef, SupervisionEvent};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, oneshot, watch};

/// Restarts of one audit's coordinator, however far apart.
const MOST_RESTARTS: usize = 20;
/// Longest time that judges get to finish what they are at: their calls are paid for.
const RISING: Duration = Duration::from_secs(5);
/// Longest time that all audits together get to stop in order.
const CLOSING: Duration = Duration::from_secs(3);
/// Longest time that one audit gets to stop in order when it is called off.
const DISMISSING: Duration = Duration::from_secs(1);
/// Longest time that the bench gets to stop in order.
const STOPPING: Duration = Duration::from_secs(1);

/// What the court accepts.
#[derive(Debug)]
pub enum CourtMsg {
    /// Conduct an audit. Answered over the filing's own channels.
    Open(Box<Filing>),
    /// An audit is over. Sent by its coordinator.
    Close {
        /// The audit.
        audit: AuditId,
        /// Its last state.
        state: Arc<AgentState>,
    },
    /// Give an audit up, within a second. What is kept of it stays.
    Dismiss(AuditId),
    /// Start a crashed coordinator again, its pause being over. Sent by the court to itself.
    Resume(AuditId),
    /// Look whether everybody is at work. Sent by the court to itself, again and again.
    Rounds,
    /// Start a new bench, its pause being over. Sent by the court to itself.
    NewBench,
    /// Stop every audit and then the bench, in order, and then the court itself.
    Adjourn,
}

/// An audit to conduct, and how its people are told.
pub struct Filing {
    /// Its name.
    pub audit: AuditId,
    /// What is asked for and by which rubric; `None` for an audit that the journal knows.
    pub opening: Option<(Arc<AuditRequest>, Arc<Rubric>)>,
    /// What belongs to it alone.
    pub belongings: Belongings,
    /// Who follows it.
    pub events: broadcast::Sender<Arc<AuditEvent>>,
    /// Who waits for its end: the last state, or why the court gave up.
    pub done: oneshot::Sender<Result<Arc<AgentState>, String>>,
}

impl std::fmt::Debug for Filing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filing").field("audit", &self.audit).finish_non_exhaustive()
    }
}

/// An audit that is being conducted.
struct Session {
    /// `None` during the pause before it is started again.
    coordinator: Option<ActorRef<CoordinatorMsg>>,
    brief: Brief,
    done: oneshot::Sender<Result<Arc<AgentState>, String>>,
    budget: RestartBudget,
}

/// The court.
pub struct Court;

/// The bench, and the audits that are being conducted.
pub struct CourtState {
    chambers: Chambers,
    hours: watch::Sender<Hours>,
    bench: ActorRef<BenchMsg>,
    rounds: Rounds,
    sessions: BTreeMap<AuditId, Session>,
    budget: RestartBudget,
}

impl Actor for Court {
    type Msg = CourtMsg;
    type State = CourtState;
    type Arguments = Equipment;

    async fn pre_start(
        &self,
        myself: ActorRef<CourtMsg>,
        equipment: Equipment,
    ) -> Result<CourtState, ActorProcessingErr> {
        let (hours, receiver) = watch::channel(Hours::Open);
        let chambers = Chambers { equipment: Arc::new(equipment), hours: receiver };
        let bench = bench(&chambers, &myself).await?;
        myself.send_interval(rounds::EVERY, || CourtMsg::Rounds);
        let (sessions, budget) = (BTreeMap::new(), RestartBudget::default());
        let rounds = Rounds::default();
        Ok(CourtState { chambers, hours, bench, rounds, sessions, budget })
    }

    async fn handle(
        &self,
        myself: ActorRef<CourtMsg>,
        message: CourtMsg,
        state: &mut CourtState,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            CourtMsg::Open(filing) => {
                state.open(&myself, *filing).await;
                Ok(())
            }
            CourtMsg::Close { audit, state: last } => {
                if let Some(session) = state.sessions.remove(&audit) {
                    if let Some(coordinator) = session.coordinator {
                        coordinator.stop(None);
                    }
                    state.chambers.equipment.journal.close(&audit).await;
                    if is_planted(Bug::CloseForgetsToAnswer) {
                        return Ok(());
                    }
                    // Whoever waited may have gone, which harms nobody.
                    let _ = session.done.send(Ok(last));
                }
                Ok(())
            }
            CourtMsg::Dismiss(audit) => {
                state.dismiss(&audit);
                Ok(())
            }
            CourtMsg::Resume(audit) => {
                state.start(&myself, audit).await;
                Ok(())
            }
            CourtMsg::Rounds => {
                let sessions = state.sessions.values();
                let coordinators = sessions.filter_map(|session| session.coordinator.as_ref());
                state.rounds.make(&state.bench, coordinators);
                Ok(())
            }
            CourtMsg::NewBench => {
                state.new_bench(&myself).await;
                Ok(())
            }
            CourtMsg::Adjourn => {
                state.adjourn("the court was adjourned").await;
                myself.stop(None);
                Ok(())
            }
        }
    }

    async fn handle_supervisor_evt(
        &self,
        myself: ActorRef<CourtMsg>,
        event: SupervisionEvent,
        state: &mut CourtState,
    ) -> Result<(), ActorProcessingErr> {
        let Some((child, Ending::Crashed(message))) = ended(event) else { return Ok(()) };
        if child.get_id() == state.bench.get_id() {
            state.replace_bench(&myself, &message).await;
        } else if !is_planted(Bug::CoordinatorsCrashIgnored) {
            state.crashed(&myself, child.get_id(), &message);
        }
        Ok(())
    }
}

async fn bench(
    chambers: &Chambers,
    court: &ActorRef<CourtMsg>,
) -> Result<ActorRef<BenchMsg>, ActorProcessingErr> {
    seated(Bench, chambers.clone(), court.get_cell()).await
}

impl CourtState {
    async fn open(&mut self, myself: &ActorRef<CourtMsg>, filing: Filing) {
        let Filing { audit, opening, belongings, events, done } = filing;
        if self.sessions.contains_key(&audit) {
            // Two writers of one journal would crash each other. Whoever waited may have gone.
            let _ = done.send(Err(format!("audit {audit} is being conducted already")));
            return;
        }
        let brief = Brief {
            audit: audit.clone(),
            opening,
            equipment: Arc::clone(&self.chambers.equipment),
            hours: self.chambers.hours.clone(),
            belongings,
            bench: self.bench.clone(),
            court: myself.clone(),
            events,
        };
        let session = Session {
            coordinator: None,
            brief,
            done,
            budget: RestartBudget::default().in_all(MOST_RESTARTS),
        };
        self.sessions.insert(audit.clone(), session);
        self.start(myself, audit).await;
    }

    /// Starts a coordinator on the journal, which is empty or was left by a predecessor.
    async fn start(&mut self, myself: &ActorRef<CourtMsg>, audit: AuditId) {
        let Some(session) = self.sessions.get_mut(&audit) else { return };
        session.brief.bench = self.bench.clone();
        let brief = session.brief.clone();
        match seated(Coordinator, brief, myself.get_cell()).await {
            Ok(coordinator) => session.coordinator = Some(coordinator),
            Err(error) => self.restart(myself, audit, &error.to_string()),
        }
    }

    /// Gives an audit up: its judges are killed at once, its coordinator gets a moment to stop in order.
    fn dismiss(&mut self, audit: &AuditId) {
        let Some(session) = self.sessions.remove(audit) else { return };
        // A bench that is being replaced has lost its judges anyway.
        let _ = self.bench.cast(BenchMsg::Dismiss(audit.clone()));
        tokio::spawn(async move {
            if let Some(coordinator) = session.coordinator
                && coordinator.stop_and_wait(None, Some(DISMISSING)).await.is_err()
            {
                coordinator.kill();
            }
            // Whoever waited may have gone, which harms nobody.
            let _ = session.done.send(Err("the audit was called off".to_owned()));
        });
    }

    /// A coordinator is gone.
    fn crashed(&mut self, myself: &ActorRef<CourtMsg>, id: ActorId, message: &str) {
        let is_its = |session: &Session| {
            session.coordinator.as_ref().is_some_and(|coordinator| coordinator.get_id() == id)
        };
        let crashed = self.sessions.iter().find(|(_, session)| is_its(session));
        if let Some(audit) = crashed.map(|(audit, _)| audit.clone()) {
            self.restart(myself, audit, message);
        }
    }

    /// Has a crashed coordinator started again after a pause; gives the audit up once its budget is
    /// spent.
    fn restart(&mut self, myself: &ActorRef<CourtMsg>, audit: AuditId, message: &str) {
        let Some(session) = self.sessions.get_mut(&audit) else { return };
        session.coordinator = None;
        if !session.budget.spend(self.chambers.equipment.clock.now()) {
            if let Some(session) = self.sessions.remove(&audit) {
                // Whoever waited may have gone, which harms nobody.
                let _ = session.done.send(Err(format!("the coordinator kept crashing: {message}")));
            }
            return;
        }
        tracing::warn!(%audit, message, "a coordinator crashed and is started again");
        let pause = session.budget.pause(audit.as_str());
        myself.send_after(pause, move || CourtMsg::Resume(audit));
    }

    /// Has a new bench started after a pause; stops everything once the budget is spent.
    async fn replace_bench(&mut self, myself: &ActorRef<CourtMsg>, message: &str) {
        if self.budget.spend(self.chambers.equipment.clock.now()) {
            tracing::warn!(message, "the bench crashed and is replaced");
            myself.send_after(self.budget.pause("bench"), || CourtMsg::NewBench);
        } else {
            self.adjourn(&format!("the bench kept crashing: {message}")).await;
            myself.stop(None);
        }
    }

    /// Starts a new bench and tells every audit.
    async fn new_bench(&mut self, myself: &ActorRef<CourtMsg>) {
        match bench(&self.chambers, myself).await {
            Ok(bench) => self.bench = bench,
            Err(error) => return self.replace_bench(myself, &error.to_string()).await,
        }
        if is_planted(Bug::NewBenchIsNotTold) {
            return;
        }
        for (audit, session) in &self.sessions {
            // A coordinator that crashed meanwhile is started again with the new bench.
            let Some(coordinator) = &session.coordinator else { continue };
            if coordinator.cast(CoordinatorMsg::Reseat(self.bench.clone())).is_err() {
                tracing::debug!(%audit, "its coordinator is gone and will be started again");
            }
        }
    }

    /// Lets judges finish, then stops audits by name, then the bench; each gets a bounded time.
    async fn adjourn(&mut self, reason: &str) {
        self.hours.send_replace(Hours::Closing);
        let risen = self.bench.call(BenchMsg::Rise, Some(RISING)).await;
        if !matches!(risen, Ok(ractor::rpc::CallResult::Success(()))) {
            tracing::debug!("judges are still at work, and leave it");
        }
        self.hours.send_replace(Hours::Closed);
        let end = tokio::time::Instant::now() + CLOSING;
        while let Some((audit, session)) = self.sessions.pop_first() {
            if let Some(coordinator) = session.coordinator {
                let left = end.saturating_duration_since(tokio::time::Instant::now());
                if coordinator.stop_and_wait(None, Some(left)).await.is_err() {
                    tracing::warn!(%audit, "a coordinator did not stop in time");
                }
            }
            // Whoever waited may have gone, which harms nobody.
            let _ = session.done.send(Err(reason.to_owned()));
        }
        if self.bench.stop_and_wait(None, Some(STOPPING)).await.is_err() {
            tracing::warn!("the bench did not stop in time");
        }
    }
}
