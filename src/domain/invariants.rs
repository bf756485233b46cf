//! What is always true of an audit, whatever goes wrong: named predicates, in one place.
//!
//! [`breach`] checks one event against the state before it; debug builds assert it for every event that a
//! coordinator keeps. [`breaches`] checks a whole trial; the simulator and the property tests use it.

mod trial;

pub use trial::{Allowance, Calls, Trial, breaches};

use super::event::AuditEvent;
use super::failure::FailureKind;
use super::opinion::{Persona, Round, Seat};
use super::plan::{self, Plan};
use super::state::{AgentState, POISON};
use super::task::{Step, Task};
use serde::{Deserialize, Serialize};

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
    /// No judge is heard before every detective has settled.
    NoOpinionBeforeTheEvidenceIsIn,
    /// Work is given up when its attempts are spent, when it is poison or when its failure lasts, and not
    /// before.
    NothingGivenUpEarly,
    /// The court gives an audit up when the restarts of a budget are spent, and not before.
    NoEarlySurrender,
    /// A deadline passes where something hung, was slow or came late, and nowhere else.
    OnlyTheHungAreOverdue,
    /// The reply to a call is kept, unless something was cut off.
    RepliesAreKept,
    /// No call is made that is under way already, or for an attempt that is lost already.
    NoCallInVain,
    /// No more judges are heard at once than there are places.
    PlacesKept,
    /// The audit ends.
    Ends,
}

impl Invariant {
    /// All of them.
    pub const ALL: [Self; 18] = [
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
        Self::NoOpinionBeforeTheEvidenceIsIn,
        Self::NothingGivenUpEarly,
        Self::NoEarlySurrender,
        Self::OnlyTheHungAreOverdue,
        Self::RepliesAreKept,
        Self::NoCallInVain,
        Self::PlacesKept,
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
            Self::NoOpinionBeforeTheEvidenceIsIn => "no_opinion_before_the_evidence_is_in",
            Self::NothingGivenUpEarly => "nothing_given_up_early",
            Self::NoEarlySurrender => "no_early_surrender",
            Self::OnlyTheHungAreOverdue => "only_the_hung_are_overdue",
            Self::RepliesAreKept => "replies_are_kept",
            Self::NoCallInVain => "no_call_in_vain",
            Self::PlacesKept => "places_kept",
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
        if is_spent(state, &task) {
            let what = format!("`{task}` goes on after attempt {}", state.attempts(&task));
            return Some(broken(Invariant::BudgetsKept, what));
        }
        if matches!(task, Task::Hear { .. }) && !is_evidence_in(state) {
            let what = format!("`{task}` comes before a detective has settled");
            return Some(broken(Invariant::NoOpinionBeforeTheEvidenceIsIn, what));
        }
    }
    if let Some(early) = given_up_early(state, event) {
        let what = format!("`{early}` is given up after attempt {}", state.attempts(early));
        return Some(broken(Invariant::NothingGivenUpEarly, what));
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
        | AuditEvent::Adopted { .. }
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

/// Whether another attempt at a piece of work is out of the question. Counted here from the losses, and not
/// asked of the state: a state that miscounts must not be able to excuse itself.
fn is_spent(state: &AgentState, task: &Task) -> bool {
    let Some(lost) = state.losses.get(task) else { return false };
    let crashes = lost.values().filter(|failure| failure.kind == FailureKind::Crash).count();
    let most = usize::try_from(state.request.retry.attempts).unwrap_or(usize::MAX);
    let lasts = lost.last_key_value().is_some_and(|(_, failure)| !failure.transient);
    lost.len() >= most || crashes >= POISON || lasts
}

/// Whether every detective has testified or never will.
fn is_evidence_in(state: &AgentState) -> bool {
    let mut testimonies =
        plan::called(state).into_iter().map(|detective| Task::Testify { detective });
    testimonies.all(|task| state.is_done(&task) || is_spent(state, &task))
}

/// Work that this event takes for given up while another attempt is due.
fn given_up_early<'a>(state: &'a AgentState, event: &'a AuditEvent) -> Option<&'a Task> {
    let is_open = |task: &&Task| !state.is_done(task) && !is_spent(state, task);
    match event {
        AuditEvent::Decided { .. } => {
            let mut lost = state.losses.keys();
            lost.find(|task| !matches!(task, Task::Decide | Task::Publish) && is_open(task))
        }
        AuditEvent::Abandoned { task, .. } => {
            // What cannot be read may be what could not be fetched.
            let is_unfetched = [Task::Fetch, Task::Locate].iter().any(|task| is_spent(state, task));
            Some(task).filter(|task| is_open(task) && !is_unfetched)
        }
        AuditEvent::Opened { .. }
        | AuditEvent::Fetched { .. }
        | AuditEvent::Located { .. }
        | AuditEvent::Mislaid { .. }
        | AuditEvent::Examined { .. }
        | AuditEvent::Looked { .. }
        | AuditEvent::Testified { .. }
        | AuditEvent::Heard { .. }
        | AuditEvent::Adopted { .. }
        | AuditEvent::Lost { .. }
        | AuditEvent::Published { .. } => None,
    }
}

/// Counted here from the rubric and the opinions, and not asked of the plan: a plan that forgets a seat
/// must not be able to excuse itself.
fn every_seat_is_settled(state: &AgentState) -> bool {
    let judged = state.rubric_dimensions.iter().filter(|d| state.is_judgeable(&d.id));
    let mut all = judged.flat_map(|dimension| {
        let rounds: &[Round] = if contested(state, &dimension.id) {
            &[Round::First, Round::Second]
        } else {
            &[Round::First]
        };
        rounds.iter().flat_map(|round| {
            Persona::ALL.map(|persona| Task::Hear {
                seat: Seat { criterion: dimension.id.clone(), round: *round, persona },
            })
        })
    });
    all.all(|task| state.is_done(&task) || is_spent(state, &task))
}

fn contested(state: &AgentState, criterion: &super::ids::CriterionId) -> bool {
    let scores = state.opinions_of(criterion, Round::First).into_iter().map(|o| o.score.get());
    let scores: Vec<u8> = scores.collect();
    plan::spread(&scores) > plan::WIDE_SPREAD
}

#[cfg(test)]
mod tests;
