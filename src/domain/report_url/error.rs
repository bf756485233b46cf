//! Why the address of a report is refused.

use crate::domain::repo_url::RepoUrlError;

/// Why the address of a report is refused: one sentence that says what to give instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportUrlError {
    /// What is refused of every address.
    #[error(transparent)]
    Address(#[from] RepoUrlError),
    /// `?` or `#`: what follows may be a key, and would stand in the report.
    #[error("the address has a query or a fragment; leave out everything from `{mark}` on")]
    Query {
        /// The character that begins it.
        mark: char,
    },
    /// A page of the host's web site around the file.
    #[error("this is the address of a page that shows the file; use {instead}")]
    BrowserPage {
        /// The file's own address.
        instead: String,
    },
    /// There is no path.
    #[error("the address names no file; it should look like https://{host}/…/report.pdf")]
    NoFile {
        /// The host.
        host: String,
    },
    /// A part of the path that could lead elsewhere.
    #[error("`{part}` cannot be a part of the address of a file")]
    Part {
        /// The part as given.
        part: String,
    },
}
