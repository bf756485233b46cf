//! How fast an endpoint is asked: a pure machine that is told what happened and when, and says who may
//! go. Time is a value, counted from any fixed moment.
//!
//! The number of calls in flight grows by one for each round of replies and is halved when the server
//! complains (additive increase, multiplicative decrease); a bucket keeps to known rates; a server that
//! fails again and again is left alone for a while, and then tried with one call.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Bounds on the calls to one endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaceLimits {
    /// Most calls in flight, at least 1.
    pub in_flight: u32,
    /// Calls per minute, where that is known.
    pub per_minute: Option<u32>,
}

impl Default for PaceLimits {
    fn default() -> Self {
        Self { in_flight: 10, per_minute: None }
    }
}

/// Whether a call may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It may go now.
    Go,
    /// Not before this much time has passed.
    Wait(Duration),
    /// Not before another call has come back.
    Full,
    /// The server failed too often of late and is left alone for this long.
    LeftAlone(Duration),
}

/// How a call came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Return {
    /// With a reply, or with a refusal of this one question.
    Answered,
    /// With a request for fewer calls, and perhaps for a pause.
    Throttled(Option<Duration>),
    /// With a failure of the server or of the way to it.
    Failed,
    /// Not at all: it was given up from our side.
    Abandoned,
}

/// Failures in a row after which a server is left alone.
const FAILURES: u32 = 5;
/// The first pause after that, doubled up to the longest.
const FIRST_REST: Duration = Duration::from_secs(10);
const LONGEST_REST: Duration = Duration::from_mins(1);
/// Complaints about one burst of calls count once.
const ONE_COMPLAINT: Duration = Duration::from_secs(1);

/// The pace at one endpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Pace {
    limits: PaceLimits,
    window: f64,
    in_flight: u32,
    paused_until: Duration,
    last_complaint: Option<Duration>,
    tokens: f64,
    filled_at: Duration,
    failures: u32,
    rests: u32,
    rest_until: Duration,
}

impl Pace {
    /// Starts with every place open.
    #[must_use]
    pub fn new(limits: PaceLimits) -> Self {
        Self {
            limits,
            window: f64::from(limits.in_flight.max(1)),
            in_flight: 0,
            paused_until: Duration::ZERO,
            last_complaint: None,
            tokens: f64::from(limits.per_minute.unwrap_or(1).clamp(1, limits.in_flight.max(1))),
            filled_at: Duration::ZERO,
            failures: 0,
            rests: 0,
            rest_until: Duration::ZERO,
        }
    }

    /// Asks for a call at `now`; [`Turn::Go`] takes the place.
    pub fn ask(&mut self, now: Duration) -> Turn {
        if now < self.rest_until {
            return Turn::LeftAlone(self.rest_until.saturating_sub(now));
        }
        // After a rest one call tries the server; the others wait for how it comes back.
        let places = if self.failures >= FAILURES { 1.0 } else { self.window.floor().max(1.0) };
        if f64::from(self.in_flight) >= places {
            return Turn::Full;
        }
        if now < self.paused_until {
            return Turn::Wait(self.paused_until.saturating_sub(now));
        }
        if let Some(wait) = self.draw(now) {
            return Turn::Wait(wait);
        }
        self.in_flight += 1;
        Turn::Go
    }

    /// Takes one call out of the bucket, or says when there will be one.
    fn draw(&mut self, now: Duration) -> Option<Duration> {
        let per_second = f64::from(self.limits.per_minute?.max(1)) / 60.0;
        let burst = f64::from(self.limits.in_flight.max(1));
        let passed = now.saturating_sub(self.filled_at).as_secs_f64();
        self.tokens = (self.tokens + passed * per_second).min(burst);
        self.filled_at = now.max(self.filled_at);
        if self.tokens >= 1.0 {
            self.tokens -= 1.0;
            return None;
        }
        Some(Duration::from_secs_f64((1.0 - self.tokens) / per_second) + Duration::from_millis(1))
    }

