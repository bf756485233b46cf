//! Reads a report in the worker: the port's exhibit, then the detectives' facts.

use crate::detect::document::examine_document;
use crate::detect::figures::examine_figures;
use crate::detect::secrets::{self, Known};
use crate::domain::facts::{DocumentFacts, FigureFacts};
use crate::domain::limits::Limits;
use crate::ports::pdf::{PdfError, read_figures, read_text};

/// States what the report says, with the secrets that were taken out of it.
///
/// # Errors
/// When the file as a whole cannot be read; see [`PdfError`].
pub fn document_facts(bytes: &[u8], limits: &Limits) -> Result<(DocumentFacts, Known), PdfError> {
    let mut exhibit = read_text(bytes, limits)?;
    let mut facts = examine_document(&exhibit);
    let mut known = Known::default();
    let found = secrets::in_pages(&facts.pages, &mut known);
    if !found.is_empty() {
        known.redactor().purge_report(&mut exhibit);
        facts = examine_document(&exhibit);
        facts.secrets = found;
    }
    Ok((facts, known))
}

/// States what the report shows, with the secrets that were taken out of it.
///
/// # Errors
/// When the file as a whole cannot be read; see [`PdfError`].
pub fn figure_facts(bytes: &[u8], limits: &Limits) -> Result<(FigureFacts, Known), PdfError> {
    let mut exhibit = read_figures(bytes, limits)?;
    let mut known = Known::default();
    if !secrets::in_pages(&examine_document(&exhibit).pages, &mut known).is_empty() {
        known.redactor().purge_report(&mut exhibit);
    }
    Ok((examine_figures(&exhibit), known))
}
