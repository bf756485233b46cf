//! Graphs that are never built, because Python refuses to compile a file that theirs imports.

use crate::detect::seats;
use crate::domain::evidence::Finding;
use crate::domain::facts::{GraphFact, Place, PythonFacts, RefusedFile};
use crate::domain::score::Confidence;
use std::collections::BTreeSet;

/// A file that Python refuses, and how the file of a graph comes to it.
pub(super) struct Refused<'f> {
    file: &'f RefusedFile,
    way: String,
}

/// What stops the graphs; for the judges alone what stops the files that they stand in.
pub(super) fn stopping<'f>(
    graphs: &[&GraphFact],
    python: &'f PythonFacts,
    judges: bool,
) -> Vec<Refused<'f>> {
    let mut told = BTreeSet::new();
    let mut found = Vec::new();
    for graph in graphs {
        let seats = graph.nodes.iter().filter(|node| seats::judge(&node.name).is_some());
        let theirs: BTreeSet<&str> =
            seats.filter_map(|node| node.runs.as_ref()).map(|runs| runs.file.as_str()).collect();
        let files = python.refused_files.iter();
        for file in files.filter(|one| !judges || theirs.contains(one.place.file.as_str())) {
            if let Some(way) = file.stops(&graph.place.file)
                && told.insert(&file.place)
            {
                found.push(Refused { file, way });
            }
        }
    }
    found.truncate(super::TOLD);
    found
}

/// That no judge of a graph runs, because another file is refused.
pub(super) fn halts(graph: &GraphFact, python: &PythonFacts) -> Option<String> {
    let way = python.refused_files.iter().find_map(|one| one.stops(&graph.place.file))?;
    Some(format!("no judge runs: {way}"))
}

impl Refused<'_> {
    pub(super) fn told(&self, who: &str) -> String {
        format!("no {who} runs: {}", self.way)
    }

    pub(super) fn missing(&self) -> String {
        format!("the import of `{}`", self.file.place.file)
    }

    pub(super) fn finding(&self) -> Finding {
        let why = "No version of Python 3 takes the line as it stands, and nothing of a file runs that has one.";
        Finding::found(Place::from(&self.file.place), why)
            .with_confidence(Confidence::STRONG)
            .quoting(self.file.why.clone())
    }
}
