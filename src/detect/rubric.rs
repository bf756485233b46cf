//! Rubrics as the detectives take them: bound to probes.

use super::instruction;
use super::probes::{self, Probe};
use crate::domain::facts::Lookup;
use crate::domain::rubric::{Problem, Rubric, RubricError};
use std::sync::Arc;

/// Loads a rubric: its shape, its probes, and for a dimension in words alone the probes that its
/// instruction calls for.
///
/// # Errors
/// When the bytes are no rubric; every problem is listed with its JSON path.
pub fn load_rubric(bytes: &[u8]) -> Result<Rubric, RubricError> {
    load_rubric_warned(bytes).map(|(rubric, _)| rubric)
}

/// The same with what its author may have meant otherwise.
///
/// # Errors
/// When the bytes are no rubric; every problem is listed with its JSON path.
pub fn load_rubric_warned(bytes: &[u8]) -> Result<(Rubric, Vec<Problem>), RubricError> {
    let (mut rubric, warnings) = Rubric::read(bytes, &probes::problems)?;
    bind(&mut rubric);
    Ok((rubric, warnings))
}

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
