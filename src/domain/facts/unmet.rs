//! Facts about caps that nothing can bring about.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A cap that waits for evidence which no source writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnmetCap {
    /// The conditions on one piece of evidence that none meets together, as written.
    pub asks: Vec<String>,
    /// The last of them.
    pub asked: Lines,
    /// Evidence with the goal that is asked for, and with another mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marked: Option<Lines>,
    /// The cap.
    #[serde(flatten)]
    pub place: Lines,
}
