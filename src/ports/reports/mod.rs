//! Where finished reports go.

mod folder;
mod restore;

pub use folder::{Folder, Form, written};
pub use restore::{Restored, restore};

use crate::domain::report::AuditReport;
use crate::ports::files::FileError;
use async_trait::async_trait;
use std::path::PathBuf;
use std::sync::Arc;

/// Why a report could not be written. Completes "failed to write the report: …".
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The system refused.
    #[error("cannot write `{}`: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// The operator named a place that no report belongs in.
    #[error("no report can be written to `{}`: {reason}", path.display())]
    Unfit {
        /// The file or folder.
        path: PathBuf,
        /// Why not, and what to do, a lowercase fragment.
        reason: String,
    },
}

impl From<FileError> for ReportError {
    fn from(FileError { path, source }: FileError) -> Self {
        Self::Io { path, source }
    }
}

/// A place for finished reports.
#[async_trait]
pub trait Reports: Send + Sync {
    /// Learns of a report that will be published once it is kept, so that it can be drawn up meanwhile, beside its place.
    /// Nothing stands in its place before.
    fn foresee(&self, _report: &Arc<AuditReport>) {}

    /// Writes a report whole or not at all; returns its files, Markdown first.
    async fn publish(&self, report: &Arc<AuditReport>) -> Result<Vec<PathBuf>, ReportError>;
}
