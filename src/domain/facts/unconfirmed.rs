//! Caps for flaws that nothing confirms.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Evidence of which a cap asks no more than that it was not found, and which the handler of a failure writes so too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnconfirmedFlaw {
    /// What the evidence is called.
    pub evidence: String,
    /// Where the handler writes it.
    pub written: Lines,
    /// The condition of the cap.
    #[serde(flatten)]
    pub place: Lines,
}
