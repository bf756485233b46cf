//! Variables that hold what a function of the repository gives, where that is nothing on every way that is taken.

use super::super::functions::court::{Court, Key};
use super::super::variables::terms::statements;
use super::is_void;
use crate::detect::repo::python::running::refuted::idle_blocks;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Stmt, StmtKind};
use std::collections::BTreeMap;

/// The variables of the function at `key` that are only ever given nothing by another.
pub(in super::super) fn given_nothing<'r>(court: &Court<'r, '_>, key: Key) -> Vec<&'r str> {
    let body: &'r Body<'r> = &court.parts[&key].function.body;
    let mut found: BTreeMap<&str, bool> = BTreeMap::new();
    statements(body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            for target in targets {
                let (items, is_tuple) = match &target.kind {
                    ExprKind::Tuple(items) => (items.as_slice(), true),
                    _ => (std::slice::from_ref(target), false),
                };
                for (at, item) in items.iter().enumerate() {
                    let place = is_tuple.then_some(at);
                    let nothing = || gives_nothing(court, key, value, place);
                    each_name(item, &mut |name| {
                        let so_far = found.get(name).copied().unwrap_or(true);
                        let is_it = so_far && matches!(item.kind, ExprKind::Name(_)) && nothing();
                        found.insert(name, is_it);
                    });
                }
            }
        }
        StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
            each_name(target, &mut |name| {
                let _ = found.insert(name, false);
            });
        }
        StmtKind::With { items, .. } => {
            for target in items.iter().filter_map(|(_, name)| name.as_ref()) {
                each_name(target, &mut |name| {
                    let _ = found.insert(name, false);
                });
            }
        }
        _ => {}
    });
    let params = &court.parts[&key].function.params;
    found.retain(|name, is_nothing| *is_nothing && params.iter().all(|param| param.name != *name));
    found.into_keys().collect()
}

fn each_name<'r>(target: &Expr<'r>, see: &mut dyn FnMut(&'r str)) {
    target.each(&mut |part| {
        if let ExprKind::Name(name) = part.kind {
            see(name);
        }
    });
}

/// Whether a value is the call of a function that gives nothing on any way, or nothing at this place among others. What
/// says by its name that it is empty may be filled afterwards, so that texts and the like alone count.
fn gives_nothing<'r>(
    court: &Court<'r, '_>,
    key: Key,
    value: &'r Expr<'r>,
    place: Option<usize>,
) -> bool {
    let ExprKind::Call(call) = &value.kind else { return false };
    let [called] = court.resolve(&call.callee, key)[..] else { return false };
    let Some(part) = court.parts.get(&called).filter(|_| called != key) else { return false };
    let idle = idle_blocks(part.function, court.module(called).text);
    // Without a branch that is never taken, it is a function that someone has left empty on purpose.
    let (mut all, mut any) = (!idle.is_empty() && part.function.decorators.is_empty(), false);
    Stmt::each_own(&part.function.body, &mut |stmt| {
        let StmtKind::Return(given) = &stmt.kind else { return };
        if idle.iter().any(|block| block.holds(stmt.span)) {
            return;
        }
        any = true;
        let given = match (given.as_ref().map(|given| (&given.kind, given)), place) {
            (Some((ExprKind::Tuple(items), _)), Some(at)) => items.get(at),
            (Some((_, given)), None) => Some(given),
            _ => None,
        };
        all &= given.is_some_and(|given| {
            is_void(given) && !matches!(given.kind, ExprKind::List(_) | ExprKind::Dict(_))
        });
    });
    all && any
}
