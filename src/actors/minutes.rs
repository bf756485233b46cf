//! The minutes of one audit: how what is told gets into the journal.
//!
//! What arrives while the journal is busy waits here and is kept at once: a commit costs as much for one event
//! as for many.

use super::coordinator::Brief;
use crate::domain::conduct::Conduct;
use crate::domain::event::AuditEvent;
use crate::domain::planted::{Bug, is_planted};
use crate::ports::journal::CutOff;
use ractor::ActorProcessingErr;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Longest wait for the journal. It is an error, and the court starts the coordinator again.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is kept of one audit, and what waits for it.
#[derive(Default)]
pub(super) struct Minutes {
    /// How many events the journal has.
    written: u64,
    /// Attempts and how they ended, in the order in which they were told.
    arrived: VecDeque<(u32, Arc<AuditEvent>)>,
}

impl Minutes {
    /// Goes on where the journal ends; says what it holds.
    pub async fn open(brief: &Brief) -> Result<(Self, Vec<Arc<AuditEvent>>), ActorProcessingErr> {
        let events = brief.equipment.journal.events(&brief.audit);
        let events = timeout(PATIENCE, events).await??;
        let mut written = events.len() as u64;
        if is_planted(Bug::RecoveryMiscounts) {
            written = written.saturating_sub(1);
        }
        Ok((Self { written, arrived: VecDeque::new() }, events))
    }

    /// Whether nothing is kept yet.
    pub const fn is_blank(&self) -> bool {
        self.written == 0
    }

    /// Takes in how an attempt ended, to be kept later; whether nothing else is waiting.
    pub fn receive(&mut self, attempt: u32, event: Arc<AuditEvent>) -> bool {
        self.arrived.push_back((attempt, event));
        self.arrived.len() == 1
    }

    /// How many of them wait to be kept.
    pub fn waiting(&self) -> usize {
        self.arrived.len()
    }

    /// The next events to keep: those of the waiting ones that count, as far as none of them depends on
    /// another. `None` when nothing is waiting.
    pub fn next(&mut self, conduct: &Conduct) -> Option<Vec<Arc<AuditEvent>>> {
        self.arrived.front()?;
        let (mut page, mut ended) = (Vec::new(), BTreeSet::new());
        while let Some((attempt, event)) = self.arrived.front() {
            // Whether an event counts depends on what was kept of the same work, and on nothing else.
            if !event.ends().is_none_or(|task| ended.insert(task)) {
                break;
            }
            let counts = conduct.admits(*attempt, event);
            let arrived = self.arrived.pop_front();
            page.extend(arrived.map(|(_, event)| event).filter(|_| counts));
        }
        Some(page)
    }

    /// Returns once the journal has these: how many of them, and why not all.
    pub async fn append(
        &mut self,
        brief: &Brief,
        events: &[Arc<AuditEvent>],
    ) -> (usize, Result<(), ActorProcessingErr>) {
        if is_planted(Bug::ToldAndNotKept) && events.iter().any(|event| is_loss(event)) {
            return (events.len(), Ok(()));
        }
        // An append that took too long may yet have happened: the restart reads what is there.
        let append = brief.equipment.journal.append_all(&brief.audit, self.written, events);
        match timeout(PATIENCE, append).await {
            Ok(Ok(())) => {
                self.written += events.len() as u64;
                (events.len(), Ok(()))
            }
            Ok(Err(_)) if is_planted(Bug::AppendErrorsIgnored) => (events.len(), Ok(())),
            Ok(Err(CutOff { kept, why })) => (kept, Err(why.into())),
            Err(late) => (0, Err(late.into())),
        }
    }
}

fn is_loss(event: &AuditEvent) -> bool {
    matches!(event, AuditEvent::Lost { .. })
}
