//! What a probe of the rubric makes of the facts.

use super::ids::{CriterionId, EvidenceId, ProbeId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the facts answer a probe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    /// What the probe asks for is so.
    Holds,
    /// It is so in part.
    Partly {
        /// How much of it, above 0 and below 1.
        share: f64,
    },
    /// It is not so.
    Fails,
    /// The facts do not decide it.
    Unknown {
        /// Why, a lowercase fragment.
        reason: String,
        /// Whether it counts neither way: the audit lacked the means to look, there is nothing to look at, or a
        /// person waived what it rests on.
        /// What a submission leaves open itself may be held against it.
        #[serde(default)]
        neutral: bool,
    },
}

impl Outcome {
    /// `matched` of `wanted` parts hold; nothing wanted holds by itself.
    #[must_use]
    pub fn of_share(matched: usize, wanted: usize) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        match (matched, wanted) {
            (m, w) if m >= w => Self::Holds,
            (0, _) => Self::Fails,
            (m, w) => Self::Partly { share: m as f64 / w as f64 },
        }
    }

    /// The submission leaves it open.
    #[must_use]
    pub fn open(reason: String) -> Self {
        Self::Unknown { reason, neutral: false }
    }

    /// [`Outcome::Holds`] or [`Outcome::Fails`].
    #[must_use]
    pub fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }
}

/// How the statement of an undecided reading begins.
pub const UNDECIDED: &str = "Could not be decided: ";

/// The answer to one probe of one dimension.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// The dimension.
    pub criterion: CriterionId,
    /// The probe.
    pub probe: ProbeId,
    /// How the facts answer it.
    pub outcome: Outcome,
    /// What was measured, one sentence.
    pub statement: String,
    /// What would have to be there and is not, each a short phrase.
    pub missing: Vec<String>,
    /// The evidence it rests on, most telling first.
    pub evidence: Vec<EvidenceId>,
}

impl Reading {
    /// Whether what is asked about is not there, so that there is nothing for a person to look at either.
    #[must_use]
    pub fn is_moot(&self) -> bool {
        matches!(self.outcome, Outcome::Unknown { neutral: true, .. })
            && !self.statement.starts_with(UNDECIDED)
    }

    /// The statement as a part of a longer sentence: without its full stop, and for an undecided
    /// reading the reason alone.
    #[must_use]
    pub fn in_brief(&self) -> &str {
        let statement = self.statement.trim_end_matches('.');
        statement.strip_prefix(UNDECIDED).unwrap_or(statement)
    }
}
