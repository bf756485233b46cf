//! What is to be done next for a class: a function of its docket, the time and the bounds.

use super::standing::{Docket, Item, Standing};
use crate::domain::ids::{AuditId, SubmissionId};
use crate::domain::retry::RetryPolicy;
use std::time::Duration;

/// The bounds of a schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// Most audits at a time, at least 1.
    pub at_once: usize,
    /// Most that all of them may cost together; nothing new begins once it is spent.
    pub most_cost: Option<f64>,
    /// Pauses before a failed submission is tried again.
    pub retry: RetryPolicy,
}

impl Default for Schedule {
    fn default() -> Self {
        let retry =
            RetryPolicy { attempts: super::standing::ATTEMPTS, base_ms: 5_000, cap_ms: 300_000 };
        Self { at_once: 4, most_cost: None, retry }
    }
}

/// What is due.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Due {
    /// Submissions to begin, in this order, each with the audit whose opinions it takes over.
    pub begin: Vec<(SubmissionId, Option<AuditId>)>,
    /// Audits to stop.
    pub stop: Vec<(SubmissionId, AuditId)>,
    /// When something else will be due, in seconds since the beginning of 1970 in UTC.
    pub wake: Option<u64>,
    /// What holds the rest back, a fragment; `None` where nothing waits in vain.
    pub held: Option<String>,
}

impl Due {
    /// Whether nothing is to be done, now or later, without a person's word.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.begin.is_empty() && self.stop.is_empty() && self.wake.is_none()
    }
}

/// Says what is due at `now`, in seconds since the beginning of 1970 in UTC, when `spent` is what model
/// calls cost so far.
///
/// Submissions take turns: those that failed least come first, and among them those that came first. So
/// one that keeps failing never holds up the others.
#[must_use]
pub fn due(docket: &Docket, schedule: &Schedule, now: u64, spent: f64) -> Due {
    let mut found = Due { stop: to_stop(docket), ..Due::default() };
    let running = docket.running().count();
    let mut waiting: Vec<(&SubmissionId, &Item, u64, Option<&AuditId>)> = Vec::new();
    for (id, item) in &docket.items {
        if let (Standing::Waiting { since, after, .. }, false) = (&item.standing, item.paused) {
            waiting.push((id, item, ready_at(id, item, *since, &schedule.retry), after.as_ref()));
        }
    }
    if waiting.is_empty() {
        return found;
    }
    if docket.paused {
        found.held = Some("the docket is paused".to_owned());
        return found;
    }
    if let Some(most) = schedule.most_cost
        && spent >= most
    {
        found.held = Some(format!("the cap on cost is reached: {spent:.4} of {most:.4}"));
        return found;
    }
    let mut free = schedule.at_once.max(1).saturating_sub(running);
    if let Some(first) = docket.pilot {
        let tried = docket.items.values().filter(|item| item.was_tried()).count();
        let left = (first as usize).saturating_sub(tried);
        if left == 0 && waiting.iter().all(|(_, item, ..)| !item.was_tried()) {
            found.held = Some(format!("the pilot of {first} is over; the others wait for a word"));
            return found;
        }
        // Those of the pilot that failed are part of it still.
        waiting.sort_by_key(|(_, item, ..)| (!item.was_tried(), item.place));
        let tried_again = waiting.iter().filter(|(_, item, ..)| item.was_tried()).count();
        waiting.truncate(tried_again + left);
    }
    waiting.sort_by_key(|(_, item, ready, _)| (*ready > now, item.failures, item.place));
    for (id, _, ready, after) in waiting {
        if ready > now {
            found.wake = Some(found.wake.map_or(ready, |wake| wake.min(ready)));
        } else if free > 0 {
            free -= 1;
            found.begin.push((id.clone(), after.cloned()));
        }
    }
    found
}

fn to_stop(docket: &Docket) -> Vec<(SubmissionId, AuditId)> {
    let stopping = docket.items.iter().filter_map(|(id, item)| match &item.standing {
        Standing::Running { audit, stopping: true, .. } => Some((id.clone(), audit.clone())),
        Standing::Running { .. }
        | Standing::Waiting { .. }
        | Standing::Graded
        | Standing::Parked { .. }
        | Standing::Cancelled => None,
    });
    stopping.collect()
}

/// When a waiting submission may be begun.
fn ready_at(id: &SubmissionId, item: &Item, since: u64, retry: &RetryPolicy) -> u64 {
    if item.failures == 0 {
        return since;
    }
    let pause = retry.delay(0, id.as_str(), item.failures + 1);
    since + pause.max(Duration::from_secs(1)).as_secs()
}

impl Item {
    /// Whether an audit of it was ever begun and came to an end, or is under way.
    fn was_tried(&self) -> bool {
        let is_under_way =
            matches!(self.standing, Standing::Running { .. } | Standing::Parked { .. });
        is_under_way || self.failures > 0 || !self.results.is_empty()
    }
}

#[cfg(test)]
mod tests;
