//! The document tools of the contract (§5.2), for programs that use the library.
//!
//! They read a PDF within the process that calls them. The auditor itself never does: it reads a
//! submission in a child process that has limits.

use crate::detect::document::{Index, chunk, examine_document};
use crate::domain::facts::{Area, Chunk, ChunkBy};
use crate::domain::limits::Limits;
use crate::ports::pdf::{PdfError, load, read_pictures, read_text};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// How many excerpts an answer has.
const EXCERPTS: usize = 3;
/// Length of an excerpt in characters.
const EXCERPT_LENGTH: usize = 1000;

/// A report, cut into segments that can be queried.
#[derive(Clone, Debug)]
pub struct PdfIngestionResult {
    segments: Vec<Chunk>,
    index: Index,
}

impl PdfIngestionResult {
    /// The segments, in reading order.
    #[must_use]
    pub fn segments(&self) -> &[Chunk] {
        &self.segments
    }

    /// The excerpts that answer the question best, each under its page number.
    ///
    /// Empty when no segment shares a word with the question.
    #[must_use]
    pub fn query(&self, question: &str) -> String {
        let mut answer = String::new();
        for (number, _) in self.index.query(question, EXCERPTS) {
            let Chunk { page, text, .. } = &self.segments[number];
            let excerpt: String = text.trim().chars().take(EXCERPT_LENGTH).collect();
            let gap = if answer.is_empty() { "" } else { "\n\n" };
            write!(answer, "{gap}[page {page}]\n{excerpt}").expect("a string takes all writes");
        }
        answer
    }
}

/// Reads a report and cuts it into segments; serves the contract's `ingest_pdf`.
///
/// # Errors
/// [`PdfError::Missing`] when there is no file, and the other variants as they say.
///
/// ```
/// use automaton_auditor::domain::facts::ChunkBy;
/// use automaton_auditor::worker::doc_tools::ingest_pdf;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("report.pdf");
/// std::fs::write(
///     &path,
///     "%PDF-1.4
/// 1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
/// 2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
/// 3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R
///   /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> >> >> >> endobj
/// 4 0 obj <</Length 64>> stream
/// BT /F 12 Tf 50 300 Td (The graph fans out in src/graph.py.) Tj ET
/// endstream endobj
/// trailer <</Root 1 0 R>>",
/// )?;
/// let report = ingest_pdf(&path, ChunkBy::Page)?;
/// assert_eq!(report.segments()[0].page, 1);
/// assert!(report.query("Where does the graph fan out?").contains("src/graph.py"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ingest_pdf(pdf_path: &Path, chunk_by: ChunkBy) -> Result<PdfIngestionResult, PdfError> {
    let limits = Limits::default();
    let exhibit = read_text(&load(pdf_path, &limits)?, &limits)?;
    let segments = chunk(&examine_document(&exhibit).pages, chunk_by);
    let index = Index::new(&segments);
    Ok(PdfIngestionResult { segments, index })
}

/// The excerpts of `store` that answer the question best; serves the contract's `query_doc`.
///
/// ```
/// use automaton_auditor::domain::facts::ChunkBy;
/// use automaton_auditor::worker::doc_tools::{ingest_pdf, query_doc};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("report.pdf");
/// std::fs::write(
///     &path,
///     "%PDF-1.4
/// 1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
/// 2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
/// 3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R
///   /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> >> >> >> endobj
/// 4 0 obj <</Length 57>> stream
/// BT /F 12 Tf 50 300 Td (Reducers merge the evidence.) Tj ET
/// endstream endobj
/// trailer <</Root 1 0 R>>",
/// )?;
/// let report = ingest_pdf(&path, ChunkBy::Char)?;
/// assert_eq!(query_doc(&report, "reducer"), "[page 1]\nReducers merge the evidence.");
/// assert_eq!(query_doc(&report, "weather"), "");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn query_doc(store: &PdfIngestionResult, question: &str) -> String {
    store.query(question)
}

/// A bitmap of a report, as a PNG file.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtractedImage {
    /// Page on which it is first drawn, from 1.
    pub page: u32,
    /// Where it stands there.
    pub area: Area,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The bytes of the PNG file.
    pub png: Vec<u8>,
}

/// The bitmaps of a report, each once; serves the contract's `extract_images_from_pdf`.
///
/// Images that cannot be decoded, or that are larger than the limits allow, are left out.
///
/// # Errors
/// As [`ingest_pdf`].
///
/// ```
/// use automaton_auditor::worker::doc_tools::extract_images_from_pdf;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("report.pdf");
/// std::fs::write(
///     &path,
///     "%PDF-1.4
/// 1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
/// 2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
/// 3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R
///   /Resources <</XObject <</I 5 0 R>> >> >> endobj
/// 4 0 obj <</Length 29>> stream
/// q 200 0 0 100 50 50 cm /I Do Q
/// endstream endobj
/// 5 0 obj <</Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray
///   /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length 5>> stream
/// 00FF>
/// endstream endobj
/// trailer <</Root 1 0 R>>",
/// )?;
/// let images = extract_images_from_pdf(&path)?;
/// assert_eq!((images[0].page, images[0].width, images[0].height), (1, 2, 1));
/// assert!(images[0].png.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extract_images_from_pdf(pdf_path: &Path) -> Result<Vec<ExtractedImage>, PdfError> {
    let limits = Limits::default();
    let exhibit = read_pictures(&load(pdf_path, &limits)?, &limits)?;
    let mut seen = BTreeSet::new();
    let mut images = Vec::new();
    for page in &exhibit.pages {
        for image in &page.images {
            let Some(bitmap) = &image.bitmap else { continue };
            let Some(png) = &bitmap.png else { continue };
            if seen.insert(bitmap.sha256.as_str()) {
                let (width, height) = image.pixels;
                let (number, area, png) = (page.number, image.area, png.to_vec());
                images.push(ExtractedImage { page: number, area, width, height, png });
            }
        }
    }
    Ok(images)
}
