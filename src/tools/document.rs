//! The document tools of the contract, §5.2.

use crate::detect::document::{Index, chunk, examine_document};
use crate::domain::facts::{Area, Chunk, ChunkBy};
use crate::domain::limits::Limits;
use crate::ports::pdf::{Hayro, PdfError, PdfReader, load};
use crate::ports::vision::{Vision, VisionError};
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
            let page = self.segments[number].page;
            let excerpt = passage(&self.segments[number], question);
            let gap = if answer.is_empty() { "" } else { "\n\n" };
            write!(answer, "{gap}[page {page}]\n{excerpt}").expect("a string takes all writes");
        }
        answer
    }
}

/// The part of a segment that answers the question best; a short segment is its own best part.
fn passage(segment: &Chunk, question: &str) -> String {
    let text: Vec<char> = segment.text.trim().chars().collect();
    if text.len() <= EXCERPT_LENGTH {
        return text.into_iter().collect();
    }
    let part = |from: usize| Chunk {
        text: text[from..text.len().min(from + EXCERPT_LENGTH)].iter().collect(),
        ..segment.clone()
    };
    // Parts overlap by half, so that no passage of half the length is cut everywhere.
    let parts: Vec<Chunk> = (0..text.len()).step_by(EXCERPT_LENGTH / 2).map(part).collect();
    let best = Index::new(&parts).query(question, 1).first().map_or(0, |(number, _)| *number);
    parts[best].text.trim().to_owned()
}

/// Reads a report and cuts it into segments that can be queried. Contract §5.2.
///
/// # Errors
/// [`PdfError::Missing`] when there is no file, and the other variants as they say.
///
/// ```
/// use automaton_auditor::domain::facts::ChunkBy;
/// use automaton_auditor::tools::ingest_pdf;
/// use std::path::Path;
///
/// let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/courtroom-agent-report.pdf");
/// let report = ingest_pdf(Path::new(sample), ChunkBy::Page)?;
/// assert_eq!(report.segments().len(), 5);
/// assert!(report.query("Where is the logic of the join?").contains("src/nodes/aggregator.py"));
///
/// let missing = ingest_pdf(Path::new("no/such/report.pdf"), ChunkBy::Page).unwrap_err();
/// assert_eq!(missing.to_string(), "there is no file `no/such/report.pdf`");
/// # Ok::<(), automaton_auditor::ports::pdf::PdfError>(())
/// ```
pub fn ingest_pdf(pdf_path: &Path, chunk_by: ChunkBy) -> Result<PdfIngestionResult, PdfError> {
    let limits = Limits::default();
    let exhibit = Hayro.read_text(&load(pdf_path, &limits)?, &limits)?;
    let segments = chunk(&examine_document(&exhibit).pages, chunk_by);
    let index = Index::new(&segments);
    Ok(PdfIngestionResult { segments, index })
}

/// The excerpts of `store` that answer the question best, each under its page number; empty when none
/// shares a word with it. Contract §5.2.
///
/// ```
/// use automaton_auditor::domain::facts::ChunkBy;
/// use automaton_auditor::tools::{ingest_pdf, query_doc};
/// use std::path::Path;
///
/// let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/courtroom-agent-report.pdf");
/// let report = ingest_pdf(Path::new(sample), ChunkBy::Char)?;
/// assert!(query_doc(&report, "metacognition").starts_with("[page 1]"));
/// assert_eq!(query_doc(&report, "xylophone"), "");
/// # Ok::<(), automaton_auditor::ports::pdf::PdfError>(())
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

/// The bitmaps of a report, each once. Contract §5.2.
///
/// Images that cannot be decoded, or that are larger than the limits allow, are left out.
///
/// # Errors
/// As [`ingest_pdf`].
///
/// ```
/// use automaton_auditor::tools::extract_images_from_pdf;
/// use std::path::Path;
///
/// let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/courtroom-agent-report.pdf");
/// let images = extract_images_from_pdf(Path::new(sample))?;
/// let image = &images[0];
/// assert_eq!((image.page, image.width, image.height), (4, 1440, 880));
/// assert!(image.png.starts_with(b"\x89PNG"));
/// # Ok::<(), automaton_auditor::ports::pdf::PdfError>(())
/// ```
pub fn extract_images_from_pdf(pdf_path: &Path) -> Result<Vec<ExtractedImage>, PdfError> {
    let limits = Limits::default();
    let exhibit = Hayro.read_pictures(&load(pdf_path, &limits)?, &limits)?;
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

/// Has somebody look at a picture and answer a question about it. Contract §5.2.
///
/// # Errors
/// As `eyes` says. With [`NobodyLooks`](crate::ports::vision::NobodyLooks), which stands in where no model is
/// configured, [`VisionError::NotConfigured`] always.
///
/// ```
/// use automaton_auditor::ports::vision::{NobodyLooks, Vision, VisionError};
/// use automaton_auditor::tools::{analyze_diagram, extract_images_from_pdf};
/// use std::path::Path;
///
/// /// Stands in for a model.
/// struct Ruler;
///
/// #[async_trait::async_trait]
/// impl Vision for Ruler {
///     async fn answer(&self, png: &[u8], _question: &str) -> Result<String, VisionError> {
///         Ok(format!("a picture of {} bytes", png.len()))
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/courtroom-agent-report.pdf");
/// let images = extract_images_from_pdf(Path::new(sample))?;
/// let answer = analyze_diagram(&images[0], "Is the flow parallel?", &Ruler).await?;
/// assert_eq!(answer, format!("a picture of {} bytes", images[0].png.len()));
///
/// let refused = analyze_diagram(&images[0], "Is the flow parallel?", &NobodyLooks).await;
/// assert_eq!(refused.unwrap_err().to_string(), "no vision model is configured");
/// # Ok(())
/// # }
/// ```
pub async fn analyze_diagram(
    image: &ExtractedImage,
    question: &str,
    eyes: &dyn Vision,
) -> Result<String, VisionError> {
    eyes.answer(&image.png, question).await
}
