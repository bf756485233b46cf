//! That the report is an interim one, where a final one lies in the tree.

use crate::domain::facts::{DocumentFacts, TreeEntry, TreeFacts};
use crate::domain::report::INTERIM;
use crate::domain::state::AgentState;

/// Most letters of the first page that are its title.
const TITLE: usize = 160;
/// Endings of files that may be a report.
const WRITTEN: &[&str] = &["pdf", "md", "docx", "doc", "odt", "tex"];
/// Words of paths of what a program wrote of this or another submission.
const AUDITS: &[&str] =
    &["audit", "audits", "peer", "onself", "onpeer", "bypeer", "assessment", "self"];

/// A notice for a reader who takes the one for the other.
pub(super) fn notice(state: &AgentState) -> Option<String> {
    beside(&state.repository()?.tree, state.document()?)
}

fn beside(tree: &TreeFacts, document: &DocumentFacts) -> Option<String> {
    let is_it = |entry: &&TreeEntry| !document.blob.is_empty() && entry.blob == document.blob;
    let same: Vec<&TreeEntry> = tree.entries.iter().filter(is_it).collect();
    let named = same.first().filter(|_| same.iter().all(|entry| has(name(entry), &["interim"])));
    let page = document.pages.first().map_or("", |page| page.text.as_str());
    let title: String = page.chars().take(TITLE).collect();
    let how = match named {
        Some(entry) => format!("by its name in the tree, `{}`", entry.path),
        None if has(&title, &["interim"]) && !calls_itself_final(&same) => {
            "by its title".to_owned()
        }
        None => return None,
    };
    let is_last = |entry: &&TreeEntry| {
        let folders = entry.path.rsplit_once('/').map_or("", |(folders, _)| folders);
        let (stem, ending) = name(entry).rsplit_once('.').unwrap_or((name(entry), ""));
        WRITTEN.contains(&ending.to_ascii_lowercase().as_str())
            && has(stem, &["final"])
            && has(stem, &["report", "submission"])
            && !has(stem, AUDITS)
            && !has(folders, AUDITS)
            && !entry.is_empty()
            && !is_it(entry)
    };
    let last = tree.entries.iter().find(is_last)?;
    Some(format!(
        "{INTERIM}, {how}, and `{}` lies in the tree too. A person should check which of them was meant.",
        last.path
    ))
}

/// Whether the file that was handed in is called a final one, whatever its title says.
fn calls_itself_final(same: &[&TreeEntry]) -> bool {
    same.iter().any(|entry| has(name(entry), &["final"]))
}

fn name(entry: &TreeEntry) -> &str {
    entry.path.rsplit('/').next().unwrap_or(&entry.path)
}

/// Whether one of the words stands in a text by itself.
fn has(text: &str, words: &[&str]) -> bool {
    let text = text.to_ascii_lowercase();
    text.split(|c: char| !c.is_ascii_alphabetic()).any(|word| words.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::ReportPage;

    #[track_caller]
    fn check(paths: &[&str], text: &str, expected: Option<&str>) {
        // The first file is the one that was handed in.
        let entry = |(number, path): (usize, &&str)| TreeEntry {
            path: (*path).into(),
            blob: if number == 0 { "ab".into() } else { format!("{number}") },
            mode: "file".into(),
        };
        let entries = paths.iter().enumerate().map(entry).collect();
        let tree = TreeFacts { entries, ..TreeFacts::default() };
        let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
        let document =
            DocumentFacts { blob: "ab".into(), pages: vec![page], ..DocumentFacts::default() };
        let told = beside(&tree, &document);
        assert_eq!(told.is_some(), expected.is_some(), "{paths:?} {told:?}");
        assert!(expected.is_none_or(|part| told.unwrap().contains(part)), "{paths:?}");
    }

    #[test]
    fn an_interim_report_is_told_where_a_final_one_lies_beside_it() {
        let last = "reports/final_report.md";
        let named = "reports/Interim_Report.pdf";
        check(
            &[named, last],
            "",
            Some("`reports/Interim_Report.pdf`, and `reports/final_report.md`"),
        );
        check(&["reports/report.pdf", last], "Interim Report\nby N.", Some("by its title, and"));
        check(&["reports/report.pdf", last], "The Auditor", None);
        check(&[named], "Interim Report", None);
        // What is a final report of an audit is none of the submission.
        check(&[named, "audit/report_onself/final_report.md"], "", None);
        check(&[named, "audit/final_audit_report.md"], "", None);
        check(&[named, "docs/final_words.md"], "", None);
        check(&["reports/final_report.pdf", last], "Interim text, revised", None);
    }
}
