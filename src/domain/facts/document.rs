//! Facts about the report's text.

use super::{Area, SecretFact};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the report says, in the order a person reads it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DocumentFacts {
    /// SHA-256 of the file, hexadecimal.
    pub sha256: String,
    /// The pages, in order. Text that a reader cannot see is not among it.
    pub pages: Vec<ReportPage>,
    /// Title, author and the like, as the file states them, sorted by key.
    pub metadata: Vec<(String, String)>,
    /// What is wrong with the file.
    pub warnings: Vec<DocumentWarning>,
    /// Paths that the report cites, in reading order.
    pub paths: Vec<CitedPath>,
    /// Keys and passwords in the text; none is stated itself.
    #[serde(default)]
    pub secrets: Vec<SecretFact>,
    /// Limits that were reached while reading, each a full sentence.
    pub limits_reached: Vec<String>,
}

/// The text of one page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReportPage {
    /// Page number, from 1.
    pub number: u32,
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// Visible text in reading order; lines end in `\n`, paragraphs in `\n\n`.
    pub text: String,
}

/// Something about the file that a reader should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DocumentWarning {
    /// Pages that are pictures without text.
    Scanned {
        /// Page numbers, from 1.
        pages: Vec<u32>,
    },
    /// Pages that could not be read.
    Damaged {
        /// Page numbers, from 1.
        pages: Vec<u32>,
    },
    /// The whole file has no text at all.
    NoText,
}

/// What became of a cited path when it was looked up in the tree.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum PathStatus {
    /// Not looked up yet, or the tree could not be read.
    Unchecked,
    /// It is in the tree at the audited commit.
    Verified,
    /// The report claims it and the tree does not have it.
    Absent,
    /// The report mentions it without claiming that it exists: a proposal, a removal, an example.
    Mention,
    /// It fits several files, or only in part.
    Ambiguous,
}

/// One path that the report cites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CitedPath {
    /// The path as the report prints it.
    pub written: String,
    /// The path after lossless repairs of line ends, which is what is looked up.
    pub path: String,
    /// What became of it.
    pub status: PathStatus,
    /// The file it fits, where it fits one.
    pub matched: Option<String>,
    /// Why the status is what it is, a lowercase fragment.
    pub reason: String,
    /// Page number, from 1.
    pub page: u32,
    /// The sentence it stands in.
    pub sentence: String,
    /// The nearest heading above it, where one was recognised.
    pub heading: Option<String>,
}

/// Where and how the report uses a term.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ConceptUse {
    /// The term asked for.
    pub term: String,
    /// Page number, from 1.
    pub page: u32,
    /// Whether the passage explains how the term is carried out.
    pub substantive: bool,
    /// The sentence that explains it, or the first that has the term.
    pub sentence: String,
}

/// How a report is cut into segments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChunkBy {
    /// Segments of about a thousand characters that overlap and never cross a page.
    #[default]
    Char,
    /// One segment per page.
    Page,
}

/// A segment of the report that can be queried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chunk {
    /// Page number, from 1.
    pub page: u32,
    /// Position on the page in characters, from 0.
    pub start: u32,
    /// The text.
    pub text: String,
}

/// A run of text with its place on the page; what the reading order is made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TextSpan {
    /// The text.
    pub text: String,
    /// Its box.
    pub area: Area,
    /// Height of the font in points.
    pub size: f32,
    /// Direction in which it runs, in degrees clockwise from left-to-right, -180 to 180.
    pub angle: f32,
}
