//! What moved between an audit and the one that follows it.

use super::evidence::Detective;
use super::ids::{AuditId, CriterionId, EvidenceId, ProbeId};
use super::opinion::Persona;
use super::score::Score;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What moved against the audit that a regrade follows. Two audits are set side by side: what is said to
/// have changed did, and no more is claimed of what it did to a score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Moved {
    /// The former audit.
    pub after: AuditId,
    /// Its overall score, 1–5; `None` where it could score nothing.
    pub overall_before: Option<f64>,
    /// The overall score now.
    pub overall_now: Option<f64>,
    /// What changed for all criteria.
    pub everywhere: Vec<Change>,
    /// One entry for each dimension of either rubric: those of the new one in its order, then those that are
    /// gone.
    pub criteria: Vec<Shift>,
}

/// Something that changed for all criteria.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Change {
    /// Another version of this program. Then no opinion is taken over.
    Program {
        /// The former version.
        before: String,
        /// The version now.
        now: String,
    },
    /// Another commit. Then no opinion is taken over.
    Commit {
        /// The former commit; `None` where the repository could not be read.
        before: Option<String>,
        /// The commit now.
        now: Option<String>,
    },
    /// Another PDF. Then no opinion is taken over.
    Report {
        /// SHA-256 of the former PDF; `None` where it could not be read.
        before: Option<String>,
        /// SHA-256 of the PDF now.
        now: Option<String>,
    },
    /// Other judges, or judges who are asked in another way.
    Bench {
        /// What differs, each a fragment: `the Prosecutor's model`.
        what: Vec<String>,
    },
    /// The highest score with a confirmed flaw.
    SecurityCap {
        /// The former cap.
        before: Score,
        /// The cap now.
        now: Score,
    },
}

/// What moved on one criterion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Shift {
    /// The dimension.
    pub criterion: CriterionId,
    /// Its name.
    pub name: String,
    /// The former score; `None` where it was not scored, or not in the rubric.
    pub before: Option<Score>,
    /// The score now.
    pub now: Option<Score>,
    /// What changed, in this order.
    pub changes: Vec<CaseChange>,
    /// Opinions that are taken over.
    pub taken_over: u32,
    /// Opinions that were given anew.
    pub given_anew: u32,
    /// Judges who gave no opinion before in a hearing that was held, in the order of the contract.
    pub missing_before: Vec<Persona>,
}

/// Something that changed on one criterion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CaseChange {
    /// The rubric did not have the dimension before.
    New,
    /// The rubric does not have it any more.
    Gone,
    /// The dimension is defined otherwise.
    Definition {
        /// What differs, each a fragment: ``the cap of probe `x` (none before, 3 now)``.
        what: Vec<String>,
    },
    /// Other evidence.
    Evidence {
        /// What was not there before.
        appeared: Vec<EvidenceId>,
        /// What is not there any more.
        disappeared: Vec<EvidenceId>,
    },
    /// Another word of people on evidence that is there.
    Waivers {
        /// What is waived now, and was not or in another way.
        waived: Vec<EvidenceId>,
        /// What was waived, and is not any more.
        restored: Vec<EvidenceId>,
    },
    /// The facts answer probes otherwise that are asked as before.
    Answers {
        /// The probes.
        probes: Vec<ProbeId>,
    },
}

/// What a regrade took over from the audit that it follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TakenOver {
    /// The former audit.
    pub after: AuditId,
    /// Opinions that are taken over; nothing was paid for them again.
    pub opinions: u32,
    /// All opinions of the report.
    pub of: u32,
    /// The dimensions with such opinions, in the rubric's order.
    pub dimensions: Vec<CriterionId>,
    /// Detectives who did not read again: their facts are those of the former audit.
    pub facts: Vec<Detective>,
}
