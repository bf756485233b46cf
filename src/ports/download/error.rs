//! Why a report could not be downloaded.

use std::path::PathBuf;

/// Why a report could not be downloaded. Completes "failed to read report: …".
#[derive(Debug, thiserror::Error)]
pub enum DownloadError {
    /// The host says that there is no such file.
    #[error("`{url}` does not exist")]
    NotFound {
        /// The address.
        url: String,
    },
    /// The host asks for a login.
    #[error("`{url}` is not public; its host asks for a login")]
    AuthRequired {
        /// The address.
        url: String,
    },
    /// The host answers with another status than success.
    #[error("the host of `{url}` answers with status {status}")]
    Refused {
        /// The address.
        url: String,
        /// The status of HTTP.
        status: u16,
    },
    /// The host could not be reached, or broke off.
    #[error("cannot reach `{url}`: {reason}")]
    Unreachable {
        /// The address.
        url: String,
        /// What went wrong.
        reason: String,
    },
    /// The host sends the download to where it may not go, or in circles.
    #[error("`{url}` is sent on, which is not followed: {reason}")]
    Redirect {
        /// The address.
        url: String,
        /// Why it is not followed.
        reason: String,
    },
    /// The download took longer than allowed.
    #[error(
        "`{url}` did not arrive within {seconds} s, the setting `limits.download_seconds` of a file for `--config`"
    )]
    Timeout {
        /// The address.
        url: String,
        /// The limit in seconds.
        seconds: u64,
    },
    /// The file is larger than allowed.
    #[error("`{url}` has {} the limit of {limit} bytes", .actual.map_or("more than".into(), |actual| format!("{actual} bytes, more than")))]
    TooLarge {
        /// The address.
        url: String,
        /// Its size in bytes, where the host tells it.
        actual: Option<u64>,
        /// The limit in bytes.
        limit: u64,
    },
    /// The bytes are those of another format.
    #[error("`{url}` is {}", if *.is_page { "a web page, not a PDF; give the address of the file itself" } else { "not a PDF" })]
    NotAPdf {
        /// The address.
        url: String,
        /// Whether it is a page of the host's web site.
        is_page: bool,
    },
    /// The machine failed us.
    #[error("`{}`: {source}", .path.display())]
    Io {
        /// The path in question.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
}

impl DownloadError {
    /// Whether trying again can help.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Timeout { .. } => true,
            Self::Refused { status, .. } => *status >= 500 || matches!(status, 408 | 425 | 429),
            Self::NotFound { .. }
            | Self::AuthRequired { .. }
            | Self::Redirect { .. }
            | Self::TooLarge { .. }
            | Self::NotAPdf { .. }
            | Self::Io { .. } => false,
        }
    }
}
