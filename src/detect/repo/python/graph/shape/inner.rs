//! Graphs that a node of another graph runs: what they do side by side, the whole does.

use super::super::follow::values::value::{Built, Value};
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind};
use crate::domain::facts::{GraphFact, InnerGraph, Lines};
use std::collections::BTreeMap;

/// Methods that run a compiled graph.
const RUNS: [&str; 5] = ["invoke", "ainvoke", "stream", "astream", "batch"];

/// Marks the graphs outside the tests that are given to a node of another as they are, or that the function of one has
/// built and runs itself.
pub(super) fn mark<'r>(
    repository: &Repository<'r>,
    sites: &[Site<'r>],
    (built, made): (&[Built<'r>], &[Lines]),
    graphs: &mut [GraphFact],
) {
    let live: Vec<Lines> =
        graphs.iter().filter(|graph| graph.is_in_use()).map(|graph| graph.place.clone()).collect();
    if live.len() < 2 {
        return;
    }
    let mut by_module: BTreeMap<&str, Vec<&Site<'r>>> = BTreeMap::new();
    for site in sites.iter().filter(|site| !site.around.dead) {
        by_module.entry(site.module(repository).path).or_default().push(site);
    }
    for (graph, built) in graphs.iter_mut().zip(built) {
        let mut inner: Vec<InnerGraph> = Vec::new();
        let mut add = |node: &str, place: &Lines| {
            let is_known = inner.iter().any(|one| one.place == *place);
            if live.contains(place) && *place != graph.place && !is_known {
                inner.push(InnerGraph { node: node.to_owned(), place: place.clone() });
            }
        };
        for (node, runs) in &built.runs {
            if let Value::Compiled(index) = runs
                && let Some(place) = made.get(*index)
            {
                add(node, place);
            }
        }
        for node in &graph.nodes {
            let Some(runs) = &node.runs else { continue };
            let all = by_module.get(runs.file.as_str()).into_iter().flatten().copied();
            let within =
                |site: &&Site<'r>| (runs.line..=runs.end_line).contains(&site.expr.span.first);
            let own: Vec<&Site<'r>> = all.filter(within).collect();
            for site in own.iter().filter(|site| RUNS.contains(&site.call.callee_name())) {
                let ExprKind::Attribute(object, _) = &site.call.callee.kind else { continue };
                for place in builders(repository, object, site.at, 3) {
                    for inner in live.iter().filter(|inner| place.holds(inner)) {
                        add(&node.name, inner);
                    }
                }
            }
        }
        graph.inner = inner;
    }
}

/// Where the functions stand of which a value is the result, or the function around a graph that is compiled there.
fn builders<'r>(
    repository: &Repository<'r>,
    value: &'r Expr<'r>,
    at: At,
    steps: usize,
) -> Vec<Lines> {
    if let ExprKind::Call(call) = &value.kind {
        let origins = repository.origins(&call.callee, at);
        if let [Origin::Function(at, function)] = origins.as_slice() {
            return vec![repository.modules[at.module].place(function.span)];
        }
        return match &call.callee.kind {
            ExprKind::Attribute(object, "compile") if steps > 0 => {
                builders(repository, object, at, steps - 1)
            }
            _ => Vec::new(),
        };
    }
    match repository.origins(value, at).as_slice() {
        [Origin::Value(at, inner)] if steps > 0 && !std::ptr::eq(*inner, value) => {
            builders(repository, inner, *at, steps - 1)
        }
        _ => Vec::new(),
    }
}
