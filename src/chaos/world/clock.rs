//! The runtime's virtual time as the court's clock.

use crate::chaos::mischief::Mischief;
use crate::chaos::plan::FaultKind;
use crate::ports::clock::Clock;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// By how much the clock jumps.
const JUMP: Duration = Duration::from_hours(1);

/// Tells virtual time, and jumps ahead where the plan says so.
pub struct VirtualClock {
    since: Instant,
    mischief: Arc<Mischief>,
    ahead: Mutex<Duration>,
}

impl VirtualClock {
    /// A clock that starts now, within a runtime.
    pub fn new(mischief: Arc<Mischief>) -> Self {
        Self { since: Instant::now(), mischief, ahead: Mutex::default() }
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Duration {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        if self.mischief.at("clock", "now") == Some(FaultKind::Jump) {
            *ahead += JUMP;
        }
        self.since.elapsed() + *ahead
    }
}
