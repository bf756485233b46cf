//! Where a fact can be checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place a reader can open: lines of a file at the audited commit, a commit, or a page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Place {
    /// Lines of a file in the tree.
    Lines(Lines),
    /// One commit.
    Commit {
        /// Full hexadecimal id.
        id: String,
    },
    /// The tree at the audited commit, where the fact is about what is or is not in it.
    Tree {
        /// What was looked through, such as `src/**/*.py`.
        scope: String,
    },
    /// A page of the report, counted from 1.
    Page {
        /// Page number, from 1.
        page: u32,
    },
    /// The whole report.
    Report,
}

/// Lines of a file at the audited commit, both ends included.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub struct Lines {
    /// Path inside the repository, with `/` between its parts.
    pub file: String,
    /// First line, from 1.
    pub line: u32,
    /// Last line, from 1, never below `line`.
    pub end_line: u32,
    /// Hexadecimal id of the blob, so that the place survives a rename.
    pub blob: String,
}

impl Lines {
    /// Builds a line range; an `end_line` below `line` is lifted to `line`.
    #[must_use]
    pub fn new(file: &str, blob: &str, line: u32, end_line: u32) -> Self {
        Self { file: file.into(), line, end_line: end_line.max(line), blob: blob.into() }
    }

    /// Whether all of `inner` lies within these lines, which may be the same.
    #[must_use]
    pub fn holds(&self, inner: &Self) -> bool {
        self.file == inner.file && self.line <= inner.line && inner.end_line <= self.end_line
    }
}

/// Writes `src/graph.py:10-24`.
impl std::fmt::Display for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.end_line > self.line {
            write!(f, "-{}", self.end_line)?;
        }
        Ok(())
    }
}

impl From<Lines> for Place {
    fn from(lines: Lines) -> Self {
        Self::Lines(lines)
    }
}

impl From<&Lines> for Place {
    fn from(lines: &Lines) -> Self {
        Self::Lines(lines.clone())
    }
}

/// A rectangle on a page in PDF points (1/72 inch), origin at the top left of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Area {
    /// Left edge in points.
    pub x: f32,
    /// Top edge in points.
    pub y: f32,
    /// Width in points, never negative.
    pub width: f32,
    /// Height in points, never negative.
    pub height: f32,
}

impl Area {
    /// The rectangle's size in square points.
    #[must_use]
    pub fn size(&self) -> f32 {
        self.width * self.height
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let x = self.x.min(other.x);
        let y = self.y.min(other.y);
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Self { x, y, width: right - x, height: bottom - y }
    }
}

impl Place {
    /// Builds a line range; see [`Lines::new`].
    #[must_use]
    pub fn lines(file: &str, blob: &str, line: u32, end_line: u32) -> Self {
        Self::Lines(Lines::new(file, blob, line, end_line))
    }
}

/// Writes the contract's `location`: `src/graph.py:10-24`, `commit 4f1c2ab…`, `page 6`.
impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Lines(lines) => lines.fmt(f),
            Self::Commit { id } => write!(f, "commit {}", id.get(..10).unwrap_or(id)),
            Self::Tree { scope } => write!(f, "{scope}"),
            Self::Page { page } => write!(f, "page {page}"),
            Self::Report => write!(f, "report"),
        }
    }
}
