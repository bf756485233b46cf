//! What is always true of a whole trial: of its record, its calls, its verdict and its end.

use super::{Breach, Invariant, breach, broken};
use crate::domain::event::AuditEvent;
use crate::domain::failure::FailureKind;
use crate::domain::report::AuditReport;
use crate::domain::state::AgentState;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What is known of a trial once it is over.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// What the journal holds.
    pub events: &'a [Arc<AuditEvent>],
    /// What followers were told, over all lives of the process.
    pub told: &'a [Arc<AuditEvent>],
    /// Events whose writers were told that they are kept.
    pub acknowledged: usize,
    /// The report of the same audit without faults, where that is known.
    pub twin: Option<&'a AuditReport>,
    /// The model calls.
    pub calls: Calls,
    /// What its faults excuse.
    pub allowance: Allowance,
    /// Whether somebody learned of its end.
    pub ended: bool,
    /// Whether that end was that the court gave it up.
    pub given_up: bool,
}

/// What the faults of a trial excuse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// Most calls that may have been cut off: those in flight when something died or was killed.
    pub cut: u32,
    /// Most calls that may have been made in vain: those in flight when whoever waited for them crashed.
    pub vain: u32,
    /// Judges who may be heard at once.
    pub places: u32,
    /// Whether something hung, was slow or came late.
    pub late: bool,
    /// Whether as much went wrong as it takes to spend a budget of restarts.
    pub surrender: bool,
}

/// Model calls of a trial, counted where they are answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Calls {
    /// Those that reached the model.
    pub made: u32,
    /// Those that it answered in any way.
    pub answered: u32,
    /// Those that were made although their reply was kept.
    pub repaid: u32,
    /// Those that came too soon.
    pub hasty: u32,
    /// Those that were made while the same call was under way, or for an attempt that is lost.
    pub vain: u32,
    /// Those that brought a reply which is not kept.
    pub unkept: u32,
    /// Most at once.
    pub at_once: u32,
}

/// Everything that does not hold of a trial, each invariant once.
#[must_use]
pub fn breaches(trial: &Trial<'_>) -> Vec<Breach> {
    let mut all: Vec<Breach> = record(trial).into_iter().chain(lost(trial)).collect();
    all.extend(calls(trial.calls, trial.allowance));
    all.extend(verdict(trial));
    all.extend(overdue(trial));
    if trial.given_up && !trial.allowance.surrender {
        let what = "the court gives the audit up before a budget of restarts is spent";
        all.push(broken(Invariant::NoEarlySurrender, what));
    }
    if !trial.ended {
        all.push(broken(Invariant::Ends, "nobody was told of an end"));
    }
    let mut seen = BTreeSet::new();
    all.retain(|breach| seen.insert(breach.invariant));
    all
}

/// What is wrong with the record as such.
fn record(trial: &Trial<'_>) -> Vec<Breach> {
    let Some(AuditEvent::Opened { request, rubric }) = trial.events.first().map(AsRef::as_ref)
    else {
        // A process that dies at its first write leaves nothing, which is no record.
        let is_empty = trial.events.is_empty();
        let first = broken(Invariant::OpenedFirst, "the first event does not open the audit");
        return if is_empty { Vec::new() } else { vec![first] };
    };
    let mut state = AgentState::new(Arc::clone(request), Arc::clone(rubric));
    let mut found = Vec::new();
    for event in &trial.events[1..] {
        if matches!(**event, AuditEvent::Opened { .. }) {
            found.push(broken(Invariant::OpenedFirst, "the audit is opened twice"));
        }
        found.extend(breach(&state, event));
        state.apply(event);
    }
    found
}

/// What was told or acknowledged and is not there.
fn lost(trial: &Trial<'_>) -> Option<Breach> {
    if trial.acknowledged > trial.events.len() {
        let (there, said) = (trial.events.len(), trial.acknowledged);
        let what = format!("{said} events were acknowledged and {there} are there");
        return Some(broken(Invariant::NothingLost, what));
    }
    let mut kept = trial.events.iter();
    let missing = trial.told.iter().find(|told| !kept.any(|event| event == *told))?;
    let what = missing.ends().map_or("an event".to_owned(), |task| format!("the end of `{task}`"));
    Some(broken(Invariant::NothingLost, format!("{what} was told and is not in the journal")))
}

fn calls(calls: Calls, allowance: Allowance) -> Vec<Breach> {
    let Calls { made, answered, repaid, hasty, vain, unkept, at_once } = calls;
    let Allowance { cut, places, .. } = allowance;
    let mut found = Vec::new();
    let mut check = |is_broken: bool, invariant, what: String| {
        if is_broken {
            found.push(broken(invariant, what));
        }
    };
    let what = format!("{repaid} calls were made again although their replies are kept");
    check(repaid > 0, Invariant::FinishedCallsAreNotPaidAgain, what);
    let what = format!("{made} calls were made, {answered} answered and at most {cut} cut off");
    check(made > answered + cut, Invariant::CallsAreAccountedFor, what);
    let what = format!("{hasty} calls came before the pause was over");
    check(hasty > 0, Invariant::PausesKept, what);
    let what = format!("{unkept} replies are not kept, and at most {cut} calls were cut off");
    check(unkept > cut, Invariant::RepliesAreKept, what);
    let what = format!("{vain} calls were made for nobody, and {} may have been", allowance.vain);
    check(vain > allowance.vain, Invariant::NoCallInVain, what);
    let what = format!("{at_once} judges were heard at once, and there are {places} places");
    check(at_once > places, Invariant::PlacesKept, what);
    found
}

/// The first attempt whose deadline passed though nothing was late.
fn overdue(trial: &Trial<'_>) -> Option<Breach> {
    let is_overdue = |event: &&Arc<AuditEvent>| {
        matches!(event.as_ref(),
        AuditEvent::Lost { failure, .. } if failure.kind == FailureKind::Deadline)
    };
    let first = trial.events.iter().find(is_overdue).filter(|_| !trial.allowance.late)?;
    let work = first.ends().map_or("something".to_owned(), |task| format!("`{task}`"));
    let what = format!("{work} is overdue, and nothing hung or was late");
    Some(broken(Invariant::OnlyTheHungAreOverdue, what))
}

/// The first criterion on which all were heard and which is not ruled as in the twin.
fn verdict(trial: &Trial<'_>) -> Option<Breach> {
    let report = trial.events.iter().find_map(|event| event.verdict())?;
    let twin = trial.twin?;
    for ruling in report.criteria.iter().filter(|ruling| ruling.missing_seats.is_empty()) {
        let same = twin.criteria.iter().find(|other| other.dimension_id == ruling.dimension_id)?;
        let is_same = ruling.final_score == same.final_score
            && ruling.judge_opinions == same.judge_opinions
            && ruling.second_hearing == same.second_hearing;
        if !is_same {
            let (id, ours, theirs) = (&ruling.dimension_id, ruling.final_score, same.final_score);
            let what = format!("`{id}` is ruled {ours}, and {theirs} in the twin");
            return Some(broken(Invariant::VerdictEqualsTheTwins, what));
        }
    }
    None
}
