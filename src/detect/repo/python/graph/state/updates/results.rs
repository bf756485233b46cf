//! Where the program asks what running a graph gives for keys that nodes return and no field takes.

use crate::detect::repo::python::graph::follow::built::begun::runs_graph;
use crate::detect::repo::python::graph::sole;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Span, Stmt, StmtKind};
use crate::domain::facts::{GraphFact, Lines};

/// Notes where the keys are asked for that nodes return in vain; nothing where it is not known which graph is run.
pub(in crate::detect::repo::python::graph) fn mark(
    repository: &Repository<'_>,
    sites: &[Site<'_>],
    graphs: &mut [GraphFact],
) {
    let Some(graph) = sole(graphs) else { return };
    if graph.untaken.is_empty() {
        return;
    }
    let asked: Vec<(String, Lines)> =
        sites.iter().flat_map(|site| asked(repository, site)).collect();
    for one in &mut graph.untaken {
        let found = asked.iter().find(|(key, _)| *key == one.key);
        one.wanted = found.map(|(_, place)| place.clone());
    }
}

/// The keys that are asked for in the variable that holds what a call gives that runs a graph.
fn asked(repository: &Repository<'_>, site: &Site<'_>) -> Vec<(String, Lines)> {
    let module = &repository.modules[site.at.module];
    let StmtKind::Assign { targets, value: Some(value), .. } = &site.stmt.kind else {
        return Vec::new();
    };
    let given = match &value.kind {
        ExprKind::Await(inner) => inner,
        _ => value,
    };
    let [Expr { kind: ExprKind::Name(name), .. }] = targets.as_slice() else { return Vec::new() };
    if module.in_tests || given.span != site.expr.span || !runs_graph(site.call) {
        return Vec::new();
    }
    let is_it = |value: &Expr<'_>| value.is_name(name);
    let body = site.function().map_or(&module.syntax.body, |function| &function.body);
    let (mut found, mut bound) = (Vec::new(), 0_usize);
    Stmt::each_own(body, &mut |stmt| {
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            bound += targets.iter().filter(|target| is_it(target)).count();
            // What is put there is there.
            let put = targets.iter().filter_map(|target| key(target, &is_it));
            found.extend(put.map(|(key, _)| (key, None)));
        }
        stmt.walk(&mut |part| {
            let read = key(part, &is_it);
            found.extend(read.map(|(key, span)| (key, Some(module.place(span)))));
        });
    });
    if bound != 1 {
        return Vec::new();
    }
    let put: Vec<String> =
        found.iter().filter(|(_, place)| place.is_none()).map(|(key, _)| key.clone()).collect();
    let read = found.into_iter().filter_map(|(key, place)| Some((key, place?)));
    read.filter(|(key, _)| !put.contains(key)).collect()
}

/// The key that `result.get("key")` or `result["key"]` asks for.
pub(in crate::detect::repo::python::graph) fn key(
    value: &Expr<'_>,
    is_it: &impl Fn(&Expr<'_>) -> bool,
) -> Option<(String, Span)> {
    Some((value.item_of(is_it)?, value.span))
}
