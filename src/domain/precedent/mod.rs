//! What a regrade knows of the audit that it follows.
//!
//! All of it is taken out of the former audit's journal once, and stands in the opening of the new one: the
//! new audit is resumed and verified from its own journal alone.

mod digest;

pub use digest::{CaseDigest, HearingTerms};

use super::evidence::Detective;
use super::facts::{Facts, Sights};
use super::ids::{AuditId, CriterionId, EvidenceId};
use super::opinion::{JudicialOpinion, Seat};
use super::reading::Reading;
use super::request::AuditRequest;
use super::rubric::Rubric;
use super::score::Score;
use super::state::AgentState;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a regrade knows of the audit that it follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Precedent {
    /// The former audit.
    pub audit: AuditId,
    /// What was asked for; what that audit itself followed is left out.
    pub request: AuditRequest,
    /// By which rubric.
    pub rubric: Arc<Rubric>,
    /// Which version of this program conducted it.
    pub program_version: String,
    /// Fingerprint of its report.
    pub fingerprint: String,
    /// The commit that was audited.
    pub commit: Option<String>,
    /// SHA-256 of the PDF.
    pub report_sha256: Option<String>,
    /// The overall score; `None` where nothing could be scored.
    pub overall: Option<f64>,
    /// The scores of the criteria that could be scored.
    pub scores: BTreeMap<CriterionId, Score>,
    /// The evidence of each dimension.
    pub evidence: BTreeMap<CriterionId, BTreeSet<EvidenceId>>,
    /// How the facts answered the probes.
    pub readings: Vec<Reading>,
    /// The opinions, each with the digest of its case.
    pub opinions: Vec<Given>,
    /// Whether its opinions can stand for new ones: not where another version of this program asked for
    /// them, which may have asked otherwise.
    pub binding: bool,
    /// What is taken over instead of reading the submission again.
    #[serde(default)]
    pub kept: Kept,
}

/// An opinion, and of which case it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Given {
    /// The case.
    pub case: CaseDigest,
    /// The opinion.
    pub opinion: JudicialOpinion,
}

/// What is taken over of a former audit's reading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Kept {
    /// What detectives read.
    pub facts: BTreeMap<Detective, Arc<Facts>>,
    /// What a vision model said of the figures.
    pub sights: Option<Arc<Sights>>,
    /// What the report is called, and how it was chosen, where it was found in the repository.
    pub located: Option<(String, Option<String>)>,
}

/// Why an audit cannot be followed. Completes "the audit cannot be followed: …".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPrecedent {
    /// The journal has nothing of it.
    #[error("nothing is kept of it")]
    Unknown,
    /// It never came to a verdict.
    #[error("it has no verdict; resume it first, if it was interrupted")]
    Undecided,
}

impl Precedent {
    /// What there is to know of an audit by its last state. Nothing of its reading is kept yet.
    ///
    /// # Errors
    /// When it never came to a verdict.
    pub fn of(audit: AuditId, state: &AgentState) -> Result<Self, NoPrecedent> {
        let report = state.final_report.as_ref().ok_or(NoPrecedent::Undecided)?;
        let given = state.opinions.iter().filter_map(|opinion| {
            let case = state.digest(&opinion.seat())?;
            Some(Given { case, opinion: opinion.clone() })
        });
        let scores = report.criteria.iter().map(|one| (one.dimension_id.clone(), one.final_score));
        let ids = state.evidences.iter().map(|(criterion, evidence)| {
            (criterion.clone(), evidence.iter().map(|one| one.id.clone()).collect())
        });
        Ok(Self {
            audit,
            request: AuditRequest { after: None, ..state.request.as_ref().clone() },
            rubric: Arc::clone(&state.rubric),
            program_version: report.provenance.program_version.clone(),
            fingerprint: report.provenance.fingerprint.clone(),
            commit: report.provenance.commit.clone(),
            report_sha256: report.provenance.report_sha256.clone(),
            overall: (!report.criteria.is_empty()).then_some(report.overall_score),
            scores: scores.collect(),
            evidence: ids.collect(),
            readings: report.readings.clone(),
            opinions: given.collect(),
            binding: true,
            kept: Kept::default(),
        })
    }

    /// The opinion that was given from a seat, whatever the case.
    #[must_use]
    pub fn given(&self, seat: &Seat) -> Option<&JudicialOpinion> {
        let mut given = self.opinions.iter().map(|given| &given.opinion);
        given.find(|opinion| opinion.seat() == *seat)
    }
}
