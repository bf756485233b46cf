//! Graph engines that the repository defines itself.
//!
//! Such a class wires nodes and edges like `LangGraph`'s and runs them, but by rules of its own. It is
//! told, so that nobody concludes from the absence of `LangGraph`'s graph that nothing is wired.

use crate::detect::repo::python::classes::{Ancestor, ancestors};
use crate::detect::repo::python::graph::constructs;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Class, StmtKind};
use crate::domain::facts::{EngineFact, GraphFact, Lines};
use std::collections::BTreeSet;

/// Methods by which an engine runs what it has wired. A structure that only holds nodes and edges,
/// such as a graph of knowledge, has none of them.
const RUNS: &[&str] = &[
    "run",
    "arun",
    "run_async",
    "invoke",
    "ainvoke",
    "execute",
    "aexecute",
    "stream",
    "astream",
    "compile",
    "__call__",
];

/// Lists the engines that code outside the tests constructs, by the place of their class; none where
/// the program builds a graph of `LangGraph`'s.
pub(in crate::detect::repo::python) fn engines(
    repository: &Repository<'_>,
    sites: &[Site<'_>],
    graphs: &[GraphFact],
) -> Vec<EngineFact> {
    let wires = repository.texts.hold("def add_edge");
    if !wires || graphs.iter().any(GraphFact::is_in_use) {
        return Vec::new();
    }
    let mut found: Vec<EngineFact> = Vec::new();
    let mut seen = BTreeSet::new();
    let ours = |site: &&Site<'_>| {
        !repository.modules[site.at.module].in_tests
            && !site.around.dead
            && !constructs(repository, site)
    };
    for site in sites.iter().filter(ours) {
        for origin in repository.origins(&site.call.callee, site.at) {
            let Origin::Class(at, class) = origin else { continue };
            let module = &repository.modules[at.module];
            if module.in_tests || !seen.insert((at.module, class.id)) {
                continue;
            }
            let methods = methods(repository, at, class);
            if is_engine(&methods) {
                let wires = methods.iter().filter(|method| method.starts_with("add_"));
                found.push(EngineFact {
                    class: class.name.into(),
                    wires_by: wires.map(|method| (*method).to_owned()).collect(),
                    constructed: site.module(repository).place(site.expr.span),
                    place: Lines { end_line: class.span.first, ..module.place(class.span) },
                });
            }
        }
    }
    found.sort_by(|left, right| left.place.cmp(&right.place));
    found
}

fn is_engine(methods: &[&str]) -> bool {
    let wires = ["add_node", "add_edge"].iter().all(|name| methods.contains(name));
    let runs = |method: &&str| RUNS.contains(method) || method.starts_with("add_conditional");
    wires && methods.iter().any(runs)
}

/// The methods of a class and of its bases in the repository, without duplicates.
fn methods<'r>(repository: &Repository<'r>, at: At, class: &'r Class<'r>) -> Vec<&'r str> {
    let bases = ancestors(repository, at, class);
    let bases = bases.into_iter().filter_map(|ancestor| match ancestor {
        Ancestor::Class(_, base) => Some(base),
        Ancestor::Made(_) | Ancestor::Messages(_) => None,
    });
    let mut names = Vec::new();
    for stmt in std::iter::once(class).chain(bases).flat_map(|class| &class.body) {
        if let StmtKind::Function(function) = &stmt.kind
            && !names.contains(&function.name)
        {
            names.push(function.name);
        }
    }
    names
}
