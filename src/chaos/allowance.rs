//! What the faults of a run excuse: calls that were cut off, deadlines that passed, an audit that was given up.

use super::mischief::Struck;
use super::plan::FaultKind;
use crate::domain::event::AuditEvent;
use crate::domain::failure::{Failure, FailureKind};
use crate::domain::invariants::Allowance;
use crate::domain::retry::RestartBudget;
use crate::domain::task::Task;
use std::sync::Arc;

/// What these deeds excuse, with so many judges at a time.
pub(super) fn allowance(struck: &[Struck], events: &[Arc<AuditEvent>], places: u32) -> Allowance {
    let sum = |of: fn(&Struck, u32) -> u32| {
        struck.iter().map(|struck| of(struck, places)).fold(0, u32::saturating_add)
    };
    // An engine that cannot even be started conducts nothing.
    let never_started = struck.iter().any(|struck| struck.site == "bench.pre_start");
    Allowance {
        cut: sum(cut_off).saturating_add(broken_off(events)),
        vain: sum(in_vain),
        places,
        late: struck.iter().any(|struck| is_late(struck.kind)),
        surrender: never_started || struck.len() > RestartBudget::MOST,
    }
}

/// Most calls that a deed may have cut off.
fn cut_off(struck: &Struck, in_flight: u32) -> u32 {
    match struck.kind {
        FaultKind::Kill | FaultKind::Torn => in_flight,
        // A bench that falls takes its judges along, as does a coordinator that is not there any more.
        FaultKind::Panic if struck.site.starts_with("bench") => in_flight,
        FaultKind::Panic
        | FaultKind::Hang
        | FaultKind::Slow
        | FaultKind::Late
        | FaultKind::Enospc
        | FaultKind::Eio => 1,
        FaultKind::Duplicate
        | FaultKind::Reorder
        | FaultKind::Freeform
        | FaultKind::Malformed
        | FaultKind::Truncated
        | FaultKind::Wrong
        | FaultKind::RateLimited
        | FaultKind::RetryAfter
        | FaultKind::ServerError
        | FaultKind::Cut
        | FaultKind::Jump
        | FaultKind::Poisoned
        | FaultKind::MissingObject
        | FaultKind::Oom => 0,
    }
}

/// Most calls that go on after a deed although nobody waits for them any more: judges at work do not learn
/// that their coordinator is gone.
fn in_vain(struck: &Struck, in_flight: u32) -> u32 {
    let (actor, _) = struck.site.split_once('.').unwrap_or((&struck.site, ""));
    match actor {
        "judge" | "model" | "message" | "reader" => 0,
        _ => in_flight,
    }
}

/// Whether somebody may have run out of time over it.
fn is_late(kind: FaultKind) -> bool {
    match kind {
        FaultKind::Hang | FaultKind::Slow | FaultKind::Late => true,
        FaultKind::Panic
        | FaultKind::Duplicate
        | FaultKind::Reorder
        | FaultKind::Freeform
        | FaultKind::Malformed
        | FaultKind::Truncated
        | FaultKind::Wrong
        | FaultKind::RateLimited
        | FaultKind::RetryAfter
        | FaultKind::ServerError
        | FaultKind::Cut
        | FaultKind::Enospc
        | FaultKind::Eio
        | FaultKind::Torn
        | FaultKind::Kill
        | FaultKind::Jump
        | FaultKind::Poisoned
        | FaultKind::MissingObject
        | FaultKind::Oom => false,
    }
}

/// Hearings that ended while their judge may have been waiting for a model.
fn broken_off(events: &[Arc<AuditEvent>]) -> u32 {
    let is_broken_off = |event: &&Arc<AuditEvent>| {
        matches!(
            event.as_ref(),
            AuditEvent::Lost {
                task: Task::Hear { .. },
                failure: Failure {
                    kind: FailureKind::Deadline | FailureKind::Crash | FailureKind::Cancelled,
                    ..
                },
                ..
            }
        )
    };
    let hearings = events.iter().filter(is_broken_off);
    u32::try_from(hearings.count()).unwrap_or(u32::MAX)
}
