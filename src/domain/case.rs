//! What a judge is given: one criterion, the evidence on it, and the record that it is a part of.

use super::evidence::Evidence;
use super::opinion::{JudicialOpinion, Seat};
use super::reading::Reading;
use super::reducers::Evidences;
use super::rubric::Dimension;
use std::sync::Arc;

/// One judge's case. Whatever the judges of an audit have in common is shared, since all their cases may wait
/// at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Who is asked, about what, in which hearing.
    pub seat: Seat,
    /// The dimension with its patterns and probes.
    pub dimension: Arc<Dimension>,
    /// How the facts answer the dimension's probes, in the rubric's order.
    pub readings: Arc<Vec<Reading>>,
    /// All evidence of the audit. A language model is shown it in front of every question, so that its
    /// provider can keep it; an opinion may cite [`Case::evidence`] alone.
    pub record: Arc<Evidences>,
    /// In the second hearing the opinions of the first; otherwise empty.
    pub heard: Vec<JudicialOpinion>,
}

impl Case {
    /// All evidence on the dimension, in the order in which its readings cite it, then by id.
    #[must_use]
    pub fn evidence(&self) -> Vec<&Evidence> {
        let all = self.record.get(&self.seat.criterion).map_or(&[][..], Vec::as_slice);
        as_cited(all, &self.readings)
    }
}

/// The evidence of one dimension in the order in which its readings cite it, then in its own.
pub(super) fn as_cited<'a>(all: &'a [Evidence], readings: &[Reading]) -> Vec<&'a Evidence> {
    let order: Vec<_> = readings.iter().flat_map(|reading| &reading.evidence).collect();
    let mut sorted: Vec<&Evidence> = all.iter().collect();
    sorted.sort_by_cached_key(|evidence| {
        order.iter().position(|id| **id == evidence.id).unwrap_or(usize::MAX)
    });
    sorted
}
