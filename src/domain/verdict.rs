//! What the Chief Justice rules (contract §3.3).

use super::ids::{CriterionId, EvidenceId, ProbeId};
use super::opinion::{JudicialOpinion, Seat};
use super::score::Score;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The written rules, in the order in which they are applied.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Facts bind opinions: unsupported citations are struck, scores clamped to caps and floors.
    FactSupremacy,
    /// A spread above 2 calls a second hearing.
    VarianceReEvaluation,
    /// An architecture criterion follows a Tech Lead who confirms it.
    FunctionalityWeight,
    /// Otherwise the median decides.
    Median,
    /// A confirmed flaw caps the criterion and the overall score.
    SecurityOverride,
    /// A spread above 2 is explained.
    DissentRequirement,
}

impl Rule {
    /// The rule's name as the rubric spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FactSupremacy => "fact supremacy",
            Self::VarianceReEvaluation => "variance re-evaluation",
            Self::FunctionalityWeight => "functionality weight",
            Self::Median => "median",
            Self::SecurityOverride => "security override",
            Self::DissentRequirement => "dissent requirement",
        }
    }
}

/// What one rule did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleStep {
    /// The rule.
    pub rule: Rule,
    /// Whether it changed or decided anything.
    pub applied: bool,
    /// What it did or why it did not, one sentence.
    pub effect: String,
    /// The facts it rests on.
    pub because: Vec<EvidenceId>,
}

/// A judge who was asked and gave no opinion. Never a low score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MissingSeat {
    /// Who was asked what.
    pub seat: Seat,
    /// Why there is no opinion, a fragment.
    pub reason: String,
    /// How often they were asked.
    pub attempts: u32,
}

/// One thing to change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Remedy {
    /// The probe that fails without it.
    pub probe: Option<ProbeId>,
    /// Where to change it: `path:line` of the tree, or where a missing thing belongs.
    pub location: String,
    /// What to change, in the imperative.
    pub action: String,
    /// What the facts say today, one sentence; empty where what to change says it.
    pub today: String,
    /// Points of the criterion that this is worth at most: 0–4, never more than the criterion lacks. Where several
    /// remedies mend one point, what all of them are worth together.
    pub gain: f64,
    /// How many remedies mend the point together, this one counted.
    #[serde(default = "by_itself")]
    pub together: u32,
    /// Whether it lifts a cap on the overall score.
    pub lifts_cap: bool,
    /// The evidence that shows the need.
    pub evidence: Vec<EvidenceId>,
}

const fn by_itself() -> u32 {
    1
}

impl Remedy {
    /// With how many others it is worth what it is, after the points; nothing where it is worth that by itself.
    #[must_use]
    pub fn with_others(&self) -> String {
        match self.together {
            0 | 1 => String::new(),
            2 => " together with the other one of its kind".to_owned(),
            all => format!(" together with the {} others of its kind", all - 1),
        }
    }

    /// Its part of what it is worth with others, so that parts can be summed up.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.gain / f64::from(self.together.max(1))
    }
}

/// The ruling on one criterion. Source: contract §3.3.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CriterionResult {
    /// The dimension's id.
    pub dimension_id: CriterionId,
    /// The dimension's name.
    pub dimension_name: String,
    /// The score that stands, 1–5.
    pub final_score: Score,
    /// The opinions of the first hearing, in the order of the contract.
    pub judge_opinions: Vec<JudicialOpinion>,
    /// Why the judges disagreed; present exactly where `spread` exceeds 2.
    pub dissent_summary: Option<String>,
    /// What to change, with places.
    pub remediation: String,
    /// The opinions of the second hearing, where one was held.
    pub second_hearing: Vec<JudicialOpinion>,
    /// Judges who gave no opinion.
    pub missing_seats: Vec<MissingSeat>,
    /// Highest minus lowest score of the first hearing, 0–4.
    pub spread: u8,
    /// What each rule did, in order.
    pub trace: Vec<RuleStep>,
    /// The remediation item by item, worth most first.
    pub remedies: Vec<Remedy>,
    /// The dimension's weight in the overall score, above 0.
    pub weight: f64,
    /// The level of a points-and-levels rubric that `final_score` stands for.
    pub level: Option<AwardedLevel>,
    /// Why a person should look at this, each a short phrase.
    pub needs_person: Vec<String>,
}

impl CriterionResult {
    /// The ruling without what led to it.
    pub(super) fn brief(&self) -> Self {
        Self {
            judge_opinions: Vec::new(),
            second_hearing: Vec::new(),
            remediation: String::new(),
            remedies: Vec::new(),
            trace: Vec::new(),
            ..self.clone()
        }
    }
}

/// A level of a points-and-levels rubric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AwardedLevel {
    /// The level's name.
    pub name: String,
    /// Its points.
    pub points: f64,
    /// The points of the best level.
    pub of: f64,
}

/// A criterion that could not be scored. Never a low score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NotScored {
    /// The dimension's id.
    pub dimension_id: CriterionId,
    /// The dimension's name.
    pub dimension_name: String,
    /// Why, one sentence.
    pub reason: String,
}
