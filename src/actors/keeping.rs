//! What becomes of what a coordinator is told: it is kept, applied and broadcast, and what follows is started.

use super::coordinator::{CoordinatorMsg, CoordinatorState};
use super::court::CourtMsg;
use crate::domain::conduct::{Due, Next};
use crate::domain::event::AuditEvent;
use crate::domain::invariants::breach;
use crate::domain::planted::{self, Bug, is_planted};
use crate::domain::state::AgentState;
use crate::domain::task::{Step, Task};
use ractor::{ActorProcessingErr, ActorRef};
use std::sync::Arc;
use std::time::Duration;

/// How long what could be had again for nothing may be put off.
const A_WHILE: Duration = Duration::from_millis(100);

impl CoordinatorState {
    /// Keeps whatever was told, as far as it counts, and starts what is due.
    ///
    /// What could be had again for nothing is applied at once and put off: it is appended with whatever is next, and
    /// before anything that costs. A crash meanwhile costs that work once more, and nothing else.
    pub(super) async fn keep_and_go_on(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
    ) -> Result<(), ActorProcessingErr> {
        while let Some(events) = self.minutes.next(&self.conduct) {
            if !events.iter().all(|event| event.can_be_had_again()) {
                self.keep(events).await?;
                continue;
            }
            check(&self.conduct.state(), &events);
            for event in events {
                self.apply(&event);
                if self.minutes.put_off(event) {
                    myself.send_after(A_WHILE, || CoordinatorMsg::Append);
                }
            }
        }
        self.advance(myself).await
    }

    /// Keeps whatever was told, as far as it counts, and what was put off.
    pub(super) async fn keep_all(&mut self) -> Result<(), ActorProcessingErr> {
        while let Some(events) = self.minutes.next(&self.conduct) {
            self.keep(events).await?;
        }
        self.keep(Vec::new()).await
    }

    /// Appends what was put off and these, then applies each that is not, then tells of it: in this order.
    pub(super) async fn keep(
        &mut self,
        events: Vec<Arc<AuditEvent>>,
    ) -> Result<(), ActorProcessingErr> {
        check(&self.conduct.state(), &events);
        let mut all = self.minutes.take_put_off();
        let applied = all.len();
        all.extend(events);
        if all.is_empty() {
            return Ok(());
        }
        if is_planted(Bug::ToldBeforeKept) {
            for event in &all {
                self.tell(event);
            }
        }
        let (kept, outcome) = self.minutes.append(&self.brief, &all).await;
        if is_planted(Bug::AppendedTwice) {
            self.minutes.append(&self.brief, &all).await.1?;
        }
        // Whoever follows is told of all that is kept, also when the journal fails in the middle.
        for (number, event) in all.iter().take(kept).enumerate() {
            if number >= applied {
                self.apply(event);
            }
            if !is_planted(Bug::ToldBeforeKept) {
                self.tell(event);
            }
        }
        outcome
    }

    fn apply(&mut self, event: &AuditEvent) {
        self.conduct.take(event);
        if let Some(task) = event.ends() {
            self.watches.remove(&task);
        }
    }

    /// Tells whoever follows; nobody may, which is no failure.
    fn tell(&self, event: &Arc<AuditEvent>) {
        let _ = self.brief.events.send(Arc::clone(event));
    }

    /// Starts what is due; closes the audit when nothing is.
    pub(super) async fn advance(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
    ) -> Result<(), ActorProcessingErr> {
        loop {
            match self.start(myself).await? {
                Next::Start(_) => return Ok(()),
                Next::Record(event) => self.keep(vec![Arc::new(event)]).await?,
                Next::Close => {
                    self.keep(Vec::new()).await?;
                    let (audit, state) = (self.brief.audit.clone(), self.conduct.state());
                    self.brief.court.cast(CourtMsg::Close { audit, state })?;
                    return Ok(());
                }
            }
        }
    }

    /// Starts what is due; returns what is to be done instead, where nothing is to be started.
    async fn start(
        &mut self,
        myself: &ActorRef<CoordinatorMsg>,
    ) -> Result<Next, ActorProcessingErr> {
        let due = match self.conduct.next() {
            Next::Start(due) => due,
            other @ (Next::Record(_) | Next::Close) => return Ok(other),
        };
        let mut at_once = Vec::new();
        for Due { step, after } in due {
            if after.is_zero() {
                at_once.push(step);
            } else {
                myself.send_after(after, move || CoordinatorMsg::Begin(step));
            }
        }
        if at_once.iter().any(|step| self.costs(step)) {
            self.keep(Vec::new()).await?;
        }
        self.begin(myself, at_once).await?;
        Ok(Next::Start(Vec::new()))
    }

    /// Whether a step may be paid for.
    fn costs(&self, step: &Step) -> bool {
        match step.task {
            Task::Hear { .. } => !self.brief.equipment.counsel.is_free(),
            Task::Look => true,
            Task::Fetch
            | Task::Locate
            | Task::Examine { .. }
            | Task::Testify { .. }
            | Task::Decide
            | Task::Publish => false,
        }
    }
}

/// Debug builds hold every event against the invariants before it is applied.
fn check(state: &AgentState, events: &[Arc<AuditEvent>]) {
    if planted::is_sound() {
        debug_assert_eq!(events.iter().find_map(|event| breach(state, event)), None);
    }
}
