//! Bugs on purpose: each must be caught by the small sweep of the simulator, which shows what its invariants
//! are worth.
//!
//! Outside of our own tests none can be planted: whether one is there is known when the program is compiled.

use super::event::AuditEvent;
use super::opinion::{JudicialOpinion, Persona, Seat};
use super::score::Score;

macro_rules! bugs {
    ($($name:ident: $words:literal,)*) => {
        /// What can be wrong on purpose.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Bug {
            $(#[doc = $words] $name,)*
        }

        #[cfg(test)]
        impl Bug {
            /// All of them.
            pub(crate) const ALL: &[Self] = &[$(Self::$name,)*];

            /// What is wrong, one sentence.
            pub(crate) const fn words(self) -> &'static str {
                match self {
                    $(Self::$name => $words,)*
                }
            }
        }
    };
}

bugs! {
    // Which messages count.
    DedupeOff: "Every message counts, also one that was told before.",
    FormerAttemptsCount: "The result of an attempt that was given up counts.",
    NothingIsUnderWay: "What is under way is started again.",
    BeginsWhatWasGivenUp: "An attempt that was given up during its pause is begun all the same.",
    // The record.
    ToldBeforeKept: "Followers are told of an event before the journal has it.",
    ToldAndNotKept: "A loss is told and taken in, and not appended.",
    AppendErrorsIgnored: "An event counts although the journal refused it.",
    AppendedTwice: "An event is appended twice.",
    // Recovery.
    RecoveryIgnoresTheJournal: "A coordinator that is started again begins with an empty state.",
    RecoveryForgetsLosses: "A coordinator that is started again knows of no attempt that was lost.",
    RecoveryForgetsOpinions: "A coordinator that is started again knows of no opinion.",
    RecoveryMiscounts: "A coordinator that is started again takes the last event's number for the next one.",
    OpensAgain: "A coordinator that is started again opens the audit again.",
    // Supervision.
    CoordinatorsCrashIgnored: "The court starts no crashed coordinator again.",
    JudgesCrashIgnored: "The bench reports no crash of a judge.",
    UnseatedJudgeForgotten: "The bench reports no judge who cannot be started.",
    DesksCrashLosesNothing: "What somebody had in hand who crashed is not recorded as lost.",
    WrongChildReplaced: "Whoever of an audit's five crashes, it is the clerk who is replaced.",
    NewBenchIsNotTold: "Audits are not told of a new bench.",
    ReseatForgetsHearings: "A new bench does not lose the hearings of the old one.",
    RestartsNeverRunOut: "A restart budget is never spent.",
    NoRestartIsAllowed: "A restart budget allows no restart.",
    // Watching.
    OverdueJudgesLeftAlone: "A judge whose time is up is left alone.",
    OverdueStepsLeftAlone: "A step whose time is up is left alone.",
    RoundsNeverKill: "Whoever does not answer the court's rounds is left alone.",
    SilentDetective: "A detective who could not read keeps silent.",
    // Trying again.
    BackOffNeverEnds: "The pause before another attempt is a year.",
    RetryAfterIgnored: "The pause that a server asks for is not kept.",
    AttemptsNeverRunOut: "Failed work is tried again for ever.",
    PoisonNeverSetAside: "Work that crashes whoever does it is not set aside.",
    GivesUpAtOnce: "A passing failure is taken for a lasting one.",
    // The plan.
    TechLeadForgotten: "The Tech Lead is never asked.",
    DecidesTooEarly: "The Chief Justice is asked when one hearing is open.",
    HearsBeforeTheEvidenceIsIn: "Judges are heard while a detective is still to testify.",
    SecondHearingForgotten: "A wide spread calls for no second hearing.",
    SecondHearingCountsAsFirst: "An opinion of the second hearing is taken in as one of the first.",
    // Judges and the bench.
    AttemptOffByOne: "A judge names the attempt after its own.",
    OpinionsSwapped: "The opinions of Prosecutor and Defense are swapped.",
    LostHearingScoresOne: "A hearing that came to nothing becomes a score of 1.",
    FullBenchDropsCases: "A case that finds no free place is dropped.",
    PlacesIgnored: "Every case is heard at once, whatever places there are.",
    // Model calls.
    MemoIgnored: "A call is made again although its reply is kept.",
    RepliesNotKept: "No reply is kept.",
    // The end.
    LowestAfterALoss: "Where an attempt was lost, the lowest vote decides in place of the median.",
    CloseForgetsToAnswer: "Whoever waits for the end of an audit is not told.",
}

