//! Reports as files.

use super::{ReportError, Reports};
use crate::domain::report::AuditReport;
use crate::ports::aside::aside;
use crate::ports::files::Draft;
use crate::render;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes a Markdown file and a JSON file beside it.
///
/// A path that ends in `.md` names the Markdown file; any other path is a folder, which is made if
/// it is not there, and the files are named after the repository and the commit.
#[derive(Clone, Debug)]
pub struct Folder {
    output: PathBuf,
    also: Vec<Form>,
}

/// A form of the report beside Markdown and JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// One page for a browser, with nothing outside of it.
    Html,
    /// The findings that have places, for code scanners (SARIF 2.1.0).
    Sarif,
}

impl Form {
    /// How its file ends.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Sarif => "sarif",
        }
    }

    fn written(self, report: &AuditReport) -> String {
        match self {
            Self::Html => render::html(report),
            Self::Sarif => render::results::sarif(report),
        }
    }
}

/// A report as it stands in a file with this name; `None` for a name that no report has.
#[must_use]
pub fn written(report: &AuditReport, file: &Path) -> Option<String> {
    match file.extension()?.to_str()? {
        "md" => Some(render::markdown(report)),
        "json" => Some(render::json(report)),
        "html" => Some(Form::Html.written(report)),
        "sarif" => Some(Form::Sarif.written(report)),
        _ => None,
    }
}

impl Folder {
    /// Takes the operator's `--output`.
    #[must_use]
    pub fn new(output: PathBuf) -> Self {
        Self { output, also: Vec::new() }
    }

    /// Writes these forms too.
    #[must_use]
    pub fn also(self, also: Vec<Form>) -> Self {
        Self { also, ..self }
    }

    /// Writes all files of a report.
    fn write(&self, report: &AuditReport) -> Result<Vec<PathBuf>, ReportError> {
        let markdown = self.markdown_path(report);
        let json = markdown.with_extension("json");
        let mut drafts = vec![(Draft::of(&json, &render::json(report))?, json)];
        for form in &self.also {
            let path = markdown.with_extension(form.ending());
            drafts.push((Draft::of(&path, &form.written(report))?, path));
        }
        drafts.push((Draft::of(&markdown, &render::markdown(report))?, markdown));
        let mut kept: Vec<PathBuf> = Vec::new();
        for (draft, path) in drafts {
            draft.keep().inspect_err(|_| {
                // Some files alone would look like a report. That they cannot be removed adds nothing to why.
                for kept in &kept {
                    let _ = std::fs::remove_file(kept);
                }
            })?;
            kept.push(path);
        }
        // The Markdown is put there last, and named first.
        kept.rotate_right(1);
        Ok(kept)
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
    async fn publish(&self, report: &Arc<AuditReport>) -> Result<Vec<PathBuf>, ReportError> {
        let (folder, report) = (self.clone(), Arc::clone(report));
        aside(move || folder.write(&report)).await
    }
}
