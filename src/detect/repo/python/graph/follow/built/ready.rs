//! Graphs that a library builds for the program.

use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::Sites;
use crate::domain::facts::{GraphFact, ReadyGraph};

/// The functions that build one of a known shape, an agent and its tools, each with the package that it is of.
const BUILDERS: &[(&str, &str)] =
    &[("create_react_agent", "langgraph.prebuilt"), ("create_agent", "langchain.agents")];

/// Lists the calls outside the tests that build one, in source order; none where the program builds a graph by hand.
pub(in crate::detect::repo::python) fn ready(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    graphs: &[GraphFact],
) -> Vec<ReadyGraph> {
    if graphs.iter().any(|graph| !graph.in_tests) {
        return Vec::new();
    }
    let mut found: Vec<ReadyGraph> = Vec::new();
    for (name, package) in BUILDERS {
        let is_one = |callee: &str| {
            let rest = callee.strip_prefix(package).and_then(|rest| rest.strip_prefix('.'));
            rest.is_some_and(|rest| rest.rsplit('.').next() == Some(name))
        };
        let calls = sites.all.iter().filter(|site| {
            !repository.modules[site.at.module].in_tests
                && !site.around.dead
                && repository.external(&site.call.callee, site.at).is_some_and(|one| is_one(&one))
        });
        found.extend(calls.map(|site| ReadyGraph {
            by: (*name).to_owned(),
            place: site.module(repository).place(site.expr.span),
        }));
    }
    found.sort_by(|left, right| left.place.cmp(&right.place));
    found
}
