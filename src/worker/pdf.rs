//! Reads a report in the worker: the port's exhibit, then the detectives' facts.

use crate::detect::document::examine_document;
use crate::detect::figures::examine_figures;
use crate::domain::facts::{DocumentFacts, FigureFacts, Region};
use crate::domain::limits::Limits;
use crate::ports::pdf::{PdfError, read_figures, read_text, render_regions};
use crate::ports::sandbox::{Png, Rendered};

/// States what the report says.
///
/// # Errors
/// When the file as a whole cannot be read; see [`PdfError`].
pub fn document_facts(bytes: &[u8], limits: &Limits) -> Result<DocumentFacts, PdfError> {
    Ok(examine_document(&read_text(bytes, limits)?))
}

/// States what the report shows.
///
/// # Errors
/// When the file as a whole cannot be read; see [`PdfError`].
pub fn figure_facts(bytes: &[u8], limits: &Limits) -> Result<FigureFacts, PdfError> {
    Ok(examine_figures(&read_figures(bytes, limits)?))
}

/// Makes a picture of each region.
///
/// # Errors
/// When the file as a whole cannot be read; see [`PdfError`].
pub(super) fn pictures(
    bytes: &[u8],
    regions: &[Region],
    limits: &Limits,
) -> Result<Vec<Rendered>, PdfError> {
    let pictures = render_regions(bytes, regions, limits)?;
    Ok(pictures.into_iter().map(|picture| picture.map(Png)).collect())
}
