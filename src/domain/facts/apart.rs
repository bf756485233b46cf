//! Facts about what a synthesis does where the judges' scores lie far apart, or where there is no evidence, and about
//! its averages.

use super::{JusticeFact, Lines};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a function does for scores that lie far apart, and what its rules leave out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ApartFact {
    /// The first branch, or the first choice of a value, that hangs on how far they lie apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noticed: Option<Lines>,
    /// Where its dissent asks how far the Prosecutor and the Defense lie apart, if no dissent asks for the spread of
    /// all judges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paired: Option<Lines>,
    /// Where its rule for what was found asks for evidence that says so, if nothing of it holds where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes_some: Option<Lines>,
    /// Where its rule for what was found lifts the score, if that is all that the rule does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifts: Option<Lines>,
    /// Further texts of a dissent that tells judges and scores and no argument.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unargued: Vec<Lines>,
    /// What it is given for the Tech Lead's score, which that is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misgiven: Option<MisgivenLead>,
}

/// A score that a function is given for the Tech Lead's, which was not picked out for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MisgivenLead {
    /// The parameter that is called after the Tech Lead.
    pub param: String,
    /// The variable that is given for it.
    pub given: String,
    /// The call.
    #[serde(flatten)]
    pub place: Lines,
}

impl ApartFact {
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl JusticeFact {
    /// Where it notices that scores lie far apart: the branch, or the function where none was seen.
    #[must_use]
    pub fn noticed(&self) -> &Lines {
        self.apart.noticed.as_ref().unwrap_or(&self.place)
    }
}

/// A statement that takes an average of the judges' scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AverageFact {
    /// Whether the judges are weighed in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub weighed: bool,
    /// Whether it stands where the scores lie more than two points apart.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
    /// The statement.
    #[serde(flatten)]
    pub place: Lines,
}
