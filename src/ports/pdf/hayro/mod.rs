//! The adapter for the `hayro` interpreter: opens the file and walks its pages.
//!
//! What its interpreter draws goes to a [`Sheet`]; the drawing that comes of it is put together by the parts of
//! the port that the engines share.

mod amended;
mod annotations;
mod ascii85;
mod colors;
mod expressions;
mod faces;
mod first_pixels;
mod fonts;
mod layers;
mod letters;
mod marked;
mod masks;
mod names;
mod numbered;
mod pictures;
mod regions;
mod replaced;
mod sheet;
mod unseen;

use self::layers::Copies;
use self::numbered::Numbered;
use self::sheet::{Sheet, Shelf};
use super::page::{Finished, Spot};
use super::reading::{ReadReport, Reading, check};
use super::text::decode;
use super::{PdfError, PdfReader};
use crate::domain::exhibit::pdf::PdfPage;
use crate::domain::facts::{Concealment, Region};
use crate::domain::limits::Limits;
use hayro_interpret::kurbo::Rect;
use hayro_interpret::{
    Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page,
};
use hayro_syntax::page::Page;
use hayro_syntax::{LoadPdfError, Pdf};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The interpreter `hayro`: memory-safe, and built with the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hayro;

impl PdfReader for Hayro {
    fn read(
        &self,
        bytes: &[u8],
        limits: &Limits,
        reading: Reading,
    ) -> Result<ReadReport, PdfError> {
        read(bytes, limits, reading)
    }

    fn render_regions(
        &self,
        bytes: &[u8],
        regions: &[Region],
        limits: &Limits,
    ) -> Result<Vec<Result<Vec<u8>, String>>, PdfError> {
        regions::render(bytes, regions, limits)
    }
}

fn read(bytes: &[u8], limits: &Limits, reading: Reading) -> Result<ReadReport, PdfError> {
    let pdf = open(bytes, limits)?;
    let mut read = ReadReport::of(bytes);
    read.exhibit.metadata = metadata(&pdf);
    let pages = pdf.pages();
    read.limit_pages(pages.len(), limits);
    let copies = catch_unwind(AssertUnwindSafe(|| Copies::new(bytes, &pdf)));
    let copies = copies.unwrap_or_default();
    let lying = copies.lying.as_ref().unwrap_or(&pdf);
    let liar = copies.lies.then_some((lying, Concealment::FalseMap));
    let layers = copies.open.as_ref().map(|open| (open, Concealment::LayerOff));
    let others: Vec<_> = match reading {
        Reading::Text | Reading::Report => liar.into_iter().chain(layers).collect(),
        Reading::Figures | Reading::Pictures => Vec::new(),
    };
    let honest = copies.honest.as_ref().unwrap_or(&pdf);
    let shelf = Shelf::new(reading, limits, copies.numbered.clone());
    let drawn = read_pages(honest, limits, shelf, !others.is_empty(), &mut read);
    for (copy, why) in others {
        compare(copy, (limits, &copies.numbered), &drawn, why, &mut read.exhibit.pages);
    }
    Ok(read)
}

/// Reads every page, and returns what is drawn on each, where that is `compared` with another copy.
fn read_pages(
    pdf: &Pdf,
    limits: &Limits,
    mut shelf: Shelf,
    compared: bool,
    all: &mut ReadReport,
) -> Vec<BTreeSet<Spot>> {
    let reading = shelf.reading;
    let mut cache = InterpreterCache::new();
    let mut spots = Vec::new();
    for (index, page) in pdf.pages().iter().take(limits.pdf_pages).enumerate() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let mut sheet = Sheet::new(reading, page.render_dimensions(), shelf);
        sheet.measure_by(user_unit(page));
        let outcome = catch_unwind(AssertUnwindSafe(|| walk(page, &cache, &mut sheet)));
        let looks = outcome.is_ok() && matches!(reading, Reading::Text | Reading::Report);
        let (finished, kept) = sheet.finish(number, compared, |drawing| {
            if looks {
                unseen::find(page, drawing, limits);
            }
        });
        let Finished { page: mut read, full, crowded, drawn } = finished;
        shelf = kept;
        if outcome.is_err() {
            read.error = Some("the page's content cannot be interpreted".into());
            all.stumbled = true;
            // A panic may have poisoned the locks inside the cache.
            cache = InterpreterCache::new();
        } else if unreadable(page, read.spans.is_empty() && read.images.is_empty()) {
            read.error = Some("the page's content cannot be decoded".into());
        }
        all.limit_page(number, full, crowded);
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
    (limits, numbered): (&Limits, &Numbered),
    drawn: &[BTreeSet<Spot>],
    why: Concealment,
    pages: &mut [PdfPage],
) {
    let cache = InterpreterCache::new();
    for ((page, drawn), read) in copy.pages().iter().zip(drawn).zip(pages) {
        let shelf = Shelf::new(Reading::Text, limits, numbered.clone());
        let mut sheet = Sheet::new(Reading::Text, page.render_dimensions(), shelf);
        let outcome = catch_unwind(AssertUnwindSafe(|| walk(page, &cache, &mut sheet)));
        if outcome.is_err() {
            return;
        }
        read.hidden.extend(sheet.surplus(drawn, why));
    }
}

fn open(bytes: &[u8], limits: &Limits) -> Result<Pdf, PdfError> {
    check(bytes, limits)?;
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

/// How many points long a unit of the page is; what is below one, a viewer may take for one.
fn user_unit(page: &Page<'_>) -> f64 {
    let stated = page.raw().get::<f32>(b"UserUnit" as &[u8]).map(f64::from);
    stated.filter(|unit| unit.is_finite()).map_or(1.0, |unit| unit.max(1.0))
}

/// A page whose content exists and cannot be decoded at all; `is_bare` says that nothing came of it.
fn unreadable(page: &Page<'_>, is_bare: bool) -> bool {
    match page.page_stream() {
        None => page.raw().contains_key(b"Contents" as &[u8]),
        Some(content) => is_bare && is_garbled(content),
    }
}

/// Whether content is no orders to draw, which are text but for what they draw: what cannot be decompressed is
/// handed over as it is.
fn is_garbled(content: &[u8]) -> bool {
    /// Bytes that are looked at.
    const BEGINNING: usize = 512;
    let beginning = &content[..content.len().min(BEGINNING)];
    let plain = |byte: &&u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    beginning.iter().filter(plain).count() < beginning.len() / 2
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
