//! Graphs that a function builds which nothing names or uses, beside one that the program builds, or beside a program that
//! builds none.

use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::reach::{Reach, is_started};
use crate::detect::repo::python::running::sites::{Site, Sites, is_unused};
use crate::detect::repo::python::sources::hidden::is_named;
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
        let is_ours = graph.is_in_use();
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
    let Some(site) = construction(repository, sites, graph) else { return false };
    let once = |name: &str| {
        let written = repository.modules.iter().flat_map(|module| module.text.matches(name));
        written.take(2).count() == 1
    };
    let mut around = site.around.functions.iter();
    around.any(|function| {
        is_unused(repository, function) && once(function.name) && !is_named(function.name, sources)
    })
}

/// The call that constructs a graph.
fn construction<'s, 'r>(
    repository: &Repository<'r>,
    sites: &'s Sites<'r>,
    graph: &GraphFact,
) -> Option<&'s Site<'r>> {
    let file = repository.modules.iter().position(|module| module.path == graph.place.file);
    let is_built = |site: &&Site<'_>| {
        Some(site.at.module) == file && site.module(repository).place(site.expr.span) == graph.place
    };
    sites.all.iter().find(is_built)
}

/// Marks the graphs of functions that nothing uses, in files that nothing imports or starts, as ones that do not run,
/// and lists the modules in which no other is built.
///
/// Another file has to be a program: otherwise nobody knows what starts the one that is there. Where any other file
/// names the function, a server or a reader of it may call it.
pub(in crate::detect::repo::python) fn leave(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    sources: &[Source],
    reach: &Reach,
    graphs: &mut [GraphFact],
) -> Vec<usize> {
    let mut left = Vec::new();
    for graph in graphs.iter_mut().filter(|graph| graph.is_in_use()) {
        let Some(site) = construction(repository, sites, graph) else { continue };
        let Some(function) = site.around.functions.first() else { continue };
        let told = |source: &Source| !source.is_python() && source.text().contains(function.name);
        let is_left = reach.is_uncalled(site.at.module, function)
            && is_apart(repository, site.at.module)
            && !sources.iter().any(told);
        if is_left {
            graph.live = false;
            left.push(site.at.module);
        }
    }
    let builds = |module: &usize| {
        let path = repository.modules[*module].path;
        graphs.iter().any(|graph| graph.live && graph.place.file == path)
    };
    left.retain(|module| !builds(module));
    left
}

/// Whether a file is no program and is imported by no other, while another one is a program.
fn is_apart(repository: &Repository<'_>, module: usize) -> bool {
    let others = || (0..repository.modules.len()).filter(|other| *other != module);
    let is_program = |other: &usize| {
        let other = &repository.modules[*other];
        !other.in_tests && is_started(other)
    };
    !is_started(&repository.modules[module])
        && others().any(|other| is_program(&other))
        && !others().any(|other| repository.imported(other).contains(&module))
}
