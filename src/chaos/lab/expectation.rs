//! What an experiment expects of every run besides the invariants.

use crate::chaos::run::{Outcome, Run};

/// A crash of its judge so often sets a case aside.
const CRASHES: u32 = 3;
/// So many attempts are made at a hearing by a language model.
const ATTEMPTS: u32 = 6;

/// What is expected of a run besides the invariants.
#[derive(Clone, Copy, Debug)]
pub struct Expectation {
    /// Its name on the command line and in `runs.csv`.
    pub name: &'static str,
    /// What it says, completing "every audit …".
    pub says: &'static str,
    /// Whether it holds.
    pub holds: fn(&Run) -> bool,
}

impl Expectation {
    /// Nothing but the invariants, of which one is that the audit ends.
    pub const ENDS: Self =
        Self { name: "ends", says: "ends, with a report or with a reason", holds: |_| true };
    /// A report, perhaps one that names what is missing.
    pub const REPORTED: Self = Self {
        name: "reported",
        says: "ends with a report, which names what is missing if anything is",
        holds: |run| matches!(run.outcome, Outcome::Complete | Outcome::Partial),
    };
    /// A report or a reason of the submission's.
    pub const HONEST: Self = Self {
        name: "honest",
        says: "ends with a report that names what is missing, or without one where nothing could be read",
        holds: |run| {
            matches!(run.outcome, Outcome::Complete | Outcome::Partial | Outcome::Abandoned)
        },
    };
    /// A report with nothing missing, and the scores of the audit without faults.
    pub const COMPLETE: Self = Self {
        name: "complete",
        says: "ends with a report in which nothing is missing and every score is the fault-free one",
        holds: |run| run.outcome == Outcome::Complete && run.overall_drift.is_some_and(is_nothing),
    };
    /// A report in which only those seats are empty whose case was tried as often as it may be.
    pub const TRIED: Self = Self {
        name: "tried",
        says: "ends with a report in which a seat is empty only after three crashes or six attempts",
        holds: |run| {
            let spent = run.losses.iter().filter(|loss| {
                let most = if loss.kind == "crash" { CRASHES } else { ATTEMPTS };
                loss.attempt >= most
            });
            let is_reported = matches!(run.outcome, Outcome::Complete | Outcome::Partial);
            is_reported && run.missing_seats as usize <= spent.count()
        },
    };
    /// A report with empty seats, each of them named.
    pub const SEATS_NAMED: Self = Self {
        name: "seats_named",
        says: "ends with a report that names the empty seats",
        holds: |run| run.outcome == Outcome::Partial && run.missing_seats > 0,
    };

    /// All of them, from the weakest.
    pub const ALL: [Self; 6] =
        [Self::ENDS, Self::HONEST, Self::REPORTED, Self::SEATS_NAMED, Self::TRIED, Self::COMPLETE];

    /// The one with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name == name)
    }
}

fn is_nothing(points: f64) -> bool {
    points.abs() < 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chaos::run::JudgeLoss;

    #[track_caller]
    fn check(run: &Run, held: &[&str]) {
        let holds = Expectation::ALL.iter().filter(|one| (one.holds)(run)).map(|one| one.name);
        assert_eq!(holds.collect::<Vec<_>>(), held, "{run:?}");
    }

    #[test]
    fn each_expectation_holds_where_it_says() {
        let run = |outcome, missing_seats| {
            let overall_drift = Some(0.0);
            Run { outcome, missing_seats, overall_drift, ..Run::default() }
        };
        check(&run(Outcome::Stuck, 0), &["ends"]);
        check(&run(Outcome::GivenUp, 0), &["ends"]);
        check(&run(Outcome::Abandoned, 0), &["ends", "honest"]);
        check(&run(Outcome::Partial, 0), &["ends", "honest", "reported", "tried"]);
        check(&run(Outcome::Partial, 1), &["ends", "honest", "reported", "seats_named"]);
        check(&run(Outcome::Complete, 0), &["ends", "honest", "reported", "tried", "complete"]);
        let drifted = Run { overall_drift: Some(-0.01), ..run(Outcome::Complete, 0) };
        check(&drifted, &["ends", "honest", "reported", "tried"]);
    }

    #[test]
    fn a_seat_is_given_up_after_three_crashes_or_six_attempts() {
        let loss = |kind: &str, attempt| JudgeLoss {
            kind: kind.to_owned(),
            attempt,
            ..JudgeLoss::default()
        };
        for (kind, attempt, is_enough) in [
            ("crash", 2, false),
            ("crash", 3, true),
            ("rate_limited", 5, false),
            ("rate_limited", 6, true),
        ] {
            let losses = vec![loss(kind, attempt)];
            let run = Run { outcome: Outcome::Partial, missing_seats: 1, losses, ..Run::default() };
            assert_eq!((Expectation::TRIED.holds)(&run), is_enough, "{kind} {attempt}");
        }
    }
}
