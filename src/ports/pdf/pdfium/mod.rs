//! The adapter for libpdfium, the reader of Chromium: a library of the operator's, bound when it is first asked for.
//!
//! The library lists the objects of a page in the order in which it draws them, with their colours, clips and
//! places, and they go to the same drawing as those of the other engine. It does not say which layers are on or
//! what masks let through, so the page is drawn with and without its text, and what makes no difference is hidden.
//! What nobody could learn from it is said in every report, see [`UNDECIDED`].

mod annotations;
mod frame;
mod letters;
mod library;
mod objects;
mod paths;
mod pictures;
mod regions;
mod sample;
mod unseen;

pub use library::LibraryError;

use self::frame::Frame;
use self::objects::Walk;
use self::pictures::Pictures;
use super::page::Finished;
use super::reading::{ReadReport, Reading, check};
use super::text::clean;
use super::{PdfError, PdfReader};
use crate::domain::exhibit::pdf::PdfPage;
use crate::domain::facts::Region;
use crate::domain::limits::Limits;
use pdfium_render::prelude::{
    PdfDocument, PdfDocumentMetadataTagType, PdfPageContentRegenerationStrategy, PdfPageIndex,
    Pdfium as Library, PdfiumError, PdfiumInternalError,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// What this engine cannot tell of the text that hides from a reader.
pub(super) const UNDECIDED: &str = "The PDF was read with pdfium, which does not tell whether fonts and their \
     maps of characters say other letters than those that are drawn, and tells text on hidden layers and behind \
     masks only where no other text is drawn over it: more text may be hidden than was found.";

/// libpdfium, once it is bound.
#[derive(Clone, Copy)]
pub struct Pdfium {
    library: &'static Library,
}

impl std::fmt::Debug for Pdfium {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pdfium")
    }
}

impl Pdfium {
    /// Binds to the library in this file, or to the one that the system finds: once in a process, and for good.
    ///
    /// # Errors
    /// When there is none, when it lacks something, and when another one is bound already.
    pub fn bind(library: Option<&Path>) -> Result<Self, LibraryError> {
        library::bind(library).map(|library| Self { library })
    }

    /// The build of the library in this file, where a note beside it tells, as in the packages of Python.
    #[must_use]
    pub fn build(library: &Path) -> Option<u32> {
        library::build(library)
    }

    fn open<'d>(&'d self, bytes: &'d [u8], limits: &Limits) -> Result<PdfDocument<'d>, PdfError> {
        use PdfiumInternalError::{PasswordError, SecurityError};
        check(bytes, limits)?;
        match self.library.load_pdf_from_byte_slice(bytes, None) {
            Ok(document) if document.pages().is_empty() => {
                Err(PdfError::Damaged { reason: "it has no pages".into() })
            }
            Ok(document) => Ok(document),
            Err(PdfiumError::PdfiumLibraryInternalError(PasswordError | SecurityError)) => {
                Err(PdfError::Encrypted)
            }
            // The library's errors are not ours, and it knows no more about what is wrong with a file.
            Err(_) => {
                Err(PdfError::Damaged { reason: "its table of objects cannot be read".into() })
            }
        }
    }
}

impl PdfReader for Pdfium {
    fn read(
        &self,
        bytes: &[u8],
        limits: &Limits,
        reading: Reading,
    ) -> Result<ReadReport, PdfError> {
        let document = self.open(bytes, limits)?;
        let mut all = ReadReport::of(bytes);
        all.exhibit.metadata = metadata(&document);
        let count = usize::try_from(document.pages().len()).unwrap_or(0);
        all.limit_pages(count, limits);
        let mut pictures = Pictures::new(reading, limits);
        for index in 0..count.min(limits.pdf_pages) {
            let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
            let page = || read_page(&document, number, reading, &mut pictures);
            match catch_unwind(AssertUnwindSafe(page)) {
                Ok(Ok((Finished { page, full, crowded, .. }, replaces))) => {
                    all.limit_page(number, full, crowded);
                    if replaces {
                        all.exhibit.limits_reached.push(replacement(number));
                    }
                    all.exhibit.pages.push(page);
                }
                Ok(Err(reason)) => all.exhibit.pages.push(unread(number, reason)),
                Err(_) => {
                    all.stumbled = true;
                    let reason = "the page's content cannot be interpreted";
                    all.exhibit.pages.push(unread(number, reason));
                }
            }
        }
        all.figure_limits.extend(pictures.limit_reached());
        all.exhibit.limits_reached.push(UNDECIDED.into());
        Ok(all)
    }

    fn render_regions(
        &self,
        bytes: &[u8],
        regions: &[Region],
        limits: &Limits,
    ) -> Result<Vec<Result<Vec<u8>, String>>, PdfError> {
        Ok(regions::render(&self.open(bytes, limits)?, regions, limits))
    }
}

/// What is not known of a page that gives programs another text than the one that is drawn.
fn replacement(number: u32) -> String {
    format!(
        "Page {number} gives programs text in place of letters that it draws, and pdfium does not tell which \
         letters those are."
    )
}

/// A page of which nothing is known but that it is there.
fn unread(number: u32, reason: &str) -> PdfPage {
    PdfPage { number, error: Some(reason.into()), ..PdfPage::default() }
}

fn read_page(
    document: &PdfDocument<'_>,
    number: u32,
    reading: Reading,
    pictures: &mut Pictures,
) -> Result<(Finished, bool), &'static str> {
    let index = PdfPageIndex::try_from(number - 1).unwrap_or(PdfPageIndex::MAX);
    let unloaded = |_| "the page's content cannot be decoded";
    let mut page = document.pages().get(index).map_err(unloaded)?;
    // Nothing that is changed on the way is written anywhere.
    page.set_content_regeneration_strategy(PdfPageContentRegenerationStrategy::Manual);
    let frame = Frame::of(&page);
    let mut walk = Walk::new(reading, frame, pictures);
    walk.page(&page);
    let text = page.text().map_err(unloaded)?;
    let (mut drawing, replaces) = letters::fill(&text, walk, frame);
    drop(text);
    drawing.judge();
    if matches!(reading, Reading::Text | Reading::Report) {
        unseen::find(&page, &mut drawing, frame);
    }
    drawing.told.extend(annotations::hidden(&page));
    Ok((drawing.finish(number, false), replaces))
}

fn metadata(document: &PdfDocument<'_>) -> Vec<(String, String)> {
    const LONGEST: usize = 500;
    use PdfDocumentMetadataTagType::{Author, Creator, Keywords, Producer, Subject, Title};
    let stated = document.metadata();
    [
        ("Author", Author),
        ("Creator", Creator),
        ("Keywords", Keywords),
        ("Producer", Producer),
        ("Subject", Subject),
        ("Title", Title),
    ]
    .into_iter()
    .filter_map(|(key, tag)| Some((key.to_owned(), clean(stated.get(tag)?.value(), LONGEST))))
    .filter(|(_, value)| !value.is_empty())
    .collect()
}
