//! Opinions that a node builds to which the way for failures leads from the judges.

use super::super::ASKED;
use super::stand_ins::built_in;
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{Function, Stmt, StmtKind};
use crate::detect::seats;
use crate::domain::facts::{GraphFact, Lines, Misfit, StandIn, StructuredOutputFact};

/// Notes, where no reply fits in the end and nothing else was seen to take its place, what such nodes build.
pub(in super::super) fn mark(
    repository: &Repository<'_>,
    graphs: &[GraphFact],
    facts: &mut [StructuredOutputFact],
) {
    let nodes: Vec<&Lines> =
        graphs.iter().filter(|graph| graph.is_in_use()).flat_map(for_failures).collect();
    if nodes.is_empty() {
        return;
    }
    for fact in facts.iter_mut().filter(|fact| !fact.in_tests && fact.stand_ins.is_empty()) {
        let Some(schema) = fact.schema.clone() else { continue };
        if !fact.misfit.is_some_and(Misfit::is_seen_to) {
            continue;
        }
        let mut built: Vec<StandIn> =
            nodes.iter().flat_map(|place| built_at(repository, place, &schema)).collect();
        built.sort_by(|one, other| one.place.cmp(&other.place));
        built.dedup();
        built.truncate(ASKED);
        if !built.is_empty() && fact.misfit == Some(Misfit::Handled) {
            fact.misfit = Some(Misfit::StoodIn);
        }
        fact.stand_ins = built;
    }
}

/// The functions of the nodes to which nothing but conditional edges for errors leads, behind the judges.
fn for_failures(graph: &GraphFact) -> impl Iterator<Item = &Lines> {
    let found = graph.nodes.iter().filter(|node| {
        let plain = graph.edges.iter().any(|edge| edge.to == node.name);
        let mut routed =
            graph.conditional.iter().filter(|edge| edge.targets.contains(&node.name)).peekable();
        let is_for_errors = !plain && routed.peek().is_some();
        is_for_errors
            && seats::judge(&node.name).is_none()
            && routed.all(|edge| {
                edge.handles_errors == Some(true)
                    && edge.targets.len() > 1
                    && is_behind_judges(graph, &edge.from)
            })
    });
    found.filter_map(|node| node.runs.as_ref())
}

/// Whether a node is a judge, or one that a judge leads to.
fn is_behind_judges(graph: &GraphFact, node: &str) -> bool {
    let names = graph.nodes.iter().map(|one| one.name.as_str());
    names.filter(|name| seats::judge(name).is_some()).any(|judge| graph.leads(judge, node))
}

/// What the function at a place builds.
fn built_at(repository: &Repository<'_>, place: &Lines, schema: &str) -> Vec<StandIn> {
    let mut found = Vec::new();
    for (module, source) in repository.modules.iter().enumerate() {
        if source.path != place.file {
            continue;
        }
        let mut functions: Vec<&Function<'_>> = Vec::new();
        Stmt::each(&source.syntax.body, &mut |stmt| {
            if let StmtKind::Function(function) = &stmt.kind
                && source.place(function.span) == *place
            {
                functions.push(function);
            }
        });
        for function in functions {
            let at = repository.inside(At::top(module), function.id);
            found.extend(built_in(repository, schema, at, function));
        }
    }
    found
}
