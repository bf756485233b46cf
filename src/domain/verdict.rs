//! What the Chief Justice rules (contract §3.3).

use super::ids::{CriterionId, EvidenceId, ProbeId};
use super::opinion::{JudicialOpinion, Seat};
use super::score::Score;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

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
    /// What is lost of the 4 points between the worst score and the best, by the weight of what it mends: 0–4. Scores
    /// are whole numbers, so that it lifts one by more, or by nothing. Where there is a `bound`, all that the criterion
    /// lacks; where it lacks nothing, 0. Where several remedies mend one point, what all of them weigh together.
    pub gain: f64,
    /// What the criterion's score cannot exceed without it, where that holds it down today.
    #[serde(default)]
    pub bound: Option<Score>,
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
    /// What it is worth, in words that begin with a small letter.
    #[must_use]
    pub fn worth(&self) -> String {
        let (gain, others) = (self.gain, self.with_others());
        match self.bound {
            _ if gain <= 0.0 => "worth no points by itself".to_owned(),
            Some(bound) => format!(
                "worth up to {gain:.1} points{others}: without it the score is at most {bound}"
            ),
            None => format!("weighs {gain:.1} of the criterion's 4 points{others}"),
        }
    }

    /// What lifts a cap first, then what holds the score down, then what weighs most.
    #[must_use]
    pub fn by_urgency(&self, other: &Self) -> Ordering {
        let firsts = |one: &Self| (one.lifts_cap, one.bound.is_some());
        firsts(other).cmp(&firsts(self)).then(other.gain.total_cmp(&self.gain))
    }

    /// With how many others it is worth what it is, after the points; nothing where it is worth that by itself.
    fn with_others(&self) -> String {
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

/// What one point of a criterion weighs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PointWeight {
    /// The probe that answers it.
    pub probe: ProbeId,
    /// Its weight among the points of the criterion, above 0.
    pub weight: f64,
    /// Whether the rubric calls it essential.
    pub essential: bool,
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
    /// What each point weighs that was read, in the rubric's order.
    #[serde(default)]
    pub points: Vec<PointWeight>,
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
            points: Vec::new(),
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NotScored {
    /// The dimension's id.
    pub dimension_id: CriterionId,
    /// The dimension's name.
    pub dimension_name: String,
    /// Why, one sentence.
    pub reason: String,
    /// What to change all the same, worth most first: facts need no judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remedies: Vec<Remedy>,
    /// Judges who were asked and gave no opinion.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing_seats: Vec<MissingSeat>,
}

impl NotScored {
    /// The same without what led to it.
    pub(super) fn brief(&self) -> Self {
        Self { remedies: Vec::new(), ..self.clone() }
    }
}
