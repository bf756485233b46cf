//! Reads PDFs.
//!
//! The parser sees bytes that an adversary wrote. A panic on one page costs that page; what a panic
//! cannot catch, such as a stack that overflows, is contained by the process that calls this.

mod amended;
mod annotations;
#[cfg(test)]
mod concealment_tests;
mod faces;
mod fonts;
mod glyphs;
mod hayro;
mod ink;
mod layers;
mod marked;
mod marks;
mod masks;
mod names;
mod page;
mod pictures;
mod regions;
mod shapes;
mod sheet;
mod sight;
#[cfg(test)]
mod tests;
mod text;
#[cfg(test)]
pub(crate) mod writer;

pub use hayro::{ReadReport, read_figures, read_pictures, read_report, read_text};
pub use regions::render_regions;

use crate::domain::limits::Limits;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Why a report could not be read. Completes "failed to read report: …".
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// There is no file at the path.
    #[error("there is no file `{}`", path.display())]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The bytes are those of another format.
    #[error("the file is not a PDF")]
    NotAPdf,
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
    #[error("the file has {actual} bytes, more than the limit of {limit}")]
    TooLarge {
        /// Size in bytes.
        actual: u64,
        /// Largest size in bytes that is read.
        limit: u64,
    },
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

/// Reads the file's bytes, and never more of them than the limit allows.
///
/// # Errors
/// [`PdfError::Missing`] when nothing is there, [`PdfError::TooLarge`], and [`PdfError::Io`] when the
/// system refuses.
pub fn load(path: &Path, limits: &Limits) -> Result<Vec<u8>, PdfError> {
    let refused = |source: std::io::Error| match source.kind() {
        std::io::ErrorKind::NotFound => PdfError::Missing { path: path.into() },
        // The kinds of I/O errors are not ours, and all others are told as the system tells them.
        _ => PdfError::Io { path: path.into(), source },
    };
    let file = std::fs::File::open(path).map_err(refused)?;
    let mut bytes = Vec::new();
    file.take(limits.pdf_bytes.saturating_add(1)).read_to_end(&mut bytes).map_err(refused)?;
    if bytes.len() as u64 > limits.pdf_bytes {
        let actual = std::fs::metadata(path).map_or(bytes.len() as u64, |known| known.len());
        return Err(PdfError::TooLarge { actual, limit: limits.pdf_bytes });
    }
    Ok(bytes)
}
