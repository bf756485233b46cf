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
    /// As figures, for those who ask for the text as well.
    Report,
    /// As figures, and every bitmap as a PNG file.
    Pictures,
}

/// Reads the text of a PDF, and where its bitmaps lie.
///
/// # Errors
/// Every variant of [`PdfError`] but `Missing` and `Io`. A page that cannot be read is no error: it
/// says so in `PdfPage::error`.
pub fn read_text(bytes: &[u8], limits: &Limits) -> Result<PdfExhibit, PdfError> {
    read(bytes, limits, Reading::Text).map(|read| read.exhibit)
}

/// Reads the text, the shapes and the bitmaps of a PDF.
///
/// # Errors
/// As [`read_text`].
pub fn read_figures(bytes: &[u8], limits: &Limits) -> Result<PdfExhibit, PdfError> {
    read(bytes, limits, Reading::Figures).map(ReadReport::of_figures)
}

/// What one reading for both the text and the figures brought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadReport {
    /// What [`read_figures`] reads, with the hidden text and the reached limits that [`read_text`] states.
    pub exhibit: PdfExhibit,
    /// The limits that [`read_figures`] states, each a full sentence.
    pub figure_limits: Vec<String>,
    /// Whether the interpreter gave a page up, so that a reading of text alone may bring more of it.
    pub stumbled: bool,
}

impl ReadReport {
    /// The exhibit with the limits that the reading of figures reached.
    fn of_figures(self) -> PdfExhibit {
        PdfExhibit { limits_reached: self.figure_limits, ..self.exhibit }
    }

    /// Notes a limit that stands in the way of the text and of the figures.
    fn limit(&mut self, sentence: String) {
        self.exhibit.limits_reached.push(sentence.clone());
        self.figure_limits.push(sentence);
    }
}

/// Reads the text, the shapes and the bitmaps of a PDF at once.
///
/// # Errors
/// As [`read_text`].
pub fn read_report(bytes: &[u8], limits: &Limits) -> Result<ReadReport, PdfError> {
    read(bytes, limits, Reading::Report)
}

/// Reads what [`read_figures`] reads, and keeps every bitmap as a PNG file.
///
/// # Errors
/// As [`read_text`].
pub fn read_pictures(bytes: &[u8], limits: &Limits) -> Result<PdfExhibit, PdfError> {
    read(bytes, limits, Reading::Pictures).map(ReadReport::of_figures)
}

fn read(bytes: &[u8], limits: &Limits, reading: Reading) -> Result<ReadReport, PdfError> {
    let pdf = open(bytes, limits)?;
    let mut read = ReadReport::default();
    read.exhibit.sha256 = hexadecimal(&Sha256::digest(bytes));
    read.exhibit.metadata = metadata(&pdf);
    let pages = pdf.pages();
    if pages.len() > limits.pdf_pages {
        read.limit(format!(
            "The report has {} pages, of which the first {} were read.",
            pages.len(),
            limits.pdf_pages
        ));
    }
    let copies = catch_unwind(AssertUnwindSafe(|| Copies::new(bytes, &pdf)));
    let copies = copies.unwrap_or(Copies { honest: None, open: None });
    let liar = copies.honest.as_ref().map(|_| (&pdf, Concealment::FalseMap));
    let layers = copies.open.as_ref().map(|open| (open, Concealment::LayerOff));
    let others: Vec<_> = match reading {
        Reading::Text | Reading::Report => liar.into_iter().chain(layers).collect(),
        Reading::Figures | Reading::Pictures => Vec::new(),
    };
    let honest = copies.honest.as_ref().unwrap_or(&pdf);
    let drawn = read_pages(honest, limits, reading, !others.is_empty(), &mut read);
    for (copy, why) in others {
        compare(copy, limits, &drawn, why, &mut read.exhibit.pages);
    }
    Ok(read)
}

/// Reads every page, and returns what is drawn on each, where that is `compared` with another copy.
fn read_pages(
    pdf: &Pdf,
    limits: &Limits,
    reading: Reading,
    compared: bool,
    all: &mut ReadReport,
) -> Vec<BTreeSet<Spot>> {
    let mut shelf = Shelf::new(reading, limits);
    let mut cache = InterpreterCache::new();
    let mut spots = Vec::new();
    for (index, page) in pdf.pages().iter().take(limits.pdf_pages).enumerate() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let mut sheet = Sheet::new(reading, page.render_dimensions(), shelf);
        let outcome = catch_unwind(AssertUnwindSafe(|| walk(page, &cache, &mut sheet)));
        let Finished { page: mut read, full, crowded, shelf: kept, drawn } =
            sheet.finish(number, compared);
        shelf = kept;
        if outcome.is_err() {
            read.error = Some("the page's content cannot be interpreted".into());
            all.stumbled = true;
            // A panic may have poisoned the locks inside the cache.
            cache = InterpreterCache::new();
        } else if unreadable(page) {
            read.error = Some("the page's content cannot be decoded".into());
        }
        let sentence = || format!("Page {number} has more content than is read.");
        if full {
            all.limit(sentence());
        } else if crowded {
            all.figure_limits.push(sentence());
        }
        read.hidden.extend(annotations::hidden(page));
        all.exhibit.pages.push(read);
        spots.push(drawn);
    }
    all.figure_limits.extend(shelf.pictures.limit_reached());
    spots
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
