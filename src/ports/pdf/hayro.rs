//! The adapter for the `hayro` interpreter: opens the file and walks its pages.

use super::PdfError;
use super::pictures::Pictures;
use super::sheet::Sheet;
use crate::domain::exhibit::pdf::{PdfExhibit, PdfPage};
use crate::domain::limits::Limits;
use hayro_interpret::kurbo::Rect;
use hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page,
};
use hayro_syntax::page::Page;
use hayro_syntax::{LoadPdfError, Pdf};
use sha2::{Digest, Sha256};
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
    if pages.is_empty() {
        return Err(PdfError::Damaged { reason: "it has no pages".into() });
    }
    if pages.len() > limits.pdf_pages {
        exhibit.limits_reached.push(format!(
            "The report has {} pages, of which the first {} were read.",
            pages.len(),
            limits.pdf_pages
        ));
    }
    let mut pictures = Pictures::new(reading, limits);
    let mut cache = InterpreterCache::new();
    for (index, page) in pages.iter().take(limits.pdf_pages).enumerate() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let mut sheet = Sheet::new(reading, page.render_dimensions(), pictures);
        let outcome = catch_unwind(AssertUnwindSafe(|| walk(page, &cache, &mut sheet)));
        let (mut read, full, kept) = sheet.finish(number);
        pictures = kept;
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
        exhibit.pages.push(read);
    }
    exhibit.limits_reached.extend(pictures.limit_reached());
    Ok(exhibit)
}

fn open(bytes: &[u8], limits: &Limits) -> Result<Pdf, PdfError> {
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
    .filter_map(|(key, value)| Some((key.to_string(), decode(value.as_deref()?))))
    .filter(|(_, value)| !value.is_empty())
    .collect()
}

/// Decodes a text string of the file: UTF-16 or UTF-8 with a mark, else one byte per character.
fn decode(bytes: &[u8]) -> String {
    const LONGEST: usize = 500;
    let text: String = match bytes {
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        plain => match std::str::from_utf8(plain) {
            Ok(text) => text.to_string(),
            Err(_) => plain.iter().map(|&byte| char::from(byte)).collect(),
        },
    };
    text.chars().filter(|c| !c.is_control()).take(LONGEST).collect::<String>().trim().to_string()
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}

/// A page that has been walked, whether it was cut short, and the pictures for the next page.
pub(super) type Finished = (PdfPage, bool, Pictures);
