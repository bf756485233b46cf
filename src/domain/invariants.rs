//! What is always true of an audit, whatever goes wrong: named predicates, in one place.
//!
//! [`breach`] checks one event against the state before it; debug builds assert it for every event that a
//! coordinator keeps. [`breaches`] checks a whole trial; the simulator and the property tests use it.

use super::event::AuditEvent;
use super::opinion::Round;
use super::plan::{self, Plan};
use super::report::AuditReport;
use super::state::AgentState;
use super::task::{Step, Task};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The name of something that is always true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invariant {
    /// An audit is opened once, and first.
    OpenedFirst,
    /// What was told or acknowledged is in the journal, in its order.
    NothingLost,
    /// Nothing ends twice: one opinion a seat, one examination and one testimony a detective, one verdict.
    NothingDoubled,
    /// An opinion or a loss is of the attempt that is under way, never of a former one.
    NoFormerAttempt,
    /// The Chief Justice rules when every seat is settled, and not before.
    NoVerdictBeforeAllSeatsAreSettled,
    /// Wherever all seats were heard, the ruling is that of the twin without faults.
    VerdictEqualsTheTwins,
    /// No piece of work has more attempts than its policy allows.
    BudgetsKept,
    /// A call whose reply is kept is not made again.
    FinishedCallsAreNotPaidAgain,
    /// Calls made are calls answered and calls in flight at a death, and no more.
    CallsAreAccountedFor,
    /// Nobody asks again before the pause is over that a server asked for.
    PausesKept,
    /// The audit ends.
    Ends,
}

impl Invariant {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::OpenedFirst,
        Self::NothingLost,
        Self::NothingDoubled,
        Self::NoFormerAttempt,
        Self::NoVerdictBeforeAllSeatsAreSettled,
        Self::VerdictEqualsTheTwins,
        Self::BudgetsKept,
        Self::FinishedCallsAreNotPaidAgain,
        Self::CallsAreAccountedFor,
        Self::PausesKept,
        Self::Ends,
    ];

    /// Its name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenedFirst => "opened_first",
            Self::NothingLost => "nothing_lost",
            Self::NothingDoubled => "nothing_doubled",
            Self::NoFormerAttempt => "no_former_attempt",
            Self::NoVerdictBeforeAllSeatsAreSettled => "no_verdict_before_all_seats_are_settled",
            Self::VerdictEqualsTheTwins => "verdict_equals_the_twins",
            Self::BudgetsKept => "budgets_kept",
            Self::FinishedCallsAreNotPaidAgain => "finished_calls_are_not_paid_again",
            Self::CallsAreAccountedFor => "calls_are_accounted_for",
            Self::PausesKept => "pauses_kept",
            Self::Ends => "ends",
        }
    }
}

/// An invariant that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breach {
    /// Which.
    pub invariant: Invariant,
    /// What is wrong, one fragment.
    pub what: String,
}

fn broken(invariant: Invariant, what: impl Into<String>) -> Breach {
    Breach { invariant, what: what.into() }
}

/// What `event` would break if it came next.
#[must_use]
pub fn breach(state: &AgentState, event: &AuditEvent) -> Option<Breach> {
    if state.abandoned.is_some() {
        return Some(broken(Invariant::NothingDoubled, "an event follows the end of the audit"));
    }
    if let Some(task) = event.ends() {
        if state.is_done(&task) && task != Task::Fetch {
            return Some(broken(Invariant::NothingDoubled, format!("`{task}` ends twice")));
        }
        if let Some(breach) = wrong_attempt(state, &task, event) {
            return Some(breach);
        }
        let most = state.request.retry.attempts;
        if matches!(event, AuditEvent::Lost { .. }) && state.attempts(&task) >= most {
            let what = format!("`{task}` has more than {most} attempts");
            return Some(broken(Invariant::BudgetsKept, what));
        }
    }
    if matches!(event, AuditEvent::Decided { .. }) {
        let due = plan::next_steps(state);
        let is_time = matches!(&due, Plan::Steps(steps)
            if matches!(&steps[..], [Step { task: Task::Decide, .. }]) && every_seat_is_settled(state));
        if !is_time {
            let what = "the verdict comes before every seat is settled";
            return Some(broken(Invariant::NoVerdictBeforeAllSeatsAreSettled, what));
        }
    }
    None
}

