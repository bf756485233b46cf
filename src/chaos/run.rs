//! One audit under faults, and what became of it.

use serde::{Deserialize, Serialize};

/// How an audit under faults ended.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A report with every seat heard and every criterion scored.
    Complete,
    /// A report that names seats as missing or criteria as not scored.
    Partial,
    /// The audit ended without a report and said why.
    Abandoned,
    /// Whoever ran the audit stopped resuming it: it was interrupted more often than the plan allows.
    GivenUp,
    /// The audit neither ended nor went on. The default, because it is what is known of an audit
    /// of which nothing was heard.
    #[default]
    Stuck,
}

impl Outcome {
    /// All outcomes, from the best to the worst.
    pub const ALL: [Self; 5] =
        [Self::Complete, Self::Partial, Self::Abandoned, Self::GivenUp, Self::Stuck];

    /// The name in `runs.csv` and `summary.json`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Partial => "partial",
            Self::Abandoned => "abandoned",
            Self::GivenUp => "given_up",
            Self::Stuck => "stuck",
        }
    }
}

/// One audit under faults, and what became of it: a row of `runs.csv`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The experiment that the audit belongs to, such as `crashed-judges-are-retried` or `sweep`.
    pub experiment: String,
    /// The fault that was planned, such as `panic`.
    pub fault: String,
    /// The point at which it strikes, such as `judge.handle`. Empty where a fault has one point only.
    pub target: String,
    /// Probability that the fault strikes at an opportunity, 0–1. Not a number where the plan names
    /// opportunities and no rate; JSON has `null` there.
    #[serde(deserialize_with = "rate_or_none")]
    pub rate: f64,
    /// The seed that every draw of the audit was derived from.
    pub seed: u64,
    /// Every fault of the plan, as the command line takes it.
    pub faults: Vec<String>,
    /// Dimensions of the rubric.
    pub dimensions: u8,
    /// How the audit ended.
    pub outcome: Outcome,
    /// Names of the invariants that did not hold, and of what else the experiment expected in vain.
    /// Empty: the hypothesis held.
    pub broken: Vec<String>,
    /// Opinions in the final state, all rounds.
    pub opinions: u32,
    /// Seats of the final state that were never heard.
    pub missing_seats: u32,
    /// Opportunities at which the fault could strike.
    pub armed: u32,
    /// How often it struck.
    pub fired: u32,
    /// How often each fault of `faults` struck, in their order.
    #[serde(default)]
    pub strikes: Vec<u32>,
    /// How often somebody was put in the place of an actor that had crashed or hung. `None` where nobody saw
    /// it: journals do not tell.
    #[serde(default)]
    pub restarts: Option<u32>,
    /// Kills of the whole process.
    pub kills: u32,
    /// Calls that reached the model.
    pub paid_calls: u32,
    /// Of these, calls that asked the same question on the same work again although the server had not turned
    /// it away: the former was cut off, or its reply was of no use.
    pub repaid_calls: u32,
    /// Of these, calls whose reply was kept already, which an invariant forbids.
    pub repaid_kept: u32,
    /// Largest distance between a score and that of the fault-free twin, in points, over the criteria
    /// of which all seats were heard. `None` where there are none, as in an audit without a report.
    pub drift: Option<f64>,
    /// Overall score less that of the fault-free twin, in points. `None` without a report.
    pub overall_drift: Option<f64>,
    /// How long the audit took, in milliseconds: virtual in a simulation, of the wall clock otherwise.
    pub duration_ms: u64,
    /// Milliseconds from each loss to the next result of the same work, and from each kill to the result of
    /// the last of all work that was under way at it.
    pub recoveries_ms: Vec<u64>,
    /// Hearings that came to nothing.
    pub losses: Vec<JudgeLoss>,
    /// Hash of the event trace, 16 hexadecimal digits.
    pub trace: String,
}

fn rate_or_none<'de, D: serde::Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(from)?.unwrap_or(f64::NAN))
}

impl Run {
    /// Whether every invariant held.
    #[must_use]
    pub fn held(&self) -> bool {
        self.broken.is_empty()
    }
}

/// A hearing that came to nothing: its judge was lost, or brought no opinion.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JudgeLoss {
    /// When, in milliseconds since the audit began, by the audit's own clock.
    pub at_ms: u64,
    /// Who it was, such as `Prosecutor`.
    pub persona: String,
    /// The criterion of the case in hand.
    pub criterion: String,
    /// Which attempt at the case it was, counted from 1.
    pub attempt: u32,
    /// What came in the way, such as `crash` or `rate_limited`.
    pub kind: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_survives_its_way_through_json() {
        let run = Run {
            experiment: "sweep".to_owned(),
            rate: 0.1,
            seed: u64::MAX,
            outcome: Outcome::GivenUp,
            broken: vec!["nothing-lost".to_owned()],
            drift: Some(0.5),
            restarts: Some(2),
            recoveries_ms: vec![0, 12],
            losses: vec![JudgeLoss { at_ms: 7, attempt: 1, ..JudgeLoss::default() }],
            ..Run::default()
        };
        let text = serde_json::to_string(&run).expect("a run is plain data");
        assert_eq!(serde_json::from_str::<Run>(&text).expect("it was written so"), run);
    }

    #[test]
    fn a_rate_that_is_none_survives_too() {
        let text = serde_json::to_string(&Run { rate: f64::NAN, ..Run::default() });
        let run: Run = serde_json::from_str(&text.expect("plain data")).expect("it was written so");
        assert!(run.rate.is_nan());
    }

    #[test]
    fn an_outcome_has_one_name_everywhere() {
        for outcome in Outcome::ALL {
            let json = serde_json::to_string(&outcome).expect("a name");
            assert_eq!(json, format!("\"{}\"", outcome.name()));
        }
    }

    #[test]
    fn an_audit_of_which_nothing_was_heard_is_not_called_complete() {
        assert_eq!(Run::default().outcome, Outcome::Stuck);
    }
}
