//! The adapter for the `hayro` interpreter: opens the file and walks its pages.

use super::PdfError;
use super::annotations;
use super::layers::Copies;
use super::page::{Finished, Spot};
use super::sheet::{Sheet, Shelf};
use super::text::decode;
use crate::domain::exhibit::pdf::{PdfExhibit, PdfPage};
use crate::domain::facts::Concealment;
use crate::domain::limits::Limits;
use hayro_interpret::kurbo::Rect;
use hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page,
};
use hayro_syntax::page::Page;
use hayro_syntax::{LoadPdfError, Pdf};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// How much of the pages is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Text, and where bitmaps lie.
    Text,
    /// Text, shapes, and what bitmaps show.
    Figures,
    /// As figures, and every bitmap as a PNG file.
    Pictures,
}

/// Reads the text of a PDF, and where its bitmaps lie.
///
/// # Errors
/// Every variant of [`PdfError`] but `Missing` and `Io`. A page that cannot be read is no error: it
/// says so in `PdfPage::error`.
pub fn read_text(bytes: &[u8], limits: &Limits) -> Result<PdfExhibit, PdfError> {
    read(bytes, limits, Reading::Text)
}

/// Reads the text, the shapes and the bitmaps of a PDF.
///
/// # Errors
/// As [`read_text`].
pub fn read_figures(bytes: &[u8], limits: &Limits) -> Result<PdfExhibit, PdfError> {
    read(bytes, limits, Reading::Figures)
}

/// Reads what [`read_figures`] reads, and keeps every bitmap as a PNG file.
///
/// # Errors
/// As [`read_text`].
pub fn read_pictures(bytes: &[u8], limits: &Limits) -> Result<PdfExhibit, PdfError> {
    read(bytes, limits, Reading::Pictures)
}

fn read(bytes: &[u8], limits: &Limits, reading: Reading) -> Result<PdfExhibit, PdfError> {
    let pdf = open(bytes, limits)?;
    let mut exhibit = PdfExhibit {
        sha256: hexadecimal(&Sha256::digest(bytes)),
        metadata: metadata(&pdf),
        ..PdfExhibit::default()
    };
    let pages = pdf.pages();
    if pages.len() > limits.pdf_pages {
        exhibit.limits_reached.push(format!(
            "The report has {} pages, of which the first {} were read.",
            pages.len(),
            limits.pdf_pages
        ));
    }
    let copies = catch_unwind(AssertUnwindSafe(|| Copies::new(bytes, &pdf)));
    let copies = copies.unwrap_or(Copies { honest: None, open: None });
    let drawn = read_pages(copies.honest.as_ref().unwrap_or(&pdf), limits, reading, &mut exhibit);
    if reading == Reading::Text {
        let liar = copies.honest.as_ref().map(|_| (&pdf, Concealment::FalseMap));
        let layers = copies.open.as_ref().map(|open| (open, Concealment::LayerOff));
        for (copy, why) in liar.into_iter().chain(layers) {
            compare(copy, limits, &drawn, why, &mut exhibit.pages);
        }
    }
    Ok(exhibit)
}

/// Reads every page into the exhibit, and returns what is drawn on each.
fn read_pages(
    pdf: &Pdf,
    limits: &Limits,
    reading: Reading,
    exhibit: &mut PdfExhibit,
) -> Vec<BTreeSet<Spot>> {
    let mut shelf = Shelf::new(reading, limits);
    let mut cache = InterpreterCache::new();
    let mut all = Vec::new();
    for (index, page) in pdf.pages().iter().take(limits.pdf_pages).enumerate() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let mut sheet = Sheet::new(reading, page.render_dimensions(), shelf);
        let outcome = catch_unwind(AssertUnwindSafe(|| walk(page, &cache, &mut sheet)));
        let Finished { page: mut read, full, shelf: kept, drawn } = sheet.finish(number);
        shelf = kept;
        if outcome.is_err() {
            read.error = Some("the page's content cannot be interpreted".into());
            // A panic may have poisoned the locks inside the cache.
            cache = InterpreterCache::new();
        } else if unreadable(page) {
            read.error = Some("the page's content cannot be decoded".into());
        }
        if full {
            exhibit.limits_reached.push(format!("Page {number} has more content than is read."));
        }
        read.hidden.extend(annotations::hidden(page));
        exhibit.pages.push(read);
        all.push(drawn);
    }
    exhibit.limits_reached.extend(shelf.pictures.limit_reached());
    all
}

