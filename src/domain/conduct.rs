//! How an audit is conducted: which messages count, and what is started next.
//!
//! Everything the coordinator decides is here, synchronous and free of any runtime.

use super::event::AuditEvent;
use super::failure::{Failure, FailureKind};
use super::opinion::Seat;
use super::plan::{self, Plan};
use super::planted::{self, Bug, is_planted};
use super::state::AgentState;
use super::task::{Step, Task};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// An audit in progress: its state, and the work that is under way.
#[derive(Clone, Debug)]
pub struct Conduct {
    state: Arc<AgentState>,
    under_way: BTreeMap<Task, u32>,
    /// Seats whose case was compared with that of the audit that this one follows.
    compared: BTreeSet<Seat>,
    /// Known while hearings are all that is due.
    hearings: Option<Hearings>,
}

/// The criteria with open hearings, by their place in the rubric. A hearing that ends can change what is due
/// on its criterion alone, so that the plan need not be asked about all others after every event.
#[derive(Clone, Debug)]
struct Hearings {
    open: BTreeSet<usize>,
    /// Those on which a hearing has ended since the plan was asked.
    touched: BTreeSet<usize>,
}

/// A step to start, and the pause before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// What to do.
    pub step: Step,
    /// How long to wait before; nothing for a first attempt.
    pub after: Duration,
}

/// What follows from the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Start these steps; empty while work is under way.
    Start(Vec<Due>),
    /// Record this event: an opinion that is taken over, or that the audit cannot go on.
    Record(AuditEvent),
    /// Nothing is left to do.
    Close,
}

impl Conduct {
    /// Takes up an audit at any point of its life; nothing is under way.
    #[must_use]
    pub fn resume(state: AgentState) -> Self {
        let (under_way, compared) = (BTreeMap::new(), BTreeSet::new());
        Self { state: Arc::new(state), under_way, compared, hearings: None }
    }

    /// The state as it is now.
    #[must_use]
    pub fn state(&self) -> Arc<AgentState> {
        Arc::clone(&self.state)
    }

    /// How many hearings are under way.
    #[must_use]
    pub fn hearings_under_way(&self) -> usize {
        self.under_way.keys().filter(|task| matches!(task, Task::Hear { .. })).count()
    }

    /// Whether an event that arrives counts. An event of an attempt that was given up, or for work
    /// that is settled, does not: it is late or doubled. Nothing counts once an audit is abandoned.
    #[must_use]
    pub fn admits(&self, attempt: u32, event: &AuditEvent) -> bool {
        if is_planted(Bug::DedupeOff) {
            return true;
        }
        let counts_always = is_planted(Bug::FormerAttemptsCount);
        let is_awaited =
            |task| self.state.awaits(&task, attempt) || counts_always && !self.state.is_done(&task);
        self.state.abandoned.is_none() && event.ends().is_none_or(is_awaited)
    }

    /// Takes an event in, once the journal has it.
    pub fn take(&mut self, event: &AuditEvent) {
        Arc::make_mut(&mut self.state).apply(event);
        let ended = event.ends();
        let place = ended.as_ref().and_then(|task| place(&self.state, task));
        match (&mut self.hearings, place) {
            (Some(hearings), Some(place)) => {
                hearings.touched.insert(place);
            }
            (hearings, _) => *hearings = None,
        }
        if let Some(task) = ended {
            self.under_way.remove(&task);
        }
    }

    /// Says what is to be started now and marks it as under way: asking twice starts nothing twice.
    #[expect(clippy::should_implement_trait, reason = "it is asked again after its end")]
    pub fn next(&mut self) -> Next {
        let steps = match self.hearings_due() {
            Some(steps) => steps,
            None => match plan::next_steps(&self.state) {
                Plan::Over => return Next::Close,
                Plan::Abandon(task, failure) => {
                    return Next::Record(AuditEvent::Abandoned { task, failure });
                }
                Plan::Steps(steps) => {
                    self.hearings = Hearings::of(&self.state, &steps);
                    steps
                }
            },
        };
        if let Some(event) = self.adopt(&steps) {
            return Next::Record(event);
        }
        let mut due = Vec::new();
        for step in steps {
            let is_new = self.under_way.get(&step.task) != Some(&step.attempt);
            if is_new || is_planted(Bug::NothingIsUnderWay) {
                self.under_way.insert(step.task.clone(), step.attempt);
                let after = self.pause(&step);
                due.push(Due { step, after });
            }
        }
        Next::Start(due)
    }

