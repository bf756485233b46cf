//! Graphs that a function builds which nothing names, beside one that the program builds.

use super::super::hidden::is_named;
use super::super::repository::Repository;
use super::super::sites::{Site, Sites, is_unused};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::GraphFact;

/// Marks such graphs as ones that do not run.
///
/// Where no other graph runs, whoever starts the program may name the function, and so may a program that finds
/// functions by names that it makes up.
pub(in crate::detect::repo::python) fn retire(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    sources: &[Source],
    graphs: &mut [GraphFact],
) {
    if graphs.len() < 2 || sites.names_at_run_time() {
        return;
    }
    let named = |graph: &GraphFact| {
        let is_ours = graph.live && !graph.in_tests;
        is_ours && !is_nameless(repository, sites, sources, graph)
    };
    let kept: Vec<bool> = graphs.iter().map(named).collect();
    if kept.contains(&true) {
        for (graph, kept) in graphs.iter_mut().zip(kept) {
            graph.live &= kept || graph.in_tests;
        }
    }
}

/// Whether nothing names the function that builds a graph: no source in any way, and no file that may start it.
fn is_nameless(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    sources: &[Source],
    graph: &GraphFact,
) -> bool {
    let file = repository.modules.iter().position(|module| module.path == graph.place.file);
    let is_built = |site: &&Site<'_>| {
        Some(site.at.module) == file && site.module(repository).place(site.expr.span) == graph.place
    };
    let Some(site) = sites.all.iter().find(is_built) else { return false };
    let once = |name: &str| {
        let written = repository.modules.iter().flat_map(|module| module.text.matches(name));
        written.take(2).count() == 1
    };
    let mut around = site.around.functions.iter();
    around.any(|function| {
        is_unused(repository, function) && once(function.name) && !is_named(function.name, sources)
    })
}