/// Whether this bug is there.
#[cfg(not(test))]
pub(crate) const fn is_planted(_: Bug) -> bool {
    false
}

/// Whether this bug is there, on this thread.
#[cfg(test)]
pub(crate) fn is_planted(bug: Bug) -> bool {
    PLANTED.get() == Some(bug)
}

/// Whether no bug is there. What is planted is to be found by the sweep and not by an assertion on the way.
#[cfg(not(test))]
pub(crate) const fn is_sound() -> bool {
    true
}

/// Whether no bug is there, on this thread.
#[cfg(test)]
pub(crate) fn is_sound() -> bool {
    PLANTED.get().is_none()
}

/// Whether a coordinator that is started again does not take this event in.
pub(crate) fn is_forgotten(event: &AuditEvent) -> bool {
    let is_loss = matches!(event, AuditEvent::Lost { .. });
    let is_opinion = matches!(event, AuditEvent::Heard { .. });
    is_planted(Bug::RecoveryIgnoresTheJournal)
        || is_loss && is_planted(Bug::RecoveryForgetsLosses)
        || is_opinion && is_planted(Bug::RecoveryForgetsOpinions)
}

/// The opinion as one judge tells it, or as the other one would.
pub(crate) fn told(opinion: JudicialOpinion) -> JudicialOpinion {
    if !is_planted(Bug::OpinionsSwapped) {
        return opinion;
    }
    let judge = match opinion.judge {
        Persona::Prosecutor => Persona::Defense,
        Persona::Defense => Persona::Prosecutor,
        Persona::TechLead => Persona::TechLead,
    };
    JudicialOpinion { judge, ..opinion }
}

/// An opinion that nobody gave, where a hearing that came to nothing brings one.
pub(crate) fn invented(seat: &Seat) -> Option<JudicialOpinion> {
    is_planted(Bug::LostHearingScoresOne).then(|| JudicialOpinion {
        judge: seat.persona,
        criterion_id: seat.criterion.clone(),
        score: Score::MIN,
        argument: String::new(),
        cited_evidence: Vec::new(),
        round: seat.round,
        struck_quotes: 0,
        given_by: None,
    })
}

#[cfg(test)]
thread_local! {
    static PLANTED: std::cell::Cell<Option<Bug>> = const { std::cell::Cell::new(None) };
}

/// A bug that is there on this thread until this value is dropped.
#[cfg(test)]
pub(crate) struct Planted(());

#[cfg(test)]
impl Planted {
    /// Plants a bug in place of the one that is there.
    pub(crate) fn plant(bug: Bug) -> Self {
        PLANTED.set(Some(bug));
        Self(())
    }
}

#[cfg(test)]
impl Drop for Planted {
    fn drop(&mut self) {
        PLANTED.set(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_is_there_as_long_as_it_is_planted_and_on_its_own_thread_alone() {
        let bug = Planted::plant(Bug::DedupeOff);
        assert!(is_planted(Bug::DedupeOff));
        assert!(!is_planted(Bug::MemoIgnored));
        let elsewhere = std::thread::spawn(|| is_planted(Bug::DedupeOff));
        assert!(!elsewhere.join().expect("it does not panic"));
        drop(bug);
        assert!(!is_planted(Bug::DedupeOff));
    }
}
