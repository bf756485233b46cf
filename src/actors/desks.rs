//! The five who work on one audit besides its judges: opened, replaced and closed by its coordinator.

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

/// The actors of one audit.
pub(super) struct Desks {
    kit: Kit,
    detectives: BTreeMap<Role, ActorRef<DetectiveMsg>>,
    chief_justice: ActorRef<ChiefJusticeMsg>,
    clerk: ActorRef<ClerkMsg>,
}

impl Desks {
    /// Starts all of them under the kit's coordinator.
    pub async fn open(kit: Kit) -> Result<Self, ActorProcessingErr> {
        let mut detectives = BTreeMap::new();
        for role in Role::ALL {
            detectives.insert(role, detective(role, &kit).await?);
        }
        let (chief_justice, clerk) = (chief_justice(&kit).await?, clerk(&kit).await?);
        Ok(Self { kit, detectives, chief_justice, clerk })
    }

    /// Gives a step to whoever does it. One that has just crashed is replaced, and this attempt lost.
    pub fn assign(
        &self,
        desk: Desk,
        step: Step,
        state: Arc<AgentState>,
    ) -> Result<(), ActorProcessingErr> {
        let attempt = step.attempt;
        let told = match desk {
            Desk::Detective(role) => {
                let detective = self.detectives.get(&role).ok_or("every role has its actor")?;
                detective.cast(DetectiveMsg::Undertake { step, state }).is_ok()
            }
            Desk::ChiefJustice => {
                self.chief_justice.cast(ChiefJusticeMsg::Decide { attempt, state }).is_ok()
            }
            Desk::Clerk => {
                let report = state.final_report.clone();
                let report = report.ok_or("a report is decided before it is published")?;
                self.clerk.cast(ClerkMsg::Publish { attempt, report }).is_ok()
            }
        };
        if !told {
            tracing::debug!(?desk, "nobody is there; the supervision will tell");
        }
        Ok(())
    }

    /// Whose actor this is, if it is one of the present five.
    pub fn whose(&self, id: ActorId) -> Option<Desk> {
        let detective = self.detectives.iter().find(|(_, actor)| actor.get_id() == id);
        if let Some((role, _)) = detective {
            return Some(Desk::Detective(*role));
        }
        if id == self.chief_justice.get_id() {
            return Some(Desk::ChiefJustice);
        }
        (id == self.clerk.get_id()).then_some(Desk::Clerk)
    }

    /// Starts a successor.
    pub async fn replace(&mut self, desk: Desk) -> Result<(), ActorProcessingErr> {
        let desk = if is_planted(Bug::WrongChildReplaced) { Desk::Clerk } else { desk };
        match desk {
            Desk::Detective(role) => {
                self.detectives.insert(role, detective(role, &self.kit).await?);
            }
            Desk::ChiefJustice => self.chief_justice = chief_justice(&self.kit).await?,
            Desk::Clerk => self.clerk = clerk(&self.kit).await?,
        }
        Ok(())
    }

    /// Kills the present one, in whatever it is.
    pub fn kill(&self, desk: Desk) {
        match desk {
            Desk::Detective(role) => {
                if let Some(actor) = self.detectives.get(&role) {
                    actor.kill();
                }
            }
            Desk::ChiefJustice => self.chief_justice.kill(),
            Desk::Clerk => self.clerk.kill(),
        }
    }

    /// Stops all of them in a fixed order, each within its time.
    pub async fn close(&self) {
        let detectives = self.detectives.values().map(ActorRef::get_cell);
        let others = [self.chief_justice.get_cell(), self.clerk.get_cell()];
        let all: Vec<ActorCell> = detectives.chain(others).collect();
        for actor in all {
            if actor.stop_and_wait(None, Some(STOPPING)).await.is_err() {
                tracing::debug!("one of the audit's actors did not stop in order");
            }
        }
    }
}

async fn detective(role: Role, kit: &Kit) -> Result<ActorRef<DetectiveMsg>, ActorProcessingErr> {
    let above = kit.coordinator.get_cell();
    seated(Detective(role), kit.clone(), above).await
}

async fn chief_justice(kit: &Kit) -> Result<ActorRef<ChiefJusticeMsg>, ActorProcessingErr> {
    let above = kit.coordinator.get_cell();
    seated(ChiefJustice, kit.clone(), above).await
}

async fn clerk(kit: &Kit) -> Result<ActorRef<ClerkMsg>, ActorProcessingErr> {
    let above = kit.coordinator.get_cell();
    seated(Clerk, kit.clone(), above).await
}
