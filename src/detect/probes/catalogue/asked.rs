//! What a rubric asks of a detective.

use super::super::Probe;
use crate::domain::evidence::Detective;
use crate::domain::rubric::{Dimension, ProbeSpec};
use std::sync::Arc;

/// What a dimension asks by one of its probes.
pub(in crate::detect) struct Question<'r> {
    pub(in crate::detect) dimension: &'r Dimension,
    pub(in crate::detect) spec: &'r ProbeSpec,
    pub(in crate::detect) probe: &'static Probe,
}

/// What the dimensions ask of a detective, in their order.
pub(in crate::detect) fn asked_of(
    detective: Detective,
    dimensions: &[Arc<Dimension>],
) -> Vec<Question<'_>> {
    let own = dimensions.iter().filter(|d| d.target_artifact.detective() == detective);
    own.flat_map(|dimension| dimension.probes.iter().map(move |spec| (dimension, spec)))
        .filter_map(|(dimension, spec)| {
            let probe = Probe::named(&spec.probe)?;
            Some(Question { dimension, spec, probe })
        })
        .collect()
}
