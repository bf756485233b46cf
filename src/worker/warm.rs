//! Makes ready what every reading needs: patterns are compiled, grammars and fonts are loaded.

use super::pdf;
use crate::detect::repo::{python, vocabulary};
use crate::detect::secrets::{self, Known};
use crate::detect::{compile_at_once, injection};
use crate::domain::exhibit::repository::{RepoExhibit, Source};
use crate::domain::limits::Limits;
use crate::ports::pdf::Hayro;

/// Our own small submission. Nothing is kept of what is read in it.
const MODULE: &[u8] = include_bytes!("warm/module.py");
const REPORT: &[u8] = include_bytes!("warm/report.pdf");

/// Reads a small submission of our own, in which most things occur once.
pub(super) fn warm() {
    compile_at_once();
    let limits = Limits::default();
    let module =
        Source { path: "src/module.py".into(), blob: String::new(), bytes: MODULE.to_vec() };
    let exhibit = RepoExhibit { sources: vec![module], ..RepoExhibit::default() };
    let mut known = Known::default();
    drop(secrets::in_tree(&exhibit.sources, &mut known));
    drop(injection::in_repository(&exhibit, &[], &[]));
    drop(python::examine(&exhibit.sources, &limits));
    drop(vocabulary::vocabulary(&exhibit.sources, &exhibit.tree));
    // What fails here fails again in a reader, which can say so.
    let _ = pdf::report_facts(&Hayro, REPORT, &limits);
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
        let source =
            Source { path: "src/module.py".into(), blob: String::new(), bytes: MODULE.to_vec() };
        let facts = python::examine(&[source], &Limits::default());
        assert_eq!(facts.graphs[0].nodes.len(), 4, "{:?}", facts.graphs);
        assert!(facts.unreadable.is_empty());
        assert_eq!((facts.reducers.len(), facts.structured_output.len()), (2, 1));
    }
}
