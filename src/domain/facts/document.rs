//! Facts about the report's text.

use super::{Area, InjectionFacts, SecretFact};
use crate::domain::wording::count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the report says, in the order a person reads it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DocumentFacts {
    /// SHA-256 of the file, hexadecimal.
    pub sha256: String,
    /// What git names a file of the same bytes, hexadecimal; empty where nobody computed it.
    #[serde(default)]
    pub blob: String,
    /// The pages, in order. Text that a reader cannot see is not among it.
    pub pages: Vec<ReportPage>,
    /// Number of the pages behind these, which were not read.
    #[serde(default)]
    pub pages_left: u32,
    /// Title, author and the like, as the file states them, sorted by key.
    pub metadata: Vec<(String, String)>,
    /// What is wrong with the file.
    pub warnings: Vec<DocumentWarning>,
    /// Text that is in the file and that a reader of its pages does not see, by page and as drawn. None of it
    /// is among the text of `pages`.
    #[serde(default)]
    pub hidden_text: Vec<HiddenText>,
    /// Paths that the report cites, in reading order.
    pub paths: Vec<CitedPath>,
    /// Keys and passwords in the text; none is stated itself.
    #[serde(default)]
    pub secrets: Vec<SecretFact>,
    /// Instructions to the grader in the text, seen or not, and in the metadata.
    #[serde(default)]
    pub injection: InjectionFacts,
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
    /// The lines that are set larger than running text, as headings are, in reading order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<String>,
}

/// A passage that is in the file and that a reader of the page does not see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HiddenText {
    /// What hides it.
    pub mechanism: Concealment,
    /// Page number, from 1.
    pub page: u32,
    /// The text, in the order in which the file draws it; a long one is cut at its end.
    pub text: String,
    /// The box around it, where it has a place on the page.
    pub area: Option<Area>,
}

/// What hides a text from the reader of a page.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Concealment {
    /// It is drawn in the mode that leaves no ink.
    InvisibleMode,
    /// It only cuts out a shape, and nothing that differs from the ground is painted through it.
    ClipOnly,
    /// It is drawn with no opacity, by itself or by its group.
    Transparent,
    /// A soft mask lets nothing of it through.
    Masked,
    /// It has the colour of what lies beneath it.
    SameColor,
    /// Something opaque is painted over it.
    Covered,
    /// Its letters are smaller than two and a half points.
    Tiny,
    /// Its letters are pressed to a line or a dot.
    Degenerate,
    /// It lies outside the page.
    OffPage,
    /// It lies on the page and outside the region that is drawn.
    Clipped,
    /// It is a short part of a line, next to letters that are seen, that runs over the edge of the page or of
    /// its box or under something drawn, as lines and labels do that are too long. By itself it is no sign of
    /// deceit. A word of which a part is seen is not listed; the text of the page has it whole, and `…` in place of
    /// the words that are not seen.
    CutOff,
    /// It belongs to a layer that is switched off.
    LayerOff,
    /// It is the text that the file gives to programs in place of other letters that it draws.
    ReplacedText,
    /// The file tells programs other letters than those that it draws.
    FalseMap,
    /// Its letters are in the font and have no shape.
    BlankGlyphs,
    /// The page looks the same without it, for a reason that the engine which read the file does not tell.
    Unseen,
    /// It belongs to a note or a form field that is not shown.
    HiddenAnnotation,
    /// It is written in characters that have no shape by their nature.
    InvisibleCharacters,
    /// It lies unseen under or over the picture of a page, as what a scanner recognised does. Every searchable
    /// scan has it, so by itself it is no sign of deceit; whether it says what the picture shows is not checked.
    ScanLayer,
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
    /// Pages with letters that are drawn and that nothing in the file tells; the text has U+FFFD in their place.
    Untold {
        /// Page numbers, from 1.
        pages: Vec<u32>,
        /// How many letters of these pages are not told.
        untold: u32,
        /// How many letters they have.
        letters: u32,
    },
}

impl DocumentFacts {
    /// Why nothing of the text could be examined, where it has none.
    #[must_use]
    pub fn why_no_text(&self) -> Option<String> {
        if !self.warnings.contains(&DocumentWarning::NoText) {
            return None;
        }
        let all = self.pages.len();
        let of = |count: usize| match count {
            count if count == all => "all of its pages".to_owned(),
            count => format!("{count} of its {all} pages"),
        };
        let why = self.warnings.iter().find_map(|warning| match warning {
            DocumentWarning::Damaged { pages } => {
                Some(format!("the content of {} is damaged", of(pages.len())))
            }
            DocumentWarning::Scanned { pages } => {
                Some(format!("it has none, and {} are pictures", of(pages.len())))
            }
            DocumentWarning::NoText | DocumentWarning::Untold { .. } => None,
        });
        Some(why.unwrap_or_else(|| "it has none".to_owned()))
    }

    /// How many pages the file has, those that were not read included.
    #[must_use]
    pub fn page_count(&self) -> usize {
        self.pages.len() + self.pages_left as usize
    }

    /// How many pages were not read, or not to their end.
    #[must_use]
    pub fn unread_pages(&self) -> usize {
        let damaged = self.warnings.iter().map(|warning| match warning {
            DocumentWarning::Damaged { pages } => pages.len(),
            DocumentWarning::Scanned { .. }
            | DocumentWarning::NoText
            | DocumentWarning::Untold { .. } => 0,
        });
        self.pages_left as usize + damaged.sum::<usize>()
    }

    /// What is not known of the text although it has some, as a lowercase fragment: pages that were not read, or letters
    /// that nothing in the file tells.
    #[must_use]
    pub fn why_in_part(&self) -> Option<String> {
        let limit = || {
            let reached = self.limits_reached.first()?.trim_end_matches('.');
            let mut letters = reached.chars();
            Some(letters.next()?.to_lowercase().chain(letters).collect())
        };
        self.why_untold().or_else(|| self.why_pages_lack()).or_else(limit)
    }

    /// How many pages were not read, or not to their end, as a lowercase fragment; nothing where all were.
    #[must_use]
    pub fn why_pages_lack(&self) -> Option<String> {
        let (all, unread) = (count(self.page_count(), "page"), self.unread_pages());
        let were = if unread == 1 { "was" } else { "were" };
        (unread > 0).then(|| format!("{unread} of its {all} {were} not read in full"))
    }

    /// Letters of the text that nothing in the file tells, as a lowercase fragment.
    #[must_use]
    pub fn why_untold(&self) -> Option<String> {
        self.warnings.iter().find_map(|warning| match warning {
            DocumentWarning::Untold { pages, untold, letters } => {
                let of = count(*letters as usize, "letter");
                let numbers: Vec<String> = pages.iter().map(u32::to_string).collect();
                let noun = if pages.len() == 1 { "page" } else { "pages" };
                let (last, first) = numbers.split_last()?;
                let on = if first.is_empty() {
                    last.clone()
                } else {
                    format!("{} and {last}", first.join(", "))
                };
                let untold = count(*untold as usize, "letter");
                let (untold, _) = untold.split_once(' ')?;
                Some(format!("{untold} of the {of} on {noun} {on} could not be told from the file"))
            }
            DocumentWarning::Damaged { .. }
            | DocumentWarning::Scanned { .. }
            | DocumentWarning::NoText => None,
        })
    }
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

impl CitedPath {
    /// The path as the report prints it, without the breaks of lines in it.
    #[must_use]
    pub fn shown(&self) -> &str {
        if self.written.contains(' ') { &self.path } else { &self.written }
    }
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
