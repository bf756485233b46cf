//! Nodes that look first at what they have given already, so that another run of theirs may have nothing left to do.

use super::super::updates::untaken::is_as_written;
use super::super::updates::whole::of_state;
use super::unfed::key;
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::shape::runner::{Runner, each_once, runner};
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::{GraphFact, OwnLook, ReducerFact};
use std::collections::BTreeSet;

/// Lists the nodes that return without giving a field anything where what they gave it before leaves nothing to do; by node.
pub(in crate::detect::repo::python::graph) fn looks<'r>(
    repository: &Repository<'r>,
    graph: &GraphFact,
    runs: &[(String, Value<'r>)],
    reducers: &[ReducerFact],
) -> Vec<OwnLook> {
    let added = of_state(graph, reducers).filter(|fact| fact.adds_up());
    let added: BTreeSet<&str> = added.map(|fact| fact.field.as_str()).collect();
    let mut found = Vec::new();
    for (node, value) in each_once(repository, runs) {
        let Some(runner) = runner(repository, value) else { continue };
        let Some((at, function, param)) = working(repository, &runner) else { continue };
        let look = added.iter().find_map(|field| Some((field, look(function, param, field)?)));
        found.extend(look.map(|(field, test)| OwnLook {
            node: node.clone(),
            field: (*field).to_owned(),
            place: repository.modules[at.module].place(test.span),
        }));
    }
    found.sort_by(|one, other| one.node.cmp(&other.node));
    found.dedup_by(|one, other| one.node == other.node);
    found
}

/// The function that does a node's work, with the parameter by which it is given the state: the node's own, or the one that
/// this only hands the state on to.
fn working<'r>(
    repository: &Repository<'r>,
    runner: &Runner<'r>,
) -> Option<(At, &'r Function<'r>, &'r str)> {
    let param = runner.param().filter(|_| is_as_written(repository, runner.function))?;
    let mut body = runner.function.body.iter().filter(|stmt| !is_text(stmt));
    let (Some(Stmt { kind: StmtKind::Return(Some(value)), .. }), None) = (body.next(), body.next())
    else {
        return Some((runner.at, runner.function, param));
    };
    let ExprKind::Call(call) = &value.kind else { return None };
    let inside = repository.inside(runner.at, runner.function.id);
    let (at, function) = repository.function(&call.callee, inside)?;
    let is_state = |value: &Expr<'_>| value.is_name(param);
    let handed = function
        .params
        .iter()
        .enumerate()
        .find(|(index, param)| call.argument(*index, param.name).is_some_and(is_state));
    handed
        .filter(|_| is_as_written(repository, function))
        .map(|(_, param)| (at, function, param.name))
}

fn is_text(stmt: &Stmt<'_>) -> bool {
    matches!(&stmt.kind, StmtKind::Expr(value) if matches!(value.kind, ExprKind::Str(_)))
}

/// The condition under which a function returns without giving a field anything, which hangs on what is in it and comes
/// before all else that it does.
fn look<'r>(function: &'r Function<'r>, param: &str, field: &str) -> Option<&'r Expr<'r>> {
    let mut derived: BTreeSet<&str> = BTreeSet::new();
    let hangs = |value: &Expr<'r>, derived: &BTreeSet<&str>| {
        value.any(&|part| {
            key(part, param).is_some_and(|(read, _)| read == field)
                || matches!(part.kind, ExprKind::Name(name) if derived.contains(name))
        })
    };
    for (index, stmt) in function.body.iter().enumerate() {
        match &stmt.kind {
            StmtKind::Expr(_) if is_text(stmt) => {}
            StmtKind::Assign { targets, value: Some(value), .. } => {
                if hangs(value, &derived) {
                    derived.extend(targets.iter().filter_map(Expr::name));
                }
            }
            StmtKind::If { branches, otherwise } if otherwise.is_empty() => {
                let [(test, body)] = branches.as_slice() else { return None };
                let [.., Stmt { kind: StmtKind::Return(value), .. }] = body.as_slice() else {
                    return None;
                };
                let is_plain = value.as_ref().is_none_or(|it| matches!(it.kind, ExprKind::Dict(_)));
                let is_without = is_plain && !gives(body, field);
                let goes_on = gives(&function.body[index + 1..], field);
                return (hangs(test, &derived) && is_without && goes_on).then_some(test);
            }
            _ => return None,
        }
    }
    None
}

/// Whether a block returns a dictionary that gives a field something.
fn gives(body: &[Stmt<'_>], field: &str) -> bool {
    let mut gives = false;
    Stmt::each_own(body, &mut |stmt| {
        if let StmtKind::Return(Some(Expr { kind: ExprKind::Dict(pairs), .. })) = &stmt.kind {
            let is_it = |key: &Option<Expr<'_>>| {
                key.as_ref().and_then(Expr::text).is_some_and(|key| key == field)
            };
            gives |= pairs.iter().any(|(key, _)| is_it(key));
        }
    });
    gives
}
