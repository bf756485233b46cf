//! The five who work on one audit besides its judges: seated, replaced and closed by its coordinator.
//!
//! Each is seated when there is first something to do for it: an audit that waits for its judges holds no Chief
//! Justice and no clerk, and one that is resumed there no detectives.

use super::chief_justice::{ChiefJustice, ChiefJusticeMsg};
use super::clerk::{Clerk, ClerkMsg};
use super::detective::{Detective, DetectiveMsg, Kit, whose};
use super::seated;
use crate::domain::evidence::Detective as Role;
use crate::domain::planted::{Bug, is_planted};
use crate::domain::state::AgentState;
use crate::domain::task::{Step, Task};
use ractor::{ActorCell, ActorId, ActorProcessingErr, ActorRef};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Longest time that one of them gets to stop in order.
const STOPPING: Duration = Duration::from_millis(500);

/// Who does a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Desk {
    Detective(Role),
    ChiefJustice,
    Clerk,
}

impl Desk {
    /// Who does this; `None` for a hearing, which is the bench's.
    pub fn of(task: &Task) -> Option<Self> {
        match task {
            Task::Fetch
            | Task::Locate
            | Task::Examine { .. }
            | Task::Look
            | Task::Testify { .. } => whose(task).map(Self::Detective),
            Task::Hear { .. } => None,
            Task::Decide => Some(Self::ChiefJustice),
            Task::Publish => Some(Self::Clerk),
        }
    }
}

/// The actors of one audit, as far as they are seated.
pub(super) struct Desks {
    kit: Kit,
    detectives: BTreeMap<Role, ActorRef<DetectiveMsg>>,
    chief_justice: Option<ActorRef<ChiefJusticeMsg>>,
    clerk: Option<ActorRef<ClerkMsg>>,
}

impl Desks {
    /// Nobody is seated yet.
    pub const fn new(kit: Kit) -> Self {
        Self { kit, detectives: BTreeMap::new(), chief_justice: None, clerk: None }
    }

    /// Seats whoever works at a desk, where nobody is.
    pub async fn occupy(&mut self, desk: Desk) -> Result<(), ActorProcessingErr> {
        if self.is_seated(desk) { Ok(()) } else { self.seat(desk).await }
    }

    /// Gives a step to whoever is seated. One that has just crashed is replaced, and this attempt lost.
    pub fn assign(
        &self,
        desk: Desk,
        step: Step,
        state: Arc<AgentState>,
    ) -> Result<(), ActorProcessingErr> {
        let attempt = step.attempt;
        let told = match desk {
            Desk::Detective(role) => {
                let undertake = DetectiveMsg::Undertake { step, state };
                self.detectives.get(&role).is_some_and(|one| one.cast(undertake).is_ok())
            }
            Desk::ChiefJustice => {
                let decide = ChiefJusticeMsg::Decide { attempt, state };
                self.chief_justice.as_ref().is_some_and(|one| one.cast(decide).is_ok())
            }
            Desk::Clerk => {
                let report = state.final_report.clone();
                let report = report.ok_or("a report is decided before it is published")?;
                let publish = ClerkMsg::Publish { attempt, report };
                self.clerk.as_ref().is_some_and(|one| one.cast(publish).is_ok())
            }
        };
        if !told {
            tracing::debug!(?desk, "nobody is there; the supervision will tell");
        }
        Ok(())
    }

    fn is_seated(&self, desk: Desk) -> bool {
        match desk {
            Desk::Detective(role) => self.detectives.contains_key(&role),
            Desk::ChiefJustice => self.chief_justice.is_some(),
            Desk::Clerk => self.clerk.is_some(),
        }
    }

    /// Whose actor this is, if it is one of the present five.
    pub fn whose(&self, id: ActorId) -> Option<Desk> {
        self.seated().find(|(_, actor)| actor.get_id() == id).map(|(desk, _)| desk)
    }

    /// Who is seated, in a fixed order.
    fn seated(&self) -> impl Iterator<Item = (Desk, ActorCell)> {
        let detectives = self.detectives.iter();
        let detectives = detectives.map(|(role, one)| (Desk::Detective(*role), one.get_cell()));
        let chief_justice = self.chief_justice.iter();
        let clerk = self.clerk.iter().map(|one| (Desk::Clerk, one.get_cell()));
        detectives.chain(chief_justice.map(|one| (Desk::ChiefJustice, one.get_cell()))).chain(clerk)
    }

    /// Starts a successor of one that is gone. Where it does not start, nobody is seated.
    pub async fn replace(&mut self, desk: Desk) -> Result<(), ActorProcessingErr> {
        self.seat(if is_planted(Bug::WrongChildReplaced) { Desk::Clerk } else { desk }).await
    }

    async fn seat(&mut self, desk: Desk) -> Result<(), ActorProcessingErr> {
        let (kit, above) = (self.kit.clone(), self.kit.coordinator.get_cell());
        match desk {
            Desk::Detective(role) => drop(self.detectives.remove(&role)),
            Desk::ChiefJustice => self.chief_justice = None,
            Desk::Clerk => self.clerk = None,
        }
        match desk {
            Desk::Detective(role) => {
                self.detectives.insert(role, seated(Detective(role), kit, above).await?);
            }
            Desk::ChiefJustice => {
                self.chief_justice = Some(seated(ChiefJustice, kit, above).await?);
            }
            Desk::Clerk => self.clerk = Some(seated(Clerk, kit, above).await?),
        }
        Ok(())
    }

    /// Kills the present one, in whatever it is.
    pub fn kill(&self, desk: Desk) {
        for (_, actor) in self.seated().filter(|(whose, _)| *whose == desk) {
            actor.kill();
        }
    }

    /// Stops all of them in a fixed order, each within its time.
    pub async fn close(&self) {
        let all: Vec<_> = self.seated().collect();
        for (desk, actor) in all {
            if actor.stop_and_wait(None, Some(STOPPING)).await.is_err() {
                tracing::debug!(?desk, "it did not stop in order");
            }
        }
    }
}
