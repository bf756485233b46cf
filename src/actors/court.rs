//! The court: root of the tree. Starts audits, restarts what crashes within a budget, and closes in
//! order. Holds no audit data but what an audit is started with.

use super::bench::{Bench, BenchMsg};
use super::coordinator::{Brief, Coordinator, CoordinatorMsg};
use super::{Docket, Ending, Equipment, ended};
use crate::domain::event::AuditEvent;
use crate::domain::ids::AuditId;
use crate::domain::request::AuditRequest;
use crate::domain::retry::RestartBudget;
use crate::domain::rubric::Rubric;
use crate::domain::state::AgentState;
use ractor::{Actor, ActorId, ActorProcessingErr, ActorRef, SupervisionEvent};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, oneshot};

/// Longest time that one actor gets to stop in order.
const STOPPING: Duration = Duration::from_secs(5);

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
    /// Start a crashed coordinator again, its pause being over. Sent by the court to itself.
    Resume(AuditId),
    /// Start a new bench, its pause being over. Sent by the court to itself.
    NewBench,
    /// Stop every audit and then the bench, in order, and then the court itself.
    Adjourn,
}

/// An audit to conduct, and how its people are told.
pub struct Filing {
    /// Its name.
    pub audit: AuditId,
    /// What was asked for.
    pub request: Arc<AuditRequest>,
    /// By which rubric.
    pub rubric: Arc<Rubric>,
    /// What belongs to it alone.
    pub docket: Docket,
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
    coordinator: ActorRef<CoordinatorMsg>,
    brief: Brief,
    done: oneshot::Sender<Result<Arc<AgentState>, String>>,
    budget: RestartBudget,
}

/// The court.
pub struct Court;

/// The bench, and the audits that are being conducted.
pub struct CourtState {
    equipment: Equipment,
    bench: ActorRef<BenchMsg>,
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
        let (bench, _) =
            Actor::spawn_linked(None, Bench, equipment.clone(), myself.get_cell()).await?;
        Ok(CourtState {
            equipment,
            bench,
            sessions: BTreeMap::new(),
            budget: RestartBudget::default(),
        })
    }

    async fn handle(
        &self,
        myself: ActorRef<CourtMsg>,
        message: CourtMsg,
        state: &mut CourtState,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            CourtMsg::Open(filing) => state.open(&myself, *filing).await,
            CourtMsg::Close { audit, state: last } => {
                if let Some(session) = state.sessions.remove(&audit) {
                    session.coordinator.stop(None);
                    state.equipment.journal.close(&audit).await;
                    // Whoever waited may have gone, which harms nobody.
                    let _ = session.done.send(Ok(last));
                }
                Ok(())
            }
            CourtMsg::Resume(audit) => {
                state.resume(&myself, &audit).await;
                Ok(())
            }
            CourtMsg::NewBench => state.new_bench(&myself).await,
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
        } else {
            state.restart(&myself, child.get_id(), &message);
        }
        Ok(())
    }
}

impl CourtState {
    async fn open(
        &mut self,
        myself: &ActorRef<CourtMsg>,
        filing: Filing,
    ) -> Result<(), ActorProcessingErr> {
        let Filing { audit, request, rubric, docket, events, done } = filing;
        if self.sessions.contains_key(&audit) {
            // Two writers of one journal would crash each other. Whoever waited may have gone.
            let _ = done.send(Err(format!("audit {audit} is being conducted already")));
            return Ok(());
        }
        let brief = Brief {
            audit: audit.clone(),
            state: AgentState::new(request, rubric),
            equipment: self.equipment.clone(),
            docket,
            bench: self.bench.clone(),
            court: myself.clone(),
            events,
        };
        match Actor::spawn_linked(None, Coordinator, brief.clone(), myself.get_cell()).await {
            Ok((coordinator, _)) => {
                let session =
                    Session { coordinator, brief, done, budget: RestartBudget::default() };
                self.sessions.insert(audit, session);
            }
            // Whoever waited may have gone, which harms nobody.
            Err(error) => drop(done.send(Err(format!("the audit could not be started: {error}")))),
        }
        Ok(())
    }

    /// Has a crashed coordinator started again after a pause; gives the audit up once its budget is
    /// spent.
    fn restart(&mut self, myself: &ActorRef<CourtMsg>, id: ActorId, message: &str) {
        let crashed = self.sessions.iter_mut().find(|(_, s)| s.coordinator.get_id() == id);
        let Some((audit, session)) = crashed else { return };
        let audit = audit.clone();
        if !session.budget.spend(self.equipment.clock.now()) {
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

    /// Starts a coordinator on the journal that its predecessor left.
    async fn resume(&mut self, myself: &ActorRef<CourtMsg>, audit: &AuditId) {
        let Some(mut session) = self.sessions.remove(audit) else { return };
        session.brief.bench = self.bench.clone();
        let brief = session.brief.clone();
        match Actor::spawn_linked(None, Coordinator, brief, myself.get_cell()).await {
            Ok((coordinator, _)) => {
                session.coordinator = coordinator;
                self.sessions.insert(audit.clone(), session);
            }
            Err(error) => {
                // Whoever waited may have gone, which harms nobody.
                drop(session.done.send(Err(format!("the audit could not go on: {error}"))));
            }
        }
    }

    /// Has a new bench started after a pause; stops everything once the budget is spent.
    async fn replace_bench(&mut self, myself: &ActorRef<CourtMsg>, message: &str) {
        if self.budget.spend(self.equipment.clock.now()) {
            myself.send_after(self.budget.pause("bench"), || CourtMsg::NewBench);
        } else {
            self.adjourn(&format!("the bench kept crashing: {message}")).await;
            myself.stop(None);
        }
    }

    /// Starts a new bench and tells every audit.
    async fn new_bench(&mut self, myself: &ActorRef<CourtMsg>) -> Result<(), ActorProcessingErr> {
        let (bench, _) =
            Actor::spawn_linked(None, Bench, self.equipment.clone(), myself.get_cell()).await?;
        self.bench = bench;
        for (audit, session) in &self.sessions {
            // A coordinator that crashed meanwhile is started again with the new bench.
            if session.coordinator.cast(CoordinatorMsg::Reseat(self.bench.clone())).is_err() {
                tracing::debug!(%audit, "its coordinator is gone and will be started again");
            }
        }
        Ok(())
    }

    /// Stops audits by name, then the bench; each gets a bounded time.
    async fn adjourn(&mut self, reason: &str) {
        while let Some((audit, session)) = self.sessions.pop_first() {
            if session.coordinator.stop_and_wait(None, Some(STOPPING)).await.is_err() {
                tracing::warn!(%audit, "a coordinator did not stop in time");
            }
            // Whoever waited may have gone, which harms nobody.
            let _ = session.done.send(Err(reason.to_owned()));
        }
        if self.bench.stop_and_wait(None, Some(STOPPING)).await.is_err() {
            tracing::warn!("the bench did not stop in time");
        }
    }
}
