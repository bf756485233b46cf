//! Reports as files.

use super::{ReportError, Reports};
use crate::domain::report::AuditReport;
use crate::ports::aside::{aside, beforehand};
use crate::ports::files::{Draft, FileError};
use crate::render;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::JoinHandle;

/// Writes a Markdown file and a JSON file beside it.
///
/// A path that ends in `.md` names the Markdown file; any other path is a folder, which is made if
/// it is not there, and the files are named after the repository and the commit.
#[derive(Clone, Debug)]
pub struct Folder {
    output: PathBuf,
    also: Vec<Form>,
    /// What is being written down of a report that is not to be published yet.
    ahead: Arc<Mutex<Option<Ahead>>>,
}

/// The files of a report and what stands in them, Markdown last.
type Files = Vec<(PathBuf, String)>;

/// A report that is written down before it is published.
#[derive(Debug)]
struct Ahead {
    report: Arc<AuditReport>,
    files: JoinHandle<Files>,
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
        Self { output, also: Vec::new(), ahead: Arc::default() }
    }

    /// Writes these forms too.
    #[must_use]
    pub fn also(self, also: Vec<Form>) -> Self {
        Self { also, ..self }
    }

    /// Whether a report could be written here, as far as that can be known before there is one. Nothing is left
    /// behind, and no folder is made.
    ///
    /// # Errors
    /// What the system says against it.
    pub fn check(&self) -> Result<(), ReportError> {
        let is_file = self.names_a_file();
        let refused = |source| ReportError::Io { path: self.output.clone(), source };
        if is_file && self.output.is_dir() {
            let why = "it is a folder, and the name of a report's file";
            return Err(refused(io::Error::new(io::ErrorKind::IsADirectory, why)));
        }
        let within = if is_file { self.output.parent() } else { Some(self.output.as_path()) };
        let within = within.filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let there = within.ancestors().find(|path| path.symlink_metadata().is_ok());
        let there = there.filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !there.is_dir() {
            let why = format!(
                "`{}` is no folder, and the name of a report's file ends in `.md`",
                there.display()
            );
            return Err(refused(io::Error::new(io::ErrorKind::NotADirectory, why)));
        }
        tempfile::tempfile_in(there).map(drop).map_err(refused)
    }

    fn names_a_file(&self) -> bool {
        self.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"))
    }

    /// The files of a report.
    fn files(&self, report: &AuditReport) -> Files {
        let markdown = self.markdown_path(report);
        let mut files = vec![(markdown.with_extension("json"), render::json(report))];
        for form in &self.also {
            files.push((markdown.with_extension(form.ending()), form.written(report)));
        }
        let text = render::markdown(report);
        files.push((markdown, text));
        files
    }

    /// The files of a report that were foreseen, if they were.
    async fn foreseen(&self, report: &Arc<AuditReport>) -> Option<Files> {
        let ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        if Arc::ptr_eq(&ahead.report, report) { ahead.files.await.ok() } else { None }
    }

    /// Writes all files of a report.
    fn write(files: Files) -> Result<Vec<PathBuf>, ReportError> {
        let draft = |(path, text): (PathBuf, String)| Ok((Draft::of(&path, &text)?, path));
        let drafts: Vec<_> = files.into_iter().map(draft).collect::<Result<_, FileError>>()?;
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
        if self.names_a_file() {
            self.output.clone()
        } else {
            self.output.join(format!("{}.md", render::file_stem(report)))
        }
    }
}

#[async_trait]
impl Reports for Folder {
    fn foresee(&self, report: &Arc<AuditReport>) {
        let (folder, of) = (self.clone(), Arc::clone(report));
        let files = beforehand(move || folder.files(&of));
        let ahead = files.map(|files| Ahead { report: Arc::clone(report), files });
        *self.ahead.lock().unwrap_or_else(PoisonError::into_inner) = ahead;
    }

    async fn publish(&self, report: &Arc<AuditReport>) -> Result<Vec<PathBuf>, ReportError> {
        let foreseen = self.foreseen(report).await;
        let (folder, report) = (self.clone(), Arc::clone(report));
        aside(move || Self::write(foreseen.unwrap_or_else(|| folder.files(&report)))).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report of the sample.
    fn report() -> AuditReport {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/audit/sample/report_courtroom-agent_e026bc2.json"
        );
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    /// What a folder writes of a report of which it has foreseen another, the same, or none.
    async fn published(
        report: &Arc<AuditReport>,
        foreseen: Option<&Arc<AuditReport>>,
    ) -> Vec<String> {
        let output = tempfile::tempdir().unwrap();
        let folder = Folder::new(output.path().to_owned()).also(vec![Form::Sarif]);
        if let Some(foreseen) = foreseen {
            folder.foresee(foreseen);
        }
        let files = folder.publish(report).await.unwrap();
        files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn what_was_foreseen_is_published_as_it_would_have_been() {
        let wanted = Arc::new(report());
        let mut other = report();
        other.notices.push("Another report.".to_owned());
        let alone = published(&wanted, None).await;
        assert_eq!(alone.len(), 3);
        assert!(alone == published(&wanted, Some(&wanted)).await);
        assert!(alone == published(&wanted, Some(&Arc::new(other))).await);
    }

    #[tokio::test]
    async fn nothing_is_written_before_it_is_published() {
        let output = tempfile::tempdir().unwrap();
        let folder = Folder::new(output.path().to_owned());
        folder.foresee(&Arc::new(report()));
        assert_eq!(std::fs::read_dir(output.path()).unwrap().count(), 0);
        assert_eq!(folder.publish(&Arc::new(report())).await.unwrap().len(), 2);
    }
}
