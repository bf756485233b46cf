//! Everything on the table when one criterion is ruled on.

use crate::domain::evidence::Evidence;
use crate::domain::facts::TreeFacts;
use crate::domain::opinion::{JudicialOpinion, Round};
use crate::domain::plan::{WIDE_SPREAD, spread};
use crate::domain::reading::{Outcome, Reading};
use crate::domain::request::BenchKind;
use crate::domain::rubric::{Dimension, ProbeSpec};
use crate::domain::score::Score;
use crate::domain::state::AgentState;
use crate::domain::verdict::MissingSeat;

/// Everything on the table when one criterion is ruled on.
pub(super) struct Hearing<'a> {
    pub dimension: &'a Dimension,
    pub evidence: Vec<Evidence>,
    pub readings: &'a [Reading],
    pub first: Vec<JudicialOpinion>,
    pub second: Vec<JudicialOpinion>,
    pub missing: Vec<MissingSeat>,
    pub security_cap: Score,
    /// Whether language models judge: what they say is bounded by all facts, not by declared caps alone.
    pub by_models: bool,
    tree: Option<&'a TreeFacts>,
}

impl<'a> Hearing<'a> {
    pub fn of(dimension: &'a Dimension, state: &'a AgentState) -> Self {
        Self {
            dimension,
            evidence: state.evidence_of(&dimension.id),
            readings: state.readings_of(&dimension.id),
            first: state.opinions_of(&dimension.id, Round::First),
            second: state.opinions_of(&dimension.id, Round::Second),
            missing: state.missing_seats(&dimension.id),
            security_cap: state.rubric.synthesis_rules.security_cap,
            by_models: state.request.bench == BenchKind::Llm,
            tree: state.repository().map(|facts| &facts.tree),
        }
    }

    /// Whether the audited tree has a file of this path.
    pub fn has_file(&self, path: &str) -> bool {
        self.tree.is_some_and(|tree| tree.find(path).is_some())
    }

    /// The file of this name that stands highest in the audited tree.
    pub fn file_named(&self, name: &str) -> Option<&'a str> {
        let entries = self.tree.into_iter().flat_map(|tree| &tree.entries);
        let paths = entries.map(|entry| entry.path.as_str());
        let named = paths.filter(|path| path.rsplit('/').next() == Some(name));
        named.min_by_key(|path| path.matches('/').count())
    }

    /// Highest minus lowest score of the first hearing.
    pub fn spread(&self) -> u8 {
        let scores: Vec<u8> = self.first.iter().map(|opinion| opinion.score.get()).collect();
        spread(&scores)
    }

    pub fn is_contested(&self) -> bool {
        self.spread() > WIDE_SPREAD
    }

    /// The probes with their readings, in the rubric's order.
    pub fn points(&self) -> impl Iterator<Item = (&'a ProbeSpec, &'a Reading)> {
        let readings = self.readings;
        self.dimension.probes.iter().filter_map(move |spec| {
            readings.iter().find(|reading| reading.probe == spec.id).map(|reading| (spec, reading))
        })
    }

    /// Whether a person has spoken on what a reading rests on.
    fn is_waived(&self, reading: &Reading) -> bool {
        let waived = self.evidence.iter().filter(|piece| piece.waived.is_some());
        waived.into_iter().any(|piece| reading.evidence.contains(&piece.id))
    }

    /// Why a person should look at this.
    pub fn needs_person(&self) -> Vec<String> {
        let mut why = Vec::new();
        if self.is_contested() {
            why.push(format!("wide dissent (spread {})", self.spread()));
        }
        if !self.missing.is_empty() {
            why.push("a judge gave no opinion".to_owned());
        }
        let open: Vec<&str> = self
            .readings
            .iter()
            .filter(|reading| !self.is_waived(reading) && !reading.is_moot())
            .filter_map(|reading| match &reading.outcome {
                Outcome::Unknown { reason, .. } => Some(reason.as_str()),
                Outcome::Holds | Outcome::Partly { .. } | Outcome::Fails => None,
            })
            .collect();
        if let Some(first) = open.first() {
            let more = if open.len() > 1 {
                format!("; and {} more", open.len() - 1)
            } else {
                String::new()
            };
            why.push(format!("undecided: {first}{more}"));
        }
        why
    }
}
