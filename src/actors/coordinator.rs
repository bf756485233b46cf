//! The coordinator of one audit: owns its state; everyone else is told, and answers with an event.
//!
//! An event is appended to the journal, then applied, then broadcast (`keeping`). What is started next is
//! decided in `domain::conduct`.

use super::bench::{BenchMsg, Summons};
use super::court::CourtMsg;
use super::desks::{Desk, Desks};
use super::detective::{Kit, patience};
use super::minutes::Minutes;
use super::{Alarm, Belongings, Ending, Equipment, Hours, ended};
use crate::domain::conduct::{self, Conduct};
use crate::domain::event::AuditEvent;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::ids::AuditId;
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

/// How long opinions wait for those of the judges who are still at it, so that one commit carries them.
const MOMENT: Duration = Duration::from_millis(1);

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
    /// Keep what was told meanwhile, and go on. Sent by the coordinator to itself, behind whatever else is
    /// waiting to be told or is about to be, so that one commit carries all of it.
    Keep,
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
    pub belongings: Belongings,
    /// Who hears cases.
    pub bench: ActorRef<BenchMsg>,
    /// Who is told at the end.
    pub court: ActorRef<CourtMsg>,
    /// Who follows the audit.
    pub events: broadcast::Sender<Arc<AuditEvent>>,
}

/// The audit in hand, and the actors that work on it.
pub struct CoordinatorState {
    pub(super) brief: Brief,
    pub(super) conduct: Conduct,
    pub(super) minutes: Minutes,
    desks: Desks,
    /// A watch on every step under way but hearings, which the bench watches.
    pub(super) watches: BTreeMap<Task, Alarm>,
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
        let (minutes, events) = Minutes::open(&brief).await?;
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
        let kit = Kit {
            audit: brief.audit.clone(),
            equipment: Arc::clone(&brief.equipment),
            belongings: brief.belongings.clone(),
            hours: brief.hours.clone(),
            coordinator: myself.clone(),
        };
        let desks = Desks::new(kit);
        let budget = RestartBudget::default();
        Ok(CoordinatorState { brief, conduct, minutes, desks, watches: BTreeMap::new(), budget })
    }

    async fn post_start(
        &self,
        myself: ActorRef<CoordinatorMsg>,
        state: &mut CoordinatorState,
    ) -> Result<(), ActorProcessingErr> {
        state.brief.strike(Moment::PostStart).await;
        if state.minutes.is_blank() || is_planted(Bug::OpensAgain) {
            let opening = state.conduct.state();
            let (request, rubric) = (Arc::clone(&opening.request), Arc::clone(&opening.rubric));
            drop(opening);
            // Reading begins while the journal is busy. What it brings is told, and so kept, after this.
            state.advance(&myself).await?;
            state.keep(vec![Arc::new(AuditEvent::Opened { request, rubric })]).await?;
        }
        let folder = Arc::clone(&state.brief.belongings.folder);
        let tasks = plan::mislaid(&state.conduct.state(), |path| folder.holds(path));
        if !tasks.is_empty() {
            state.keep(vec![Arc::new(AuditEvent::Mislaid { tasks })]).await?;
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
                let is_opinion = matches!(event.ends(), Some(Task::Hear { .. }));
                let is_first = state.minutes.receive(attempt, event);
                let asked = if is_opinion { state.conduct.hearings_under_way() } else { 0 };
                if state.minutes.waiting() >= asked {
                    myself.cast(CoordinatorMsg::Keep)?;
                } else if is_first {
                    myself.send_after(MOMENT, || CoordinatorMsg::Keep);
                }
                Ok(())
            }
            CoordinatorMsg::Keep if state.minutes.waiting() == 0 => Ok(()),
            CoordinatorMsg::Keep => state.keep_and_go_on(&myself).await,
            CoordinatorMsg::Begin(step) => {
                // During its pause the attempt may have been given up, as a new bench does to all.
                let is_awaited = state.conduct.state().awaits(&step.task, step.attempt);
                if is_awaited || is_planted(Bug::BeginsWhatWasGivenUp) {
                    state.begin(&myself, vec![step]).await?;
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
        if let Err(error) = state.desks.replace(desk).await {
            // The next attempt seats another one.
            tracing::debug!(?desk, %error, "a successor did not start");
        }
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
        if let Err(error) = state.keep_all().await {
            tracing::debug!(%error, "what was told last is not kept, and will be done again");
        }
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
    /// Tells whoever does these steps to do them; nobody, when the court is about to close.
    pub(super) async fn begin(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
        steps: Vec<Step>,
    ) -> Result<(), ActorProcessingErr> {
        if *self.brief.hours.borrow() > Hours::Open {
            return Ok(());
        }
        let mut cases = Vec::new();
        for step in steps {
            tracing::debug!(audit = %self.brief.audit, task = %step.task, attempt = step.attempt, "begins");
            if let Some(desk) = Desk::of(&step.task) {
                let after = patience(&step.task, &self.brief.equipment.limits);
                let overdue = step.clone();
                let alarm = Alarm::set(myself, after, move || CoordinatorMsg::Overdue(overdue));
                self.watches.insert(step.task.clone(), alarm);
                if let Err(error) = self.desks.occupy(desk).await {
                    self.unseated(myself, &step.task, &error.to_string())?;
                    continue;
                }
                self.desks.assign(desk, step, self.conduct.state())?;
            } else {
                cases.push(self.summons(myself, step)?);
            }
        }
        if !cases.is_empty() && self.brief.bench.cast(BenchMsg::Hear(cases)).is_err() {
            // The court learns of it too and names a new one, which loses this attempt.
            tracing::debug!("the bench is gone; its successor will be asked");
        }
        Ok(())
    }

    /// Has the attempt lost for which nobody could be seated, as if whoever it was had crashed over it.
    fn unseated(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
        task: &Task,
        why: &str,
    ) -> Result<(), ActorProcessingErr> {
        for (attempt, event) in self.conduct.losses(|other| other == task, &conduct::crash(why)) {
            self.minutes.receive(attempt, Arc::new(event));
        }
        Ok(myself.cast(CoordinatorMsg::Keep)?)
    }

    /// The case of a hearing, on its way to the bench.
    fn summons(
        &self,
        myself: &ActorRef<CoordinatorMsg>,
        step: Step,
    ) -> Result<Summons, ActorProcessingErr> {
        let Step { task: Task::Hear { seat }, attempt } = step else {
            return Err("whatever is no hearing has a desk".into());
        };
        let case = self.conduct.state().case(&seat);
        let case = Box::new(case.ok_or("a seat is on a dimension of the rubric")?);
        let (audit, coordinator) = (self.brief.audit.clone(), myself.clone());
        Ok(Summons { audit, case, attempt, coordinator })
    }

    /// Replaces whoever has hung over a step for too long, and records the attempt as lost.
    async fn give_up(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
        step: &Step,
    ) -> Result<(), ActorProcessingErr> {
        self.keep_all().await?;
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
        // What they told before they went counts.
        self.keep_all().await?;
        for (attempt, event) in self.conduct.losses(theirs, failure) {
            self.minutes.receive(attempt, Arc::new(event));
        }
        self.keep_all().await?;
        self.advance(myself).await
    }
}
