//! What an audit's state comes to: evidence and opinions by dimension, and the cases that judges hear.

use super::AgentState;
use crate::domain::case::{self, Case};
use crate::domain::evidence::Evidence;
use crate::domain::ids::CriterionId;
use crate::domain::opinion::{JudicialOpinion, Persona, Round, Seat};
use crate::domain::precedent::{CaseDigest, HearingTerms};
use crate::domain::reading::{Outcome, Reading};
use crate::domain::task::Task;
use crate::domain::verdict::MissingSeat;
use std::collections::BTreeMap;
use std::sync::Arc;

impl AgentState {
    /// The readings of a dimension, in the order of its probes.
    #[must_use]
    pub fn readings_of(&self, criterion: &CriterionId) -> &[Reading] {
        self.readings.get(criterion).map_or(&[], |all| all.as_slice())
    }

    /// The evidence of a dimension, in the order in which its readings cite it, then by id.
    #[must_use]
    pub fn evidence_of(&self, criterion: &CriterionId) -> Vec<Evidence> {
        let all = self.evidences.get(criterion).map_or(&[][..], Vec::as_slice);
        case::as_cited(all, self.readings_of(criterion)).into_iter().cloned().collect()
    }

    /// All evidence by dimension, and all readings, in the rubric's order.
    #[must_use]
    pub fn exhibits(&self) -> (BTreeMap<CriterionId, Vec<Evidence>>, Vec<Reading>) {
        let ids = || self.rubric_dimensions.iter().map(|dimension| &dimension.id);
        let evidences = ids().map(|id| (id.clone(), self.evidence_of(id))).collect();
        (evidences, ids().flat_map(|id| self.readings_of(id).to_vec()).collect())
    }

    /// The opinions of one hearing on a criterion, in the order of the contract.
    #[must_use]
    pub fn opinions_of(&self, criterion: &CriterionId, round: Round) -> Vec<JudicialOpinion> {
        let given = Persona::ALL.into_iter().filter_map(|p| self.given(criterion, round, p));
        given.cloned().collect()
    }

    /// Judges who were asked on a criterion and gave no opinion.
    #[must_use]
    pub fn missing_seats(&self, criterion: &CriterionId) -> Vec<MissingSeat> {
        let lost = self.losses.keys().filter_map(|task| {
            let Task::Hear { seat } = task else { return None };
            let failure = self.given_up(task).filter(|_| seat.criterion == *criterion)?;
            Some(MissingSeat {
                seat: seat.clone(),
                reason: failure.message.clone(),
                attempts: self.attempts(task),
            })
        });
        lost.collect()
    }

    /// Whether the facts decide anything about a criterion. Where none of its probes could be answered
    /// there is nothing to judge, and the report says so instead of giving a score.
    #[must_use]
    pub fn is_judgeable(&self, criterion: &CriterionId) -> bool {
        let readings = self.readings_of(criterion);
        readings.iter().any(|reading| !matches!(reading.outcome, Outcome::Unknown { .. }))
    }

    /// The cases of the first hearing, as far as the facts decide anything about them.
    #[must_use]
    pub fn first_cases(&self) -> Vec<Case> {
        let judged = self.rubric_dimensions.iter().filter(|d| self.is_judgeable(&d.id));
        let seats = judged.flat_map(|dimension| {
            let criterion = dimension.id.clone();
            Persona::ALL.map(move |persona| Seat {
                criterion: criterion.clone(),
                round: Round::First,
                persona,
            })
        });
        seats.filter_map(|seat| self.case(&seat)).collect()
    }

    /// The case that a seat hears.
    #[must_use]
    pub fn case(&self, seat: &Seat) -> Option<Case> {
        let dimension = self.rubric_dimensions.iter().find(|d| d.id == seat.criterion)?;
        let heard = match seat.round {
            Round::First => Vec::new(),
            Round::Second => self.opinions_of(&seat.criterion, Round::First),
        };
        Some(Case {
            seat: seat.clone(),
            dimension: Arc::clone(dimension),
            readings: self.readings.get(&seat.criterion).cloned().unwrap_or_default(),
            record: Arc::clone(&self.evidences),
            heard,
        })
    }

    /// SHA-256 of the PDF, once it was read.
    #[must_use]
    pub fn report_sha256(&self) -> Option<&str> {
        let document = self.document().map(|facts| facts.sha256.as_str());
        document.or_else(|| self.figures().map(|facts| facts.sha256.as_str()))
    }

    /// The digest of the case that a seat hears.
    #[must_use]
    pub fn digest(&self, seat: &Seat) -> Option<CaseDigest> {
        let terms = HearingTerms::of(self, seat.persona);
        self.case(seat).map(|case| CaseDigest::of(&case, &terms))
    }

    /// The opinion of the audit that this one follows which stands for that of a seat: its case is the same.
    #[must_use]
    pub fn precedent(&self, seat: &Seat) -> Option<&JudicialOpinion> {
        let after = self.request.after.as_ref().filter(|after| after.binding)?;
        let mut given = after.opinions.iter().filter(|given| given.opinion.seat() == *seat);
        let given = given.next()?;
        (self.digest(seat)? == given.case).then_some(&given.opinion)
    }
}
