//! The court's rounds: whoever does not answer from one round to the next hangs, and is killed. Its supervisor
//! then does what it does after any crash.

use super::bench::BenchMsg;
use super::coordinator::CoordinatorMsg;
use crate::domain::planted::{Bug, is_planted};
use ractor::{ActorCell, ActorId, ActorRef, RpcReplyPort};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::sync::oneshot;

/// Time from one round to the next. Nobody who works is busy with one message for longer.
pub(super) const EVERY: Duration = Duration::from_mins(1);

/// Who was asked on the last round.
#[derive(Default)]
pub(super) struct Rounds(BTreeMap<ActorId, (ActorCell, oneshot::Receiver<()>)>);

impl Rounds {
    /// Kills whoever has not answered since the last round, and asks everybody again.
    pub fn make<'a>(
        &mut self,
        bench: &ActorRef<BenchMsg>,
        coordinators: impl Iterator<Item = &'a ActorRef<CoordinatorMsg>>,
    ) {
        for (cell, answer) in std::mem::take(&mut self.0).values_mut() {
            let is_silent = answer.try_recv() == Err(oneshot::error::TryRecvError::Empty);
            if is_silent && !is_planted(Bug::RoundsNeverKill) {
                tracing::warn!(actor = %cell.get_id(), "an actor hangs and is killed");
                cell.kill();
            }
        }
        self.ask(bench, BenchMsg::Ping);
        for coordinator in coordinators {
            self.ask(coordinator, CoordinatorMsg::Ping);
        }
    }

    fn ask<M: ractor::Message>(
        &mut self,
        whom: &ActorRef<M>,
        ping: impl FnOnce(RpcReplyPort<()>) -> M,
    ) {
        let (reply, answer) = oneshot::channel();
        // Whoever is gone already is told of by the supervision.
        if whom.cast(ping(reply.into())).is_ok() {
            self.0.insert(whom.get_id(), (whom.get_cell(), answer));
        }
    }
}
