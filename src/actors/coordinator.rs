//! The coordinator of one audit: owns its state; everyone else is told, and answers with an event.
//!
//! An event is appended to the journal, then applied, then broadcast. What is started next is decided
//! in `domain::conduct`.

use super::bench::{BenchMsg, Summons};
use super::chief_justice::{ChiefJustice, ChiefJusticeMsg};
use super::clerk::{Clerk, ClerkMsg};
use super::court::CourtMsg;
use super::detective::{Detective, DetectiveMsg, Kit, whose};
use super::{Docket, Ending, Equipment, ended};
use crate::domain::conduct::{self, Conduct, Due, Next};
use crate::domain::event::AuditEvent;
use crate::domain::evidence::Detective as Role;
use crate::domain::ids::AuditId;
use crate::domain::retry::RestartBudget;
use crate::domain::state::AgentState;
use crate::domain::task::{Step, Task};
use ractor::{
    Actor, ActorCell, ActorId, ActorProcessingErr, ActorRef, RpcReplyPort, SupervisionEvent,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::time::timeout;

/// Longest wait for the journal. It is an error, and the court starts the coordinator again.
const JOURNAL_PATIENCE: Duration = Duration::from_secs(10);

/// What a coordinator accepts.
#[derive(Debug)]
pub enum CoordinatorMsg {
    /// An attempt at a piece of work ended like this. Late and doubled events are ignored.
    Record {
        /// The attempt, from 1.
        attempt: u32,
        /// What happened.
        event: Arc<AuditEvent>,
    },
    /// Start a step whose pause is over. Sent by the coordinator to itself.
    Begin(Step),
    /// There is a new bench: what the old one had in hand is lost and asked for again.
    Reseat(ActorRef<BenchMsg>),
    /// Tell the state as it is now.
    Snapshot(RpcReplyPort<Arc<AgentState>>),
}

/// The coordinator.
pub struct Coordinator;

/// What a coordinator is started with; the same again after a crash.
#[derive(Clone)]
pub struct Brief {
    /// The audit.
    pub audit: AuditId,
    /// Its first state, before any event.
    pub state: AgentState,
    /// The engine's ports and limits.
    pub equipment: Equipment,
    /// What belongs to this audit alone.
    pub docket: Docket,
    /// Who hears cases.
    pub bench: ActorRef<BenchMsg>,
    /// Who is told at the end.
    pub court: ActorRef<CourtMsg>,
    /// Who follows the audit.
    pub events: broadcast::Sender<Arc<AuditEvent>>,
}

/// The audit in hand, and the actors that work on it.
pub struct CoordinatorState {
    brief: Brief,
    conduct: Conduct,
    written: u64,
    detectives: BTreeMap<Role, ActorRef<DetectiveMsg>>,
    chief_justice: ActorRef<ChiefJusticeMsg>,
    clerk: ActorRef<ClerkMsg>,
    budget: RestartBudget,
}

impl Actor for Coordinator {
    type Msg = CoordinatorMsg;
    type State = CoordinatorState;
    type Arguments = Brief;

    /// Folds the journal into the state: start and restart are one path.
    async fn pre_start(
        &self,
        myself: ActorRef<CoordinatorMsg>,
        brief: Brief,
    ) -> Result<CoordinatorState, ActorProcessingErr> {
        let journal = &brief.equipment.journal;
        let events = timeout(JOURNAL_PATIENCE, journal.events(&brief.audit)).await??;
        let mut conduct = Conduct::resume(brief.state.clone());
        for event in &events {
            conduct.take(event);
        }
        let cell = myself.get_cell();
        let mut detectives = BTreeMap::new();
        for role in Role::ALL {
            detectives.insert(role, detective(role, &brief, &myself).await?);
        }
        let version = brief.equipment.program_version.clone();
        let (chief_justice, _) =
            Actor::spawn_linked(None, ChiefJustice, version, cell.clone()).await?;
        let reports = Arc::clone(&brief.docket.reports);
        let (clerk, _) = Actor::spawn_linked(None, Clerk, reports, cell).await?;
        let written = events.len() as u64;
        let budget = RestartBudget::default();
        Ok(CoordinatorState { brief, conduct, written, detectives, chief_justice, clerk, budget })
    }

    async fn post_start(
        &self,
        myself: ActorRef<CoordinatorMsg>,
        state: &mut CoordinatorState,
    ) -> Result<(), ActorProcessingErr> {
        if state.written == 0 {
            let opening = state.conduct.state();
            let (request, rubric) = (Arc::clone(&opening.request), Arc::clone(&opening.rubric));
            drop(opening);
            state.keep(Arc::new(AuditEvent::Opened { request, rubric })).await?;
        }
        state.advance(&myself).await
    }

    async fn handle(
        &self,
        myself: ActorRef<CoordinatorMsg>,
        message: CoordinatorMsg,
        state: &mut CoordinatorState,
    ) -> Result<(), ActorProcessingErr> {
        match message {
            CoordinatorMsg::Record { attempt, event } => {
                state.record(attempt, event).await?;
                state.advance(&myself).await
            }
            CoordinatorMsg::Begin(step) => {
                // During its pause the attempt may have been given up, as a new bench does to all.
                if state.conduct.state().awaits(&step.task, step.attempt) {
                    state.begin(&myself, step)?;
                }
                Ok(())
            }
            CoordinatorMsg::Reseat(bench) => {
                state.brief.bench = bench;
                state
                    .lose(
                        &myself,
                        |task| matches!(task, Task::Hear { .. }),
                        "the bench was replaced",
                    )
                    .await
            }
            CoordinatorMsg::Snapshot(reply) => {
                // Whoever asked may have gone meanwhile, which harms nobody.
                let _ = reply.send(state.conduct.state());
                Ok(())
            }
        }
    }

    /// A child that crashed loses the work it had in hand, and is replaced within the budget.
    async fn handle_supervisor_evt(
        &self,
        myself: ActorRef<CoordinatorMsg>,
        event: SupervisionEvent,
        state: &mut CoordinatorState,
    ) -> Result<(), ActorProcessingErr> {
        let Some((child, Ending::Crashed(message))) = ended(event) else { return Ok(()) };
        if !state.budget.spend(state.brief.equipment.clock.now()) {
            return Err(format!("the restart budget is spent; last crash: {message}").into());
        }
        let id = child.get_id();
        if let Some(role) = state.role(id) {
            let replacement = detective(role, &state.brief, &myself).await?;
            state.detectives.insert(role, replacement);
            return state.lose(&myself, |task| whose(task) == Some(role), &message).await;
        }
        let was_clerk = id == state.clerk.get_id();
        let theirs = move |task: &Task| match task {
            Task::Decide => !was_clerk,
            Task::Publish => was_clerk,
            Task::Fetch
            | Task::Locate
            | Task::Examine { .. }
            | Task::Look
            | Task::Testify { .. }
            | Task::Hear { .. } => false,
        };
        state.lose(&myself, theirs, &message).await
    }

    /// Children are stopped here in a fixed order; a supervisor that ends kills them in any.
    async fn post_stop(
        &self,
        _myself: ActorRef<CoordinatorMsg>,
        state: &mut CoordinatorState,
    ) -> Result<(), ActorProcessingErr> {
        let detectives = state.detectives.values().map(ActorRef::get_cell);
        let others = [state.chief_justice.get_cell(), state.clerk.get_cell()];
        let children: Vec<ActorCell> = detectives.chain(others).collect();
        for child in children {
            child.stop(None);
        }
        Ok(())
    }
}

async fn detective(
    role: Role,
    brief: &Brief,
    myself: &ActorRef<CoordinatorMsg>,
) -> Result<ActorRef<DetectiveMsg>, ActorProcessingErr> {
    let kit = Kit {
        equipment: brief.equipment.clone(),
        docket: brief.docket.clone(),
        coordinator: myself.clone(),
    };
    let (actor, _) = Actor::spawn_linked(None, Detective(role), kit, myself.get_cell()).await?;
    Ok(actor)
}

impl CoordinatorState {
    fn role(&self, id: ActorId) -> Option<Role> {
        self.detectives.iter().find(|(_, actor)| actor.get_id() == id).map(|(role, _)| *role)
    }

    /// Keeps an event if it counts.
    async fn record(
        &mut self,
        attempt: u32,
        event: Arc<AuditEvent>,
    ) -> Result<(), ActorProcessingErr> {
        if self.conduct.admits(attempt, &event) { self.keep(event).await } else { Ok(()) }
    }

    /// Append, then apply, then tell: in this order.
    async fn keep(&mut self, event: Arc<AuditEvent>) -> Result<(), ActorProcessingErr> {
        let journal = &self.brief.equipment.journal;
        // An append that took too long may yet have happened: the restart reads what is there.
        let append = journal.append(&self.brief.audit, self.written, Arc::clone(&event));
        timeout(JOURNAL_PATIENCE, append).await??;
        self.written += 1;
        self.conduct.take(&event);
        // Nobody may be following, which is no failure.
        let _ = self.brief.events.send(event);
        Ok(())
    }

    /// Starts what is due; closes the audit when nothing is.
    async fn advance(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
    ) -> Result<(), ActorProcessingErr> {
        loop {
            match self.conduct.next() {
                Next::Start(due) => {
                    for Due { step, after } in due {
                        if after.is_zero() {
                            self.begin(myself, step)?;
                        } else {
                            myself.send_after(after, move || CoordinatorMsg::Begin(step));
                        }
                    }
                    return Ok(());
                }
                Next::Record(event) => self.keep(Arc::new(event)).await?,
                Next::Close => {
                    let (audit, state) = (self.brief.audit.clone(), self.conduct.state());
                    self.brief.court.cast(CourtMsg::Close { audit, state })?;
                    return Ok(());
                }
            }
        }
    }

    /// Tells whoever does this step to do it.
    fn begin(
        &self,
        myself: &ActorRef<CoordinatorMsg>,
        step: Step,
    ) -> Result<(), ActorProcessingErr> {
        let state = self.conduct.state();
        let attempt = step.attempt;
        match (&step.task, whose(&step.task)) {
            (_, Some(role)) => {
                let detective = self.detectives.get(&role).ok_or("every role has its actor")?;
                detective.cast(DetectiveMsg::Undertake { step, state })?;
            }
            (Task::Hear { seat }, None) => {
                let case =
                    Box::new(state.case(seat).ok_or("a seat is on a dimension of the rubric")?);
                let coordinator = myself.clone();
                let summons = Summons { case, attempt, coordinator };
                if self.brief.bench.cast(BenchMsg::Hear(summons)).is_err() {
                    // The court learns of it too and names a new one, which loses this attempt.
                    tracing::debug!("the bench is gone; its successor will be asked");
                }
            }
            (Task::Publish, None) => {
                let report = state
                    .final_report
                    .clone()
                    .ok_or("a report is decided before it is published")?;
                self.clerk.cast(ClerkMsg::Publish {
                    attempt,
                    report,
                    coordinator: myself.clone(),
                })?;
            }
            (
                Task::Decide
                | Task::Fetch
                | Task::Locate
                | Task::Examine { .. }
                | Task::Look
                | Task::Testify { .. },
                None,
            ) => {
                let coordinator = myself.clone();
                self.chief_justice.cast(ChiefJusticeMsg::Decide { attempt, state, coordinator })?;
            }
        }
        Ok(())
    }

    /// Records the work of somebody who is gone as lost, and goes on.
    async fn lose(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
        theirs: impl Fn(&Task) -> bool,
        message: &str,
    ) -> Result<(), ActorProcessingErr> {
        for (attempt, event) in self.conduct.losses(theirs, |task| conduct::crash(task, message)) {
            self.record(attempt, Arc::new(event)).await?;
        }
        self.advance(myself).await
    }
}
