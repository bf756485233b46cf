//! Which versions of what the program is built on the tree asks for, and which it pins.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A version, or some of them, that a file of the tree names for a package, a language or a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PinFact {
    /// The package in lower case with `-` between its parts, or the repository of an image; `python`, `node`, `java`
    /// and the like are the languages.
    pub name: String,
    /// What is asked for, as written; empty where any version will do.
    pub asked: String,
    /// How it is named.
    pub by: PinnedBy,
    /// The versions that fit, each range by itself; none where the words could not be read, which excludes nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<VersionSpan>,
    /// Whether the file belongs to an example, to tests or to what others wrote, so that it tells nothing of the program.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
    /// The line.
    #[serde(flatten)]
    pub place: Lines,
}

/// By what a version is named.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PinnedBy {
    /// A manifest asks for it.
    Manifest,
    /// A lock file holds what was resolved.
    Lock,
    /// A container starts from an image.
    Image,
    /// A setting of the environment, such as `.python-version` or a step of a workflow.
    Setting,
    /// A page loads it from an address that names the version.
    Address,
}

/// Versions from one on, up to and without another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VersionSpan {
    /// The first of them, by its numbers; missing ones are zero.
    pub from: Vec<u32>,
    /// The first that is none of them; nothing where they have no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<Vec<u32>>,
}

impl VersionSpan {
    /// Whether a version is one of them.
    #[must_use]
    pub fn holds(&self, version: &[u32]) -> bool {
        !is_less(version, &self.from)
            && self.below.as_ref().is_none_or(|below| is_less(version, below))
    }

    /// Whether some version is of both.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        let ends_after = |one: &Self, other: &Self| {
            one.below.as_ref().is_none_or(|below| is_less(&other.from, below))
        };
        ends_after(self, other) && ends_after(other, self)
    }

    /// What is of both; nothing where no version is.
    #[must_use]
    pub fn and(&self, other: &Self) -> Option<Self> {
        let from = if is_less(&self.from, &other.from) { &other.from } else { &self.from };
        let below = match (&self.below, &other.below) {
            (Some(one), Some(two)) => Some(if is_less(one, two) { one } else { two }),
            (one, two) => one.as_ref().or(two.as_ref()),
        };
        self.meets(other).then(|| Self { from: from.clone(), below: below.cloned() })
    }

    /// Whether it begins with the same version as another.
    #[must_use]
    pub fn begins_like(&self, other: &Self) -> bool {
        !is_less(&self.from, &other.from) && !is_less(&other.from, &self.from)
    }
}

/// Whether a version is older than another; missing numbers are zero.
fn is_less(one: &[u32], other: &[u32]) -> bool {
    let number = |of: &[u32], at: usize| of.get(at).copied().unwrap_or(0);
    let mut pairs = (0..one.len().max(other.len())).map(|at| (number(one, at), number(other, at)));
    pairs.find(|(one, other)| one != other).is_some_and(|(one, other)| one < other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from: &[u32], below: Option<&[u32]>) -> VersionSpan {
        VersionSpan { from: from.to_vec(), below: below.map(<[u32]>::to_vec) }
    }

    #[test]
    fn versions_are_compared_by_their_numbers() {
        let of_18 = span(&[18], Some(&[19]));
        assert!(of_18.holds(&[18, 2, 0]) && of_18.holds(&[18]));
        assert!(!of_18.holds(&[17, 9]) && !of_18.holds(&[19, 0, 0]));
        assert!(of_18.meets(&span(&[16], None)) && !of_18.meets(&span(&[19], None)));
        assert!(!of_18.meets(&span(&[3], Some(&[18, 0]))));
        let both = span(&[3, 9], None).and(&span(&[3], Some(&[4])));
        assert_eq!(both, Some(span(&[3, 9], Some(&[4]))));
        assert_eq!(span(&[3], Some(&[4])).and(&span(&[4], None)), None);
        assert!(span(&[3, 10], None).begins_like(&span(&[3, 10, 0], Some(&[4]))));
        assert!(!span(&[3, 10], None).begins_like(&span(&[3, 9], None)));
    }
}
