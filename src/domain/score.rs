//! Scores and confidences.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A whole score from 1 (worst) to 5 (best). Source: contract §3.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Score(u8);

/// A number that is no score. Completes "not a score: …".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not between 1 and 5")]
pub struct ScoreError(pub u8);

impl Score {
    /// The worst score.
    pub const MIN: Self = Self(1);
    /// The best score.
    pub const MAX: Self = Self(5);

    /// Wraps a number from 1 to 5.
    ///
    /// # Errors
    /// When the number is out of range.
    pub const fn new(number: u8) -> Result<Self, ScoreError> {
        if number >= 1 && number <= 5 { Ok(Self(number)) } else { Err(ScoreError(number)) }
    }

    /// The nearest score to a real number; what is beyond the ends becomes the end.
    #[must_use]
    pub fn nearest(number: f64) -> Self {
        match number {
            n if n < 1.5 => Self(1),
            n if n < 2.5 => Self(2),
            n if n < 3.5 => Self(3),
            n if n < 4.5 => Self(4),
            n if n >= 4.5 => Self(5),
            _ => Self(1),
        }
    }

    /// The number, 1–5.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Distance between two scores, 0–4.
    #[must_use]
    pub const fn distance(self, other: Self) -> u8 {
        self.0.abs_diff(other.0)
    }

    /// One better, at most 5.
    #[must_use]
    pub fn better(self) -> Self {
        Self((self.0 + 1).min(5))
    }

    /// One worse, at least 1.
    #[must_use]
    pub fn worse(self) -> Self {
        Self((self.0 - 1).max(1))
    }
}

impl JsonSchema for Score {
    fn schema_name() -> Cow<'static, str> {
        "Score".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 1, "maximum": 5 })
    }
}

impl JsonSchema for Confidence {
    fn schema_name() -> Cow<'static, str> {
        "Confidence".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": 1 })
    }
}

impl TryFrom<u8> for Score {
    type Error = ScoreError;
    fn try_from(number: u8) -> Result<Self, ScoreError> {
        Self::new(number)
    }
}

impl From<Score> for u8 {
    fn from(score: Score) -> Self {
        score.0
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// How sure a detective is, 0–1. Source: contract §3.1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Confidence(f64);

/// A number that is no confidence. Completes "not a confidence: …".
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is not between 0 and 1")]
pub struct ConfidenceError(pub f64);

impl Confidence {
    /// Read directly from the object, nothing inferred.
    pub const CERTAIN: Self = Self(1.0);
    /// Inferred by rules that were right wherever they were checked.
    pub const STRONG: Self = Self(0.9);
    /// Fits, but another reading is possible.
    pub const POSSIBLE: Self = Self(0.5);
    /// Nobody could look.
    pub const NONE: Self = Self(0.0);

    /// The number, 0–1.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Confidence {
    type Error = ConfidenceError;
    fn try_from(number: f64) -> Result<Self, ConfidenceError> {
        if (0.0..=1.0).contains(&number) { Ok(Self(number)) } else { Err(ConfidenceError(number)) }
    }
}

impl From<Confidence> for f64 {
    fn from(confidence: Confidence) -> Self {
        confidence.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, valid: bool) {
        assert_eq!(serde_json::from_str::<Score>(json).is_ok(), valid, "{json}");
    }

    #[test]
    fn only_whole_numbers_from_one_to_five_are_scores() {
        check("1", true);
        check("5", true);
        check("0", false);
        check("6", false);
        check("3.5", false);
        check("\"3\"", false);
        check("null", false);
    }

    #[test]
    fn confidence_outside_its_range_is_refused() {
        assert!(serde_json::from_str::<Confidence>("1.1").is_err());
        assert!(serde_json::from_str::<Confidence>("-0.1").is_err());
        assert!(serde_json::from_str::<Confidence>("0.5").is_ok());
    }

    #[test]
    fn nearest_score_stays_on_the_scale() {
        assert_eq!(Score::nearest(-3.0), Score::MIN);
        assert_eq!(Score::nearest(9.0), Score::MAX);
        assert_eq!(Score::nearest(3.5).get(), 4);
        assert_eq!(Score::nearest(f64::NAN), Score::MIN);
    }
}
