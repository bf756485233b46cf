//! What is measured of an audit under faults once it is over, simulated or real.

use super::chronicle::Entry;
use super::mischief::Struck;
use super::run::JudgeLoss;
use crate::domain::event::AuditEvent;
use crate::domain::plan::{Plan, next_steps};
use crate::domain::report::AuditReport;
use crate::domain::state::AgentState;
use crate::domain::task::{Step, Task};
use std::sync::Arc;
use std::time::Duration;

/// The work that is due after these events and was begun. Whatever is no hearing is begun when it is due;
/// `is_asked` says of a hearing whether its call was begun.
pub(super) fn under_way(events: &[Arc<AuditEvent>], is_asked: impl Fn(&Step) -> bool) -> Vec<Task> {
    let Some(AuditEvent::Opened { request, rubric }) = events.first().map(AsRef::as_ref) else {
        return Vec::new();
    };
    let mut state = AgentState::new(Arc::clone(request), Arc::clone(rubric));
    events[1..].iter().for_each(|event| state.apply(event));
    let Plan::Steps(steps) = next_steps(&state) else { return Vec::new() };
    let is_begun = |step: &Step| !matches!(step.task, Task::Hear { .. }) || is_asked(step);
    steps.into_iter().filter(is_begun).map(|step| step.task).collect()
}

/// How often each fault of a plan struck.
pub(super) fn strikes(faults: usize, struck: &[Struck]) -> Vec<u32> {
    let of = |nth| whole(struck.iter().filter(|one| one.fault == nth).count());
    (0..faults).map(of).collect()
}

pub(super) fn whole(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub(super) fn missing_seats(report: &AuditReport) -> u32 {
    whole(report.criteria.iter().map(|ruling| ruling.missing_seats.len()).sum())
}

/// The largest distance of a score from the twin's, over the criteria of which all seats were heard; nothing where
/// there are none.
pub(super) fn drift(report: &AuditReport, twin: &AuditReport) -> Option<f64> {
    let heard = report.criteria.iter().filter(|ruling| ruling.missing_seats.is_empty());
    let distances = heard.filter_map(|ruling| {
        let same = twin.criteria.iter().find(|other| other.dimension_id == ruling.dimension_id)?;
        Some(f64::from(ruling.final_score.get().abs_diff(same.final_score.get())))
    });
    distances.reduce(f64::max)
}

/// Whether an event brings an opinion.
pub(super) fn is_opinion(event: &AuditEvent) -> bool {
    matches!(event.ends(), Some(Task::Hear { .. })) && !is_lost(event)
}

const fn is_lost(event: &AuditEvent) -> bool {
    matches!(event, AuditEvent::Lost { .. })
}

/// From each loss to the next result of the same work, and from each death to the result of the last of all work
/// that was under way at it. Where any of it never came to a result, or nothing was under way, nothing is told.
pub(super) fn recoveries(entries: &[(Duration, Entry)]) -> Vec<u64> {
    let mut found = Vec::new();
    for (nth, (at, entry)) in entries.iter().enumerate() {
        let after = &entries[nth + 1..];
        let settled = match entry {
            Entry::Death(under_way) => {
                let all: Option<Vec<Duration>> =
                    under_way.iter().map(|task| settled(after, task)).collect();
                all.and_then(|all| all.into_iter().max())
            }
            Entry::Told(event) if is_lost(event) => {
                event.ends().and_then(|task| settled(after, &task))
            }
            Entry::Life(_) | Entry::Struck(_) | Entry::Told(_) | Entry::End(_) => None,
        };
        found.extend(settled.map(|settled| milliseconds(settled.saturating_sub(*at))));
    }
    found
}

/// When some work first comes to a result.
fn settled(entries: &[(Duration, Entry)], work: &Task) -> Option<Duration> {
    entries.iter().find_map(|(at, entry)| match entry {
        Entry::Told(event) if !is_lost(event) && event.ends().as_ref() == Some(work) => Some(*at),
        Entry::Told(_) | Entry::Life(_) | Entry::Struck(_) | Entry::Death(_) | Entry::End(_) => {
            None
        }
    })
}

/// The hearings that came to nothing.
pub(super) fn losses(entries: &[(Duration, Entry)]) -> Vec<JudgeLoss> {
    entries.iter().filter_map(|(at, entry)| loss(*at, entry)).collect()
}

fn loss(at: Duration, entry: &Entry) -> Option<JudgeLoss> {
    let Entry::Told(event) = entry else { return None };
    let AuditEvent::Lost { task: Task::Hear { seat }, attempt, failure, .. } = event.as_ref()
    else {
        return None;
    };
    Some(JudgeLoss {
        at_ms: milliseconds(at),
        persona: seat.persona.name().to_owned(),
        criterion: seat.criterion.to_string(),
        attempt: *attempt,
        kind: failure.kind.name().to_owned(),
    })
}