    /// An opinion that is taken over before anybody is asked. A case does not change once it is due, so each
    /// is compared once.
    fn adopt(&mut self, steps: &[Step]) -> Option<AuditEvent> {
        let from = self.state.request.after.as_ref()?.audit.clone();
        for step in steps {
            let Task::Hear { seat } = &step.task else { continue };
            if self.compared.insert(seat.clone())
                && let Some(opinion) = self.state.precedent(seat)
            {
                // The other steps were not begun, so that the plan has to be asked for them again.
                self.hearings = None;
                return Some(AuditEvent::Adopted { opinion: opinion.clone(), from });
            }
        }
        None
    }

    /// What may be new of what [`plan::next_steps`] says; `None` where that has to be asked.
    fn hearings_due(&mut self) -> Option<Vec<Step>> {
        let hearings = self.hearings.as_mut().filter(|_| planted::is_sound())?;
        let mut steps = Vec::new();
        for place in std::mem::take(&mut hearings.touched) {
            let due = plan::hearings_on(&self.state, &self.state.rubric_dimensions[place].id);
            if due.is_empty() {
                hearings.open.remove(&place);
            }
            steps.extend(due);
        }
        if hearings.open.is_empty() {
            return None;
        }
        debug_assert!(self.misses_nothing(&steps), "{steps:?} is not all that is due");
        Some(steps)
    }

    /// Whether these are all steps of the plan that are not under way.
    fn misses_nothing(&self, steps: &[Step]) -> bool {
        let is_new = |step: &&Step| self.under_way.get(&step.task) != Some(&step.attempt);
        let Plan::Steps(all) = plan::next_steps(&self.state) else { return false };
        all.iter().filter(is_new).eq(steps.iter().filter(is_new))
    }

    /// How long to wait before a step: nothing for a first attempt, else by what failed.
    fn pause(&self, step: &Step) -> Duration {
        let Some(losses) = self.state.losses.get(&step.task) else { return Duration::ZERO };
        let (retry, seed) = (self.state.request.retry, self.state.request.seed);
        let key = step.task.to_string();
        // What was cancelled may have been cancelled in its pause, and a server that asked for one is still to
        // be spared.
        let begun = |failure: &&Failure| failure.kind != FailureKind::Cancelled;
        match losses.values().rev().find(begun) {
            Some(failure) if failure.kind.is_far() && !is_planted(Bug::RetryAfterIgnored) => {
                let asked = Duration::from_millis(failure.after_ms.unwrap_or(0));
                retry.full_jitter(seed, &key, step.attempt, asked)
            }
            Some(_) | None => retry.delay(seed, &key, step.attempt),
        }
    }

    /// The losses to record when whoever did this work is gone.
    #[must_use]
    pub fn losses(
        &self,
        was_theirs: impl Fn(&Task) -> bool,
        failure: &Failure,
    ) -> Vec<(u32, AuditEvent)> {
        let theirs = self.under_way.iter().filter(|(task, _)| was_theirs(task));
        theirs
            .map(|(task, attempt)| {
                (*attempt, AuditEvent::lost(task.clone(), *attempt, failure.clone()))
            })
            .collect()
    }
}

impl Hearings {
    /// All hearings that are open, if they are all that is due.
    fn of(state: &AgentState, steps: &[Step]) -> Option<Self> {
        let places: Option<BTreeSet<usize>> =
            steps.iter().map(|step| place(state, &step.task)).collect();
        let open = places.filter(|places| !places.is_empty())?;
        Some(Self { open, touched: BTreeSet::new() })
    }
}

/// The place in the rubric of the criterion that is heard.
fn place(state: &AgentState, task: &Task) -> Option<usize> {
    let Task::Hear { seat } = task else { return None };
    state.rubric_dimensions.iter().position(|dimension| dimension.id == seat.criterion)
}

/// How the crash of whoever did a piece of work is recorded. It is done again, until it has crashed
/// so often that it is set aside (see [`AgentState::given_up`]).
#[must_use]
pub fn crash(message: &str) -> Failure {
    Failure::passing(FailureKind::Crash, format!("it crashed: {message}"))
}
