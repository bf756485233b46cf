//! Files of a finished report that are lost, written again.

use super::{ReportError, written};
use crate::domain::report::AuditReport;
use crate::ports::files::Draft;
use std::path::PathBuf;

/// What became of the files of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Those that were not there and were written again, each with the bytes that it had.
    pub written: Vec<PathBuf>,
    /// Those that hold something else than the report; they are left as they are.
    pub differing: Vec<PathBuf>,
}

/// Writes those of a report's `files` again that are not there.
///
/// # Errors
/// What the system says against it.
pub fn restore(report: &AuditReport, files: &[PathBuf]) -> Result<Restored, ReportError> {
    let mut restored = Restored::default();
    let mut lost = Vec::new();
    for file in files {
        let Some(text) = written(report, file) else { continue };
        if file.symlink_metadata().is_err() {
            lost.push((file.clone(), text));
        } else if std::fs::read(file).ok().as_deref() != Some(text.as_bytes()) {
            restored.differing.push(file.clone());
        }
    }
    for draft in Draft::all_of(&lost)? {
        draft.keep()?;
    }
    restored.written = lost.into_iter().map(|(file, _)| file).collect();
    Ok(restored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_is_written_again_and_what_differs_is_left() {
        let sample = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/audit/sample/report_courtroom-agent_e026bc2.json"
        );
        let sample = std::fs::read_to_string(sample).unwrap();
        let report: AuditReport = serde_json::from_str(&sample).unwrap();
        let place = tempfile::tempdir().unwrap();
        let files = ["a/r.md", "a/r.json", "a/r.html"].map(|name| place.path().join(name));
        let [markdown, json, page] = &files;
        std::fs::create_dir(place.path().join("a")).unwrap();
        std::fs::write(json, written(&report, json).unwrap()).unwrap();
        std::fs::write(page, "mine").unwrap();
        let restored = restore(&report, &files).unwrap();
        assert_eq!(
            (&restored.written, &restored.differing),
            (&vec![markdown.clone()], &vec![page.clone()])
        );
        let text = std::fs::read_to_string(markdown).unwrap();
        assert_eq!(Some(text), written(&report, markdown));
        assert_eq!(std::fs::read_to_string(page).unwrap(), "mine");
    }
}
