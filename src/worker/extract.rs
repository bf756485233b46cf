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
            let path = straightened(file);
            let known = path.as_deref().and_then(|path| tree.find(path));
            let absent = || absent(file, path.as_deref(), &tree.entries);
            vec![known.map(|entry| entry.path.clone()).ok_or_else(absent)?]
        }
        None => usual_places(&tree.entries),
    };
    let chosen = candidates.first().cloned();
    if let Some(path) = &chosen {
        write(&repo, &commit, path, into, limits)?;
    }
    Ok(Extracted { chosen, candidates })
}

/// The path as a tree has it, without `.` and `..`; nothing where it leads out of the tree.
fn straightened(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Most PDFs that are offered instead of one that is not there.
const OFFERED: usize = 5;

/// Says that the report is not where it was said to be, and where it may be.
fn absent(file: &str, path: Option<&str>, entries: &[TreeEntry]) -> Failure {
    let folder = path.map(|path| format!("{path}/"));
    let is_below =
        |entry: &&TreeEntry| folder.as_ref().is_some_and(|folder| entry.path.starts_with(folder));
    let (what, among): (_, Vec<&TreeEntry>) = match entries.iter().filter(is_below).collect() {
        below if !Vec::is_empty(&below) => ("is a folder of the repository, not a file", below),
        _ => ("is not in the repository", entries.iter().collect()),
    };
    let is_pdf = |entry: &&&TreeEntry| entry.path.to_lowercase().ends_with(".pdf");
    let all: Vec<String> =
        among.iter().filter(is_pdf).map(|entry| format!("`{}`", entry.path)).collect();
    let offered = all.iter().take(OFFERED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = all.len().saturating_sub(OFFERED);
    let place = if what.starts_with("is a folder") { "in it" } else { "in the repository" };
    let hint = match (all.len(), more) {
        (0, _) => format!("no PDF is {place}"),
        (1, _) => format!("the PDF {place} is {offered}"),
        (_, 0) => format!("the PDFs {place} are {offered}"),
        (_, more) => format!("the PDFs {place} are {offered} and {more} more"),
    };
    report(format!("`{file}` {what}; {hint}"))
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
        return Err(report(format!(
            "`{path}` has {size} bytes, more than the limit of {limit}, the setting `limits.pdf_bytes` of a file for `--config`"
        )));
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
    fn paths_are_straightened_within_the_tree() {
        let straight = |path| straightened(path).unwrap_or_default();
        assert_eq!(straight("./reports/../Report x.pdf"), "Report x.pdf");
        assert_eq!(straight("reports//a.pdf"), "reports/a.pdf");
        assert_eq!(straight("reports/"), "reports");
        assert_eq!(straightened("../a.pdf"), None);
    }

    #[test]
    fn who_names_no_file_is_told_what_there_is() {
        let entry = |path: &str| TreeEntry { path: path.into(), ..TreeEntry::default() };
        let entries = ["README.md", "a.pdf", "reports/b.PDF"].map(entry);
        let told = |file: &str| absent(file, straightened(file).as_deref(), &entries).message;
        assert_eq!(
            told("reports/"),
            "`reports/` is a folder of the repository, not a file; the PDF in it is `reports/b.PDF`"
        );
        let pdfs = "the PDFs in the repository are `a.pdf`, `reports/b.PDF`";
        assert_eq!(told("report"), format!("`report` is not in the repository; {pdfs}"));
        assert_eq!(told("../a.pdf"), format!("`../a.pdf` is not in the repository; {pdfs}"));
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
