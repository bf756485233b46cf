//! Reads PDFs, by one of two engines.
//!
//! [`Hayro`] is memory-safe and built with the program; it is the default. [`Pdfium`] is the reader of Chromium, a
//! library that the operator has to have and to choose. Both hand over what they find on a page, object by object,
//! to a drawing; what it says to a reader, and what it hides, is then decided by the same code for both.
//!
//! The parser sees bytes that an adversary wrote. A panic on one page costs that page; what a panic
//! cannot catch, such as a stack that overflows, is contained by the process that calls this.

mod drawing;
mod glyphs;
mod hayro;
mod ink;
mod marks;
mod masks;
mod names;
mod page;
mod pdfium;
mod pictures;
mod reading;
mod regions;
mod shapes;
mod sight;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
pub(crate) mod writer;

pub use hayro::Hayro;
pub use pdfium::{LibraryError, Pdfium};
pub use reading::{ReadReport, Reading};

use crate::domain::exhibit::pdf::PdfExhibit;
use crate::domain::facts::Region;
use crate::domain::limits::Limits;
use crate::domain::request::{PdfEngine, ReportFile};
use crate::ports::shelf;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Reads PDFs that are given as their bytes.
pub trait PdfReader {
    /// Reads as much of every page as is asked for, and what hides text where text is asked for.
    ///
    /// # Errors
    /// Every variant of [`PdfError`] but `Missing`, `Refused` and `Io`. A page that cannot be read is no error: it
    /// says so in `PdfPage::error`.
    fn read(&self, bytes: &[u8], limits: &Limits, reading: Reading)
    -> Result<ReadReport, PdfError>;

    /// Draws each region as a PNG file, on white, with everything that a reader sees there.
    ///
    /// The longest side has at most `limits.figure_side` pixels. A region that cannot be drawn says why in a
    /// lowercase fragment.
    ///
    /// # Errors
    /// When the file as a whole cannot be read; see [`PdfError`].
    fn render_regions(
        &self,
        bytes: &[u8],
        regions: &[Region],
        limits: &Limits,
    ) -> Result<Vec<Result<Vec<u8>, String>>, PdfError>;

    /// Reads the text of a PDF, and where its bitmaps lie.
    ///
    /// # Errors
    /// As [`PdfReader::read`].
    fn read_text(&self, bytes: &[u8], limits: &Limits) -> Result<PdfExhibit, PdfError> {
        self.read(bytes, limits, Reading::Text).map(|read| read.exhibit)
    }

    /// Reads the text, the shapes and the bitmaps of a PDF.
    ///
    /// # Errors
    /// As [`PdfReader::read`].
    fn read_figures(&self, bytes: &[u8], limits: &Limits) -> Result<PdfExhibit, PdfError> {
        self.read(bytes, limits, Reading::Figures).map(ReadReport::of_figures)
    }

    /// Reads what [`PdfReader::read_figures`] reads, and keeps every bitmap as a PNG file.
    ///
    /// # Errors
    /// As [`PdfReader::read`].
    fn read_pictures(&self, bytes: &[u8], limits: &Limits) -> Result<PdfExhibit, PdfError> {
        self.read(bytes, limits, Reading::Pictures).map(ReadReport::of_figures)
    }
}

/// The reader that was chosen.
///
/// # Errors
/// [`PdfError::Engine`] when its library cannot be used.
pub fn reader(engine: &PdfEngine) -> Result<Box<dyn PdfReader>, PdfError> {
    match engine {
        PdfEngine::Hayro => Ok(Box::new(Hayro)),
        PdfEngine::Pdfium { library, .. } => Ok(Box::new(Pdfium::bind(library.as_deref())?)),
    }
}

/// Why a report could not be read. Completes "failed to read report: …".
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// There is no file at the path.
    #[error("there is no file `{}`", path.display())]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// A report that was handed in is no ordinary file of its folder.
    #[error("`{}` {reason}", path.display())]
    Refused {
        /// Which file.
        path: PathBuf,
        /// What follows its name in a sentence.
        reason: String,
    },
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The bytes are those of another format.
    #[error("the file is not a PDF")]
    NotAPdf,
    /// The file names what Git LFS keeps elsewhere.
    #[error(
        "the file is a pointer of Git LFS; the PDF itself is not in the repository, so give it as a file"
    )]
    Pointer,
    /// The file asks for a password, or is encrypted in a way that cannot be undone without one.
    #[error("the file is encrypted")]
    Encrypted,
    /// The file is a PDF whose structure cannot be read.
    #[error("the file is damaged: {reason}")]
    Damaged {
        /// What is wrong, a lowercase fragment.
        reason: String,
    },
    /// The file is larger than allowed.
    #[error(
        "the file has {actual} bytes, more than the limit of {limit}, the setting `limits.pdf_bytes` of a file for `--config`"
    )]
    TooLarge {
        /// Size in bytes.
        actual: u64,
        /// Largest size in bytes that is read.
        limit: u64,
    },
    /// The engine that was chosen cannot be used.
    #[error(transparent)]
    Engine(#[from] LibraryError),
    /// The system could not read the file.
    #[error("cannot read `{}`: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
}

/// Opens a report's file. One that was handed in is opened without following links, once and for all: whatever
/// takes its place later is not read.
///
/// # Errors
/// [`PdfError::Missing`] when nothing is there, [`PdfError::Refused`], and [`PdfError::Io`] when the system refuses.
pub fn open(report: &ReportFile) -> Result<File, PdfError> {
    let path = &report.path;
    match &report.within {
        Some(folder) => shelf::open_within(folder, path)
            .map_err(|reason| PdfError::Refused { path: path.clone(), reason }),
        None => File::open(path).map_err(|error| failed(path, error)),
    }
}

/// Reads the bytes of an open report, and never more of them than the limit allows; `path` is for what is said.
///
/// # Errors
/// [`PdfError::TooLarge`], and [`PdfError::Io`] when the system refuses.
pub fn read(mut file: File, path: &Path, limits: &Limits) -> Result<Vec<u8>, PdfError> {
    let mut bytes = Vec::new();
    let most = limits.pdf_bytes.saturating_add(1);
    let read = file.by_ref().take(most).read_to_end(&mut bytes);
    read.map_err(|error| failed(path, error))?;
    if bytes.len() as u64 > limits.pdf_bytes {
        let actual = file.metadata().map_or(bytes.len() as u64, |known| known.len());
        return Err(PdfError::TooLarge { actual, limit: limits.pdf_bytes });
    }
    Ok(bytes)
}

/// Reads a file that the operator named.
///
/// # Errors
/// Those of [`open`] and of [`read`].
pub fn load(path: &Path, limits: &Limits) -> Result<Vec<u8>, PdfError> {
    read(open(&ReportFile::named(path.to_owned()))?, path, limits)
}

fn failed(path: &Path, source: std::io::Error) -> PdfError {
    match source.kind() {
        std::io::ErrorKind::NotFound => PdfError::Missing { path: path.into() },
        // The kinds of I/O errors are not ours, and all others are told as the system tells them.
        _ => PdfError::Io { path: path.into(), source },
    }
}
