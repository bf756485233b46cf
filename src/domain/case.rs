//! What a judge is given: one criterion, the evidence on it, and the record that it is a part of.

use super::evidence::Evidence;
use super::opinion::{JudicialOpinion, Seat};
use super::reading::Reading;
use super::reducers::Evidences;
use super::rubric::Dimension;
use std::sync::Arc;

/// One judge's case.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Who is asked, about what, in which hearing.
    pub seat: Seat,
    /// The dimension with its patterns and probes.
    pub dimension: Dimension,
    /// All evidence on the dimension, in the rubric's order.
    pub evidence: Vec<Evidence>,
    /// How the facts answer the dimension's probes, in the rubric's order.
    pub readings: Vec<Reading>,
    /// All evidence of the audit. A language model is shown it in front of every question, so that its
    /// provider can keep it; an opinion may cite [`Case::evidence`] alone.
    pub record: Arc<Evidences>,
    /// In the second hearing the opinions of the first; otherwise empty.
    pub heard: Vec<JudicialOpinion>,
}
