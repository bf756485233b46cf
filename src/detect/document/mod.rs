//! The report as text: reading order, segments, ranking, cited paths.

mod chunks;
mod citations;
mod concepts;
mod cross_reference;
mod lines;
mod path_words;
mod ranking;
mod reading;
mod sentences;

pub use chunks::chunk;
pub use concepts::concept;
pub use cross_reference::cross_reference;
pub use ranking::Index;

use crate::domain::exhibit::pdf::{PdfExhibit, PdfPage};
use crate::domain::facts::{DocumentFacts, DocumentWarning};

/// Share of the page that an image must cover for the page to be a scan, 0–1.
const SCAN_SHARE: f32 = 0.6;

/// States what the report says.
///
/// The cited paths are not looked up yet; [`cross_reference`] does that.
#[must_use]
pub fn examine_document(exhibit: &PdfExhibit) -> DocumentFacts {
    let body = reading::body_size(&exhibit.pages);
    let read: Vec<_> = exhibit.pages.iter().map(|page| reading::read(page, body)).collect();
    let paths = citations::cited_paths(&read);
    DocumentFacts {
        sha256: exhibit.sha256.clone(),
        pages: read.into_iter().map(|read| read.page).collect(),
        metadata: exhibit.metadata.clone(),
        warnings: warnings(&exhibit.pages),
        paths,
        limits_reached: exhibit.limits_reached.clone(),
    }
}

fn warnings(pages: &[PdfPage]) -> Vec<DocumentWarning> {
    let numbers = |fits: &dyn Fn(&&PdfPage) -> bool| -> Vec<u32> {
        pages.iter().filter(fits).map(|page| page.number).collect()
    };
    let scanned = numbers(&|page| is_scan(page));
    let damaged = numbers(&|page| page.error.is_some());
    let mut warnings = Vec::new();
    if !scanned.is_empty() {
        warnings.push(DocumentWarning::Scanned { pages: scanned });
    }
    if !damaged.is_empty() {
        warnings.push(DocumentWarning::Damaged { pages: damaged });
    }
    if pages.iter().all(|page| page.spans.is_empty()) {
        warnings.push(DocumentWarning::NoText);
    }
    warnings
}

/// Whether the page is a picture without text.
///
/// Scans may come in strips, so the images' areas are added up.
fn is_scan(page: &PdfPage) -> bool {
    let covered: f32 = page.images.iter().map(|image| image.area.size()).sum();
    let paper = (page.width * page.height).max(1.0);
    page.spans.is_empty() && covered / paper >= SCAN_SHARE
}