    /// Tells how a call came back at `now`.
    pub fn settle(&mut self, now: Duration, how: Return) {
        self.in_flight = self.in_flight.saturating_sub(1);
        match how {
            Return::Answered => {
                self.failures = 0;
                self.rests = 0;
                let most = f64::from(self.limits.in_flight.max(1));
                self.window = (self.window + 1.0 / self.window).min(most);
            }
            Return::Throttled(pause) => {
                self.failures = 0;
                self.paused_until = self.paused_until.max(now + pause.unwrap_or_default());
                let is_new = self.last_complaint.is_none_or(|at| now >= at + ONE_COMPLAINT);
                if is_new {
                    self.window = (self.window / 2.0).max(1.0);
                    self.last_complaint = Some(now);
                }
            }
            Return::Failed => {
                self.failures = self.failures.saturating_add(1);
                if self.failures >= FAILURES && now >= self.rest_until {
                    let rest = FIRST_REST.saturating_mul(1 << self.rests.min(6)).min(LONGEST_REST);
                    self.rest_until = now + rest;
                    self.rests += 1;
                }
            }
            Return::Abandoned => {}
        }
    }

    /// Calls in flight.
    #[must_use]
    pub const fn in_flight(&self) -> u32 {
        self.in_flight
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn open(pace: &mut Pace, now: Duration) -> u32 {
        let mut gone = 0;
        while pace.ask(now) == Turn::Go {
            gone += 1;
        }
        gone
    }

    #[test]
    fn complaint_halves_the_calls_in_flight_and_answers_win_them_back() {
        let mut pace = Pace::new(PaceLimits { in_flight: 8, per_minute: None });
        assert_eq!(open(&mut pace, at(0)), 8);
        for _ in 0..8 {
            pace.settle(at(1), Return::Throttled(Some(at(2))));
        }
        assert_eq!(pace.ask(at(1)), Turn::Wait(at(2)));
        assert_eq!(open(&mut pace, at(3)), 4, "a burst of complaints counts once");
        for _ in 0..4 {
            pace.settle(at(4), Return::Answered);
        }
        for _ in 0..200 {
            assert_eq!(pace.ask(at(5)), Turn::Go);
            pace.settle(at(5), Return::Answered);
        }
        assert_eq!(open(&mut pace, at(6)), 8);
    }

    #[test]
    fn server_that_fails_again_and_again_is_left_alone_and_then_tried_with_one_call() {
        let mut pace = Pace::new(PaceLimits::default());
        for _ in 0..FAILURES {
            assert_eq!(pace.ask(at(0)), Turn::Go);
        }
        for _ in 0..FAILURES {
            pace.settle(at(0), Return::Failed);
        }
        assert_eq!(pace.ask(at(4)), Turn::LeftAlone(at(6)));
        assert_eq!(open(&mut pace, at(10)), 1);
        pace.settle(at(10), Return::Failed);
        assert_eq!(pace.ask(at(11)), Turn::LeftAlone(at(19)), "the second rest is longer");
        assert_eq!(open(&mut pace, at(30)), 1);
        pace.settle(at(30), Return::Answered);
        assert_eq!(open(&mut pace, at(30)), 10);
    }

    #[test]
    fn known_rate_is_kept() {
        let mut pace = Pace::new(PaceLimits { in_flight: 2, per_minute: Some(60) });
        let mut gone = 0;
        for tenth in 0..600u64 {
            let now = Duration::from_millis(tenth * 100);
            while pace.ask(now) == Turn::Go {
                gone += 1;
                pace.settle(now, Return::Answered);
            }
        }
        assert!((59..=62).contains(&gone), "{gone} calls in a minute");
    }

    proptest! {
        #[test]
        fn there_are_never_more_calls_in_flight_than_allowed_and_never_none_for_ever(
            most in 1u32..12,
            steps in prop::collection::vec((0u8..5, 0u64..4_000), 1..200),
        ) {
            let mut pace = Pace::new(PaceLimits { in_flight: most, per_minute: None });
            let mut now = Duration::ZERO;
            for (what, passed) in steps {
                now += Duration::from_millis(passed);
                let how = match what {
                    0 => { pace.ask(now); continue }
                    1 => Return::Answered,
                    2 => Return::Throttled(Some(Duration::from_millis(passed))),
                    3 => Return::Failed,
                    _ => Return::Abandoned,
                };
                if pace.in_flight() > 0 { pace.settle(now, how); }
                prop_assert!(pace.in_flight() <= most);
            }
            while pace.in_flight() > 0 { pace.settle(now, Return::Abandoned); }
            prop_assert_eq!(pace.ask(now + Duration::from_mins(10)), Turn::Go);
        }
    }
}
