//! The heart of a registrar, and what model calls used.

use super::registry::{Spending, Vitals};
use crate::ports::clock::{Clock, SystemClock};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::Duration;

/// A heart that did not beat for so long stands still.
pub(super) const STILL: Duration = Duration::from_secs(10);

/// Tells what model calls used so far.
pub type Meter = Box<dyn Fn() -> Spending + Send + Sync>;

/// How the work goes, written by the registrar's loop alone.
pub(super) struct Pulse {
    clock: SystemClock,
    meter: Meter,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    beat: Duration,
    held: Option<String>,
    problems: Vec<String>,
}

impl Pulse {
    pub fn new(meter: Meter) -> Self {
        Self { clock: SystemClock::default(), meter, inner: Mutex::default() }
    }

    fn with<T>(&self, act: impl FnOnce(&mut Inner) -> T) -> T {
        act(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// One beat.
    pub fn beat(&self, held: Option<String>) {
        let now = self.clock.now();
        self.with(|inner| {
            inner.beat = now;
            inner.held = held;
        });
    }

    pub fn note(&self, problems: Vec<String>) {
        self.with(|inner| inner.problems = problems);
    }

    pub fn spending(&self) -> Spending {
        (self.meter)()
    }

    pub fn read(&self) -> Vitals {
        let now = self.clock.now();
        let (beat, held, problems) =
            self.with(|inner| (inner.beat, inner.held.clone(), inner.problems.clone()));
        let since = now.saturating_sub(beat);
        Vitals {
            beat_seconds: since.as_secs_f64(),
            is_alive: since < STILL,
            up_seconds: now.as_secs(),
            held,
            problems,
            resident_bytes: resident_bytes(),
            spending: (self.meter)(),
        }
    }
}

/// Memory of this process that is resident, where the system tells it.
fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}
