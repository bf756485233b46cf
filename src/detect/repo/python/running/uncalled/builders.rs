//! What a library offers: where nothing of the sources calls what builds the graph, whoever imports it does.

use super::super::reach::is_started;
use super::{Key, Uses};
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::syntax::Span;
use crate::domain::facts::GraphFact;
use std::collections::{BTreeMap, BTreeSet};

/// Where a function stands in its module.
type Spans<'s> = &'s dyn Fn(&Key) -> Span;

/// The functions that build the graphs, and those that call them, where no file is a program and all graphs are built by
/// functions that nothing uses: what is measured is used.
pub(super) fn builders(
    repository: &Repository<'_>,
    graphs: &[GraphFact],
    (unused, span): (&BTreeSet<Key>, Spans<'_>),
    uses: &Uses,
) -> BTreeSet<Key> {
    // Where a file is a program, that decides what runs.
    if repository.modules.iter().any(|module| !module.in_tests && is_started(module)) {
        return BTreeSet::new();
    }
    let modules = repository.modules.iter().zip(0..).map(|(module, index)| (module.path, index));
    let modules: BTreeMap<&str, usize> = modules.collect();
    let around = |graph: &GraphFact| {
        let builds = |key: &&Key| {
            let span = span(key);
            (span.first..=span.last).contains(&graph.place.line)
        };
        let module = *modules.get(graph.place.file.as_str())?;
        unused.range((module, 0)..(module + 1, 0)).find(builds).copied()
    };
    let live = graphs.iter().filter(|graph| graph.is_in_use());
    let building: Option<BTreeSet<Key>> = live.map(around).collect();
    let mut found = BTreeSet::new();
    let mut open: Vec<Key> = building.unwrap_or_default().into_iter().collect();
    while let Some(key) = open.pop() {
        if found.insert(key) {
            let callers = uses.get(&key).into_iter().flatten().flatten();
            open.extend(callers.filter(|caller| unused.contains(caller)));
        }
    }
    found
}