fn wrong_attempt(state: &AgentState, task: &Task, event: &AuditEvent) -> Option<Breach> {
    let attempt = match event {
        AuditEvent::Heard { attempt, .. } | AuditEvent::Lost { attempt, .. } => *attempt,
        AuditEvent::Opened { .. }
        | AuditEvent::Fetched { .. }
        | AuditEvent::Located { .. }
        | AuditEvent::Mislaid { .. }
        | AuditEvent::Examined { .. }
        | AuditEvent::Looked { .. }
        | AuditEvent::Testified { .. }
        | AuditEvent::Decided { .. }
        | AuditEvent::Published { .. }
        | AuditEvent::Abandoned { .. } => return None,
    };
    let under_way = state.attempts(task) + 1;
    if attempt == under_way {
        return None;
    }
    let what = format!("`{task}` is at attempt {under_way}, and this is attempt {attempt}");
    Some(broken(Invariant::NoFormerAttempt, what))
}

/// Counted here from the rubric and the opinions, and not asked of the plan: a plan that forgets a seat
/// must not be able to excuse itself.
fn every_seat_is_settled(state: &AgentState) -> bool {
    let judged = state.rubric_dimensions.iter().filter(|d| plan::is_judgeable(state, &d.id));
    let mut all = judged.flat_map(|dimension| {
        let rounds: &[Round] = if contested(state, &dimension.id) {
            &[Round::First, Round::Second]
        } else {
            &[Round::First]
        };
        rounds.iter().flat_map(|round| {
            super::opinion::Persona::ALL.map(|persona| Task::Hear {
                seat: super::opinion::Seat {
                    criterion: dimension.id.clone(),
                    round: *round,
                    persona,
                },
            })
        })
    });
    all.all(|task| state.is_settled(&task))
}

fn contested(state: &AgentState, criterion: &super::ids::CriterionId) -> bool {
    let scores = state.opinions_of(criterion, Round::First).into_iter().map(|o| o.score.get());
    let scores: Vec<u8> = scores.collect();
    plan::spread(&scores) > plan::WIDE_SPREAD
}

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
    /// Whether somebody learned of its end.
    pub ended: bool,
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
    /// Most calls that may have been cut off: those in flight when something died or was killed.
    pub cut: u32,
}

/// Everything that does not hold of a trial, each invariant once.
#[must_use]
pub fn breaches(trial: &Trial<'_>) -> Vec<Breach> {
    let mut all: Vec<Breach> = record(trial).into_iter().chain(lost(trial)).collect();
    all.extend(calls(trial.calls));
    all.extend(verdict(trial));
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

fn calls(calls: Calls) -> Vec<Breach> {
    let Calls { made, answered, repaid, hasty, cut } = calls;
    let mut found = Vec::new();
    if repaid > 0 {
        let what = format!("{repaid} calls were made again although their replies are kept");
        found.push(broken(Invariant::FinishedCallsAreNotPaidAgain, what));
    }
    if made > answered + cut {
        let what = format!("{made} calls were made, {answered} answered and at most {cut} cut off");
        found.push(broken(Invariant::CallsAreAccountedFor, what));
    }
    if hasty > 0 {
        let what = format!("{hasty} calls came before the pause was over");
        found.push(broken(Invariant::PausesKept, what));
    }
    found
}

/// The first criterion on which all were heard and which is not ruled as in the twin.
fn verdict(trial: &Trial<'_>) -> Option<Breach> {
    let report = trial.events.iter().find_map(|event| match event.as_ref() {
        AuditEvent::Decided { report } => Some(report),
        AuditEvent::Opened { .. }
        | AuditEvent::Fetched { .. }
        | AuditEvent::Located { .. }
        | AuditEvent::Mislaid { .. }
        | AuditEvent::Examined { .. }
        | AuditEvent::Looked { .. }
        | AuditEvent::Testified { .. }
        | AuditEvent::Heard { .. }
        | AuditEvent::Lost { .. }
        | AuditEvent::Published { .. }
        | AuditEvent::Abandoned { .. } => None,
    })?;
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
