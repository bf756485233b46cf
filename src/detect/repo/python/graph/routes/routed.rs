//! Whether routers let a run come to a node while a field of the state holds something.

use super::super::follow::values::value::{START, Step, Value, Wiring};
use super::super::shape::runner::runner;
use super::super::state::updates::parts::Ways;
use super::held;
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{
    Call, Expr, ExprKind, Function, Passing, Stmt, StmtKind,
};
use std::collections::BTreeSet;

/// How many calls a router is followed through.
const CALLS: usize = 2;

/// Whether a router on a way to a node asks for a field, so that it may lead elsewhere where the field holds something.
///
/// `before` are the nodes from which ways lead to the node.
pub(in super::super) fn may_lead_elsewhere<'r>(
    repository: &Repository<'r>,
    ways: Ways<'_, 'r>,
    before: &BTreeSet<&str>,
    node: &str,
    field: &str,
) -> bool {
    ways.steps.iter().any(|step| {
        let Wiring::Conditional { from, router: written, .. } = &step.wiring else { return false };
        let from = if from == START { "START" } else { from.as_str() };
        if !before.contains(from) {
            return false;
        }
        let mut routers = ways.routers.iter().filter(|(name, _)| name == written);
        routers.any(|(_, router)| {
            if !asks(repository, router, field) {
                return false;
            }
            let targets = led(repository, step, router, field);
            let comes = |target: &String| target == node || before.contains(target.as_str());
            !targets.is_some_and(|targets| targets.iter().all(comes))
        })
    })
}

/// Whether a way into a node may be gone while a field of the state holds something: a plain edge, or a router that was not
/// seen to lead elsewhere by then.
pub(in super::super) fn may_come<'r>(
    repository: &Repository<'r>,
    ways: Ways<'_, 'r>,
    node: &str,
    field: &str,
) -> bool {
    ways.steps.iter().any(|step| match &step.wiring {
        Wiring::Edge { to, .. } => to == node,
        Wiring::Conditional { router: written, routes, .. } => {
            let mut routers = ways.routers.iter().filter(|(name, _)| name == written);
            routes.targets.iter().any(|to| to == node)
                && routers.any(|(_, router)| {
                    let targets = led(repository, step, router, field);
                    targets.is_none_or(|targets| targets.contains(node))
                })
        }
        Wiring::Node { .. } | Wiring::Unresolved(..) => false,
    })
}

/// Whether a router speaks of a field, be it in a function that it calls; one that was not followed may do. What its
/// documentation and comments say asks for nothing.
fn asks<'r>(repository: &Repository<'r>, router: &Value<'r>, field: &str) -> bool {
    match (router, runner(repository, router)) {
        (_, Some(runner)) => function_asks(repository, runner.at, runner.function, field, CALLS),
        (Value::Lambda(_, lambda), None) => speaks(&lambda.body, field),
        (_, None) => true,
    }
}

fn function_asks<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &'r Function<'r>,
    field: &str,
    calls: usize,
) -> bool {
    let inside = repository.inside(at, function.id);
    let mut asks = false;
    Stmt::each(&function.body, &mut |stmt| {
        if matches!(&stmt.kind, StmtKind::Expr(Expr { kind: ExprKind::Str(_), .. })) {
            return;
        }
        let targets = match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.as_slice(),
            _ => &[],
        };
        for value in stmt.expressions().into_iter().chain(targets) {
            asks |= speaks(value, field);
            if calls == 0 {
                continue;
            }
            value.each(&mut |part| {
                let ExprKind::Call(call) = &part.kind else { return };
                if let Some((at, called)) = repository.function(&call.callee, inside) {
                    asks |= function_asks(repository, at, called, field, calls - 1);
                }
            });
        }
    });
    asks
}

/// Whether a name or a text in a value has the field's name in it.
fn speaks(value: &Expr<'_>, field: &str) -> bool {
    value.any(&|part| match &part.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => name.contains(field),
        ExprKind::Str(_) => part.template().is_some_and(|text| text.contains(field)),
        ExprKind::Call(call) => call
            .args
            .iter()
            .any(|arg| matches!(arg.passing, Passing::Keyword(name) if name.contains(field))),
        _ => false,
    })
}

/// The nodes that a router leads to while a field of the state holds something, where that is known.
fn led<'r>(
    repository: &Repository<'r>,
    step: &Step<'r>,
    router: &Value<'r>,
    field: &str,
) -> Option<BTreeSet<String>> {
    let ExprKind::Call(call) = &step.expr.kind else { return None };
    placed(call, held::returned(&runner(repository, router)?, field)?)
}

/// The nodes that the names stand for that a router returns; `None` where a path map is not spelled out.
fn placed(call: &Call<'_>, names: BTreeSet<String>) -> Option<BTreeSet<String>> {
    let index = match call.callee_name() {
        "add_conditional_edges" => 2,
        "set_conditional_entry_point" => 1,
        _ => return None,
    };
    match call.argument(index, "path_map").map(|map| &map.kind) {
        None | Some(ExprKind::None | ExprKind::List(_) | ExprKind::Tuple(_)) => Some(names),
        Some(ExprKind::Dict(pairs)) => {
            let place = |name: &String| {
                let is_called = |key: &Expr<'_>| key.text().as_ref() == Some(name);
                let is_it = |key: &Option<Expr<'_>>| key.as_ref().is_some_and(is_called);
                let (_, value) = pairs.iter().find(|(key, _)| is_it(key))?;
                match value.kind {
                    // The end leads to no node.
                    ExprKind::Name("END") => Some("END".to_owned()),
                    _ => value.text(),
                }
            };
            names.iter().map(place).collect()
        }
        Some(_) => None,
    }
}
