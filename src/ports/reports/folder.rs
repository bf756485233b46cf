//! Reports as files.

use super::{ReportError, Reports};
use crate::domain::report::AuditReport;
use crate::render;
use async_trait::async_trait;
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

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
        let data = draft(&json, &render::json(report))?;
        let text = draft(&markdown, &render::markdown(report))?;
        keep(data, &json)?;
        keep(text, &markdown).inspect_err(|_| {
            // One file alone would look like a report. That it cannot be removed adds nothing to why.
            let _ = std::fs::remove_file(&json);
        })?;
        Ok(vec![markdown, json])
    }
}

/// Writes a file beside its place, under a name of its own.
fn draft(path: &Path, text: &str) -> Result<NamedTempFile, ReportError> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    };
    let place = |at: &Path| {
        let at = at.to_owned();
        move |source| ReportError::Io { path: at, source }
    };
    std::fs::create_dir_all(folder).map_err(place(folder))?;
    let mut file = tempfile::Builder::new()
        .prefix(".report-")
        .permissions(permissions())
        .tempfile_in(folder)
        .map_err(place(folder))?;
    file.write_all(text.as_bytes()).map_err(place(path))?;
    file.as_file().sync_all().map_err(place(path))?;
    Ok(file)
}

/// Puts a file in its place: whole, or not at all.
fn keep(file: NamedTempFile, path: &Path) -> Result<(), ReportError> {
    match file.persist(path) {
        Ok(_) => Ok(()),
        Err(error) => Err(ReportError::Io { path: path.to_owned(), source: error.error }),
    }
}

/// What an ordinary new file may be; the umask takes away from it.
fn permissions() -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    std::fs::Permissions::from_mode(0o666)
}
