//! Words that the tree holds, whatever they name there.

use super::{Lines, RubricLength};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Words of the tree by which it can be told that something is named nowhere.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Vocabulary {
    /// Words outside the tests that look like names in code, are called or quoted there or are classes of a module
    /// that is named with them, and keys of data, sorted.
    pub names: Vec<String>,
    /// Words of manifests and lock files, among them all packages, in lower case with `-` between their parts, sorted.
    pub packages: Vec<String>,
    /// Numbers with a fraction in the sources and settings outside the tests, also in texts and comments, sorted as
    /// numbers; nothing where there are too many.
    #[serde(default)]
    pub fractions: Option<Vec<f64>>,
    /// How long the rubrics are that lie in the tree as JSON, in the order of their files.
    #[serde(default)]
    pub rubrics: Vec<RubricLength>,
    /// Ports of addresses in the Python sources outside the tests, each where it stands first in a file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<PortFact>,
}

/// A port that a source names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PortFact {
    /// The port.
    pub port: u16,
    /// The line.
    #[serde(flatten)]
    pub place: Lines,
}

impl Vocabulary {
    /// Whether a word stands somewhere, also as the singular of what is asked for.
    #[must_use]
    pub fn names(&self, word: &str) -> bool {
        let has = |word: &str| self.names.binary_search_by(|name| name.as_str().cmp(word)).is_ok();
        has(word) || word.strip_suffix('s').is_some_and(has)
    }
}
