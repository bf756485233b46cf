//! Trouble on purpose: where an experiment may strike the actors. Nobody does outside of experiments.

use async_trait::async_trait;
use std::time::Duration;

/// The moments of an actor's life at which trouble can strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// Before it is started; whoever spawns it learns of a panic.
    PreStart,
    /// Right after it is started.
    PostStart,
    /// While it handles a message.
    Handle,
    /// While it stops in order.
    PostStop,
}

impl Moment {
    /// All of them, in the order of a life.
    pub const ALL: [Self; 4] = [Self::PreStart, Self::PostStart, Self::Handle, Self::PostStop];

    /// The name of the callback.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PreStart => "pre_start",
            Self::PostStart => "post_start",
            Self::Handle => "handle",
            Self::PostStop => "post_stop",
        }
    }
}

/// Where trouble may strike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The kind of actor, such as `judge`.
    pub actor: &'static str,
    /// When.
    pub moment: Moment,
    /// What it is at, such as a seat: stable from run to run.
    pub key: String,
}

/// Strikes actors and what they tell the coordinator.
#[async_trait]
pub trait Trouble: Send + Sync {
    /// Whether it ever strikes there. Where it does not, nobody has to say what the actor is at.
    fn threatens(&self, _actor: &'static str, _moment: Moment) -> bool {
        true
    }

    /// Strikes or lets pass: panics, hangs, or takes its time.
    async fn strike(&self, site: Site);

    /// The delays after which copies of a message to the coordinator arrive, in their order; one copy
    /// without a delay where nothing is wrong.
    fn deliveries(&self, about: &str) -> Vec<Duration>;
}
