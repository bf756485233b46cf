//! Reads PDFs.
//!
//! The parser sees bytes that an adversary wrote. A panic on one page costs that page; what a panic
//! cannot catch, such as a stack that overflows, is contained by the process that calls this.

mod glyphs;
mod hayro;
mod ink;
mod pictures;
mod sheet;

pub use hayro::{read_figures, read_pictures, read_text};

use std::path::PathBuf;

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
    #[error("cannot read `{}`", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
}
