//! Takes the PDF report out of a repository's tree.

use crate::domain::facts::TreeEntry;
use crate::domain::limits::Limits;
use crate::ports::git::{self, GitError, Repository};
use crate::ports::sandbox::{Extracted, Failure, FailureKind};
use std::path::Path;

/// Writes the report at `commit`, or at `HEAD`, to `into` and says which file it was.
///
/// Without `file` the report is looked for in the usual places; no byte is written when there is none.
///
/// # Errors
/// [`Failure`] when the repository cannot be read, when `file` is not in it, or when the report is too large.
pub(super) fn extract(
    repo: &Path,
    commit: Option<&str>,
    file: Option<&str>,
    into: &Path,
    limits: &Limits,
) -> Result<Extracted, Failure> {
    let repo = git::open(repo, limits)?;
    let commit = match commit {
        Some(commit) => commit.to_owned(),
        None => git::head_commit(&repo)?,
    };
    let tree = git::list_at(&repo, &commit, limits)?;
    let candidates = match file {
        Some(file) => {
            let file = file.strip_prefix("./").unwrap_or(file);
            let known = tree
                .find(file)
                .ok_or_else(|| report(format!("`{file}` is not in the repository")))?;
            vec![known.path.clone()]
        }
        None => usual_places(&tree.entries),
    };
    let chosen = candidates.first().cloned();
    if let Some(path) = &chosen {
        write(&repo, &commit, path, into, limits)?;
    }
    Ok(Extracted { chosen, candidates })
}

fn write(
    repo: &Repository,
    commit: &str,
    path: &str,
    into: &Path,
    limits: &Limits,
) -> Result<(), Failure> {
    let bytes = git::read_file(repo, commit, path)?
        .ok_or_else(|| report(format!("`{path}` is a link or a submodule, not a file")))?;
    let (size, limit) = (bytes.len() as u64, limits.pdf_bytes);
    if size > limit {
        return Err(report(format!("`{path}` has {size} bytes, more than the limit of {limit}")));
    }
    std::fs::write(into, bytes)
        .map_err(|source| GitError::Io { path: into.to_owned(), source }.into())
}

fn report(message: String) -> Failure {
    Failure { kind: FailureKind::Report, message, transient: false }
}

/// PDFs that may be the report, the likeliest first: called final, then called report, then in a directory
/// `reports`, then nearer to the root, then the last in the order of their names.
fn usual_places(entries: &[TreeEntry]) -> Vec<String> {
    let mut found: Vec<_> = entries
        .iter()
        .filter(|entry| entry.mode == "file" || entry.mode == "executable")
        .filter_map(|entry| rank(&entry.path).map(|rank| (rank, entry.path.clone())))
        .collect();
    found.sort_by(|(a, a_path), (b, b_path)| a.cmp(b).then_with(|| b_path.cmp(a_path)));
    found.into_iter().map(|(_, path)| path).collect()
}

/// How likely a path is the report, the smaller the likelier; `None` when it is not one.
fn rank(path: &str) -> Option<(bool, bool, bool, usize)> {
    let lower = path.to_lowercase();
    let (directory, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let stem = name.strip_suffix(".pdf")?;
    let is_trial =
        ["test", "sample", "example", "template", "fixture"].iter().any(|w| lower.contains(w));
    let in_reports = directory.split('/').any(|part| matches!(part, "report" | "reports"));
    let called_report = stem.contains("report");
    if is_trial || (!in_reports && !called_report) {
        return None;
    }
    let depth = path.matches('/').count();
    Some((!stem.contains("final"), !called_report, !in_reports, depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(paths: &[&str], expected: &[&str]) {
        let entry = |path: &&str| TreeEntry {
            path: (*path).into(),
            mode: "file".into(),
            ..TreeEntry::default()
        };
        let entries: Vec<_> = paths.iter().map(entry).collect();
        assert_eq!(usual_places(&entries), expected);
    }

    #[test]
    fn the_final_report_is_preferred_and_other_pdfs_are_left() {
        check(&["docs/spec.pdf", "src/a.py"], &[]);
        check(
            &["reports/interim_report.pdf", "reports/Final_Report.PDF"],
            &["reports/Final_Report.PDF", "reports/interim_report.pdf"],
        );
        check(&["report.pdf", "reports/diagram.pdf"], &["report.pdf", "reports/diagram.pdf"]);
        check(
            &["reports/report_1.pdf", "reports/report_2.pdf"],
            &["reports/report_2.pdf", "reports/report_1.pdf"],
        );
        check(&["old/2024/report.pdf", "report.pdf"], &["report.pdf", "old/2024/report.pdf"]);
    }
}
