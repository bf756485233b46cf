//! When to try again. Pure: the seed is a value, and a delay depends on nothing else.

use super::digest::sha256_of_parts;
use super::planted::{Bug, is_planted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How often and how quickly failed work is tried again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RetryPolicy {
    /// Attempts in all, at least 1.
    pub attempts: u32,
    /// Pause before the second attempt, in milliseconds; doubled for each further one.
    pub base_ms: u64,
    /// Longest pause in milliseconds.
    pub cap_ms: u64,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self { attempts: 3, base_ms: 50, cap_ms: 5_000 }
    }
}

impl RetryPolicy {
    /// For work that a language model does: more patience, longer pauses.
    #[must_use]
    pub const fn for_models() -> Self {
        Self { attempts: 6, base_ms: 1_000, cap_ms: 60_000 }
    }

    /// The pause before attempt `attempt` (from 1) of the work named `key`, after a far end that serves
    /// many: the whole pause is jitter, so that those who were turned away together do not come back
    /// together. It is never shorter than what the far end asked for.
    #[must_use]
    pub fn full_jitter(&self, seed: u64, key: &str, attempt: u32, asked: Duration) -> Duration {
        if attempt <= 1 {
            return asked;
        }
        let full = self.full_ms(attempt);
        asked + Duration::from_millis(draw(seed, key, attempt) % (full + 1))
    }

    /// The longest pause before an attempt.
    fn full_ms(&self, attempt: u32) -> u64 {
        if is_planted(Bug::BackOffNeverEnds) {
            return 365 * 24 * 3_600_000;
        }
        let doublings = attempt.saturating_sub(2).min(32);
        self.base_ms.saturating_mul(1 << doublings).min(self.cap_ms)
    }

    /// The pause before attempt `attempt` (from 1) of the work named `key`.
    ///
    /// The first attempt waits for nothing. Later ones wait `base · 2ⁿ`, capped, of which the upper
    /// half is jitter drawn from `(seed, key, attempt)`, so that a run can be repeated and removing
    /// one failure moves no other.
    #[must_use]
    pub fn delay(&self, seed: u64, key: &str, attempt: u32) -> Duration {
        if attempt <= 1 {
            return Duration::ZERO;
        }
        let full = self.full_ms(attempt);
        Duration::from_millis(full - draw(seed, key, attempt) % (full / 2 + 1))
    }
}

/// A number that is the same on every run and on every machine.
fn draw(seed: u64, key: &str, attempt: u32) -> u64 {
    let digits = sha256_of_parts(&[&seed.to_string(), key, &attempt.to_string()]);
    u64::from_str_radix(&digits[..8], 16).unwrap_or(0)
}

/// How many restarts a supervisor allows within a window before it gives up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestartBudget {
    most: usize,
    window: Duration,
    left: usize,
    restarts: std::collections::VecDeque<Duration>,
}

impl RestartBudget {
    /// Restarts within a minute that a budget allows where nothing else is said.
    pub const MOST: usize = 5;

    /// Allows `most` restarts within `window`, however many in all.
    #[must_use]
    pub fn new(most: usize, window: Duration) -> Self {
        Self { most, window, left: usize::MAX, restarts: std::collections::VecDeque::new() }
    }

    /// Allows so many restarts in all, for what is to come to an end: without it, whoever hangs again
    /// whenever the window has passed would be started for ever.
    #[must_use]
    pub fn in_all(self, left: usize) -> Self {
        Self { left, ..self }
    }

    /// Asks for one restart at `now` (time since any fixed moment); says whether it is allowed.
    pub fn spend(&mut self, now: Duration) -> bool {
        while self.restarts.front().is_some_and(|at| now.saturating_sub(*at) >= self.window) {
            self.restarts.pop_front();
        }
        let is_spent = self.restarts.len() >= self.most || self.left == 0;
        if is_planted(Bug::NoRestartIsAllowed) || is_spent && !is_planted(Bug::RestartsNeverRunOut)
        {
            return false;
        }
        self.left = self.left.saturating_sub(1);
        self.restarts.push_back(now);
        true
    }

    /// The pause before the restart that was spent last: that of the default retry policy, longer
    /// with each restart within the window.
    #[must_use]
    pub fn pause(&self, key: &str) -> Duration {
        let attempt = u32::try_from(self.restarts.len()).unwrap_or(u32::MAX).saturating_add(1);
        RetryPolicy::default().delay(0, key, attempt)
    }
}

impl Default for RestartBudget {
    /// Five restarts in sixty seconds.
    fn default() -> Self {
        Self::new(Self::MOST, Duration::from_mins(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn first_attempt_waits_for_nothing() {
        assert_eq!(RetryPolicy::default().delay(7, "x", 1), Duration::ZERO);
    }

    #[test]
    fn budget_is_spent_within_the_window_and_refills_after_it() {
        let mut budget = RestartBudget::new(2, Duration::from_mins(1));
        assert!(budget.spend(Duration::from_secs(0)));
        assert!(budget.spend(Duration::from_secs(1)));
        assert!(!budget.spend(Duration::from_secs(59)));
        assert!(budget.spend(Duration::from_secs(61)));
    }

    #[test]
    fn a_budget_in_all_is_never_refilled() {
        let mut budget = RestartBudget::default().in_all(3);
        let granted = (0..10).filter(|hour| budget.spend(Duration::from_hours(*hour))).count();
        assert_eq!(granted, 3);
    }

    #[test]
    fn pause_grows_with_each_restart_within_the_window() {
        let mut budget = RestartBudget::default();
        let mut pauses = Vec::new();
        while budget.spend(Duration::ZERO) {
            pauses.push(budget.pause("bench"));
        }
        assert_eq!(pauses.len(), 5);
        assert!(pauses[0] >= Duration::from_millis(25));
        assert!(pauses[4] > pauses[0] * 4, "{pauses:?}");
    }

    proptest! {
        #[test]
        fn delay_is_repeatable_and_within_its_bounds(seed: u64, attempt in 2u32..200, key: String) {
            let policy = RetryPolicy::default();
            let delay = policy.delay(seed, &key, attempt);
            prop_assert_eq!(delay, policy.delay(seed, &key, attempt));
            prop_assert!(delay <= Duration::from_millis(policy.cap_ms));
            prop_assert!(delay >= Duration::from_millis(policy.base_ms / 2));
        }
    }
}
