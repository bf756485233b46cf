//! The rubric (contract §6): what is looked for, and by which rules it is ruled.

mod bounds;
mod fields;
mod json;
mod keys;
mod parse;

pub use parse::{ProbeCheck, Problem, RubricError};

use super::evidence::Detective;
use super::ids::{CriterionId, ProbeId};
use super::opinion::Persona;
use super::score::Score;
use super::verdict::AwardedLevel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Largest file of a rubric, in bytes.
pub const RUBRIC_BYTES: u64 = 4 << 20;

/// A rubric that has passed every check of its shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rubric {
    /// Name, target and version.
    pub rubric_metadata: RubricMetadata,
    /// The dimensions, in the file's order; never empty, ids unique. Every audit and every case shares them.
    pub dimensions: Vec<Arc<Dimension>>,
    /// The rules of synthesis in words, and their numbers.
    pub synthesis_rules: SynthesisRules,
    /// SHA-256 of the file, hexadecimal.
    pub sha256: String,
}

/// Contract §6.1 `rubric_metadata`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RubricMetadata {
    /// What the rubric is called.
    pub rubric_name: String,
    /// What it grades.
    pub grading_target: String,
    /// Its version.
    pub version: String,
}

/// Which artifact a dimension is about. Source: contract §6.2 `target_artifact`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Artifact {
    /// The repository.
    GithubRepo,
    /// The report's text.
    PdfReport,
    /// The report's pictures.
    PdfImages,
}

impl Artifact {
    /// All three, in the order of the contract.
    pub const ALL: [Self; 3] = [Self::GithubRepo, Self::PdfReport, Self::PdfImages];

    /// The name as the contract spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GithubRepo => "github_repo",
            Self::PdfReport => "pdf_report",
            Self::PdfImages => "pdf_images",
        }
    }

    /// The detective who gets the dimensions about this artifact.
    #[must_use]
    pub const fn detective(self) -> Detective {
        match self {
            Self::GithubRepo => Detective::RepoInvestigator,
            Self::PdfReport => Detective::DocAnalyst,
            Self::PdfImages => Detective::VisionInspector,
        }
    }
}

/// One dimension. Source: contract §6.2, with our optional keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Dimension {
    /// Unique id.
    pub id: CriterionId,
    /// Human-readable name.
    pub name: String,
    /// The artifact it is about; decides which detective gets it.
    pub target_artifact: Artifact,
    /// What the detective looks for.
    pub forensic_instruction: String,
    /// What success looks like.
    pub success_pattern: String,
    /// What failure looks like.
    pub failure_pattern: String,
    /// What each judge should weigh, by persona.
    pub judicial_logic: BTreeMap<Persona, String>,
    /// Weight in the overall score, above 0.
    pub weight: f64,
    /// The levels of a points-and-levels rubric, best first; empty where there are none.
    pub levels: Vec<Level>,
    /// What binds the dimension to facts; empty for a rubric in words alone.
    pub probes: Vec<ProbeSpec>,
    /// Whether the functionality weight applies: a Tech Lead who confirms decides.
    pub architecture: bool,
}

impl Dimension {
    /// The level that a score stands for.
    ///
    /// The levels stand at equal steps from 5, the best, to 1, the worst: of three the middle one stands at 3, of two there is
    /// nothing between. The nearest is awarded; of two that are as near, the worse.
    #[must_use]
    pub fn level(&self, score: Score) -> Option<AwardedLevel> {
        /// From the best score to the worst.
        const STEPS: usize = 4;
        let best = self.levels.first()?;
        let last = self.levels.len() - 1;
        let place = (usize::from(Score::MAX.get() - score.get()) * last + STEPS / 2) / STEPS;
        let level = &self.levels[place.min(last)];
        Some(AwardedLevel { name: level.name.clone(), points: level.points, of: best.points })
    }
}

/// A level of a points-and-levels rubric.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Level {
    /// The level's name, such as `Exemplary`.
    pub name: String,
    /// What it is worth, at least 0.
    pub points: f64,
    /// What it looks like.
    pub description: String,
}

/// One question that binds a dimension to facts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProbeSpec {
    /// Unique within its dimension.
    pub id: ProbeId,
    /// The kind of question, a name from the catalogue such as `python.fan_out`.
    pub probe: String,
    /// What it asks, as one statement that should hold, without a full stop.
    pub asks: String,
    /// Parameters of the probe.
    pub with: serde_json::Map<String, serde_json::Value>,
    /// Weight within the dimension, above 0.
    pub weight: f64,
    /// Whether the dimension cannot be good without it.
    pub essential: bool,
    /// Highest score of the dimension while it does not hold.
    pub cap: Option<Score>,
    /// Highest score of the dimension while it holds in part alone; not below `cap`.
    #[serde(default)]
    pub cap_in_part: Option<Score>,
    /// Highest score of the dimension while what it asks is undecided, though it was looked at; not below `cap`.
    #[serde(default)]
    pub cap_open: Option<Score>,
    /// Lowest score of the dimension while it holds.
    pub floor: Option<Score>,
    /// Whether its failure confirms a security flaw.
    pub flaw: bool,
    /// What to do when it does not hold, in the imperative; `{missing}` is replaced, and `{each}` makes a remedy of its own of
    /// each missing thing.
    pub advice: String,
    /// Where the missing thing belongs, such as `src/graph.py`.
    pub belongs_in: Option<String>,
    /// Whether the program took it from the words of the instruction: a hint, which bounds no score but where the words call
    /// its failure a security flaw.
    #[serde(default)]
    pub from_words: bool,
}

/// What a rubric may let rest on the answer to a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stake {
    /// [`ProbeSpec::essential`].
    Essential,
    /// [`ProbeSpec::cap`].
    Cap,
    /// [`ProbeSpec::cap_in_part`].
    CapInPart,
    /// [`ProbeSpec::flaw`].
    Flaw,
    /// [`ProbeSpec::floor`].
    Floor,
}

impl Stake {
    /// All of them.
    pub const ALL: &'static [Self] =
        &[Self::Essential, Self::Cap, Self::CapInPart, Self::Flaw, Self::Floor];
    /// Those that rest on an answer that is no, or in part.
    pub const OF_FAILURE: &'static [Self] =
        &[Self::Essential, Self::Cap, Self::CapInPart, Self::Flaw];

    /// The key of a rubric that sets it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Essential => "essential",
            Self::Cap => "cap",
            Self::CapInPart => "cap_in_part",
            Self::Flaw => "flaw",
            Self::Floor => "floor",
        }
    }
}

/// Contract §6.3, with the numbers that the rules use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SynthesisRules {
    /// Rule text: a security flaw caps the score and overrides the Defense.
    pub security_override: String,
    /// Rule text: evidence overrides unsupported claims.
    pub fact_supremacy: String,
    /// Rule text: the Tech Lead's weight for architecture.
    pub functionality_weight: String,
    /// Rule text: a dissent summary is required when the variance exceeds 2.
    pub dissent_requirement: String,
    /// Rule text: re-evaluate when the variance exceeds 2.
    pub variance_re_evaluation: String,
    /// Highest score with a confirmed flaw; 3 unless the rubric says otherwise.
    pub security_cap: Score,
}
