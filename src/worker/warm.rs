//! Makes ready what every reading needs: patterns are compiled, grammars and fonts are loaded.

use super::pdf;
use crate::detect::document::heads_task;
use crate::detect::repo::{audits, python, vocabulary};
use crate::detect::secrets::{self, Known};
use crate::detect::{compile_at_once, injection};
use crate::domain::exhibit::repository::{RepoExhibit, Source};
use crate::domain::facts::{TreeEntry, TreeFacts};
use crate::domain::limits::Limits;
use crate::ports::pdf::Hayro;

/// Our own small submission. Nothing is kept of what is read in it.
const MODULE: &[u8] = include_bytes!("warm/module.py");
const AUDIT: &[u8] = include_bytes!("warm/audit.md");
const REPORT: &[u8] = include_bytes!("warm/report.pdf");

/// Reads a small submission of our own, in which most things occur once.
pub(super) fn warm() {
    compile_at_once();
    secrets::compile_at_once();
    let limits = Limits::default();
    let exhibit = submission();
    let mut known = Known::default();
    drop(secrets::in_tree(&exhibit.sources, &mut known));
    drop(injection::in_repository(&exhibit, &[], &[]));
    drop(python::examine(&exhibit.sources, &limits));
    drop(vocabulary::vocabulary(&exhibit.sources, &exhibit.tree));
    drop(audits::self_audits(&exhibit.sources, &exhibit.tree, &[], None));
    // The small report has no heading.
    let _ = heads_task("Implementation");
    // What fails here fails again in a reader, which can say so.
    let _ = pdf::report_facts(&Hayro, REPORT, &limits);
}

fn submission() -> RepoExhibit {
    let files = [("src/module.py", MODULE), ("audit/report_onself_generated/audit.md", AUDIT)];
    let sources = files.map(|(path, bytes)| Source {
        path: path.into(),
        blob: String::new(),
        bytes: bytes.to_vec(),
    });
    let entries = sources.each_ref().map(|source| TreeEntry {
        path: source.path.clone(),
        mode: "file".into(),
        ..TreeEntry::default()
    });
    let tree = TreeFacts { entries: entries.into(), ..TreeFacts::default() };
    RepoExhibit { sources: sources.into(), tree, ..RepoExhibit::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_small_submission_can_be_read() {
        let (document, figures, _) =
            pdf::report_facts(&Hayro, REPORT, &Limits::default()).expect("it is a PDF");
        assert!(document.pages[0].text.contains("StateGraph(AgentState)"), "{:?}", document.pages);
        assert_eq!(figures.figures.len(), 1, "{figures:?}");
        let exhibit = submission();
        let facts = python::examine(&exhibit.sources, &Limits::default());
        assert_eq!(facts.graphs[0].nodes.len(), 4, "{:?}", facts.graphs);
        assert!(facts.unreadable.is_empty());
        assert_eq!((facts.reducers.len(), facts.structured_output.len()), (2, 1));
        let audits = audits::self_audits(&exhibit.sources, &exhibit.tree, &[], None);
        assert_eq!(audits.files.len(), 1, "{audits:?}");
        assert_eq!(audits.files[0].criteria.len(), 5, "{audits:?}");
    }
}
