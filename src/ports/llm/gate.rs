//! A gate in front of an endpoint, shared by every audit of the process: calls go at the pace that the
//! server bears.

use super::tab::Begun;
use super::{ChatModel, ModelError};
use crate::domain::chat::{ChatReply, ChatRequest};
use crate::domain::pace::{Pace, PaceLimits, Return, Turn};
use async_trait::async_trait;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// Longest sleep before the pace is asked again, whatever it said.
const LONGEST_SLEEP: Duration = Duration::from_secs(5);

tokio::task_local! {
    /// How long whoever calls can wait here.
    pub(super) static PATIENCE: Patience;
}

/// A time after which nobody begins a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// The end of it.
    pub until: Instant,
    /// How long it was.
    pub of: Duration,
}

/// What a call comes to for which there was no time.
pub(super) fn passed(of: Duration) -> ModelError {
    ModelError::Spent { what: format!("the audit's deadline of {} s has passed", of.as_secs()) }
}

/// A gate in front of an endpoint.
pub struct Gate {
    inner: Arc<dyn ChatModel>,
    host: String,
    pace: Mutex<Pace>,
    came_back: Notify,
    since: Instant,
}

impl Gate {
    /// Puts a gate in front of `inner`, which serves `host`.
    #[must_use]
    pub fn new(inner: Arc<dyn ChatModel>, host: &str, limits: PaceLimits) -> Self {
        Self {
            inner,
            host: host.to_owned(),
            pace: Mutex::new(Pace::new(limits)),
            came_back: Notify::new(),
            since: Instant::now(),
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut Pace, Duration) -> T) -> T {
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        act(&mut pace, self.since.elapsed())
    }

    /// Waits for a place.
    async fn enter(&self) -> Result<Place<'_>, ModelError> {
        let patience = PATIENCE.try_with(|patience| *patience).ok();
        loop {
            if let Some(patience) = patience.filter(|patience| Instant::now() >= patience.until) {
                return Err(passed(patience.of));
            }
            // Whoever asks is woken by all that comes back after the answer.
            let mut came_back = pin!(self.came_back.notified());
            came_back.as_mut().enable();
            match self.with(Pace::ask) {
                Turn::Go => return Ok(Place { gate: self, how: Return::Abandoned }),
                Turn::Wait(time) => tokio::time::sleep(time.min(LONGEST_SLEEP)).await,
                Turn::Full => {
                    // Whoever comes back wakes one that waits; the timeout guards against a lost call.
                    let _ = tokio::time::timeout(LONGEST_SLEEP, came_back).await;
                }
                Turn::LeftAlone(time) => {
                    let (host, seconds) = (self.host.clone(), time.as_secs() + 1);
                    return Err(ModelError::LeftAlone { host, seconds });
                }
            }
        }
    }
}

/// A place in front of the server; it is given back also when the call is dropped.
struct Place<'a> {
    gate: &'a Gate,
    how: Return,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.gate.with(|pace, now| pace.settle(now, self.how));
        self.gate.came_back.notify_one();
    }
}

#[async_trait]
impl ChatModel for Gate {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let mut place = self.enter().await?;
        let begun = Begun::now(&request.model);
        let reply = self.inner.complete(request).await;
        begun.ended(&reply);
        place.how = match &reply {
            Err(ModelError::RateLimited { after_ms, .. }) => {
                Return::Throttled(after_ms.map(Duration::from_millis))
            }
            Err(
                ModelError::Server { .. }
                | ModelError::Unreachable { .. }
                | ModelError::Severed { .. }
                | ModelError::TimedOut { .. },
            ) => Return::Failed,
            Ok(_)
            | Err(
                ModelError::Unauthorised { .. }
                | ModelError::NoQuota { .. }
                | ModelError::Rejected { .. }
                | ModelError::TooLarge { .. }
                | ModelError::NotAReply { .. }
                | ModelError::LeftAlone { .. }
                | ModelError::Spent { .. }
                | ModelError::Tape { .. }
                | ModelError::Unkept { .. },
            ) => Return::Answered,
        };
        reply
    }
}
