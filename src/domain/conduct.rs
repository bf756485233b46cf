//! How an audit is conducted: which messages count, and what is started next.
//!
//! Everything the coordinator decides is here, synchronous and free of any runtime.

use super::event::AuditEvent;
use super::failure::{Failure, FailureKind};
use super::opinion::Seat;
use super::plan::{self, Plan};
use super::planted::{Bug, is_planted};
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
        Self { state: Arc::new(state), under_way, compared }
    }

    /// The state as it is now.
    #[must_use]
    pub fn state(&self) -> Arc<AgentState> {
        Arc::clone(&self.state)
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
        if let Some(task) = event.ends() {
            self.under_way.remove(&task);
        }
    }

    /// Says what is to be started now and marks it as under way: asking twice starts nothing twice.
    #[expect(clippy::should_implement_trait, reason = "it is asked again after its end")]
    pub fn next(&mut self) -> Next {
        let steps = match plan::next_steps(&self.state) {
            Plan::Over => return Next::Close,
            Plan::Abandon(task, failure) => {
                return Next::Record(AuditEvent::Abandoned { task, failure });
            }
            Plan::Steps(steps) => steps,
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
                return Some(AuditEvent::Adopted { opinion: opinion.clone(), from });
            }
        }
        None
    }

    /// How long to wait before a step: nothing for a first attempt, else by what failed.
    fn pause(&self, step: &Step) -> Duration {
        let (retry, seed) = (self.state.request.retry, self.state.request.seed);
        let key = step.task.to_string();
        let last = self.state.losses.get(&step.task).and_then(|lost| lost.last_key_value());
        match last.map(|(_, failure)| failure) {
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

/// How the crash of whoever did a piece of work is recorded. It is done again, until it has crashed
/// so often that it is set aside (see [`AgentState::given_up`]).
#[must_use]
pub fn crash(message: &str) -> Failure {
    Failure::passing(FailureKind::Crash, format!("it crashed: {message}"))
}
