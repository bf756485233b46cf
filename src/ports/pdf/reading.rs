//! What is read of a PDF, and what every engine checks and tells alike.

use super::PdfError;
use crate::domain::digest::sha256_hex;
use crate::domain::exhibit::pdf::PdfExhibit;
use crate::domain::limits::Limits;

/// How a file begins that Git LFS leaves in a tree in place of a large one.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// How much of the pages is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Text, and where bitmaps lie.
    Text,
    /// Text, shapes, and what bitmaps show.
    Figures,
    /// As figures, for those who ask for the text as well.
    Report,
    /// As figures, and every bitmap as a PNG file.
    Pictures,
}

/// What one reading for both the text and the figures brought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadReport {
    /// What a reading of figures brings, with the hidden text and the reached limits that one of text states.
    pub exhibit: PdfExhibit,
    /// The limits that a reading of figures states, each a full sentence.
    pub figure_limits: Vec<String>,
    /// Whether the engine gave a page up, so that a reading of text alone may bring more of it.
    pub stumbled: bool,
}

impl ReadReport {
    /// Begins with the names of the file's bytes.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let sha256 = sha256_hex(bytes);
        let blob = gix::objs::compute_hash(gix::hash::Kind::Sha1, gix::objs::Kind::Blob, bytes);
        let blob = blob.map(|id| id.to_string()).unwrap_or_default();
        Self { exhibit: PdfExhibit { sha256, blob, ..PdfExhibit::default() }, ..Self::default() }
    }

    /// The exhibit with the limits that the reading of figures reached.
    pub(super) fn of_figures(self) -> PdfExhibit {
        PdfExhibit { limits_reached: self.figure_limits, ..self.exhibit }
    }

    /// Notes a limit that stands in the way of the text and of the figures.
    pub(super) fn limit(&mut self, sentence: String) {
        self.exhibit.limits_reached.push(sentence.clone());
        self.figure_limits.push(sentence);
    }

    /// Notes that the file has more pages than are read, where it has.
    pub(super) fn limit_pages(&mut self, pages: usize, limits: &Limits) {
        let most = limits.pdf_pages;
        if pages > most {
            self.exhibit.pages_left = u32::try_from(pages - most).unwrap_or(u32::MAX);
            self.limit(format!(
                "The report has {pages} pages, of which the first {most} were read."
            ));
        }
    }

    /// Notes that a page was cut short, or has more shapes than are kept.
    pub(super) fn limit_page(&mut self, number: u32, full: bool, crowded: bool) {
        let sentence = || format!("Page {number} has more content than is read.");
        if full {
            self.limit(sentence());
        } else if crowded {
            self.figure_limits.push(sentence());
        }
    }
}

/// Refuses bytes that no engine has to look at.
pub(super) fn check(bytes: &[u8], limits: &Limits) -> Result<(), PdfError> {
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
    match headed {
        true => Ok(()),
        false if head.starts_with(LFS_POINTER) => Err(PdfError::Pointer),
        false => Err(PdfError::NotAPdf),
    }
}
