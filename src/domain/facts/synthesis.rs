//! Facts about single steps of the synthesis.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A bound on a score that does not last: a later statement of the same function puts another score in its place,
/// and nothing bounds that again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UndoneBound {
    /// The variable.
    pub score: String,
    /// The statement that bounds it.
    pub bounded: Lines,
    /// The conditions under which it is set anew, as written, outermost first; none of an `else`.
    pub when: Vec<String>,
    /// The statement that sets it anew, as written.
    pub by: String,
    /// Where that stands.
    #[serde(flatten)]
    pub place: Lines,
}

/// What is written as a cap for security and may give more than the score would be without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RaisingCap {
    /// The score that it gives, as written.
    pub gives: String,
    /// Where it gives it.
    #[serde(flatten)]
    pub place: Lines,
}

/// A judge that a cap asks for by a name with which no opinion was seen to be signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnsignedJudge {
    /// The name that is asked for.
    pub name: String,
    /// What the same judge's opinions are signed with.
    pub signed: String,
    /// Where one is.
    pub signed_at: Lines,
    /// Whether some text outside the tests has the name besides, so that an opinion may get it.
    pub is_elsewhere: bool,
    /// The cap.
    #[serde(flatten)]
    pub place: Lines,
}

/// What serves the distance of scores that are not evaluated again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SpreadUse {
    /// Only texts and labels follow from it.
    Words,
    /// One of the scores, or their average, is chosen by it.
    Choice,
}

/// What is taken for the score where scores lie far apart: nothing is looked at again for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpreadTakes {
    /// In words: `the median`, `a fixed score or the Tech Lead's score`.
    pub takes: String,
    /// The branch that takes it.
    #[serde(flatten)]
    pub place: Lines,
}
