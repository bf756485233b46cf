//! Reports as files.

use super::{ReportError, Reports};
use crate::domain::report::AuditReport;
use crate::ports::files::Draft;
use crate::render;
use async_trait::async_trait;
use std::path::PathBuf;

/// Writes a Markdown file and a JSON file beside it.
///
/// A path that ends in `.md` names the Markdown file; any other path is a folder, which is made if
/// it is not there, and the files are named after the repository and the commit.
#[derive(Clone, Debug)]
pub struct Folder {
    output: PathBuf,
}

impl Folder {
    /// Takes the operator's `--output`.
    #[must_use]
    pub fn new(output: PathBuf) -> Self {
        Self { output }
    }

    fn markdown_path(&self, report: &AuditReport) -> PathBuf {
        if self.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md")) {
            self.output.clone()
        } else {
            self.output.join(format!("{}.md", render::file_stem(report)))
        }
    }
}

#[async_trait]
impl Reports for Folder {
    async fn publish(&self, report: &AuditReport) -> Result<Vec<PathBuf>, ReportError> {
        let markdown = self.markdown_path(report);
        let json = markdown.with_extension("json");
        let data = Draft::of(&json, &render::json(report))?;
        let text = Draft::of(&markdown, &render::markdown(report))?;
        data.keep()?;
        text.keep().inspect_err(|_| {
            // One file alone would look like a report. That it cannot be removed adds nothing to why.
            let _ = std::fs::remove_file(&json);
        })?;
        Ok(vec![markdown, json])
    }
}
