//! The coordinator of one audit: owns its state; everyone else is told, and answers with an event.
//!
//! An event is appended to the journal, then applied, then broadcast. What is started next is decided
//! in `domain::conduct`.

use super::bench::{BenchMsg, Summons};
use super::chief_justice::ChiefJusticeMsg;
use super::clerk::ClerkMsg;
use super::court::CourtMsg;
use super::desks::{Desk, Desks};
use super::detective::{DetectiveMsg, Kit, patience};
use super::{Alarm, Docket, Ending, Equipment, Hours, ended};
use crate::domain::conduct::{self, Conduct, Due, Next};
use crate::domain::event::AuditEvent;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::ids::AuditId;
use crate::domain::invariants::breach;
use crate::domain::plan;
use crate::domain::planted::{self, Bug, is_planted};
use crate::domain::request::AuditRequest;
use crate::domain::retry::RestartBudget;
use crate::domain::rubric::Rubric;
use crate::domain::state::AgentState;
use crate::domain::task::{Step, Task};
use crate::ports::trouble::Moment;
use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort, SupervisionEvent};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{broadcast, watch};
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
    /// A step's time is up. Sent by the coordinator to itself; ignored when the step is settled.
    Overdue(Step),
    /// There is a new bench: what the old one had in hand is lost and asked for again.
    Reseat(ActorRef<BenchMsg>),
    /// Say that it is at work. Sent by the court on its rounds.
    Ping(RpcReplyPort<()>),
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
    /// What was asked for and by which rubric; `None` where the journal has to know.
    pub opening: Option<(Arc<AuditRequest>, Arc<Rubric>)>,
    /// The engine's ports and limits.
    pub equipment: Arc<Equipment>,
    /// The court's hours.
    pub hours: watch::Receiver<Hours>,
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
    desks: Desks,
    /// A watch on every step under way but hearings, which the bench watches.
    watches: BTreeMap<Task, Alarm>,
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
        brief.strike(Moment::PreStart).await;
        let journal = &brief.equipment.journal;
        let events = timeout(JOURNAL_PATIENCE, journal.events(&brief.audit)).await??;
        let (request, rubric) = match (events.first().map(AsRef::as_ref), &brief.opening) {
            // What was kept is what the audit is about, whoever asks for it again.
            (Some(AuditEvent::Opened { request, rubric }), _) | (None, Some((request, rubric))) => {
                (Arc::clone(request), Arc::clone(rubric))
            }
            (Some(_), _) => return Err("its journal does not begin at the beginning".into()),
            (None, None) => return Err("nothing is kept of it".into()),
        };
        let mut conduct = Conduct::resume(AgentState::new(request, rubric));
        for event in events.iter().filter(|event| !planted::is_forgotten(event)) {
            conduct.take(event);
        }
        let mut written = events.len() as u64;
        if is_planted(Bug::RecoveryMiscounts) {
            written = written.saturating_sub(1);
        }
        let kit = Kit {
            audit: brief.audit.clone(),
            equipment: Arc::clone(&brief.equipment),
            docket: brief.docket.clone(),
            hours: brief.hours.clone(),
            coordinator: myself.clone(),
        };
        let desks = Desks::open(kit).await?;
        let budget = RestartBudget::default();
        Ok(CoordinatorState { brief, conduct, written, desks, watches: BTreeMap::new(), budget })
    }

    async fn post_start(
        &self,
        myself: ActorRef<CoordinatorMsg>,
        state: &mut CoordinatorState,
    ) -> Result<(), ActorProcessingErr> {
        state.brief.strike(Moment::PostStart).await;
        if state.written == 0 || is_planted(Bug::OpensAgain) {
            let opening = state.conduct.state();
            let (request, rubric) = (Arc::clone(&opening.request), Arc::clone(&opening.rubric));
            drop(opening);
            state.keep(Arc::new(AuditEvent::Opened { request, rubric })).await?;
        }
        let folder = Arc::clone(&state.brief.docket.folder);
        let tasks = plan::mislaid(&state.conduct.state(), |path| folder.holds(path));
        if !tasks.is_empty() {
            state.keep(Arc::new(AuditEvent::Mislaid { tasks })).await?;
        }
        state.advance(&myself).await
    }

    async fn handle(
        &self,
        myself: ActorRef<CoordinatorMsg>,
        message: CoordinatorMsg,
        state: &mut CoordinatorState,
    ) -> Result<(), ActorProcessingErr> {
        state.brief.strike(Moment::Handle).await;
        match message {
            CoordinatorMsg::Record { attempt, event } => {
                state.record(attempt, event).await?;
                state.advance(&myself).await
            }
            CoordinatorMsg::Begin(step) => {
                // During its pause the attempt may have been given up, as a new bench does to all.
                let is_awaited = state.conduct.state().awaits(&step.task, step.attempt);
                if is_awaited || is_planted(Bug::BeginsWhatWasGivenUp) {
                    state.begin(&myself, step)?;
                }
                Ok(())
            }
            CoordinatorMsg::Overdue(step) => state.give_up(&myself, &step).await,
            CoordinatorMsg::Reseat(bench) => {
                state.brief.bench = bench;
                if is_planted(Bug::ReseatForgetsHearings) {
                    return Ok(());
                }
                // It is not known which case the old one crashed over, if any: none is held poisonous.
                let replaced = Failure::passing(FailureKind::Cancelled, "the bench was replaced");
                state.lose(&myself, |task| matches!(task, Task::Hear { .. }), &replaced).await
            }
            CoordinatorMsg::Ping(reply) => {
                // Whoever asked may have gone, which harms nobody.
                let _ = reply.send(());
                Ok(())
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
        let Some(desk) = state.desks.whose(child.get_id()) else { return Ok(()) };
        state.desks.replace(desk).await?;
        if is_planted(Bug::DesksCrashLosesNothing) {
            return Ok(());
        }
        let theirs = |task: &Task| Desk::of(task) == Some(desk);
        state.lose(&myself, theirs, &conduct::crash(&message)).await
    }

    /// Children are stopped here in a fixed order; a supervisor that ends kills them in any.
    async fn post_stop(
        &self,
        _myself: ActorRef<CoordinatorMsg>,
        state: &mut CoordinatorState,
    ) -> Result<(), ActorProcessingErr> {
        state.brief.strike(Moment::PostStop).await;
        state.watches.clear();
        state.desks.close().await;
        Ok(())
    }
}

impl Brief {
    async fn strike(&self, moment: Moment) {
        self.equipment.strike("coordinator", moment, || self.audit.to_string()).await;
    }
}

impl CoordinatorState {
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
        if planted::is_sound() {
            debug_assert_eq!(breach(&self.conduct.state(), &event), None);
        }
        if is_planted(Bug::ToldBeforeKept) {
            let _ = self.brief.events.send(Arc::clone(&event));
        }
        if !(is_planted(Bug::ToldAndNotKept) && matches!(*event, AuditEvent::Lost { .. })) {
            self.append(&event).await?;
        }
        if is_planted(Bug::AppendedTwice) {
            self.append(&event).await?;
        }
        self.conduct.take(&event);
        if let Some(task) = event.ends() {
            self.watches.remove(&task);
        }
        if !is_planted(Bug::ToldBeforeKept) {
            // Nobody may be following, which is no failure.
            let _ = self.brief.events.send(event);
        }
        Ok(())
    }

    async fn append(&mut self, event: &Arc<AuditEvent>) -> Result<(), ActorProcessingErr> {
        let journal = &self.brief.equipment.journal;
        // An append that took too long may yet have happened: the restart reads what is there.
        let append = journal.append(&self.brief.audit, self.written, Arc::clone(event));
        let kept = timeout(JOURNAL_PATIENCE, append).await?;
        if kept.is_err() && is_planted(Bug::AppendErrorsIgnored) {
            return Ok(());
        }
        kept?;
        self.written += 1;
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

    /// Tells whoever does this step to do it; nobody, when the court is about to close.
    fn begin(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
        step: Step,
    ) -> Result<(), ActorProcessingErr> {
        if *self.brief.hours.borrow() > Hours::Open {
            return Ok(());
        }
        if let Some(desk) = Desk::of(&step.task) {
            let after = patience(&step.task, &self.brief.equipment.limits);
            let overdue = step.clone();
            let alarm = Alarm::set(myself, after, move || CoordinatorMsg::Overdue(overdue));
            self.watches.insert(step.task.clone(), alarm);
            return self.assign(desk, step);
        }
        let Step { task: Task::Hear { seat }, attempt } = step else {
            return Err("whatever is no hearing has a desk".into());
        };
        let case = self.conduct.state().case(&seat);
        let case = Box::new(case.ok_or("a seat is on a dimension of the rubric")?);
        let (audit, coordinator) = (self.brief.audit.clone(), myself.clone());
        let summons = Summons { audit, case, attempt, coordinator };
        if self.brief.bench.cast(BenchMsg::Hear(summons)).is_err() {
            // The court learns of it too and names a new one, which loses this attempt.
            tracing::debug!("the bench is gone; its successor will be asked");
        }
        Ok(())
    }

    /// Gives a step to whoever does it. One that has just crashed is replaced, and this attempt lost.
    fn assign(&self, desk: Desk, step: Step) -> Result<(), ActorProcessingErr> {
        let state = self.conduct.state();
        let attempt = step.attempt;
        let told = match desk {
            Desk::Detective(role) => {
                let detective = self.desks.detective(role).ok_or("every role has its actor")?;
                detective.cast(DetectiveMsg::Undertake { step, state }).is_ok()
            }
            Desk::ChiefJustice => {
                self.desks.chief_justice.cast(ChiefJusticeMsg::Decide { attempt, state }).is_ok()
            }
            Desk::Clerk => {
                let report = state.final_report.clone();
                let report = report.ok_or("a report is decided before it is published")?;
                self.desks.clerk.cast(ClerkMsg::Publish { attempt, report }).is_ok()
            }
        };
        if !told {
            tracing::debug!(?desk, "nobody is there; the supervision will tell");
        }
        Ok(())
    }

    /// Replaces whoever has hung over a step for too long, and records the attempt as lost.
    async fn give_up(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
        step: &Step,
    ) -> Result<(), ActorProcessingErr> {
        let is_awaited = self.conduct.state().awaits(&step.task, step.attempt);
        if !is_awaited || is_planted(Bug::OverdueStepsLeftAlone) {
            return Ok(());
        }
        let Some(desk) = Desk::of(&step.task) else { return Ok(()) };
        let seconds = patience(&step.task, &self.brief.equipment.limits).as_secs();
        let message = format!("no answer within {seconds} s, and whoever was at it was replaced");
        // Its end is told by the supervision, which replaces it.
        self.desks.kill(desk);
        let theirs = |task: &Task| *task == step.task;
        self.lose(myself, theirs, &Failure::passing(FailureKind::Deadline, message)).await
    }

    /// Records the work of somebody who is gone as lost, and goes on.
    async fn lose(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
        theirs: impl Fn(&Task) -> bool,
        failure: &Failure,
    ) -> Result<(), ActorProcessingErr> {
        for (attempt, event) in self.conduct.losses(theirs, failure) {
            self.record(attempt, Arc::new(event)).await?;
        }
        self.advance(myself).await
    }
}
