//! Facts → evidence: what a detective says about the dimensions that are its own.

use super::instruction;
use super::probes::{Answer, Probe, Record};
use crate::domain::evidence::{Detective, Evidence, Standing};
use crate::domain::facts::Lookup;
use crate::domain::reading::{Outcome, Reading};
use crate::domain::reducers::{self, Evidences};
use crate::domain::rubric::{Dimension, ProbeSpec, Rubric};
use crate::domain::score::Confidence;
use crate::domain::state::AgentState;
use std::sync::Arc;

/// The questions about the text of the tree that a rubric needs answered, sorted, without
/// duplicates.
#[must_use]
pub fn lookups(rubric: &Rubric) -> Vec<Lookup> {
    let mut all = Vec::new();
    for dimension in &rubric.dimensions {
        for spec in &dimension.probes {
            all.extend(
                Probe::named(&spec.probe).map(|probe| probe.lookups(spec)).unwrap_or_default(),
            );
        }
    }
    all.sort();
    all.dedup();
    all
}

/// Binds every dimension that has words alone to the probes that its words call for.
pub fn bind(rubric: &mut Rubric) {
    for dimension in &mut rubric.dimensions {
        if dimension.probes.is_empty() {
            let probes = instruction::probes(dimension);
            Arc::make_mut(dimension).probes = probes;
        }
    }
}

/// What `detective` says about its dimensions, from the facts of the record. Dimensions about
/// another artifact are none of its business. Where an artifact could not be read, the evidence
/// says so and every reading is unknown.
#[must_use]
pub fn testify(detective: Detective, state: &AgentState) -> (Evidences, Vec<Reading>) {
    let record = Record::of(state);
    let (mut evidences, mut readings) = (Evidences::new(), Vec::new());
    let own = state.rubric_dimensions.iter().filter(|d| d.target_artifact.detective() == detective);
    for dimension in own {
        for spec in &dimension.probes {
            let Some(probe) = Probe::named(&spec.probe) else { continue };
            let answer = probe.read(spec, &record);
            let (evidence, reading) = sworn(detective, dimension, spec, answer);
            reducers::ior(&mut evidences, Evidences::from([(dimension.id.clone(), evidence)]));
            readings.push(reading);
        }
    }
    (evidences, readings)
}

/// Turns an answer into evidence with ids, and a reading that cites it.
fn sworn(
    detective: Detective,
    dimension: &Dimension,
    spec: &ProbeSpec,
    answer: Answer,
) -> (Vec<Evidence>, Reading) {
    let Answer { outcome, statement, missing, findings } = answer;
    let is_flaw = spec.flaw && outcome == Outcome::Fails;
    let evidence: Vec<Evidence> = findings
        .into_iter()
        .map(|finding| {
            let confirmed =
                finding.standing == Standing::Found && finding.confidence >= Confidence::STRONG;
            let finding = if is_flaw && confirmed { finding.flaw() } else { finding };
            Evidence::new(&dimension.id, detective, Some(&spec.id), finding)
        })
        .collect();
    let mut cited: Vec<_> = evidence.iter().map(|evidence| evidence.id.clone()).collect();
    let mut seen = std::collections::BTreeSet::new();
    cited.retain(|id| seen.insert(id.clone()));
    let reading = Reading {
        criterion: dimension.id.clone(),
        probe: spec.id.clone(),
        outcome,
        statement,
        missing,
        evidence: cited,
    };
    (evidence, reading)
}