/// Adds what this copy of the file draws and the other did not.
fn compare(
    copy: &Pdf,
    limits: &Limits,
    drawn: &[BTreeSet<Spot>],
    why: Concealment,
    pages: &mut [PdfPage],
) {
    let cache = InterpreterCache::new();
    for ((page, drawn), read) in copy.pages().iter().zip(drawn).zip(pages) {
        let shelf = Shelf::new(Reading::Text, limits);
        let mut sheet = Sheet::new(Reading::Text, page.render_dimensions(), shelf);
        let outcome = catch_unwind(AssertUnwindSafe(|| walk(page, &cache, &mut sheet)));
        if outcome.is_err() {
            return;
        }
        read.hidden.extend(sheet.surplus(drawn, why));
    }
}

pub(super) fn open(bytes: &[u8], limits: &Limits) -> Result<Pdf, PdfError> {
    if bytes.is_empty() {
        return Err(PdfError::Empty);
    }
    let actual = bytes.len() as u64;
    if actual > limits.pdf_bytes {
        return Err(PdfError::TooLarge { actual, limit: limits.pdf_bytes });
    }
    // Readers accept some garbage before the header, so it is looked for in the first kilobyte.
    let head = &bytes[..bytes.len().min(1024)];
    let headed = head.windows(5).any(|window| window == b"%PDF-");
    if !headed {
        return Err(PdfError::NotAPdf);
    }
    let data = Arc::new(bytes.to_vec());
    match catch_unwind(move || Pdf::new(data)) {
        Ok(Ok(pdf)) if pdf.pages().is_empty() => {
            Err(PdfError::Damaged { reason: "it has no pages".into() })
        }
        Ok(Ok(pdf)) => Ok(pdf),
        Ok(Err(LoadPdfError::Decryption(_))) => Err(PdfError::Encrypted),
        Ok(Err(LoadPdfError::Invalid)) => {
            Err(PdfError::Damaged { reason: "its table of objects cannot be read".into() })
        }
        Err(_) => Err(PdfError::Damaged { reason: "its structure cannot be interpreted".into() }),
    }
}

fn walk<'a>(page: &Page<'a>, cache: &InterpreterCache<'a>, sheet: &mut Sheet) {
    let (width, height) = page.render_dimensions();
    let mut context = Context::new(
        page.initial_transform(true).to_kurbo(),
        Rect::new(0.0, 0.0, f64::from(width), f64::from(height)),
        cache,
        page.xref(),
        InterpreterSettings::default(),
    );
    interpret_page(page, &mut context, sheet);
}

/// A page whose content exists and cannot be decoded at all.
fn unreadable(page: &Page<'_>) -> bool {
    page.raw().contains_key(b"Contents" as &[u8]) && page.page_stream().is_none()
}

fn metadata(pdf: &Pdf) -> Vec<(String, String)> {
    const LONGEST: usize = 500;
    let stated = pdf.metadata();
    [
        ("Author", &stated.author),
        ("Creator", &stated.creator),
        ("Keywords", &stated.keywords),
        ("Producer", &stated.producer),
        ("Subject", &stated.subject),
        ("Title", &stated.title),
    ]
    .into_iter()
    .filter_map(|(key, value)| Some((key.to_string(), decode(value.as_deref()?, LONGEST))))
    .filter(|(_, value)| !value.is_empty())
    .collect()
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}
