//! Nodes of which all is seen that they give to the state.

use super::super::reads::reading::DEPTH;
use super::copies::copies;
use super::untaken::local;
use crate::detect::repo::python::graph::follow::values::value::Value;
use crate::detect::repo::python::graph::shape::runner::{Runner, is_followed, runner};
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt};
use std::collections::BTreeSet;

/// Whether the keys are seen that nodes of these names give to the state: what a loop of tools, another graph or
/// anything else comes back with may have any.
pub(in crate::detect::repo::python::graph) fn tell_all<'r>(
    repository: &Repository<'r>,
    runs: &[(String, Value<'r>)],
    nodes: &BTreeSet<&str>,
) -> bool {
    let mut ours = runs.iter().filter(|(node, _)| nodes.contains(node.as_str()));
    is_followed(repository, runs, nodes)
        && ours.all(|(_, value)| match (runner(repository, value), value) {
            (Some(runner), _) => tells(repository, &runner, DEPTH),
            (None, Value::Lambda(_, lambda)) => {
                let given = lambda.params.first().map(|param| param.name);
                let is_state = |value: &Expr<'_>| {
                    matches!(value.kind, ExprKind::Name(name) if Some(name) == given)
                };
                is_told(&lambda.body, &is_state)
            }
            (None, _) => false,
        })
}

/// Whether all keys of what a function returns are seen.
fn tells<'r>(repository: &Repository<'r>, runner: &Runner<'r>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let function = runner.function;
    let at = repository.inside(runner.at, function.id);
    let param = runner.param();
    let copies = param.map(|param| copies(function, param)).unwrap_or_default();
    let is_state = |value: &Expr<'_>| matches!(value.kind, ExprKind::Name(name) if Some(name) == param || copies.contains(name));
    let mut all = true;
    Stmt::each_returned(&function.body, &mut |value| {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            match &value.kind {
                ExprKind::Conditional(choice) => open.extend([&choice.then, &choice.otherwise]),
                ExprKind::Await(inner) => open.push(inner),
                ExprKind::Name(name) if !is_state(value) => {
                    all &= !local(function, name).is_empty();
                }
                ExprKind::Call(call) if !is_told(value, &is_state) => {
                    all &= match repository.origins(&call.callee, at).as_slice() {
                        [Origin::Function(at, function)] => {
                            let asked = Runner { at: *at, function, is_method: false };
                            tells(repository, &asked, depth)
                        }
                        _ => false,
                    };
                }
                _ => all &= is_told(value, &is_state),
            }
        }
    });
    all
}

/// Whether a value spells its keys out, or is the state.
fn is_told(value: &Expr<'_>, is_state: &impl Fn(&Expr<'_>) -> bool) -> bool {
    match &value.kind {
        ExprKind::None => true,
        ExprKind::Dict(pairs) => pairs.iter().all(|(key, value)| match key {
            Some(key) => key.text().is_some(),
            None => is_state(value),
        }),
        ExprKind::Call(call) if call.callee_name() == "Command" => {
            call.keyword("update").is_none_or(|update| is_told(update, is_state))
        }
        _ => is_state(value),
    }
}
