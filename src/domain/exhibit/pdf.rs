//! A PDF as its text, pictures and shapes.

use crate::domain::facts::{Area, Concealment, TextSpan};
use std::sync::Arc;

/// What a reader of PDFs saw, before anybody asks what it means.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PdfExhibit {
    /// SHA-256 of the file, hexadecimal.
    pub sha256: String,
    /// What git names a file of the same bytes, hexadecimal; empty where nobody computed it.
    pub blob: String,
    /// Title, author and the like, as the file states them, sorted by key.
    pub metadata: Vec<(String, String)>,
    /// The pages, in order.
    pub pages: Vec<PdfPage>,
    /// Number of the pages behind these, which were not read.
    pub pages_left: u32,
    /// Limits that were reached while reading, each a full sentence.
    pub limits_reached: Vec<String>,
}

/// One page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PdfPage {
    /// Page number, from 1.
    pub number: u32,
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
    /// Text that a reader can see, in the order in which the file draws it.
    pub spans: Vec<TextSpan>,
    /// Text that a reader cannot see.
    pub hidden: Vec<HiddenSpan>,
    /// Bitmaps in the order in which the file draws them.
    pub images: Vec<PdfImage>,
    /// Lines and areas in the order in which the file draws them; empty in a reading for text.
    pub shapes: Vec<Shape>,
    /// Why the page could not be read, or not to its end.
    pub error: Option<String>,
}

/// Text that is in the file and not on the paper.
#[derive(Clone, Debug, PartialEq)]
pub struct HiddenSpan {
    /// The text; its area is empty where it has no place on the page.
    pub span: TextSpan,
    /// What hides it.
    pub concealment: Concealment,
}

impl HiddenSpan {
    /// What a note or a field says that is on the page and not to be seen.
    #[must_use]
    pub fn of_annotation(text: String) -> Self {
        let span = TextSpan { text, area: Area::default(), size: 0.0, angle: 0.0 };
        Self { span, concealment: Concealment::HiddenAnnotation }
    }
}

/// One bitmap on a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PdfImage {
    /// The visible part of its box.
    pub area: Area,
    /// Width and height in pixels.
    pub pixels: (u32, u32),
    /// Its pixels, where they were asked for and could be decoded.
    pub bitmap: Option<Bitmap>,
    /// Why it could not be decoded, a lowercase fragment.
    pub problem: Option<String>,
}

/// The decoded pixels of an image.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bitmap {
    /// SHA-256 of the picture as it is stored in the file: its data, its size and how its colours are to be
    /// read, hexadecimal. Pictures that were stored alike share it.
    pub sha256: String,
    /// Whether all pixels are alike, so that it shows nothing.
    pub uniform: bool,
    /// The image as a PNG file, where it was asked for.
    pub png: Option<Arc<[u8]>>,
}

/// What a shape looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShapeKind {
    /// An upright rectangle, with or without rounded corners.
    Rectangle,
    /// One straight line, or a rectangle too thin to be anything else.
    Line,
    /// A small closed outline, such as the head of an arrow.
    Marker,
    /// Anything else: curves, polygons, several strokes.
    Path,
}

/// One line or area on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its box, within the page and the clip.
    pub area: Area,
    /// What it looks like.
    pub kind: ShapeKind,
    /// Where the stroke begins and ends, for lines and open paths.
    pub ends: Option<[(f32, f32); 2]>,
    /// Red, green and blue of the inside, 0–255; `None` when only the outline is drawn.
    pub fill: Option<[u8; 3]>,
    /// Whether the outline is drawn.
    pub stroked: bool,
}
