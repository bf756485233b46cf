//! Which file of the tree the report is that was handed in, where that is worth a look.

use crate::domain::evidence::Detective;
use crate::domain::facts::{TreeEntry, TreeFacts};
use crate::domain::report::HANDED_IN;
use crate::domain::state::AgentState;

/// Words of a file's name that say that it only stands for a report.
const STAND_IN: &[&str] =
    &["sample", "test", "example", "fixture", "dummy", "mock", "placeholder", "template"];
/// Folders whose files serve the tests.
const FOLDERS: &[&str] = &["test", "tests", "fixture", "fixtures", "testdata"];
/// Words of a report's own name, whatever else is in it.
const OWN: &[&str] = &["final", "interim", "submission"];

/// A notice for a reader who takes the file for the submission's report.
pub(super) fn notice(state: &AgentState) -> Option<String> {
    let tree = &state.repository()?.tree;
    if let Some(failure) = state.why_unread(Detective::DocAnalyst) {
        let is_empty = failure.to_string().ends_with("the file is empty");
        return is_empty.then(|| empty(tree)).flatten();
    }
    stand_in(tree, &state.document()?.blob)
}

/// That the report is a sample or a file for tests, where every file of these bytes is one.
fn stand_in(tree: &TreeFacts, blob: &str) -> Option<String> {
    let same: Vec<&TreeEntry> = tree.holding(blob).collect();
    let first = same.first().filter(|_| same.iter().all(|entry| stands_in(&entry.path)))?;
    Some(format!(
        "{HANDED_IN} `{}` of the tree. A person should check whether that is the report.",
        first.path
    ))
}

/// That the tree's own report is empty as well.
fn empty(tree: &TreeFacts) -> Option<String> {
    let is_report = |path: &str| {
        let path = path.to_ascii_lowercase();
        path.rsplit_once('.')
            .is_some_and(|(name, ending)| ending == "pdf" && name.contains("report"))
    };
    let found = tree.entries.iter().find(|entry| entry.is_empty() && is_report(&entry.path))?;
    Some(format!("`{}` of the tree is an empty file too.", found.path))
}

fn stands_in(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", &path));
    let words = |name: &str, known: &[&str]| {
        name.split(|c: char| !c.is_ascii_alphabetic()).any(|word| known.contains(&word))
    };
    let serves_tests = folders.split('/').any(|folder| FOLDERS.contains(&folder));
    (words(name, STAND_IN) || serves_tests) && !words(name, OWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(paths: &[&str], expected: Option<&str>) {
        let entry = |(number, path): (usize, &&str)| TreeEntry {
            path: (*path).into(),
            // Every second file has other bytes.
            blob: if number % 2 == 0 { "ab".into() } else { "cd".into() },
            mode: "file".into(),
        };
        let entries = paths.iter().enumerate().map(entry).collect();
        let tree = TreeFacts { entries, ..TreeFacts::default() };
        let told = expected.map(|path| {
            format!(
                "{HANDED_IN} `{path}` of the tree. A person should check whether that is the report."
            )
        });
        assert_eq!(stand_in(&tree, "ab"), told, "{paths:?}");
        assert_eq!(stand_in(&tree, ""), None);
    }

    #[test]
    fn a_sample_or_a_file_for_tests_is_told_and_a_report_is_not() {
        check(&["sample.pdf"], Some("sample.pdf"));
        check(&["docs/test_report.pdf", "reports/final_report.pdf"], Some("docs/test_report.pdf"));
        check(&["tests/data/a.pdf"], Some("tests/data/a.pdf"));
        check(&["reports/final_report.pdf"], None);
        check(&["Week 2 - Interim Report.pdf"], None);
        check(&["sample.pdf", "other.pdf", "reports/report.pdf"], None);
        check(&["tests/final_report.pdf"], None);
        check(&["latest_report.pdf", "a", "attestation.pdf"], None);
        check(&["other", "sample.pdf"], None);
    }

    #[test]
    fn an_empty_report_of_the_tree_is_told() {
        let blob = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
        let entry =
            |path: &str| TreeEntry { path: path.into(), blob: blob.into(), mode: "file".into() };
        let tree = |path| TreeFacts { entries: vec![entry(path)], ..TreeFacts::default() };
        assert!(empty(&tree("reports/final_report.pdf")).is_some());
        assert!(empty(&tree("docs/figure.pdf")).is_none() && empty(&tree("report.py")).is_none());
    }
}
