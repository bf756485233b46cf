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

/// The time of day, read once; it goes on with the monotonic clock from there, so that nothing ends
/// before it begins.
#[derive(Clone, Copy, Debug)]
pub struct Calendar {
    at: Duration,
    since: std::time::Instant,
}

impl Default for Calendar {
    fn default() -> Self {
        let at = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Self { at: at.unwrap_or_default(), since: std::time::Instant::now() }
    }
}

impl Calendar {
    /// Time since 1970 began in UTC.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.at + self.since.elapsed()
    }
}
