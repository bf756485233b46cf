//! Facts about the report's pictures and drawings.

use super::{Area, InjectionFacts};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the report shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FigureFacts {
    /// SHA-256 of the file, hexadecimal.
    pub sha256: String,
    /// Number of pages.
    pub pages: u32,
    /// Figures, in page order. Decorations (rules, bullets, logos under 1 % of the page) are not
    /// listed.
    pub figures: Vec<Figure>,
    /// Instructions to the grader in labels and captions.
    #[serde(default)]
    pub injection: InjectionFacts,
    /// Images that are present but could not be decoded, each a full sentence.
    pub damage: Vec<String>,
    /// Limits that were reached while reading, each a full sentence.
    pub limits_reached: Vec<String>,
}

/// What a figure is made of.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FigureKind {
    /// A bitmap.
    Raster,
    /// Lines and shapes drawn on the page.
    Vector,
}

/// A rectangle on one page, such as that of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Region {
    /// Page number, from 1.
    pub page: u32,
    /// Where on the page.
    pub area: Area,
}

/// Share of its page from which on a figure can be a diagram.
pub const DIAGRAM_SHARE: f32 = 0.04;
/// Most figures that a vision model looks at.
const MOST_LOOKED_AT: usize = 6;

impl FigureFacts {
    /// The figures that a vision model is shown: large enough for a diagram, in page order.
    #[must_use]
    pub fn worth_a_look(&self) -> Vec<&Figure> {
        let large = self.figures.iter().filter(|figure| figure.page_share >= DIAGRAM_SHARE);
        large.take(MOST_LOOKED_AT).collect()
    }
}

impl From<&Figure> for Region {
    fn from(figure: &Figure) -> Self {
        Self { page: figure.page, area: figure.area }
    }
}

/// One figure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Figure {
    /// Page number, from 1.
    pub page: u32,
    /// What it is made of.
    pub kind: FigureKind,
    /// Where it stands.
    pub area: Area,
    /// Share of the page it covers, 0–1.
    pub page_share: f32,
    /// Width and height of a bitmap in pixels.
    pub pixels: Option<(u32, u32)>,
    /// Number of bitmaps, where several stand right below each other and are one picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bitmaps: Option<u32>,
    /// Number of shapes of a drawing.
    pub shapes: Option<u32>,
    /// Text that stands inside its box, in reading order.
    pub labels: Vec<String>,
    /// SHA-256 of a bitmap as it is stored in the file, hexadecimal; pictures that are stored alike share it.
    pub sha256: Option<String>,
    /// Name of the file with its picture, where one was written.
    #[serde(default)]
    pub png: Option<String>,
    /// The caption found below or above, such as `Figure 2: the graph`.
    pub caption: Option<String>,
}
