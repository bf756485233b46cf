//! What becomes of what a coordinator is told: it is kept, applied, broadcast, and what follows is started.

use super::coordinator::{CoordinatorMsg, CoordinatorState};
use super::court::CourtMsg;
use crate::domain::conduct::{Due, Next};
use crate::domain::event::AuditEvent;
use crate::domain::ids::AuditId;
use crate::domain::invariants::breach;
use crate::domain::planted::{self, Bug, is_planted};
use crate::domain::state::AgentState;
use ractor::{ActorProcessingErr, ActorRef};
use std::sync::Arc;

/// A line for whoever traces the audit.
fn trace(audit: &AuditId, event: &AuditEvent) {
    match (event, event.ends()) {
        (AuditEvent::Lost { failure, .. }, Some(task)) => {
            tracing::warn!(%audit, %task, %failure, "an attempt is lost");
        }
        (_, Some(task)) => tracing::info!(%audit, %task, "done and kept"),
        (AuditEvent::Abandoned { .. }, None) => tracing::warn!(%audit, "given up"),
        (AuditEvent::Mislaid { .. }, None) => {
            tracing::warn!(%audit, "what was read is to be read again");
        }
        (_, None) => tracing::info!(%audit, "opened"),
    }
}

impl CoordinatorState {
    /// Keeps whatever was told, as far as it counts, and starts what is due.
    ///
    /// What could be had again for nothing is applied at once, and what follows from it begins while the journal is
    /// busy. Whatever counts on it is told later, and so kept after it; should the journal fail, the restart
    /// does that work once more.
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
            for event in &events {
                self.apply(event);
            }
            let further = self.start(myself).await?;
            self.write(&events, |_, _| ()).await?;
            if let Next::Record(event) = further {
                self.keep(vec![Arc::new(event)]).await?;
            }
        }
        self.advance(myself).await
    }

    /// Keeps whatever was told, as far as it counts.
    pub(super) async fn keep_all(&mut self) -> Result<(), ActorProcessingErr> {
        while let Some(events) = self.minutes.next(&self.conduct) {
            self.keep(events).await?;
        }
        Ok(())
    }

    /// Append all, then apply each, then tell of it: in this order.
    pub(super) async fn keep(
        &mut self,
        events: Vec<Arc<AuditEvent>>,
    ) -> Result<(), ActorProcessingErr> {
        check(&self.conduct.state(), &events);
        self.write(&events, Self::apply).await
    }

    /// Appends events, and then for each does something and tells of it.
    async fn write(
        &mut self,
        events: &[Arc<AuditEvent>],
        mut then: impl FnMut(&mut Self, &AuditEvent),
    ) -> Result<(), ActorProcessingErr> {
        if events.is_empty() {
            return Ok(());
        }
        if is_planted(Bug::ToldBeforeKept) {
            for event in events {
                self.tell(event);
            }
        }
        let (kept, outcome) = self.minutes.append(&self.brief, events).await;
        if is_planted(Bug::AppendedTwice) {
            self.minutes.append(&self.brief, events).await.1?;
        }
        // Whoever follows is told of all that is kept, also when the journal fails in the middle.
        for event in events.iter().take(kept) {
            trace(&self.brief.audit, event);
            then(self, event);
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
        self.begin(myself, at_once).await?;
        Ok(Next::Start(Vec::new()))
    }
}

/// Debug builds hold every event against the invariants before it is applied.
fn check(state: &AgentState, events: &[Arc<AuditEvent>]) {
    if planted::is_sound() {
        debug_assert_eq!(events.iter().find_map(|event| breach(state, event)), None);
    }
}
