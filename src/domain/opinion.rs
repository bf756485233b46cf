//! What a judge says (contract §3.2).

use super::ids::{CriterionId, EvidenceId};
use super::models::Speaker;
use super::score::Score;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The three judges. Source: contract §3.2 `judge`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Persona {
    /// Trusts nothing that is not proven.
    Prosecutor,
    /// Looks for what was achieved.
    Defense,
    /// Asks whether it works and can be kept working.
    TechLead,
}

impl Persona {
    /// All three, in the order of the contract.
    pub const ALL: [Self; 3] = [Self::Prosecutor, Self::Defense, Self::TechLead];

    /// The name as the contract spells it in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Prosecutor => "Prosecutor",
            Self::Defense => "Defense",
            Self::TechLead => "TechLead",
        }
    }

    /// The name as a report prints it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Prosecutor => "Prosecutor",
            Self::Defense => "Defense",
            Self::TechLead => "Tech Lead",
        }
    }
}

impl std::fmt::Display for Persona {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.title())
    }
}

/// The first hearing, or the second that a wide spread calls for.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Round {
    /// Nobody knows what the others think.
    #[default]
    First,
    /// Each has read the others' first opinions.
    Second,
}

/// A place on the bench: who is asked what, in which hearing.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Seat {
    /// The dimension.
    pub criterion: CriterionId,
    /// The hearing.
    pub round: Round,
    /// The judge.
    pub persona: Persona,
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hearing = match self.round {
            Round::First => "",
            Round::Second => " (second hearing)",
        };
        write!(f, "{} on {}{hearing}", self.persona, self.criterion)
    }
}

/// One judge's opinion on one criterion. Source: contract §3.2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JudicialOpinion {
    /// Who gives it.
    pub judge: Persona,
    /// The dimension.
    pub criterion_id: CriterionId,
    /// The score, 1–5.
    pub score: Score,
    /// The reasoning, in words.
    pub argument: String,
    /// The evidence it rests on.
    pub cited_evidence: Vec<EvidenceId>,
    /// The hearing it was given in.
    #[serde(default)]
    pub round: Round,
    /// Quotations that were struck from the argument because they stand nowhere in the record.
    #[serde(default, skip_serializing_if = "is_none")]
    pub struck_quotes: u32,
    /// The language model that gave it and its server; none where no model did, and in audits of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_by: Option<Speaker>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the serialiser hands out references")]
fn is_none(count: &u32) -> bool {
    *count == 0
}

impl JudicialOpinion {
    /// Where it stands among others: opinions are kept in the order of their seats.
    #[must_use]
    pub fn order(&self) -> (&CriterionId, Round, Persona) {
        (&self.criterion_id, self.round, self.judge)
    }

    /// Where it was given.
    #[must_use]
    pub fn seat(&self) -> Seat {
        Seat { criterion: self.criterion_id.clone(), round: self.round, persona: self.judge }
    }
}
