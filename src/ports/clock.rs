//! The only reader of the clock.

use std::time::Duration;

/// Tells how much time has passed.
pub trait Clock: Send + Sync {
    /// Time since a fixed moment; never goes back.
    fn now(&self) -> Duration;
}

/// The system's monotonic clock, from the moment it was made.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(std::time::Instant);

impl Default for SystemClock {
    fn default() -> Self {
        Self(std::time::Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
