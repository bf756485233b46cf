//! Runs of a graph of which nobody takes what its last node makes.

use super::super::follow::built::begun::runs_graph;
use super::super::sole;
use super::super::state::updates::results::key;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Class, Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::{Discarded, GraphFact, GraphNode};
use std::collections::BTreeSet;

/// Runs at most that are told of one graph.
const RUNS: usize = 8;

/// What the last node of a graph makes.
struct Made {
    node: String,
    field: String,
    class: String,
}

/// Marks the graphs whose runs are asked for other fields alone, where an object of the same class is made of these; nothing
/// where it is not known which graph is run.
pub(in super::super) fn mark(
    repository: &Repository<'_>,
    sites: &[Site<'_>],
    graphs: &mut [GraphFact],
) {
    let Some(graph) = sole(graphs) else { return };
    let Some(made) = made(repository, sites, graph) else { return };
    let mut found: Vec<Discarded> =
        sites.iter().filter_map(|site| discarded(repository, sites, site, &made)).collect();
    found.truncate(RUNS);
    graph.discarded = found;
}

/// What the only node after which a graph ends makes for a field that is declared to hold it.
fn made(repository: &Repository<'_>, sites: &[Site<'_>], graph: &GraphFact) -> Option<Made> {
    let [last] = graph.finish.as_slice() else { return None };
    let node: &GraphNode = graph.nodes.iter().find(|node| node.name == *last)?;
    let runs = node.runs.as_ref()?;
    let makes = |class: &str| {
        sites.iter().any(|site| {
            let module = &repository.modules[site.at.module];
            module.path == runs.file
                && (runs.line..=runs.end_line).contains(&site.expr.span.first)
                && site.call.callee_name() == class
        })
    };
    let state = graph.state_class.as_deref()?.rsplit('.').next()?;
    let states = classes(repository, state);
    let [state] = states.as_slice() else { return None };
    let mut held = state.body.iter().filter_map(|stmt| {
        let StmtKind::Assign { targets, annotation: Some(annotation), .. } = &stmt.kind else {
            return None;
        };
        let [Expr { kind: ExprKind::Name(field), .. }] = targets.as_slice() else { return None };
        let class = held_class(repository, annotation)?;
        let (node, field) = (last.clone(), (*field).to_owned());
        makes(&class).then_some(Made { node, field, class })
    });
    held.next().filter(|_| held.next().is_none())
}

/// The one class of the sources of which a field holds an object: `Report`, `Report | None`, `Optional[Report]`.
fn held_class(repository: &Repository<'_>, annotation: &Expr<'_>) -> Option<String> {
    let (mut names, mut is_one) = (BTreeSet::new(), true);
    let mut open = vec![annotation];
    while let Some(part) = open.pop() {
        match &part.kind {
            ExprKind::None => {}
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
                names.insert((*name).to_owned());
            }
            ExprKind::Subscript(outer, inner) => {
                is_one &= matches!(
                    outer.kind,
                    ExprKind::Name("Optional" | "Union")
                        | ExprKind::Attribute(_, "Optional" | "Union")
                );
                open.extend(inner);
            }
            ExprKind::Tuple(items) => open.extend(items),
            ExprKind::Binary("|", sides) => open.extend([&sides.0, &sides.1]),
            _ => is_one = false,
        }
    }
    let name = names.pop_first().filter(|_| is_one && names.is_empty())?;
    (classes(repository, &name).len() == 1).then_some(name)
}

/// The classes of the sources of a name, outside the tests.
fn classes<'r>(repository: &Repository<'r>, name: &str) -> Vec<&'r Class<'r>> {
    let modules = repository.program();
    let classes =
        modules.flat_map(|module| &module.syntax.body).filter_map(|stmt| match &stmt.kind {
            StmtKind::Class(class) if class.name == name => Some(&**class),
            _ => None,
        });
    classes.collect()
}

/// How a call has the graph run and what its last node makes is not asked for, where another such object is made.
fn discarded(
    repository: &Repository<'_>,
    sites: &[Site<'_>],
    site: &Site<'_>,
    made: &Made,
) -> Option<Discarded> {
    let module = &repository.modules[site.at.module];
    let StmtKind::Assign { targets, value: Some(value), .. } = &site.stmt.kind else { return None };
    let [Expr { kind: ExprKind::Name(name), .. }] = targets.as_slice() else { return None };
    let is_run = value.awaited().span == site.expr.span
        && !module.in_tests
        && !site.around.dead
        && (runs_graph(site.call) || runs_within(repository, sites, site));
    if !is_run {
        return None;
    }
    let is_it = |value: &Expr<'_>| value.is_name(name);
    let around = site.function();
    let body = around.map_or(&module.syntax.body, |function| &function.body);
    let (mut asked, mut named, mut read) = (BTreeSet::new(), 0_usize, 0_usize);
    Stmt::walk_all(body, &mut |part| {
        named += usize::from(is_it(part));
        if let Some((key, _)) = key(part, &is_it) {
            read += 1;
            asked.insert(key);
        }
    });
    // It is bound once, and nothing else is done with it.
    if asked.is_empty() || asked.contains(&made.field) || named != read + 1 {
        return None;
    }
    let id = |function: Option<&Function<'_>>| function.map(|function| function.id);
    let mut others = sites.iter().filter(|other| {
        other.at.module == site.at.module
            && id(other.function()) == id(around)
            && other.call.callee_name() == made.class
            && other.expr.span.start > site.expr.span.end
    });
    let other = others.next()?;
    Some(Discarded {
        node: made.node.clone(),
        field: made.field.clone(),
        class: made.class.clone(),
        asked: asked.into_iter().collect(),
        made: module.place(other.expr.span),
        place: module.place(site.expr.span),
    })
}

/// Whether a call is one of a function of the sources that returns what running a graph gives.
fn runs_within(repository: &Repository<'_>, sites: &[Site<'_>], site: &Site<'_>) -> bool {
    let Some((at, function)) = repository.function(&site.call.callee, site.at) else {
        return false;
    };
    let runs: Vec<&Site<'_>> = sites
        .iter()
        .filter(|other| {
            other.at.module == at.module
                && other.function().is_some_and(|inner| inner.id == function.id)
                && runs_graph(other.call)
        })
        .collect();
    let mut given = false;
    Stmt::each_own(&function.body, &mut |stmt| {
        let StmtKind::Return(Some(value)) = &stmt.kind else { return };
        let value = value.awaited();
        given |= runs.iter().any(|run| match (&value.kind, &run.stmt.kind) {
            (ExprKind::Name(name), StmtKind::Assign { targets, value: Some(held), .. }) => {
                let is_it = |target: &Expr<'_>| target.is_name(name);
                held.awaited().span == run.expr.span && targets.iter().all(is_it)
            }
            _ => value.span == run.expr.span,
        });
    });
    given
}
